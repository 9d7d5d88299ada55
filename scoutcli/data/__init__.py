"""Matches in other forms, both ways: lines of JSON, and tables as CSV and as Parquet.

A line of JSON (`record`) says all that a match file says. The tables
(`columns`) are made for questions; the one of matches has that line in a
column, and from there match files are made again.
"""

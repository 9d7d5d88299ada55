"""Logs of many matches: filtered, cut, joined, put in order, counted, without their moves read.

`skim` knows what a match says of itself, `reading` has the matches of files
one after the other, `writing` puts them one behind the other again. The bytes
of a match never change.
"""

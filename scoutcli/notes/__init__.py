"""Noting a match at a real table: what is seen, move by move, in a match file.

Read on in this order: sheet (a round as noted, and what follows from it), book
(the match, and how it is corrected), store (its file), load (taking it up
again), reading (what a typed line means), scout and skyjo (what people at those
tables see and do not see), words (the commands), asking, commands and talk (the
conversation), deals (what is typed of a deal), setup (how notes begin), desk and
prompt (the two things it can be held on).
"""

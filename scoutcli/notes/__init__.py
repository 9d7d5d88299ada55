"""Noting a match at a real table: what is seen, move by move, in a match file.

Read on in this order: sheet (a round as noted, and what follows from it), book
(the match, and how it is corrected), store (its file), load and torn (taking it
up again), last (which was noted last), reading (what a typed line means), showing
(what is shown), scout and skyjo (what people at those tables see and do not see),
words (the commands), asking, commands and talk (the conversation), deals (what is
typed of a deal), setup (how notes begin), desk and prompt (the two things it can
be held on).
"""

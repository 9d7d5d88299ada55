"""A score pad: the points of a match at a table, round by round, in a match file.

It is notes of another kind, so what all notes share is in `scoutcli.notes`
(pages, conversation, desk). Read on in this order: form (what the points of a
round are, in any game), scout and skyjo (what they are made of there), reading
(what a typed line means), pad (the match, and how it is corrected), picture (what
is drawn of it), talk (the conversation).
"""

"""Noting a match at a real table: what is seen, move by move, in a match file.

What every kind of notes shares, the score pad of `scoutcli.pad` among them: sheet
(a round as noted, and what follows from it), pages (the match in its file, and how
a change is taken back), store (its file), load and torn (taking it up again), last
(which was noted last), vocabulary and conversation (how is asked and told), desk
and prompt (the two things a conversation can be held on), starting and setup (how
notes begin).

Notes of moves: book (what comes next, and how it is corrected), reading (what a
typed line means), showing (what is shown), scout and skyjo (what people at those
tables see and do not see), words (the commands), asking, commands and talk (the
conversation), deals (what is typed of a deal).
"""

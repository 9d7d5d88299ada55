"""Who plays whom in the next round of a tournament: Swiss and round-robin, tables of any size.

`past` is what a log tells, `sizes` how many tables there are, `draw` who sits at
which, `seating` in which order, `plan` all of it. No library does this: those
for chess pair two at a table, and so do matchings of graphs.
"""

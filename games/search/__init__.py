"""Players that look ahead, over the compiled kernel of any game.

Loaded only where search is used: most of what stands here needs numba and numpy,
which the rest of the project does without. `exact`, which solves small endings
with all cards seen, does not.
"""

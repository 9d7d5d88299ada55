"""Players to measure the built-in ones against. Frozen once measured with.

Nothing here may change afterwards, or later figures would not compare with earlier ones.
Some are of other making, and each such module says on what its rule of thumb rests; the
others are copies of built-in players as they were at a time, and import none of these.
"""

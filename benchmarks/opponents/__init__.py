"""Players of other making, to measure the built-in ones against. Frozen once measured with.

Nothing here may change afterwards, or later figures would not compare with earlier ones.
Each module says on what its rule of thumb rests.
"""

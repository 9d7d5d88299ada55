"""Replaying matches.

`walk` goes through a round and `told` prints it. The viewer on a terminal:
`model` is the place in a match and the ways to go on from there, over the
rounds as `chapter` has them; `frame` makes the screen of it, with `pane` and
`sheets` for its parts; `screen` has the keys. `plan` and `branch` play on.
"""

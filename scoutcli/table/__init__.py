"""The table at which people and bots play a match in a shell.

`session` is the match itself, without any screen; `resume` takes one up again
from its file. `loop` is the conversation about it, held through a `screen`: the
plain one for pipes and scripts, or the live one, which takes the whole terminal.
"""

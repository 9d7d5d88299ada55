"""The table on a whole terminal: a drawing, what happened, and a line to type in.

The screen has the main thread for as long as a session lasts; the conversation
about the match (`scoutcli.table.loop`) is held in another one, so that keys are
answered, the size is followed and time is told while a bot thinks. What the
conversation says goes over a `bridge` and is kept in a `scene`, which nothing
but the screen's own thread touches; `page` makes rows of it, `application`
puts them together with the input `line` and its `menu`, and `keys` says which
key does what.
"""

from scoutcli.table.live.screen import Live

__all__ = ["Live"]

"""Another match for those who sit at a table."""

from __future__ import annotations

import os
from datetime import datetime

from scoutcli.table.files import data_folder, fresh_file
from scoutcli.table.seats import start_programs
from scoutcli.table.session import Session


def play_again(session: Session) -> Session:
    """A new match of the same game, rules and seats, in a new file in the folder of matches.

    Raises RuleError where a program does not get ready again, or OSError.
    """
    seats, programs = start_programs(session.game, session.rules, session.seats)
    try:
        today = datetime.now().astimezone().date()
        path = fresh_file(data_folder(), session.game.name, today)
        seed = os.urandom(8).hex()
        return Session.begin(session.game, session.rules, seats, seed, path, today, programs)
    except BaseException:
        if programs is not None:
            programs.close()
        raise

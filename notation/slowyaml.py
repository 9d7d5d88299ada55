"""PyYAML's own parser, for where PyYAML was built without libyaml."""

from __future__ import annotations

import re
from typing import Any

from yaml import BaseLoader
from yaml.events import ScalarEvent
from yaml.scanner import ScannerError

_SURROGATE = re.compile("[\ud800-\udfff]")


class Parser(BaseLoader):
    """Refuses, as libyaml does, an escape that makes half a character (U+D800 to U+DFFF)."""

    def get_event(self) -> Any:
        event: Any = super().get_event()  # type: ignore[no-untyped-call]
        if type(event) is ScalarEvent and _SURROGATE.search(event.value):
            mark: Any = event.start_mark
            raise ScannerError(
                "while scanning a double-quoted scalar", mark, "found an invalid escape", mark
            )
        return event

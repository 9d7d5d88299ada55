"""What was found in many matches, counted: the last line of a report."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from notation.audit import RoundAudit
from notation.diagnostics import Diagnostic
from notation.reader import Part
from scoutcli.report import plural

AT_FAULT = "at fault"
SHEETS = "on score sheets"
UNFINISHED = "unfinished"
WITHOUT_MOVES = "without moves"
UNKNOWN = "with cards not noted"


def why_unverified(checked: RoundAudit) -> str:
    """Why the points of a round do not follow from its moves."""
    record = checked.record
    if checked.broken:
        return AT_FAULT
    if checked.state is None:
        return SHEETS if record.score is not None else WITHOUT_MOVES
    if record.moves is None and record.position is None:
        return WITHOUT_MOVES
    if not checked.ended:
        return UNFINISHED if record.end is None else record.end
    return UNKNOWN


@dataclass(slots=True)
class Tally:
    """Counts of matches, of rounds whose points were verified or not, and of diagnostics.

    One can be added to another, so those of other processes can be brought together.
    """

    matches: int = 0
    right: int = 0
    """Matches without an error."""
    verified: int = 0
    unverified: Counter[str] = field(default_factory=Counter)
    """Rounds that are not verified, by the reason."""
    severities: Counter[str] = field(default_factory=Counter)

    def note(self, diagnostic: Diagnostic) -> None:
        """Count a diagnostic."""
        self.severities[diagnostic.severity] += 1

    def take(self, part: Part, *, right: bool) -> None:
        """Count a part's match and rounds, if it has a match; not its diagnostics."""
        if not part.chunk.index:
            return
        self.matches += 1
        self.right += right
        rounds = part.audit.rounds if part.audit is not None else []
        for checked in rounds:
            if checked.verified:
                self.verified += 1
            else:
                self.unverified[why_unverified(checked)] += 1
        unread = len(part.match.rounds) - len(rounds) if part.match is not None else 0
        if unread:
            self.unverified[AT_FAULT] += unread

    def add(self, other: Tally) -> None:
        """Count what another one counted."""
        self.matches += other.matches
        self.right += other.right
        self.verified += other.verified
        self.unverified += other.unverified
        self.severities += other.severities

    @property
    def errors(self) -> int:
        """How many errors were found."""
        return self.severities["error"]

    def in_text(self) -> str:
        """All of it on one line."""
        whole = self.right == self.matches and not self.errors
        right = "all right" if whole else f"{self.right} right"
        unverified = sum(self.unverified.values())
        rounds = f"{plural(self.verified + unverified, 'round')}: {self.verified} verified"
        if unverified:
            reasons = ", ".join(f"{count} {reason}" for reason, count in self.unverified.items())
            rounds += f", {unverified} not ({reasons})"
        found = ", ".join(
            plural(self.severities[severity], severity)
            for severity in ("error", "warning", "notice")
        )
        return f"{plural(self.matches, 'match')}, {right}; {rounds}; {found}"

    def in_json(self) -> str:
        """The last object of a report (scoutcli-match(5), "Diagnostics")."""
        return json.dumps(
            {
                "summary": {
                    "matches": self.matches,
                    "errors": self.errors,
                    "warnings": self.severities["warning"],
                    "verified": self.verified,
                    "unverified": sum(self.unverified.values()),
                }
            }
        )

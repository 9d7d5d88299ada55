"""Write every playthrough anew: ``python -m tests.playthroughs``. Look at the difference then."""

from __future__ import annotations

from tests.playthroughs.scout_scripts import SCOUT
from tests.playthroughs.script import FOLDER, tell
from tests.playthroughs.skyjo_scripts import SKYJO


def main() -> None:
    """Write the files, and remove those of which there is no script any more."""
    scripts = {script.path: script for script in (*SCOUT, *SKYJO)}
    for path in FOLDER.glob("*.txt"):
        if path not in scripts:
            path.unlink()
    for path, script in scripts.items():
        path.write_text(tell(script), encoding="utf-8")


if __name__ == "__main__":
    main()

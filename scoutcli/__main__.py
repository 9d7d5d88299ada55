"""The program `scoutcli`, and `python -m scoutcli`."""

from __future__ import annotations


def main() -> int:
    """Run the program on its arguments; the exit status."""
    try:
        # Here, so that Ctrl-C during the loading is as quiet as later.
        from scoutcli.cli import run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())

"""Check the output of ``pyright --verifytypes --outputjson``: fail if a public type isn't complete.

The screens of ``hypersweep.tui`` are left out: they derive from Textual's classes, whose own types aren't complete.
"""

from __future__ import annotations

import json
import sys

SCREENS = "hypersweep.tui."


def main() -> int:
    """Print missing types, then totals. Returns: 1 if any type is missing."""
    found = json.load(sys.stdin)["typeCompleteness"]
    symbols = [symbol for symbol in found["symbols"] if not symbol["name"].startswith(SCREENS)]
    missing = [symbol for symbol in symbols if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]]
    for symbol in missing:
        for diagnostic in symbol["diagnostics"]:
            print(f"{symbol['name']}: {' '.join(diagnostic['message'].split())}")
    print(f"{len(symbols) - len(missing)} of {len(symbols)} public types are complete")
    return int(bool(missing) or not symbols)


if __name__ == "__main__":
    sys.exit(main())

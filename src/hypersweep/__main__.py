"""``python -m hypersweep`` is the ``hypersweep`` command."""

from __future__ import annotations

import sys

from hypersweep.cli import main

if __name__ == "__main__":
    sys.exit(main())

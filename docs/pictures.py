"""Makes the pictures of the documents: ``python docs/pictures.py``, with the extra ``tui`` installed.

Each one is a game from a seed, played by what is certain, and drawn by the game's own screens.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path

# What the machine's own terminal and taste are must not show.
os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
os.environ.pop("NO_COLOR", None)

from hypersweep import Outcome, analyse
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.view import BoardView

FOLDER = Path(__file__).parent / "pictures"
SEED = 121
MOVES = 10
SECONDS = 154


def half_a_game(store: Store) -> Session:
    """A game in four dimensions, up to where some is known and some isn't."""
    now = [0]
    session = Session("4x4x4x4", 15, seed=SEED, store=store, is_known=False, clock=lambda: now[0])
    session.open((1, 2, 1, 1))
    for _ in range(MOVES):
        known = analyse(session.game.view)
        for cell in known.mine_cells:
            if not session.game.is_flagged(cell):
                session.flag(cell)
        if session.outcome is not Outcome.ONGOING or not known.safe_cells:
            break
        session.open(known.safe_cells[0])
    now[0] = SECONDS * 10**9
    return session


async def draw(path: Path) -> None:
    """Draw the game as the terminal shows it."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        app = HypersweepApp(store, session=half_a_game(store))
        async with app.run_test(size=(92, 27)) as pilot:
            board = app.screen.query_one(BoardView)
            board.go((1, 1, 2, 1))
            await pilot.pause()
            picture = app.export_screenshot(title="hypersweep 4d-medium", simplify=True)
    # The last bits of floating-point numbers needn't be kept, nor spaces at the ends of lines.
    picture = re.sub(r"(\d+\.\d{2})\d+", r"\1", picture)
    path.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    asyncio.run(draw(FOLDER / "game-4d.svg"))

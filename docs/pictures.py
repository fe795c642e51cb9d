"""Draw the pictures of the documents: ``python docs/pictures.py``, with the extra ``tui`` installed.

Each shows a game with a fixed seed, drawn by the game's own screens or as ``docs/pictures.md`` describes.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import tempfile
from pathlib import Path

# The pictures must not depend on this machine's terminal and settings.
os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
os.environ.pop("NO_COLOR", None)

from hypersweep import Event, Game, Outcome, Reason, Record, analyse, choose, explain
from hypersweep.picture import CLUE, TARGET, board_svg
from hypersweep.review import review
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.board_view import BoardView

FOLDER = Path(__file__).parent / "pictures"
SEED = 121
MOVES = 10
SECONDS = 154


def half_a_game(store: Store) -> Session:
    """Return a four-dimensional session after up to ``MOVES`` certain opens, with all known mines flagged."""
    now = [0]
    rules, clock = "classic,first=opening", lambda: now[0]
    session = Session("4x4x4x4", 15, seed=SEED, rules=rules, store=store, is_known=False, clock=clock)
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
    # Drop the last bits of floating-point numbers, and spaces at the ends of lines.
    picture = re.sub(r"(\d+\.\d{2})\d+", r"\1", picture)
    path.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8")


def played(shape: str, mines: int, *, seed: int, rounds: int, opened: int) -> Game:
    """Return a game after its first open and ``rounds`` rounds of certain moves.

    Each round flags all known mines and opens at most ``opened`` safe cells.
    """
    game = Game(shape, mines, seed=seed)
    game.open(tuple(side // 2 for side in game.grid.shape))
    for _ in range(rounds):
        known = analyse(game.view)
        for cell in known.mine_cells:
            if not game.is_flagged(cell):
                game.flag(cell)
        for cell in known.safe_cells[:opened]:
            game.open(cell)
    return game


def two_clues_needed(shape: str, mines: int) -> tuple[Game, Reason]:
    """Return a game whose next deduction needs two clues, and the reason for that deduction."""
    for seed in range(1000):
        game = Game(shape, mines, seed=seed)
        game.open(tuple(side // 2 for side in game.grid.shape))
        while game.outcome is Outcome.ONGOING:
            reason = explain(game.view)[-1]
            if reason.rule != "clue":
                break
            for cell in reason.cells:
                game.open(cell)
        if game.outcome is Outcome.ONGOING and reason.rule == "pair" and len(reason.steps) == 1 and game.opened > 30:
            return game, reason
    raise LookupError("no such game")


def careless(shape: str, mines: int, seed: int) -> Record:
    """Return the record of a player who plays well but makes some unneeded guesses."""
    game = Game(shape, mines, seed=seed)
    dice = random.Random(seed)
    events: list[Event] = []
    time = 0
    cell = tuple(side // 2 for side in game.grid.shape)
    while True:
        change = game.open(cell)
        events.append(Event.of(time, "open", cell, change))
        choice = choose(game.view)
        if game.outcome is not Outcome.ONGOING or choice is None:
            return Record(shape, mines, seed=seed, events=events, tags={"player": "Ann"})
        time += dice.randint(200, 900)
        cell = choice.cell
        if dice.random() < 0.08:
            known = analyse(game.view)
            cell = dice.choice([other for other in game.grid if 0 < known.probability(other) < 0.3] or [cell])


def draw_boards() -> None:
    """Draw the pictures of ``docs/pictures.md`` and ``docs/review.md``."""
    game = played("9x14", 22, seed=5, rounds=6, opened=3)
    write("chances", analyse(game.view)._repr_svg_())
    game, reason = two_clues_needed("8x12", 18)
    marks = dict.fromkeys(reason.clues, CLUE) | dict.fromkeys(reason.cells, TARGET)
    arrows = [(clue, cell) for clue in reason.clues for cell in reason.cells[:1]]
    last = game.moves[-1].cell
    write("reason", board_svg(game, marks=marks, arrows=arrows, last=last, title=str(reason), has_titles=False))
    game = played("3x4x3x2x3", 8, seed=4, rounds=7, opened=9)
    arrows = [((0, 0, 0, 0, 0), (2, 3, 1, 1, 2))]
    write("five", board_svg(game, theme="dark", arrows=arrows, has_titles=False))
    write("review", review(careless("4x4x4x4", 13, 1)).svg())


def write(name: str, picture: str) -> None:
    """Write a picture into the folder."""
    (FOLDER / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    draw_boards()
    asyncio.run(draw(FOLDER / "game-4d.svg"))

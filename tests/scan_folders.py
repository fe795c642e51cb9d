"""Folders of games that tests scan."""

from __future__ import annotations

from pathlib import Path

from hypersweep import Layout
from hypersweep.formats import dump_file
from hypersweep.formats.video import Video
from hypersweep.record import save_games
from played import played
from videos import clicked

BOARD = Layout("8x8", [(0, 1), (7, 7)])
"""A board that the moves of ``won_video`` win."""


def won_video(seconds: int = 4, player: str = "Ann") -> Video:
    """Return a game won without a guess: a flag, an opening, and the covered corner last."""
    moves = [(0, "open", (3, 3)), (900, "flag", (0, 1)), (1000 * seconds, "open", (0, 0))]
    return clicked(BOARD, moves).replace(tags={"player": player})


def make_folder(folder: Path, games: int = 3) -> None:
    """Write replays, a file with two records of which one is damaged, a broken replay, and a file of another kind."""
    (folder / "sub").mkdir(parents=True)
    for number in range(games):
        (folder / "sub" / f"{number:04}.avf").write_bytes(dump_file(won_video(4 + number), "avf"))
    record = played(Layout("3x4", [(1, 2)]), [(0, "open", (0, 0)), (900, "open", (1, 2))])
    save_games(folder / "two.sweep", [record, record])
    text = (folder / "two.sweep").read_text(encoding="utf-8")
    (folder / "two.sweep").write_text(text.replace("900 open 1 2: 1 lost", "900 open 1 2: 7", 1), encoding="utf-8")
    (folder / "broken.AVF").write_bytes(b"\4" * 100)
    (folder / "notes.txt").write_text("no game", encoding="utf-8")

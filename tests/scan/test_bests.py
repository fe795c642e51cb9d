from __future__ import annotations

import json
from pathlib import Path

from hypersweep import Layout
from hypersweep.formats import dump_file
from hypersweep.formats.video import record_of
from hypersweep.record.event import KNOWN
from hypersweep.scan import game_row, personal_bests, scan_folder
from hypersweep.scan.game_rows import Row, error_row
from played import played
from scan_folders import won_video


def row(seconds: int, player: str = "Ann", name: str = "", **tags: str) -> Row:
    record = record_of(won_video(seconds, player))
    return {**game_row(record.replace(tags={**record.tags, **tags})), "file": name}


def test_each_figure_has_the_best_game() -> None:
    without_flags: Row = {**row(6, name="nf"), "right": 0}
    (board,) = personal_bests([row(5, name="slow"), row(4, name="fast"), without_flags, row(4, "Bob", "later")])
    assert (board.board, board.games, board.won) == ("8x8, 2 mines", 4, 4)
    bests = {best.figure: (best.row["file"], round(best.value, 3)) for best in board.bests}
    # STNB is for other boards.
    assert list(bests) == ["time", "time without flags", "3BV/s", "IOE", "RQP"]
    assert bests["time"] == ("fast", 4.0)
    assert bests["time without flags"] == ("nf", 6.0)
    assert bests["3BV/s"][0] == bests["RQP"][0] == "fast"
    assert json.loads(json.dumps(board.as_dict()))["bests"][0]["file"] == "fast"


def test_only_finished_ranked_games_count() -> None:
    layout = Layout("3x4", [(1, 2)])
    lost = game_row(played(layout, [(0, "open", (0, 0)), (900, "open", (1, 2))]))
    on = game_row(played(layout, [(0, "open", (0, 0))]))
    rows = [row(4, **{KNOWN: "yes"}), on, lost, error_row(ValueError())]
    (board,) = personal_bests(rows)
    assert (board.board, board.games, board.won, board.bests) == ("3x4, 1 mine", 1, 0, ())
    assert personal_bests([on]) == []


def test_players_and_rules_for_guesses_are_kept_apart() -> None:
    no_guess: Row = {**row(3), "rules": "classic,guess=never"}
    rows = [row(5), row(4, "Bob"), no_guess]
    assert [(board.board, board.games) for board in personal_bests(rows)] == [
        ("8x8, 2 mines", 2),
        ("8x8, 2 mines, no guess", 1),
    ]
    (board,) = personal_bests(rows, player="BOB")
    assert board.bests[0].value == 4
    assert personal_bests([row(3, " Some  player ")], player="Some Player")[0].games == 1
    assert personal_bests(rows, player="Eve") == []


def test_copies_of_a_game_count_once(tmp_path: Path) -> None:
    for form in ("avf", "evf", "mvf", "rawvf", "rmv"):
        (tmp_path / f"game.{form}").write_bytes(dump_file(won_video(), form))
    record_of(won_video(player="ann ")).save(tmp_path / "game.sweep")
    rows = list(scan_folder(tmp_path))
    assert len(rows) == 6
    (board,) = personal_bests(rows)
    assert (board.games, board.won, board.bests[0].row["file"]) == (1, 1, "game.avf")
    # Another time, player or board is another game, and so is one whose board or time is unknown.
    others: list[Row] = [{**rows[0], "seconds": 4.001}, {**rows[0], "player": "Bob"}, {**rows[0], "layout": "8x8.b"}]
    unknown: list[Row] = [{**rows[0], "layout": None}, {**rows[0], "seconds": None}]
    assert personal_bests([*rows, *others, *unknown, *unknown])[0].games == 1 + 3 + 4

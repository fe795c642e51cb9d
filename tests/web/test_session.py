"""A session on the page: the same decisions as Python's Session, and records that Python can replay."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from hypersweep import Game, Grid, Outcome, Record
from hypersweep.errors import GenerationError
from hypersweep.generate.search import twins
from hypersweep.session import Session
from hypersweep.session.results import record_result
from hypersweep.stats import play_stats
from hypersweep.ui_model.board_info import board_sheet, first_opened
from hypersweep.ui_model.game_texts import why_nothing
from node_kernel import NodeKernel
from records import random_grid, random_rules
from seeds import seeds
from strategies import room_for_mines

NODE = partial(NodeKernel, "play_driver.mjs")


def random_request(chance: random.Random) -> dict[str, Any]:
    """Yield settings of a game: any board, any rules, sometimes punished guesses or a given layout."""
    grid, rules = random_grid(chance), random_rules(chance)
    if rules.guess == "allowed" and chance.random() < 0.25 and rules.first_open != "any":
        rules = rules.replace(guess="punished")
    mines = min(room_for_mines(grid, rules.first_open_promise), grid.cells // 6)
    if rules.guess == "never":
        # As many as there are boards for.
        mines -= mines % twins(grid)
    return {"board": grid.format(), "mines": mines, "rules": rules.format(), "seed": chance.getrandbits(64)}


def moves_for(session: Session, chance: random.Random) -> Iterator[tuple[str, int | None]]:
    """Yield moves as a careful player would make them, with slips; each must be made before the next is asked for."""
    for _ in range(60):
        kind = chance.choice(("open",) * 8 + ("flag",) * 4 + ("chord",) * 4 + ("undo", "redo", "pause", "goOn", "goOn"))
        if kind not in ("open", "flag", "chord"):
            yield kind, None
            continue
        layout = session.game.layout
        cells = range(session.grid.cells)
        good = [
            cell
            for cell in cells
            if layout is not None
            and (
                session.game.is_open(cell)
                if kind == "chord"
                else not session.game.is_open(cell) and layout.is_mine(cell) == (kind == "flag")
            )
        ]
        yield kind, chance.choice(good if good and chance.random() < 0.9 else cells)


@pytest.mark.parametrize("seed", seeds(300))
def test_a_game_goes_as_in_python(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    asked = random_request(chance)
    session = Session(
        asked["board"],
        asked["mines"],
        rules=asked["rules"],
        seed=asked["seed"],
        clock=lambda: 0,
    )
    moves: list[tuple[str, int | None]] = []
    expected: list[object] = []
    refusals: list[str | None] = []
    for kind, cell in moves_for(session, chance):
        moves.append((kind, cell))
        if cell is None:
            made = getattr(session, "resume" if kind == "goOn" else kind)()
            expected.append(made if isinstance(made, bool) else len(made))
            refusals.append(None)
            continue
        can_move = session.outcome is Outcome.ONGOING and not session.is_paused
        try:
            change = getattr(session, kind)(cell)
        except GenerationError:
            expected.append(0)
            refusals.append(None)
            continue
        expected.append(len(change))
        why = why_nothing(session.game, kind, session.grid.cell(cell)) if can_move and not change else None
        refusals.append(why)
    told = node.ask("session", request={**asked, "seed": str(asked["seed"])}, moves=moves)
    assert [each["changed"] if isinstance(each, dict) else each for each in told["told"]] == expected
    for each, why in zip(told["told"], refusals, strict=True):
        if why is not None:
            place, _, rest = why.partition(" has a flag: ")
            assert each["refused"] == (f"{place} has a flag: remove it first" if rest else why)
    assert told["isTrue"]
    record = Record.parse(told["record"])
    record.verify()
    own = session.record
    assert [event[1:] for event in record.events] == [event[1:] for event in own.events]
    assert (record.outcome, record.seed, record.rules) == (own.outcome, own.seed, own.rules)
    assert (told["unrankedBy"], told["deaths"], told["hintsUsed"], told["isPaused"], told["isStarted"]) == (
        sorted(session.unranked_by),
        session.deaths,
        session.hints_used,
        session.is_paused,
        session.is_started,
    )
    stats = play_stats(record)
    figures = told["figures"]
    assert (figures["clicks"], figures["done"]) == (stats.clicks, stats.three_bv_done)
    assert figures["efficiency"] == pytest.approx(stats.efficiency)
    # The clock of a running game has moved on since.
    if record.outcome is not Outcome.ONGOING:
        assert figures["speed"] == pytest.approx(stats.three_bv_per_second)
    if figures["threeBV"] is not None:
        assert stats.board is not None
        assert figures["threeBV"] == stats.board.three_bv
    assert told["minesLeft"] == record.mines - stats.flags
    sheet = board_sheet(session.game, first_opened(own))
    assert (told["sheet"]["command"], told["sheet"]["seed"], told["sheet"]["boardId"]) == (
        sheet.command,
        sheet.seed,
        sheet.board_id,
    )
    # A finished game is saved with the same figures as Python's.
    if record.outcome is not Outcome.ONGOING and session.is_started:
        result = record_result(told["key"], record)
        (row,) = told["rows"]
        assert (row["key"], row["board"], row["mines"], row["rules"]) == (
            result.name,
            result.grid.format(),
            result.mines,
            result.rules.format(),
        )
        assert (row["outcome"], row["milliseconds"], row["isRanked"], row["deaths"], row["hints"]) == (
            result.outcome.name.lower(),
            result.milliseconds,
            result.is_ranked,
            result.deaths,
            result.hints,
        )
        assert (row["threeBV"], row["clicks"], row["start"]) == (result.three_bv, result.clicks, result.start)
    elif session.is_started:
        (row,) = told["running"]
        assert (row["opened"], row["board"]) == (session.game.opened, session.grid.format())


@pytest.mark.parametrize("seed", seeds(200))
def test_marks_go_as_in_python(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    asked = random_request(chance)
    session = Session(asked["board"], asked["mines"], rules=asked["rules"], seed=asked["seed"], clock=lambda: 0)
    moves: list[tuple[str, int | None]] = []
    marks = ("draft", "draft", "question", "cycle_flag", "flag_around", "draft_around", "keep_drafts", "drop_drafts")
    for kind, cell in moves_for(session, chance):
        own, place = (chance.choice(marks), cell) if chance.random() < 0.5 and cell is not None else (kind, cell)
        if chance.random() < 0.3:
            own, place = chance.choice(("undo", "redo")), None
        moves.append((own, place))
        try:
            if own == "draft_around":
                session.flag_around(place or 0, is_draft=True)
            elif own in ("keep_drafts", "drop_drafts"):
                getattr(session, own)()
            else:
                getattr(session, "resume" if own == "goOn" else own)(*([] if place is None else [place]))
        except GenerationError:
            continue
    told = node.ask("session", request={**asked, "seed": str(asked["seed"])}, moves=moves)
    record, mine = Record.parse(told["record"]), session.record
    record.verify()
    assert [event[1:] for event in record.events] == [event[1:] for event in mine.events]
    assert told["isTrue"]
    assert (told["unrankedBy"], told["undos"]) == (sorted(session.unranked_by), play_stats(mine).undos)


@pytest.mark.slow
def test_layouts_that_were_given(node: NodeKernel) -> None:
    told = node.ask(
        "session", request={"layout": "3x4.bBAQ", "rules": "esp,first=opening"}, moves=[("open", 0), ("open", 2)]
    )
    record = Record.parse(told["record"])
    record.verify()
    assert (record.rules.first_open, record.seed, told["isRanked"]) == ("any", None, False)
    sheet = board_sheet(record.replay().game, None)
    assert told["sheet"]["command"] == sheet.command
    assert told["sheet"]["command"].startswith("hypersweep play 3x4.bBAQ")
    assert told["sheet"]["boardId"] == "3x4.bBAQ"


@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines"), [("7", 1), ("5x6~wrap=0", 4), ("3x4x3", 3), ("3x3x3x2~orthogonal", 5)])
def test_refusals_count_the_flags_around(node: NodeKernel, board: str, mines: int) -> None:
    grid = Grid(board)
    for seed in range(6):
        game = Game(board, mines, seed=seed)
        moves: list[tuple[str, int]] = [("open", 0)]
        game.open(0)
        chance = random.Random(seed)
        for _ in range(10):
            move = chance.choice(("flag", "chord")), chance.randrange(grid.cells)
            if game.outcome is not Outcome.ONGOING:
                break
            moves.append(move)
            change = getattr(game, move[0])(move[1])
            if not change:
                told = node.ask("session", request={"board": board, "mines": mines, "seed": seed}, moves=moves)
                assert told["told"][-1]["refused"] == why_nothing(game, move[0], grid.cell(move[1]))

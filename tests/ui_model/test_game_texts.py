"""Texts about games: impossible moves, the search for a board, the end of a game, and lists of saved games."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Game, Grid, Layout, Outcome, analyse
from hypersweep.errors import GenerationError, ParseError, RecordError
from hypersweep.generate import Progress
from hypersweep.review import ReviewedMove
from hypersweep.rules import ESP
from hypersweep.session import SavedSummary, Session, Store
from hypersweep.typing import Cell
from hypersweep.ui_model.game_texts import (
    age_text,
    counted_guesses,
    ending_text,
    error_text,
    figures_text,
    guesses_text,
    load_record,
    making_texts,
    missed_move,
    missed_texts,
    parting_text,
    progress_text,
    read_cell,
    result_card,
    result_text,
    saved_text,
    share_text,
    standing_texts,
    why_no_board,
    why_nothing,
)
from pilot_play import ticking
from strategies import grids, layouts
from strategies import rules as any_rules


@given(grids(), st.data())
def test_cells_are_read_back(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(grid)))
    assert read_cell([str(place) for place in cell], grid, "open") == cell


def test_what_helps_can_be_said_otherwise() -> None:
    with pytest.raises(CellError, match=r"^expected 2 coordinates, got 1: try 'open 0 1'$"):
        read_cell(["1"], Grid("3x4"), "open")
    with pytest.raises(CellError, match=r"^expected 2 coordinates, got 1: say it otherwise$"):
        read_cell(["1"], Grid("3x4"), "open", hint="say it otherwise")


@given(layouts(max_cells=30), any_rules(), st.data())
def test_every_move_that_does_nothing_has_a_reason(layout: Layout, chosen: object, data: st.DataObject) -> None:
    game = Game(layout=layout, rules=chosen)  # type: ignore[arg-type]
    cells = st.sampled_from(list(layout.grid))
    for kind, cell in data.draw(st.lists(st.tuples(st.sampled_from(("open", "flag", "chord")), cells), max_size=15)):
        if game.outcome is not Outcome.ONGOING:
            break
        reason = why_nothing(game, kind, cell)
        change = {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](cell)
        if change:
            continue
        assert reason
        if kind == "open":
            assert reason.endswith("is open already") == game.is_open(cell)
        if kind == "chord" and reason.startswith("nothing left"):
            assert all(game.is_open(other) or game.is_flagged(other) for other in game.grid.neighbours(cell))


def test_rules_without_chords_are_named_whatever_becomes_of_guesses() -> None:
    for text in ("esp", "esp,guess=never", "esp,guess=punished"):
        assert why_nothing(Game("3x4", 2, rules=text), "chord", (0, 1)) == "the esp rules have no chord"


@pytest.mark.parametrize(
    ("rules", "none", "advice", "more_advice"),
    [
        ("classic,guess=never", "no board without guesses", "another cell", "another cell or fewer mines"),
        (
            "classic,guess=never,grade=pair",
            "no board that easy",
            "another cell or a harder grade",
            "another cell, fewer mines or a harder grade",
        ),
    ],
)
def test_a_first_open_without_a_board_says_what_to_do(rules: str, none: str, advice: str, more_advice: str) -> None:
    game = Game("2x3", 1, rules=rules)
    with pytest.raises(GenerationError) as caught:
        game.open((0, 1))
    assert why_no_board(game, caught.value) == f"{none} begins there: try {advice}"
    error = GenerationError("expected a board, found none", tried=100_000)
    assert why_no_board(game, error) == f"no board in 100,000 tries: try {advice}"
    assert why_no_board(Game("3x4", 2, rules=rules), error) == f"no board in 100,000 tries: try {more_advice}"


def test_each_form_is_shorter_than_the_one_before() -> None:
    for progress in (None, Progress(1, 100, 0, 0), Progress(99_999, 100_000, 380, 381)):
        lengths = [len(text) for text in making_texts(progress)]
        assert lengths == sorted(lengths, reverse=True)


def test_no_board_that_was_tried_came_to_the_end() -> None:
    assert "the best was 99 % open" in making_texts(Progress(9, 100, 9999, 10_000))[0]
    assert "tried 12,345" in making_texts(Progress(12_345, 100_000, 50, 100))[1]


LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


def play(store: Store, seconds: int, *, is_won: bool = True, has_hint: bool = False) -> Session:
    """Return a game of a given length."""
    now = [0]
    with Session(layout=LAYOUT, store=store, clock=lambda: now[0], is_known=False) as session:
        safe = [cell for cell in LAYOUT.grid if not LAYOUT.is_mine(cell)]
        session.open(safe[0])
        if has_hint:
            session.hint()
        now[0] = seconds * 10**9
        for cell in safe[1:] if is_won else [(0, 3)]:
            session.open(cell)
    return session


def test_a_lost_game_says_how_much_was_open(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play(store, 3, is_won=False)
    assert ending_text(session) == "You lost after 3.00 s"
    share = session.game.opened / 10
    assert standing_texts(session, store)[0] == f"{100 * share:.0f} % of the safe cells open"
    assert "death" not in figures_text(session.record)


def test_leaving_leaves_the_result_in_the_shell(tmp_path: Path) -> None:
    store = Store(tmp_path)
    title = "3x4, 2 mines, first click unprotected"
    assert parting_text(play(store, 7), store) == f"won {title} in 7.00 s, your first time on this board"
    assert parting_text(play(store, 9), store) == f"won {title} in 9.00 s, 2.00 s slower than your best"
    assert parting_text(play(store, 6), store) == f"won {title} in 6.00 s, 1.00 s faster than your best"
    assert parting_text(play(store, 6), store) == f"won {title} in 6.00 s, as fast as your best"
    assert parting_text(play(store, 5, has_hint=True), store) == f"won {title} in 5.00 s, not ranked"
    lost = play(store, 3, is_won=False)
    assert parting_text(lost, store) == f"lost {title} after 3.00 s, 60 % open"
    with Session(layout=LAYOUT, store=store, clock=ticking(), is_known=False) as session:
        assert parting_text(session, store) == ""
        session.open((0, 2))
    assert parting_text(session, store) == f"saved: {title}, 10 % open, 0:00; 'hypersweep resume' continues"


def test_the_card_compares_with_the_best_time_and_counts_wins_in_a_row(tmp_path: Path) -> None:
    store = Store(tmp_path)
    play(store, 7)
    card = result_card(play(store, 5), store, "no guess")
    assert card[:2] == ("You won", "5.00 s")
    assert card.lines == (
        "2.00 s faster than your best",
        "3BV/s 0.60",
        "efficiency 30 %",
        "no guess",
        "2 wins in a row",
    )
    lost = play(store, 3, is_won=False)
    assert result_card(lost, store) == ("You lost", "3.00 s", ("60 % open", "3BV 1 of 3"))
    assert result_card(lost, store, missed=missed_move(lost.game)).lines[1] == "(2, 3) was safe"
    # With help there is neither a comparison nor a streak.
    assert result_card(play(store, 4, has_hint=True), store).lines[0] == "not ranked: you used a hint"


def test_needless_guesses_are_named_by_their_moves() -> None:
    def moves(*verdicts: str) -> list[ReviewedMove]:
        parts: dict[str, Any] = dict.fromkeys(ReviewedMove.__slots__)
        return [ReviewedMove(**parts | {"number": 10 * n, "verdict": each}) for n, each in enumerate(verdicts, 1)]

    needless, forced = "unneeded guess", "forced guess"
    assert guesses_text(moves(forced)) == "1 guess, needed"
    assert guesses_text(moves(forced, forced)) == "2 guesses, all needed"
    assert guesses_text(moves(forced, needless)) == "2 guesses, one needless at move 20"
    assert guesses_text(moves(needless, needless)) == "2 guesses, 2 needless at moves 10 and 20"
    assert guesses_text(moves(*[needless] * 3)) == "3 guesses, 3 needless at moves 10 and 20 and later"
    # A blunder is needless too, in the card after a game as in the counter during it.
    assert guesses_text(moves(forced, "blunder")) == "2 guesses, one needless at move 20"
    assert counted_guesses([forced, "blunder"]) == "2 guesses, 1 needless"


def test_a_shared_result_names_the_command_but_no_mine() -> None:
    session = Session("3x4", 2, seed=7, clock=ticking())
    session.open((0, 0))
    text = share_text(session, ["no guess"])
    assert text.startswith("hypersweep 3x4, 2 mines: lost after ")
    assert text.endswith(", no guess\nhypersweep play 3x4 --mines 2 --first safe --seed 7")
    assert "\n" not in share_text(Session(layout=LAYOUT), [])


def test_a_shared_result_counts_hints() -> None:
    session = Session(layout=LAYOUT, clock=ticking())
    assert "hint" not in share_text(session, [])
    session.hint()
    assert ", 1 hint, no guess" in share_text(session, ["no guess"])


def test_games_won_are_ranked_by_their_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = play(store, 7)
    assert ending_text(first) == "You won in 7.00 s"
    assert standing_texts(first, store)[0] == "your best time on 3x4, 2 mines, first click unprotected"
    better = play(store, 5)
    assert (
        standing_texts(better, store)[0]
        == "your best time on 3x4, 2 mines, first click unprotected; before that, 7.00 s"
    )
    slower = play(store, 6)
    assert (
        standing_texts(slower, store)[0]
        == "number 2 of your 3 times on 3x4, 2 mines, first click unprotected, the best is 5.00 s"
    )


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("helps", [(), ("undo",), ("hint",), ("undo", "hint")])
def test_each_reason_why_a_win_is_not_ranked_is_named_and_no_other(is_known: bool, helps: tuple[str, ...]) -> None:
    with Session("3x4", 2, seed=7, is_known=is_known) as session:
        session.open((0, 0))
        for name in helps:
            getattr(session, name)()
        layout = session.game.layout
        assert layout is not None
        for cell in layout.grid:
            if not layout.is_mine(cell):
                session.open(cell)
        text, *_ = standing_texts(session, Store(None))
    words = {"the board was known": is_known, "took a move back": "undo" in helps, "used a hint": "hint" in helps}
    assert {word: word in text for word in words} == words
    assert text.startswith("not ranked: ") == any(words.values())


def test_a_game_with_a_hint_is_not_ranked(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play(store, 4, has_hint=True)
    assert standing_texts(session, store)[0] == "not ranked: you used a hint"
    assert figures_text(session.record).endswith("1 hint")
    assert "3BV" in figures_text(session.record)


def test_times_by_other_rules_are_kept_apart_and_named(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def win(first_open: str, milliseconds: int, more: str = "") -> str:
        rules, clock = f"classic,first={first_open}{more}", ticking(milliseconds)
        with Session("3x4x5", 5, rules=rules, store=store, seed=7, is_known=False, clock=clock) as session:
            session.open((0, 0, 0))
            assert session.game.layout is not None
            for cell in session.grid:
                if session.outcome is Outcome.ONGOING and not session.game.layout.is_mine(cell):
                    session.open(cell)
        return standing_texts(session, store)[0]

    assert win("opening", 100) == "your best time on 3x4x5, 5 mines"
    assert win("safe", 100) == "your best time on 3x4x5, 5 mines, first click safe"
    assert win("opening", 200).startswith("number 2 of your 2 times on 3x4x5, 5 mines, first click an opening, ")
    never = ",guess=never"
    assert win("opening", 300, never) == "your best time on 3x4x5, 5 mines, no guess"
    assert win("safe", 300, never) == "your best time on 3x4x5, 5 mines, first click safe, no guess"
    assert win("opening", 300, f"{never},grade=clue") == "your best time on 3x4x5, 5 mines, no guess, single clues"
    number = win("safe", 400, never)
    assert number.startswith("number 2 of your 2 times on 3x4x5, 5 mines, first click safe, no guess, ")


def test_a_game_that_the_first_open_wins_is_not_ranked(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session("9x9", 0, store=store, clock=ticking(100)) as session:
        session.open((0, 0))
    assert session.is_walkover
    assert standing_texts(session, store) == ("not ranked: the first click won it", "not ranked")
    assert store.best_times("9x9", 0) == []
    (result,) = store.results()
    assert (result.outcome, result.is_walkover, result.is_ranked) == (Outcome.WON, True, False)


@pytest.mark.slow
@given(st.integers(0, 300), st.data())
def test_what_was_missed_was_certain(seed: int, data: st.DataObject) -> None:
    game = Game("4x5", 5, seed=seed)
    game.open((1, 2))
    assert game.layout is not None
    while game.outcome is Outcome.ONGOING:
        game.open(data.draw(st.sampled_from([cell for cell in game.grid if not game.is_open(cell)])))
    if game.outcome is not Outcome.LOST:
        return
    moves = game.moves
    missed = missed_move(game)
    assert (game.moves, game.outcome) == (moves, Outcome.LOST)
    before = game.copy()
    before.undo()
    certain = analyse(before.view).safe_cells
    assert (missed is not None) == bool(certain)
    if missed is not None:
        # The named cell is the only one that is marked, and among the nearest.
        named = next(cell for cell in certain if str(missed) == f"{cell} was safe")
        assert missed.cells == (named,)
        lost = moves[-1].cell
        assert max(map(abs, map(int.__sub__, named, lost))) == min(
            max(map(abs, map(int.__sub__, cell, lost))) for cell in certain
        )


@pytest.mark.parametrize("wrap", ["", "~wrap=1"])
@pytest.mark.parametrize("lost", [(0, 0), (0, 6), (0, 12)])
def test_the_safe_cell_that_is_named_is_the_nearest(wrap: str, lost: Cell) -> None:
    layout = Layout(f"2x14{wrap}", [(0, column) for column in range(0, 14, 3)])
    game = Game(layout=layout)
    for column in range(14):
        game.open((1, column))
    safe = analyse(game.view).safe_cells
    assert {cell[1] // 5 for cell in safe} == {0, 1, 2}, "there are safe cells all along the board"
    game.open(lost)
    missed = missed_move(game)

    def distance(cell: Cell) -> int:
        way = abs(cell[1] - lost[1])
        return min(way, 14 - way) if wrap else way

    assert distance(lost) == 0 < min(map(distance, safe))
    assert str(missed) in {f"{cell} was safe" for cell in safe if distance(cell) == min(map(distance, safe))}


def test_a_loss_that_was_needless_is_told_where_the_rules_make_a_point_of_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for rules, texts in (
        ("classic,first=opening", (" open",)),
        ("classic,first=opening,guess=never", (" open; no guess was needed", "")),
    ):
        session = Session("5x7", 5, rules=rules, seed=4, store=store)
        session.open((2, 3))
        assert session.game.layout is not None
        session.open(next(session.game.layout.mine_cells()))
        found = standing_texts(session, store)
        assert [text.partition("%")[2] for text in found[1:]] == list(texts)
        if "never" in rules:
            missed = missed_move(session.game)
            assert missed is not None
            full, short = missed_texts(session.game, missed)
            assert full == f"no guess was needed: {short}"
            assert standing_texts(session, store, missed)[-2:] == (full, short)
        session.close()


def test_nothing_is_missed_in_a_game_without_a_past() -> None:
    assert missed_move(Game("3x4", 2)) is None


def test_a_game_that_goes_on_is_a_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session("3x4", 2, seed=7, store=store, clock=lambda: 0) as session:
        session.open((0, 0))
    (saved,) = store.saved()
    line = saved_text(saved, saved.saved + 300, 60)
    assert line.split("  ")[0] == "3x4, 2 mines"
    assert line.endswith(f"{100 * session.game.opened // 10} %      0:00   5 minutes ago")
    assert len(line) < 60
    rules = saved_text(SavedSummary("x", saved.grid, 2, ESP, None, 0, 0.0), 300.0)
    assert rules.split("  ")[0] == "3x4, 2 mines, esp"
    assert "%" not in rules
    assert saved_text(SavedSummary("x", saved.grid, 2, ESP, 3, 0, 0.0, is_busy=True), 0.0).endswith("being played")
    # Long names are cut, and columns stay aligned.
    long = SavedSummary("x", Grid("x".join("2" * 30)), 7, ESP, 3, 3_723_000, 0.0)
    assert len(saved_text(long, 300.0, 60)) == len(line)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("2026-03-10 12:00:00", "just now"),
        ("2026-03-10 12:00:40", "just now"),
        ("2026-03-10 13:00:00", "2026-03-10"),
        ("2026-03-10 11:01:00", "59 minutes ago"),
        ("2026-03-10 00:30:00", "11 hours ago"),
        ("2026-03-09 23:00:00", "yesterday"),
        ("2026-03-09 00:01:00", "yesterday"),
        ("2026-03-08 23:59:00", "2 days ago"),
        ("2026-03-03 12:00:00", "7 days ago"),
        ("2026-03-02 12:00:00", "2026-03-02"),
        ("1970-01-02 12:00:00", "1970-01-02"),
    ],
)
def test_how_long_ago_something_was(then: str, words: str) -> None:
    now = datetime.fromisoformat("2026-03-10 12:00:00").timestamp()
    assert age_text(datetime.fromisoformat(then).timestamp(), now) == words


@pytest.mark.parametrize("odd", [-1e18, 1e18, float("inf"), float("nan")])
def test_no_time_stops_a_list(odd: float) -> None:
    assert age_text(odd, 1e9) == age_text(1e9, odd) == ""


def test_what_is_not_done_is_not_a_hundred_percent() -> None:
    assert [progress_text(share) for share in (0.0, 0.5, 0.999, 1.0, None)] == ["0 %", "50 %", "99 %", "99 %", ""]


def test_a_game_that_ended_is_a_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    now = iter(range(0, 100 * 10**9, 10**9))
    with Session(layout=LAYOUT, store=store, clock=lambda: next(now), is_known=False) as session:
        session.open((0, 0))
        session.open((0, 3))
    (result,) = store.results()
    day, _, *words = result_text(result).split()
    assert day == result.start[:10]
    assert words[:4] == ["3x4,", "2", "mines", "lost"]


def test_records_are_played_through_before_anybody_watches(tmp_path: Path) -> None:
    session = Session(layout=LAYOUT, clock=lambda: 0, is_known=False)
    session.open((1, 0))
    session.open((1, 3))
    good, bad, no_record = (tmp_path / name for name in ("good.sweep", "bad.sweep", "none.sweep"))
    text = session.record.format()
    good.write_text(text, encoding="utf-8")
    assert load_record(f" {good} ") == session.record
    bad.write_text(text.replace("open 1 3", "open 0 3"), encoding="utf-8")
    with pytest.raises(RecordError):
        load_record(str(bad))
    no_record.write_text("something else", encoding="utf-8")
    with pytest.raises(ParseError):
        load_record(str(no_record))
    with pytest.raises(OSError, match="No such file") as caught:
        load_record(str(tmp_path / "missing"))
    assert error_text(caught.value) == f"No such file or directory: {tmp_path / 'missing'}"
    assert error_text(ParseError("expected this", text="", position=0)) == "expected this"

from __future__ import annotations

import json
import random
from math import log10

import pytest

import naive_solver
from hypersweep import (
    Budget,
    Game,
    Grid,
    Layout,
    Outcome,
    ParameterError,
    ParameterTypeError,
    RecordError,
    analyse,
    choose,
)
from hypersweep.game import History
from hypersweep.record import Event, Record
from hypersweep.review import VERDICTS, review
from hypersweep.text import place_text
from hypersweep.typing import Policy
from played import Step, played
from strategies import board_of

# One mine: after the left is open, one of (0, 4) and (1, 4) has it, and (1, 5) is safe.
HALF = Layout("2x6", [(1, 4)])
OPEN: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 5))]


def perfect(grid: str, mines: int, seed: int, *, rules: str = "classic", policy: Policy = "look-ahead") -> Record:
    """Return the record of a game that the solver plays, with chords where flags allow one."""
    history = History(Game(grid, mines, seed=seed, rules=rules))
    game = history.game
    events: list[Event] = []

    def act(kind: str, cell: tuple[int, ...]) -> None:
        when = 200 * len(events) if events and game.opened else 0
        events.append(Event.of(when, kind, cell, history.act(kind, cell)))

    act("open", tuple(side // 2 for side in game.grid.shape))
    while game.outcome is Outcome.ONGOING:
        choice = choose(game.view, policy)
        assert choice is not None
        act("open", choice.cell)
    return Record(game.grid, mines, seed=seed, rules=rules, events=events)


def test_a_hand_checked_game() -> None:
    found = review(played(HALF, [*OPEN, (2000, "open", (0, 4)), (3000, "open", (1, 5))], rules="classic,first=any"))
    assert [move.verdict for move in found.moves] == ["forced guess", "certain", "unneeded guess", "certain"]
    # 1 of 12 for the first open, then nothing, then a half.
    assert [move.risk for move in found.moves] == [pytest.approx(1 / 12), 0.0, pytest.approx(0.5), 0.0]
    assert [move.survived for move in found.moves] == [True] * 4
    assert found.survival == pytest.approx(11 / 24)
    assert found.best_survival == pytest.approx(11 / 12)
    assert found.skill == pytest.approx(0.5)
    assert found.given_away == pytest.approx(0.5)
    assert found.accuracy == pytest.approx(3 / 4)
    assert found.expected_deaths == pytest.approx(1 / 12 + 1 / 2)
    assert found.luck == pytest.approx(7 / 12)
    assert found.deaths == 0
    assert found.verdicts == {"certain": 2, "forced guess": 1, "unneeded guess": 1}
    assert [when for when, _ in found.timeline()] == [0, 2000]
    assert [chance for _, chance in found.timeline()] == [pytest.approx(11 / 12), pytest.approx(11 / 24)]
    (lesson,) = found.lessons
    assert lesson.move.number == 3
    assert lesson.cost == pytest.approx(0.5)
    assert (1, 5) in lesson.overlooked[-1].cells
    assert lesson.overlooked[-1].conclusion == "safe"
    assert lesson.warnings == ()


def test_the_same_guess_gone_wrong_is_no_worse_a_guess() -> None:
    lost = review(played(Layout("2x6", [(0, 4)]), [*OPEN, (2000, "open", (0, 4))]))
    assert lost.skill == pytest.approx(0.5)
    assert (lost.deaths, lost.moves[-1].survived) == (1, False)
    assert lost.luck == pytest.approx(7 / 12 - 1)
    assert lost.moves[-1].luck == pytest.approx(-0.5)


def test_a_blunder_leaves_nothing() -> None:
    layout = Layout("2x4", [(0, 0), (0, 2)])
    steps: list[Step] = [(number * 500, "open", (1, number)) for number in range(4)]
    found = review(played(layout, [*steps, (4000, "open", (0, 2))]))
    assert found.moves[-1].verdict == "blunder"
    assert found.survival == found.skill == 0.0
    assert found.best_survival > 0
    (lesson,) = [lesson for lesson in found.lessons if lesson.move.verdict == "blunder"]
    assert lesson.warnings[-1].conclusion == "mine"
    assert (0, 2) in lesson.warnings[-1].cells
    assert lesson.overlooked[-1].conclusion == "safe"


def test_the_first_open_is_safe_by_the_rules() -> None:
    record = perfect("5x6x4", 12, 3)
    assert review(record).moves[0].verdict == "first click"
    anywhere = perfect("5x6x4", 12, 3, rules="classic,first=any")
    first = review(anywhere).moves[0]
    assert first.verdict == "forced guess"
    assert first.risk == pytest.approx(12 / 120)


def test_chords_put_all_their_cells_at_risk() -> None:
    # . 1 #      a flag on either cell of the last column is right half the time, and so is the chord.
    # . 1 #
    layout = Layout("2x3", [(0, 2)])
    right = review(
        played(layout, [(0, "open", (0, 0)), (100, "flag", (0, 2)), (200, "chord", (0, 1))], rules="classic,first=any")
    )
    wrong = review(
        played(layout, [(0, "open", (0, 0)), (100, "flag", (1, 2)), (200, "chord", (0, 1))], rules="classic,first=any")
    )
    for found, lived in ((right, True), (wrong, False)):
        move = found.moves[-1]
        assert (move.kind, move.verdict, move.survived) == ("chord", "forced guess", lived)
        assert move.risk == pytest.approx(0.5)
    assert right.moves[-1].cells == ((1, 2),)
    assert wrong.moves[-1].cells == ((0, 2),)


def test_three_dimensions_by_hand() -> None:
    # The zero at (2, 3, 1) opens all but what touches only the mine; the last cells are certain then.
    layout = Layout("3x4x2", [(0, 0, 0)])
    found = review(played(layout, [(0, "open", (2, 3, 1)), (700, "open", (0, 0, 1))]))
    first, second = found.moves
    assert first.risk == pytest.approx(1 / 24)
    # Clues of 1 at (1, 0, 0) and its like touch (0, 0, 0) and (0, 0, 1) and so do all others: one of them is the mine.
    assert second.verdict == "forced guess"
    assert second.risk == pytest.approx(1 / 2)
    assert found.record.outcome is Outcome.ONGOING or second.survived
    assert (second.win_chance, second.kept_win_chance) == (0.5, 0.5)


def test_what_was_taken_back_counts_for_luck_but_not_for_survival() -> None:
    steps: list[Step] = [*OPEN, (2000, "open", (1, 4)), (2000, "undo"), (3000, "open", (1, 5))]
    found = review(played(HALF, steps))
    guess = found.moves[2]
    assert (guess.verdict, guess.survived, guess.is_taken_back) == ("unneeded guess", False, True)
    assert found.deaths == 1
    assert found.luck == pytest.approx(1 / 12 + 1 / 2 - 1)
    assert found.given_away == pytest.approx(0.5)
    assert found.survival == pytest.approx(11 / 12)
    assert found.skill == 1.0
    assert [when for when, _ in found.timeline()] == [0]
    again = review(played(HALF, [*OPEN, (2000, "open", (0, 4)), (2500, "undo"), (2600, "redo")]))
    assert not again.moves[2].is_taken_back
    assert len(again.moves) == 3
    assert again.skill == pytest.approx(0.5)


def test_flags_and_clicks_that_do_nothing_are_no_moves() -> None:
    steps: list[Step] = [*OPEN, (1500, "flag", (0, 4)), (1600, "open", (0, 4)), (1700, "open", (0, 5)), (1800, "hint")]
    found = review(played(HALF, steps))
    assert [move.number for move in found.moves] == [1, 2]
    assert [move.position for move in found.moves] == [0, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grid", "mines"),
    [
        ("9x9", 10),
        ("8x9~wrap=all", 14),
        ("8x9~wrap=1", 12),
        ("3x4x5", 7),
        ("4x4x5~orthogonal~wrap=0,2", 12),
        ("3x3x4x3~wrap=all", 6),
        ("30", 6),
        ("16x30", 99),
    ],
)
def test_the_solver_never_guesses_without_need(grid: str, mines: int) -> None:
    for seed in range(4):
        found = review(perfect(grid, mines, seed))
        assert set(found.verdicts) <= {"first click", "certain", "forced guess"}, (grid, seed)
        assert (found.skill, found.accuracy, found.given_away, found.lessons) == (1.0, 1.0, 0, ())
        assert found.luck == pytest.approx(found.expected_deaths - found.deaths)
        assert found.deaths == (found.record.outcome is Outcome.LOST)
        assert found.is_complete


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["safest", "progress"])
def test_every_policy_is_content_with_itself(policy: Policy) -> None:
    for seed in range(4):
        found = review(perfect("7x8", 14, seed, policy=policy), policy=policy)
        assert set(found.verdicts) <= {"first click", "certain", "forced guess"}
        assert found.skill == 1.0


@pytest.mark.slow
def test_luck_is_nothing_on_average() -> None:
    # This player opens the first covered cell: over many boards luck cancels out.
    lucks = []
    for seed in range(200):
        layout = Layout.random("3x4", 3, seed=seed)
        history = History(Game(layout=layout, rules="classic,first=any"))
        events: list[Event] = []
        while history.game.outcome is Outcome.ONGOING:
            cell = next(cell for cell in layout.grid if not history.game.is_open(cell))
            events.append(Event.of(len(events), "open", cell, history.act("open", cell)))
        lucks.append(review(Record("3x4", layout=layout, rules="classic,first=any", events=events)).luck)
    assert abs(sum(lucks) / len(lucks)) < 0.1


def test_no_time_leaves_moves_unknown_and_says_so() -> None:
    found = review(perfect("16x30", 99, 1), seconds=1e-9)
    assert not found.is_complete
    assert set(found.verdicts) == {"first click", "unknown"}
    assert found.moves[-1].risk is None
    assert (found.luck, found.skill) == (0.0, 1.0)
    assert "Time ran out" in found.format()
    assert "<svg" in found.svg()


def test_a_small_budget_gives_estimates_that_are_marked() -> None:
    found = review(perfect("8x40", 75, 3), budget=Budget(states=2), seconds=None)
    assert found.is_estimate
    assert "~" in found.format()
    assert "estimates" in found.format()


def careless(grid: str, mines: int, seed: int) -> Record:
    """Return the record of a game that opens, flags and chords at random, and takes its losses back."""
    dice = random.Random(seed)
    history = History(Game(grid, mines, seed=seed))
    game = history.game
    events: list[Event] = []

    def act(kind: str, cell: tuple[int, ...] | None = None) -> None:
        events.append(Event.of(0, kind, cell, history.act(kind, cell)))

    act("open", tuple(side // 2 for side in game.grid.shape))
    for _ in range(30):
        if game.outcome is Outcome.WON:
            break
        if game.outcome is Outcome.LOST:
            act("undo")
        cells = list(game.grid)
        covered = [cell for cell in cells if not game.is_open(cell)]
        near = [cell for cell in covered if any(game.is_open(other) for other in game.grid.neighbours(cell))]
        kind = dice.choice(("open", "open", "flag", "chord"))
        act(kind, dice.choice([cell for cell in cells if game.is_open(cell)] if kind == "chord" else near or covered))
    return Record(game.grid, mines, seed=seed, events=events)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("grid", "mines"),
    [("4x5", 5), ("9x9", 14), ("5x6~wrap=all", 6), ("18", 5), ("3x4x5", 9), ("2x3x3~wrap=1", 4), ("3x2x3x4", 6)],
)
def test_the_best_move_that_is_named_is_the_one_that_is_explained(grid: str, mines: int) -> None:
    kinds = set()
    for seed in range(12):
        record = careless(grid, mines, seed)
        found = review(record, seconds=None)
        rows = found.format().splitlines()
        told = found.as_dict()
        replay = record.replay()
        for number, lesson in enumerate(found.lessons):
            move = lesson.move
            best = move.best_cell
            assert best is not None
            assert lesson.overlooked
            last = lesson.overlooked[-1]
            kinds.add(last.conclusion)
            # The reason is about that cell, and proves the claim.
            assert best in last.cells, (seed, move)
            assert (last.conclusion == "safe") == (move.best_risk == 0.0)
            assert last.conclusion in ("safe", "guess")
            if last.conclusion == "guess":
                assert last.probability == pytest.approx(move.best_risk)
            # And so it is.
            replay.seek(move.position)
            view = replay.game.view
            if replay.game.grid.cells <= 20:
                layouts = naive_solver.layouts_that_fit(board_of(view.grid), list(view.codes), mines)
                shares = [best in layout for layout in layouts]
                assert move.best_risk == pytest.approx(sum(shares) / len(shares))
            assert move.best_risk == pytest.approx(analyse(view).probability(best), abs=1e-9)
            # The table, the picture and the JSON name it.
            (row,) = [row for row in rows if row.split()[:1] == [str(move.number)] and move.verdict in row]
            assert place_text(best) in row
            assert any(
                f"move {move.number} at" in tip and place_text(best) in tip for tip in found.svg().split("title>")
            )
            assert told["moves"][move.number - 1]["best_cell"] == list(best)  # type: ignore[index]
            assert told["lessons"][number]["overlooked"][-1] == str(last)  # type: ignore[index]
    assert kinds


@pytest.mark.parametrize("seed", range(3))
def test_without_a_policy_the_risks_are_the_same(seed: int) -> None:
    record = careless("5x6", 7, seed)
    whole, brief = review(record), review(record, policy=None)
    assert (brief.lessons, brief.policy) == ((), None)
    assert brief.figures() == whole.figures()
    for move, same in zip(whole.moves, brief.moves, strict=True):
        assert same.verdict == move.verdict.replace("risky", "forced")
        assert same.risk == pytest.approx(move.risk)
        assert (same.best_cell is None) == (move.verdict == "certain")
        assert (same.safest_cell, same.safest_risk) == (move.safest_cell, move.safest_risk)
    assert json.loads(json.dumps(brief.as_dict()))["policy"] is None
    assert "risk" in brief.format()


def test_pluck_is_how_unlikely_it_was_to_survive() -> None:
    guessed = [*OPEN, (2000, "open", (0, 4))]
    found = review(played(HALF, guessed, rules="classic,first=safe"))
    assert found.pluck == pytest.approx(-log10(found.survival)) == pytest.approx(log10(2))
    # The first open isn't counted, even where it was a guess.
    assert review(played(HALF, guessed, rules="classic,first=any")).pluck == found.pluck
    assert review(played(HALF, OPEN)).pluck == 0
    assert str(review(played(HALF, OPEN)).pluck) == "0.0"
    lost = [*OPEN, (2000, "open", (1, 4))]
    assert review(played(HALF, lost)).pluck is None
    assert review(played(HALF, [*lost, (2000, "undo")])).pluck is None
    assert review(played(HALF, [*guessed, (2500, "undo")])).pluck == 0


def test_a_game_in_which_nothing_happened() -> None:
    found = review(Record("3x4x5", 7, seed=3))
    assert (found.moves, found.guesses, found.lessons) == ((), (), ())
    assert (found.luck, found.skill, found.survival, found.accuracy) == (0.0, 1.0, 1.0, 1.0)
    assert "No cell was opened" in found.format()


def test_as_dict_is_json() -> None:
    found = review(played(HALF, [*OPEN, (2000, "open", (0, 4))]))
    figures = json.loads(json.dumps(found.as_dict()))
    assert figures["moves"][2]["verdict"] == "unneeded guess"
    assert figures["moves"][2]["best_cell"] == [1, 5]
    assert figures["lessons"][0]["move"] == 3
    assert "(1, 5)" in figures["lessons"][0]["overlooked"][-1]
    assert {move["verdict"] for move in figures["moves"]} <= set(VERDICTS)


def test_arguments_that_cannot_be() -> None:
    record = perfect("3x4", 2, 1)
    with pytest.raises(ParameterError, match="did you mean 'safest'"):
        review(record, policy="safst")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="above 0"):
        review(record, seconds=0)
    with pytest.raises(ParameterTypeError, match="expected a number of seconds"):
        review(record, seconds="7")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a Budget"):
        review(record, budget=7)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a Record"):
        review(Grid("3x4"))  # type: ignore[arg-type]


def test_a_record_that_cannot_be_says_where() -> None:
    for event in (Event(100, "open", (9, 9), 1), Event(100, "open", (0, 5), 7), Event(100, "chord", (9, 9), 1)):
        events = [Event(0, "open", (0, 0), 8), event]
        with pytest.raises(RecordError, match="event 2"):
            review(Record("2x6", layout=HALF, rules="classic,first=any", events=events))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "mines", "first"),
    [
        ("9x16", 25, (4, 8)),
        ("4x5x6", 14, (1, 2, 3)),
        ("7x8~orthogonal~wrap=1", 12, (3, 3)),
        ("3x4x3x4", 10, (1, 2, 1, 2)),
    ],
)
def test_where_no_guess_may_be_needed_every_guess_is_unneeded(board: str, mines: int, first: tuple[int, ...]) -> None:
    chance = random.Random(board)
    verdicts: list[str] = []
    for seed in range(4):
        history = History(Game(board, mines, seed=seed, rules="classic,guess=never"))
        game = history.game
        events = [Event.of(0, "open", first, history.act("open", first))]
        while game.outcome is Outcome.ONGOING:
            # Random opens guess most often; a mine is taken back.
            cell = chance.choice([cell for cell in game.grid if not game.is_open(cell)])
            change = history.act("open", cell)
            events.append(Event.of(0, "open", cell, change))
            if change.outcome is Outcome.LOST:
                events.append(Event.of(0, "undo", None, history.act("undo")))
        record = Record(game.grid, mines, seed=seed, rules=game.rules, events=events)
        record.verify()
        moves = review(record, policy="safest").moves
        assert (moves[0].verdict, moves[0].risk) == ("first click", 0.0)
        begun = review(record.replace(events=events[:1])).format()
        assert begun.startswith(f"Review of {board}, {mines} mines, no guess: ")
        verdicts += [move.verdict for move in moves[1:]]
    assert set(verdicts) == {"certain", "unneeded guess", "blunder"}


def test_a_punished_guess_is_no_bad_luck() -> None:
    """Moves are judged as usual, but luck has no part."""
    game = Game("9x9", 14, seed=4, rules="classic,guess=punished,first=opening")
    game.open((4, 4))
    lost = None
    while lost is None:
        analysis = analyse(game.view)
        guesses = [cell for cell in game.grid if game[cell] < 0 and 0 < analysis.probability(cell) < 1]
        if analysis.safe_cells and guesses:
            lost = game.open(guesses[0])
        else:
            game.open(analysis.safest_cells[0])
    assert lost.outcome is Outcome.LOST
    found = review(Record.of(game))
    assert found.moves[-1].verdict == "unneeded guess"
    assert 0 < found.skill < 1
    assert found.luck == 0.0
    assert {move["luck"] for move in found.as_dict()["moves"]} == {0.0}  # type: ignore[attr-defined]
    assert "by the rules an unneeded guess always hits" in found.format()
    assert "luck none" in found.svg()
    assert "luck none" in repr(found)
    # The same moves on a fixed board are bad luck.
    plain = review(Record.of(game).replace(seed=None, layout=game.layout, rules="classic,first=any"))
    assert plain.luck < 0


def test_the_first_open_of_a_punishing_game_is_never_a_guess() -> None:
    """The first open is safe, even if the rules don't promise it."""
    game = Game("9x9", 14, seed=4, rules="classic,guess=punished,first=any")
    game.open((4, 4))
    assert review(Record.of(game)).moves[0].verdict == "first click"

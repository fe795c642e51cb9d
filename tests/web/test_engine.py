"""The page's kernels, in node, agree with the native ones: layouts, moves, probabilities, choices, no-guess boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from hypersweep import (
    Analysis,
    Budget,
    BudgetExceededError,
    Game,
    Grid,
    HypersweepError,
    InconsistentViewError,
    Layout,
    Rules,
    View,
    analyse,
    choose,
)
from hypersweep.game import History
from hypersweep.generate import GenerationError, no_guess, solvable_from
from hypersweep.layout import check_mines, excluded_cells
from hypersweep.solve.choice import POLICIES, rank
from hypersweep.stats import board_stats
from node_kernel import NodeKernel, Refusal
from seeds import seeds

NODE = NodeKernel

BOARDS = [
    "1",
    "17",
    "9x13",
    "130x3",
    "3x130~wrap=1",
    "9x13~wrap=1",
    "7x10~orthogonal",
    "4x5x6",
    "3x4x5~wrap=all",
    "3x4x5~orthogonal~wrap=0",
    "3x4x5x3",
    "2x3x2x4x2",
    "1x2x1x3",
]
RULES = [
    "classic",
    "esp",
    "classic,first=opening",
    "comp2017",
    "esp,chord=on,protect-cascade=on",
    "classic,guess=punished",
    "comp2017,chord=on,guess=punished",
]


def few_mines(grid: Grid, rules: Rules, share: float) -> int:
    """Return a number of mines near a share of the cells, as far as the first click allows."""
    kept = {"any": 0, "safe": 1, "opening": grid.max_neighbours + 1}[rules.first_open_promise]
    return max(0, min(int(grid.cells * share), grid.cells - kept))


def agree(node: NodeKernel, question: str, own: Callable[[], Any], **values: Any) -> Refusal | None:
    """Check that the page gives Python's answer, or refuses with the same kind of error. Returns: its refusal."""
    try:
        wanted = own()
    except HypersweepError as error:
        with pytest.raises(Refusal) as refused:
            node.ask(question, **values)
        assert refused.value.kind == type(error).__name__
        return refused.value
    assert node.ask(question, **values) == wanted
    return None


def as_json(budget: Budget) -> dict[str, int]:
    return {"states": budget.states, "bytes": budget.memory}


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_are_the_same(node: NodeKernel, board: str) -> None:
    grid = Grid(board)
    for index in sorted({0, grid.cells // 2, grid.cells - 1}):
        assert node.ask("neighbours", board=board, cell=index) == [grid.index(cell) for cell in grid.neighbours(index)]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("first_open", ["any", "safe", "opening"])
def test_layouts_of_a_seed_are_the_same(node: NodeKernel, board: str, first_open: Any) -> None:
    grid = Grid(board)
    mines = few_mines(grid, Rules(first_open=first_open), 0.2)
    for seed, index in [(0, 0), (7, 3), (2**64 - 1, 2**64 - 1)]:
        first = (seed + index) % grid.cells
        found = node.ask(
            "random", board=board, mines=mines, seed=str(seed), index=str(index), first=first, firstOpen=first_open
        )
        own = Layout.random(grid, mines, seed=seed, index=index, first=first, first_open=first_open)
        assert found == own.format()
        figures = node.ask("figures", layout=found)
        stats = board_stats(own)
        assert (figures["mines"], figures["value"]) == (mines, stats.three_bv)
        assert (figures["openings"], figures["islands"]) == (stats.openings, stats.islands)


@pytest.mark.ci_limit(116)
@pytest.mark.parametrize("seed", seeds(40))
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("board", BOARDS)
def test_games_go_the_same_way(node: NodeKernel, board: str, rules: str, seed: int) -> None:
    grid, agreed = Grid(board), Rules.parse(rules)
    chance = random.Random(f"{board} {rules} {seed}")
    mines = few_mines(grid, agreed, chance.choice([0.05, 0.12, 0.3]))
    game = Game(grid, mines, seed=seed, rules=agreed)
    history = History(game)
    moves: list[list[Any]] = []
    told = []
    for _ in range(60):
        kind = chance.choice(["open"] * 4 + ["flag"] * 3 + ["chord"] * 4 + ["undo", "redo"])
        if kind == "flag" and game.layout is not None and chance.random() < 0.8:
            cell = chance.choice([*game.layout.mine_indices()] or [0])
        else:
            cell = chance.randrange(grid.cells)
        change = history.act(kind, None if kind in {"undo", "redo"} else cell)
        moves.append([kind] if kind in {"undo", "redo"} else [kind, cell])
        cells = list(change.indices)
        told.append((cells, change.opened, change.flagged, change.outcome.name, [game[each] for each in cells]))
    found = node.ask("play", board=board, mines=mines, seed=str(seed), rules=rules, moves=moves)
    assert told == [
        (move["cells"], move["opened"], move["flags"], move["outcome"].upper(), move["codes"]) for move in found["told"]
    ]
    assert [move["changed"] for move in found["told"]] == [len(cells) for cells, *_ in told]
    assert found["codes"] == game.codes().tolist()
    assert found["revealed"] == game.codes(reveal=True).tolist()
    assert found["standing"] == {
        "outcome": game.outcome.name.lower(),
        "opened": game.opened,
        "flags": game.flags,
        "isDecided": game.layout is not None,
        "undoable": len(game.moves),
        "redoable": _redoable(history),
    }
    standing = [[move.kind, grid.index(move.cell)] for move in game.moves]
    assert found["layout"] == (None if game.layout is None else game.layout.format())
    if found["layout"]:
        given = agreed.for_layout().format()
        again = node.ask("play", layout=found["layout"], rules=given, moves=standing)
        assert again["codes"] == found["codes"]
        # A replay in one call; it stops at a move without effect.
        assert node.ask("playAll", layout=found["layout"], rules=given, moves=standing) == len(standing)
        twice = [*standing, *standing[-1:], ["undo"]]
        if standing and standing[-1][0] == "open":
            assert node.ask("playAll", layout=found["layout"], rules=given, moves=twice) == len(standing)


def _redoable(history: History) -> int:
    count = 0
    other = history.copy()
    while other.can_redo:
        other.act("redo")
        count += 1
    return count


def positions(board: str, seed: int) -> Iterator[tuple[Game, int]]:
    """A game of random opens that hit no mine, after every few of them."""
    grid = Grid(board)
    chance = random.Random(f"{board} {seed}")
    mines = max(1, few_mines(grid, Rules(), 0.15)) if grid.cells > 1 else 0
    game = Game(grid, mines, seed=seed)
    for step in range(4):
        safe = [cell for cell in range(grid.cells) if game[cell] == -1]
        layout = game.layout
        if layout is not None:
            safe = [cell for cell in safe if not layout.is_mine(cell)]
        for cell in chance.sample(safe, min(len(safe), 1 if step == 0 else 4)):
            game.open(cell)
        if layout is not None and step == 2:
            game.flag(next(layout.mine_indices(), 0))
        yield game, mines


def clue_chances(analysis: Analysis, cell: int) -> Any:
    """Return the expected answer, which may be that the budget is too small, as it takes more than the analysis."""
    try:
        chances = analysis.clue_chances(cell)
    except BudgetExceededError as error:
        return type(error).__name__
    chances += (0,) * (analysis.view.grid.max_neighbours + 1 - len(chances))
    return pytest.approx(chances, rel=0, abs=1e-12)


@pytest.mark.ci_limit(9)
@pytest.mark.parametrize("seed", seeds(20))
@pytest.mark.parametrize("board", BOARDS)
def test_chances_and_choices_are_the_same(node: NodeKernel, board: str, seed: int) -> None:
    budget = Budget(states=1 << 16)
    for game, mines in positions(board, seed):
        view, codes = game.view, game.codes().tolist()
        trust = bool(seed % 2)
        options = {"trustFlags": trust, "budget": as_json(budget), "estimate": True}
        own = analyse(view, trust_flags=trust, budget=budget, estimate=True)
        covered = [index for index, code in enumerate(codes) if code == -1]
        ask: dict[str, Any] = {"board": board, "mines": mines, "codes": codes, "options": options}
        if covered and own.is_exact:
            ask["clues"] = covered[len(covered) // 2]
        for policy in POLICIES:
            found = node.ask("analyse", **ask, policy=policy)
            assert found["chances"] == pytest.approx(own.probabilities.tolist(), rel=0, abs=1e-12)
            assert [chance in (0, 1) for chance in found["chances"]] == [
                chance in (0, 1) for chance in own.probabilities
            ]
            assert (found["errors"] is None) == own.is_exact
            if found["errors"] is not None:
                errors = [own.standard_error(index) for index in range(view.grid.cells)]
                assert found["errors"] == pytest.approx(errors, rel=0, abs=1e-12)
            if "clues" in ask:
                assert found["clueChances"] == clue_chances(own, ask["clues"])
            ranked = rank(view, policy, trust_flags=trust, analysis=own)
            same_choice(view, found["choice"], choose(view, policy, trust_flags=trust, analysis=own))
            if found["choice"] and found["choice"]["weighed"]:
                weighed = {view.grid.index(each.cell): each.score for each in ranked}
                won = found["choice"]["wins"]
                for each in found["choice"]["weighed"]:
                    score = each["score"] / won[1] if won else each["score"]
                    if each["cell"] != found["choice"]["cell"]:
                        assert score == pytest.approx(weighed[each["cell"]], rel=0, abs=1e-12)


def same_choice(view: View, found: Any, own: Any) -> None:
    if own is None:
        assert found is None
        return
    assert (found["cell"], found["kind"]) == (view.grid.index(own.cell), own.kind)
    assert found["isExact"] == own.is_exact
    assert (found["safety"], found["score"]) == pytest.approx((own.safety, own.score), rel=0, abs=1e-12)
    if own.win_probability is None:
        assert found["wins"] is None
    else:
        won, left = found["wins"]
        assert own.win_probability == Fraction(int(won), int(left))


def test_a_position_past_the_budget_is_refused_or_estimated(node: NodeKernel) -> None:
    layout = Layout.random("24x30", 160, seed=5)
    game = Game(layout=layout)
    for index in range(0, 720, 2):
        if not layout.is_mine(index):
            game.open(index)
    ask: dict[str, Any] = {"board": "24x30", "mines": 160, "codes": game.codes().tolist()}
    small = Budget(states=16)
    with pytest.raises(Refusal) as refused:
        node.ask("analyse", **ask, options={"budget": as_json(small)})
    assert refused.value.kind == "BudgetExceededError"
    with pytest.raises(Refusal) as refused:
        node.ask("analyse", **ask, options={"budget": {"asks": 1}})
    assert refused.value.kind == "BudgetExceededError"
    own = analyse(game.view, budget=small, estimate=True)
    found = node.ask("analyse", **ask, options={"budget": as_json(small), "estimate": True})
    assert not own.is_exact
    assert found["chances"] == pytest.approx(own.probabilities.tolist(), rel=0, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["9x13", "7x10~orthogonal", "3x4x5", "2x4x3x3"])
def test_a_view_that_no_layout_fits_is_refused(node: NodeKernel, board: str) -> None:
    refusals = 0
    for seed in range(6):
        for game, mines in positions(board, seed):
            codes = game.codes().tolist()
            clues = [index for index, code in enumerate(codes) if code > 0]
            for index in clues[::7]:
                wrong = [*codes]
                wrong[index] += 1
                ask = {"board": board, "mines": mines, "codes": wrong, "options": {}}
                try:
                    own = analyse(View(board, mines, wrong))
                except InconsistentViewError:
                    with pytest.raises(Refusal) as refused:
                        node.ask("analyse", **ask)
                    assert refused.value.kind == "InconsistentViewError"
                    assert all(wrong[clue] >= 0 for clue in refused.value.detail["clues"])
                    refusals += 1
                else:
                    assert node.ask("analyse", **ask)["chances"] == pytest.approx(list(own.probabilities), abs=1e-12)
    assert refusals > 3


@pytest.mark.parametrize("seed", seeds(5))
@pytest.mark.parametrize(
    ("board", "mines", "asked"),
    [
        ("9x13", 15, {}),
        ("9x13", 15, {"grade": "clue", "firstOpen": "safe"}),
        ("9x13~wrap=0", 20, {"grade": "pair", "exactly": True}),
        ("10x14", 34, {}),
        ("16x30", 150, {}),
        ("9x13", 30, {"grade": "clue"}),
        ("7x7x7", 33, {}),
        ("4x5x6", 12, {"grade": "set"}),
        ("3x4x5x3~orthogonal", 15, {}),
        ("60", 2, {}),
    ],
)
def test_boards_that_need_no_guess_are_the_same(
    node: NodeKernel, board: str, mines: int, asked: dict[str, Any], seed: int
) -> None:
    grid = Grid(board)
    first = grid.cells // 3
    own = no_guess(
        grid,
        mines,
        first,
        seed=seed,
        grade=asked.get("grade"),
        exactly=asked.get("exactly", False),
        first_open=asked.get("firstOpen", "opening"),
        method="adaptive",
    )
    for part in (1, 1_000_000):
        found = node.ask(
            "search", board=board, request={"mines": mines, "seed": str(seed), "first": first, **asked}, part=part
        )
        assert found["layout"] == own.format()
    graded = node.ask("grade", layout=own.format(), first=first)
    solvable = solvable_from(own, first)
    assert graded == {"grade": solvable.grade, "opened": solvable.opened}


def test_a_search_that_came_upon_every_layout_says_so(node: NodeKernel) -> None:
    with pytest.raises(GenerationError) as error:
        no_guess("2x3", 1, 1, seed=7, first_open="safe", method="adaptive")
    request = {"mines": 1, "seed": "7", "first": 1, "firstOpen": "safe"}
    with pytest.raises(Refusal) as refused:
        node.ask("search", board="2x3", request=request, part=20_000)
    assert refused.value.detail["tried"] == error.value.tried
    assert refused.value.detail["isExhausted"] is error.value.is_exhausted is True


@pytest.mark.nightly
def test_a_search_gives_up_after_the_same_work(node: NodeKernel) -> None:
    board, mines = "4x4x4x4x4", 200
    with pytest.raises(GenerationError) as error:
        no_guess(board, mines, 0, seed=3, method="adaptive")
    request = {"mines": mines, "seed": "3", "first": 0}
    with pytest.raises(Refusal) as refused:
        node.ask("search", board=board, request=request, part=3_000_000)
    assert refused.value.kind == "GenerationError"
    detail = refused.value.detail
    assert (detail["tried"], detail["tooLarge"]) == (error.value.tried, error.value.too_large)
    assert (detail["mostOpened"], detail["isExhausted"]) == (error.value.most_opened, False)
    assert error.value.tried < 100_000


@pytest.mark.parametrize("mines", [0, 12 - 1])
def test_a_grade_that_no_such_board_has_is_refused(node: NodeKernel, mines: int) -> None:
    request = {"mines": mines, "seed": "1", "first": 0, "grade": "pair", "exactly": True, "firstOpen": "safe"}
    asked: Any = {"seed": 1, "grade": "pair", "exactly": True, "first_open": "safe"}
    refusal = agree(node, "search", lambda: no_guess("3x4", mines, 0, **asked), board="3x4", request=request, part=1)
    assert refusal is not None
    assert refusal.kind == "ParameterError"


@pytest.mark.parametrize(
    ("board", "mines", "rules"),
    [
        ("9x13", 15, "classic,guess=never"),
        ("10x14", 34, "classic,first=opening,guess=never"),
        ("16x30", 120, "classic,first=opening,guess=never,grade=pair"),
        ("4x5x6", 12, "classic,guess=never,grade=set"),
        ("9x13", 20, "classic,guess=never,grade=set,exactly=on"),
    ],
)
def test_games_without_guesses_are_dealt_the_same(node: NodeKernel, board: str, mines: int, rules: str) -> None:
    first = Grid(board).cells // 3
    for seed in range(3):
        game = Game(board, mines, seed=seed, rules=rules)
        game.open(first)
        assert game.layout is not None
        dealt = node.ask("deal", board=board, mines=mines, seed=str(seed), rules=rules, first=first)
        assert dealt == game.layout.format()


@pytest.mark.ci_limit(24)
@pytest.mark.parametrize("seed", seeds(30))
@pytest.mark.parametrize("rules", ["classic,guess=punished", "esp,first=opening,chord=on,guess=punished"])
@pytest.mark.parametrize(
    ("board", "share"), [("9x13", 0.16), ("16x30", 0.2), ("7x10~orthogonal", 0.2), ("4x5x6", 0.2), ("60", 0.25)]
)
def test_punished_games_are_laid_the_same(node: NodeKernel, board: str, share: float, rules: str, seed: int) -> None:
    """Sensible play lasts, so that the mines are laid again many times; guesses, undo and redo are mixed in."""
    grid = Grid(board)
    chance = random.Random(f"{board} {rules} {seed}")
    mines = few_mines(grid, Rules.parse(rules), share)
    game = Game(grid, mines, seed=seed, rules=rules)
    history = History(game)
    moves: list[list[Any]] = []
    layouts: list[str | None] = []
    for _ in range(150):
        codes = game.codes().tolist()
        covered = [index for index, code in enumerate(codes) if code == -1]
        clues = [index for index, code in enumerate(codes) if code > 0]
        kind = chance.choice(["open"] * 6 + ["flag"] * 2 + ["chord"] * 2 + ["undo", "redo"])
        if game.outcome.name != "ONGOING":
            kind = "undo"
        if kind in {"undo", "redo"}:
            moves.append([kind])
            history.act(kind)
        else:
            cells = clues if kind == "chord" and clues else covered or [0]
            cell = chance.choice(cells)
            if kind == "open" and chance.random() < 0.5 and game.opened:
                found = choose(game.view, "safest")
                cell = cell if found is None else grid.index(found.cell)
            moves.append([kind, cell])
            history.act(kind, cell)
        layouts.append(None if game.layout is None else game.layout.format())
    found = node.ask("play", board=board, mines=mines, seed=str(seed), rules=rules, moves=moves, everyLayout=True)
    assert [move["layout"] for move in found["told"]] == layouts
    assert found["codes"] == game.codes().tolist()
    assert len({*layouts} - {None}) > 1
    # A replay from the seed, in one call.
    made = [[move.kind, grid.index(move.cell)] for move in game.moves]
    options = {"board": board, "mines": mines, "seed": str(seed), "rules": rules}
    assert node.ask("playAll", **options, moves=made) == len(made)
    assert node.ask("play", **options, moves=made)["layout"] == layouts[-1]
    again = [*made, *[["undo"]] * len(made), *[["redo"]] * len(made)]
    assert node.ask("playAll", **options, moves=again) == len(again)


def test_a_layout_for_a_punished_game_is_refused(node: NodeKernel) -> None:
    layout, rules = Layout("3x4", [(0, 3)]), "classic,guess=punished"
    own = partial(Game, layout=layout, rules=rules)
    refusal = agree(node, "play", own, layout=layout.format(), rules=rules, moves=[])
    assert refusal is not None
    assert refusal.kind == "RulesError"


SHAPES = ["3x4", "4x4x5~orthogonal~wrap=0,2", "17", "3x4~wrap=all", "1x1x1", "3x4~moore~wrap=1", "03x4"]
NO_SHAPES = ["", "3x", "0x4", "3x4~", "3x4~wrap=2", "3x4~wrap=", "3x-4", "3 x4", "3x4~round", "٣x4", "1e3", "3x4~wrap"]


@pytest.mark.parametrize("text", SHAPES)
def test_texts_of_shapes_are_read_the_same(node: NodeKernel, text: str) -> None:
    grid = Grid(text)
    found = node.ask("shape", text=text)
    assert found["text"] == grid.format()
    assert (found["sides"], found["wrap"]) == (list(grid.shape), list(grid.wrap))
    assert (found["cells"], found["maxNeighbours"]) == (grid.cells, grid.max_neighbours)
    for index in {0, grid.cells // 2, grid.cells - 1}:
        assert node.ask("cell", text=text, index=index) == [list(grid.cell(index)), index]


@pytest.mark.parametrize("text", NO_SHAPES)
def test_texts_that_are_no_shapes_are_refused(node: NodeKernel, text: str) -> None:
    assert agree(node, "shape", lambda: Grid.parse(text), text=text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "classic",
        "esp",
        "hypermines",
        "windowed,guess=punished",
        "classic,toggle=off",
        "classic,protect-click=off,toggle=off",
        "comp2017,first=safe,chord=on",
        "classic,guess=never",
        "classic,guess=never,grade=pair",
        "classic,guess=never,grade=count",
        "classic,guess=never,grade=set,exactly=on",
        "classic,guess=never,grade=count,exactly=on",
        "classic,guess=never,grade=clue,exactly=on",
        "classic,guess=never,exactly=on",
        "classic,guess=punished",
        "esp,protect-click=on,protect-cascade=on,flags-on-open=off",
        "",
        "nobody",
        "classic,chord",
        "classic,chord=maybe",
        "classic,chord=on,chord=off",
        "classic,grade=pair",
        "classic,guess=never,first=any",
        "classic,",
        "classic,first=toString",
    ],
)
def test_texts_of_rules_are_read_the_same(node: NodeKernel, text: str) -> None:
    agree(node, "rules", lambda: Rules.parse(text).format(), text=text)


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, "40x50"])
def test_board_ids_are_read_and_written_the_same(node: NodeKernel, board: str) -> None:
    grid = Grid(board)
    for share in (0, 0.01, 0.1, 0.5, 1):
        mines = check_mines(grid, int(grid.cells * share))
        text = Layout.random(grid, mines, seed=3).format()
        assert node.ask("boardId", text=text) == text
        assert node.ask("figures", layout=text)["mines"] == mines


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["3x4", "3x4.", "3x4.x", "3x4.bA", "3x4.b////", "3x4.bA_8=", "3x4.g_w", "3x4.gDA", "3x4.bAAAA", "0x4.bAA"]
)
def test_texts_that_are_no_board_ids_are_refused(node: NodeKernel, text: str) -> None:
    agree(node, "boardId", lambda: Layout.parse(text).format(), text=text)


@pytest.mark.slow
def test_what_is_kept_free_is_the_same(node: NodeKernel) -> None:
    grid = Grid("3x4")
    assert excluded_cells(grid, 0, "opening") == sorted([0, *node.ask("neighbours", board="3x4", cell=0)])
    with pytest.raises(Refusal) as refused:
        node.ask("random", board="3x4", mines=4, seed="1", index="0", first=0, firstOpen="opening")
    assert refused.value.kind == "MineCountError"

"""The engine in a real browser: the module in a worker, over HTTP, loaded as a page does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Game, Grid, HypersweepError, analyse, choose
from hypersweep.game import History
from hypersweep.stats import board_stats

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAY = """
async () => {
  const { Engine } = await import("/source/engine/client.js");
  const engine = await Engine.start();
  const game = await engine.newGame({ board: "3x4x5", mines: 8, seed: 7n, rules: "classic,first=opening" });
  const first = await game.play("open", [1, 2, 2]);
  const position = await game.position();
  const { chances } = await engine.analyse(position);
  // The rest is played by the solver, until the game is over.
  let result = first;
  const opened = [];
  while (result.outcome === "ongoing") {
    const { cell } = await (await engine.analyse(await game.position())).choose();
    opened.push(cell);
    result = await game.play("open", cell);
  }
  const told = {
    changed: [...first.cells],
    codes: [...position.codes],
    chances: [...chances],
    opened,
    outcome: game.standing.outcome,
    layout: await game.boardId(),
  };
  const stop = new AbortController();
  const hard = await engine.newGame({ board: "16x30", mines: 300, seed: 1n, rules: "classic,guess=never" });
  const long = hard.play("open", 0, { signal: stop.signal });
  stop.abort();
  const cancelled = await long.catch((error) => error.name);
  engine.close();
  return { ...told, cancelled };
}
"""


def test_a_game_in_a_worker_of_a_browser(page: Page, site: str) -> None:
    page.goto(f"{site}/blank")
    found = page.evaluate(PLAY)
    game = Game("3x4x5", 8, seed=7, rules="classic,first=opening")
    assert found["changed"] == list(game.open((1, 2, 2)).indices)
    assert found["codes"] == game.codes().tolist()
    assert found["chances"] == analyse(game.view).probabilities.tolist()
    for index in found["opened"]:
        assert game.open(index)
    assert found["outcome"] == game.outcome.name.lower() != "ongoing"
    assert game.layout is not None
    assert found["layout"] == game.layout.format()
    assert found["cancelled"] == "AbortError"


CALLS = """
async (asked) => {
  const { Engine } = await import("/source/engine/client.js");
  const engine = await Engine.start();
  // All at once: the answers of one game may not get into another's.
  const told = await Promise.all(asked.map(async ({ board, mines, seed, rules, moves, trustFlags }) => {
    const game = await engine.newGame({ board, mines, seed: BigInt(seed), rules });
    const states = [];
    for (const [kind, cell] of moves) {
      const { changed } = await game.play(kind, cell ?? undefined);
      states.push([changed, game.standing.outcome, [...(await game.codes())]]);
    }
    const position = await game.position();
    const refused = (error) => error.kind;
    const options = { trustFlags };
    const chances = await engine.analyse(position, options).then(({ chances }) => [...chances], refused);
    const chosen = async (analysis) => (await analysis.choose())?.cell ?? null;
    const choice = await engine.analyse(position, options).then(chosen).catch(refused);
    const laid = await game.boardId();
    const value = await game.value();
    await game.close();
    return { states, chances, choice, laid, worth: value && [value.value, value.openings] };
  }));
  engine.close();
  return told;
}
"""


def tried_at_random(board: str, rules: str, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Questions of a page, with Python's answers."""
    chance = random.Random(f"{board} {rules} {seed}")
    grid = Grid.parse(board)
    mines = chance.randint(1, min(grid.cells // 5, grid.cells - grid.max_neighbours - 1))
    game = Game(grid, mines, seed=seed, rules=rules)
    history = History(game)
    moves: list[tuple[str, int | None]] = []
    states = []
    for _ in range(12):
        kind = chance.choice(["open"] * 4 + ["flag", "flag", "chord", "undo", "redo"])
        cell = None if kind in ("undo", "redo") else chance.randrange(grid.cells)
        change = history.act(kind, cell)
        moves.append((kind, cell))
        states.append([len(change), game.outcome.name.lower(), game.codes().tolist()])
    trusts = chance.random() < 0.5
    chances: Any
    choice: Any
    try:
        chances = analyse(game.view, trust_flags=trusts).probabilities.tolist()
        found = choose(game.view, trust_flags=trusts)
        choice = None if found is None else grid.index(found.cell)
    except HypersweepError as error:
        chances = choice = type(error).__name__
    laid = None if game.layout is None else game.layout.format()
    stats = None if game.layout is None else board_stats(game.layout)
    worth = stats and [stats.three_bv, stats.openings]
    asked = {"board": board, "mines": mines, "seed": seed, "rules": rules, "moves": moves, "trustFlags": trusts}
    return asked, {"states": states, "chances": chances, "choice": choice, "laid": laid, "worth": worth}


def test_calls_at_random_are_answered_as_by_python(page: Page, site: str) -> None:
    boards = ["9", "6x7", "9x9~wrap=0", "4x5x3", "5x4x3~orthogonal", "4x3x4x3", "3x2x3x2x4", "2x4x2x2x4x2"]
    rules = ["classic", "classic,first=opening", "classic,first=any", "esp", "hypermines"]
    tried = [tried_at_random(board, each, seed) for board in boards for each in rules for seed in range(2)]
    page.goto(f"{site}/blank")
    answers = page.evaluate(CALLS, [asked for asked, _ in tried])
    for (asked, own), found in zip(tried, answers, strict=True):
        own["chances"] = own["chances"] if isinstance(own["chances"], str) else pytest.approx(own["chances"], abs=1e-12)
        assert found == own, asked

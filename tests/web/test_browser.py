"""The engine in a real browser: the module in a worker, over HTTP, as a page loads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import Game, analyse

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAY = """
async () => {
  const { Engine } = await import("/engine/client.js");
  const engine = await Engine.start();
  const game = await engine.newGame({ board: "3x4x5", mines: 8, seed: 7n, rules: "classic,first=opening" });
  const first = await game.open([1, 2, 2]);
  const position = await game.position();
  const { chances } = await engine.analyse(position);
  // The rest is played by the solver, until the game is over.
  let result = first;
  while (result.outcome === "ongoing") {
    const choice = await engine.choose(await game.position());
    result = await game.open(choice.cell);
  }
  const told = {
    changed: [...first.cells],
    codes: [...position.codes],
    chances: [...chances],
    moves: await game.moves(),
    outcome: game.standing.outcome,
    layout: await game.boardId(),
  };
  const stop = new AbortController();
  const board = await engine.generate("9x9", { mines: 10, seed: 7n, first: 40 });
  const long = engine.generate("16x30", { mines: 200, seed: 1n, first: 0, firstOpen: "safe" }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  const cancelled = await long.catch((error) => error.name);
  engine.close();
  return { ...told, board, cancelled };
}
"""


def test_a_game_in_a_worker_of_a_browser(page: Page, site: str) -> None:
    page.goto(f"{site}/blank")
    found = page.evaluate(PLAY)
    game = Game("3x4x5", 8, seed=7, rules="classic,first=opening")
    assert found["changed"] == list(game.open((1, 2, 2)).indices)
    assert found["codes"] == game.codes().tolist()
    assert found["chances"] == analyse(game.view).probabilities.tolist()
    for kind, index in found["moves"][1:]:
        assert kind == "open"
        assert game.open(index)
    assert found["outcome"] == game.outcome.name.lower() != "ongoing"
    assert game.layout is not None
    assert found["layout"] == game.layout.format()
    assert found["cancelled"] == "AbortError"
    assert found["board"].startswith("9x9.")

"""Records made from games: replaying one leads to the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Layout, ParameterTypeError, RecordError
from hypersweep.record import Record
from strategies import layouts, rules


def play_at_random(game: Game, data: st.DataObject, undo_most: int = 3) -> None:
    cells = list(game.grid)
    for _ in range(data.draw(st.integers(0, 12))):
        kind = data.draw(st.sampled_from(["open", "flag", "chord", "undo"]))
        if kind == "undo":
            for _ in range(data.draw(st.integers(0, undo_most))):
                game.undo()
        else:
            getattr(game, kind)(data.draw(st.sampled_from(cells)))


def same(game: Game, record: Record) -> None:
    record.verify()
    assert Record.parse(record.format()) == record
    replay = record.replay()
    replay.seek(len(replay))
    assert replay.game.view == game.view
    assert (replay.game.outcome, record.outcome) == (game.outcome, game.outcome)
    assert replay.game.moves == game.moves


@pytest.mark.slow
@given(layouts(max_cells=40), rules(), st.data())
def test_a_game_on_a_given_layout(layout: Layout, chosen: object, data: st.DataObject) -> None:
    game = Game(layout=layout, rules=str(chosen))
    play_at_random(game, data)
    same(game, Record.of(game))


@given(st.integers(0, 2**64 - 1), st.sampled_from(["classic", "esp", "classic,first=opening", "hypermines"]), st.data())
def test_a_game_from_a_seed(seed: int, chosen: str, data: st.DataObject) -> None:
    game = Game("3x4x2", mines=3, seed=seed, rules=chosen)
    play_at_random(game, data)
    same(game, Record.of(game))


def test_a_seed_is_kept_where_it_tells_the_layout() -> None:
    game = Game("3x4", mines=2, seed=7, rules="classic,first=opening")
    game.flag((2, 3))
    game.open((0, 0))
    assert (Record.of(game).seed, Record.of(game).stated_layout) == (7, None)
    game.undo()
    game.open((1, 2))
    record = Record.of(game)
    assert (record.seed, record.stated_layout) == (None, game.layout)
    record.verify()


def test_an_unknown_past_is_refused() -> None:
    game = Game.restore(Layout("2x3", [(0, 0)]), open_bits=bytes([0b110]))
    with pytest.raises(RecordError, match="restored or moves were dropped"):
        Record.of(game)
    with pytest.raises(ParameterTypeError, match="expected a Game"):
        Record.of("3x4")  # type: ignore[arg-type]

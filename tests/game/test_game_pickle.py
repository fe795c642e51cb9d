"""Pickles of games that were tampered with make a sound game or an error."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement import worked
from hypersweep import (
    CellError,
    Game,
    Grid,
    HypersweepError,
    Layout,
    LayoutError,
    MineCountError,
    Move,
    Outcome,
    ParameterError,
    ParameterTypeError,
    Rules,
)

PLAIN: dict[str, object] = {
    "form": 1,
    "grid": Grid("3x4"),
    "rules": Rules(),
    "mines": 2,
    "seed": None,
    "layout": Layout("3x4", [(0, 3), (2, 0)]),
    "open_bits": b"",
    "flag_bits": b"",
    "outcome": Outcome.ONGOING,
    "moves": [(0, 0), (1, 3)],
}


def revived(**changes: object) -> Game:
    """Gives the game with the parts of a plain one, some of them changed."""
    made: Any = worked().__reduce__()
    revive, (kind, parts), _ = made
    assert len(parts) == len(PLAIN)
    found = revive(kind, tuple({**PLAIN, **changes}.values()))
    assert isinstance(found, Game)
    return found


def assert_sound(game: Game) -> None:
    """Checks what must hold in any game, however it came about."""
    cells = game.grid.cells
    size = (cells + 7) // 8
    opened, flags = (int.from_bytes(bits, "little") for bits in (game.open_bits(), game.flag_bits()))
    mines = 0 if game.layout is None else int.from_bytes(game.layout.bits(), "little")
    assert len(game.open_bits()) == size
    assert (opened | flags) >> cells == 0
    assert game.opened == (opened & ~mines).bit_count()
    assert game.flags == (flags & ~opened).bit_count()
    assert game.layout is not None or not opened
    if not game.rules.flags_on_open:
        assert not opened & flags
    if game.outcome is Outcome.WON:
        assert game.opened == cells - game.mines
    if game.outcome is Outcome.LOST:
        assert opened & mines
    moves = game.moves
    for _ in moves:
        assert game.undo()
    assert not game.undo()
    for move in moves:
        assert game.play(move)
    assert game.moves == moves


def test_the_plain_parts_make_a_game() -> None:
    game = revived()
    assert game.moves == (Move("open", (0, 0)), Move("flag", (0, 3)))
    assert_sound(game)


@pytest.mark.parametrize(
    ("part", "wrong", "error"),
    [
        ("form", 2, ParameterError),
        ("grid", "4x4", LayoutError),
        ("grid", None.__class__, HypersweepError),
        ("rules", "clasic", HypersweepError),
        ("rules", 7, ParameterTypeError),
        ("mines", 3, MineCountError),
        ("mines", -1, MineCountError),
        ("mines", True, ParameterTypeError),
        ("seed", -1, ParameterError),
        ("layout", Layout("4x3", [(0, 2), (2, 0)]), LayoutError),
        ("layout", b"\x08\x01", ParameterTypeError),
        ("open_bits", b"\0\x10", LayoutError),
        ("open_bits", bytes(3), LayoutError),
        ("open_bits", "", ParameterTypeError),
        ("flag_bits", b"\0\xff", LayoutError),
        ("flag_bits", [1], ParameterTypeError),
        ("outcome", 1, ParameterTypeError),
        ("outcome", Outcome.WON, LayoutError),
        ("outcome", Outcome.LOST, LayoutError),
        ("moves", ((0, 0),), ParameterTypeError),
        ("moves", [0], ParameterTypeError),
        ("moves", [(0, 0, 0)], ParameterTypeError),
        ("moves", [(3, 0)], ParameterError),
        ("moves", [(0, 12)], CellError),
        ("moves", [(0, -1)], CellError),
        ("moves", [(0, 2**64)], CellError),
        ("moves", [(0, "0")], ParameterTypeError),
        ("moves", [(0, 0), (0, 0)], ParameterError),
        ("moves", [(2, 0)], ParameterError),
    ],
)
def test_parts_that_make_no_game_are_refused(part: str, wrong: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        revived(**{part: wrong})


def test_a_layout_that_is_not_decided_has_nothing_open() -> None:
    with pytest.raises(LayoutError, match="decided"):
        revived(layout=None, open_bits=b"\1", moves=[])
    with pytest.raises(LayoutError):
        revived(layout=None, mines=0, outcome=Outcome.WON, moves=[])


def test_too_few_parts_are_refused() -> None:
    made: Any = worked().__reduce__()
    revive, (kind, parts), _ = made
    for wrong in ((Game, parts[:-1]), (Game, (*parts, 1)), (Game, list(parts)), (int, parts), ("Game", parts)):
        with pytest.raises(ParameterError):
            revive(*wrong)
    assert isinstance(revive(kind, parts), Game)


JUNK = st.sampled_from(
    (
        None,
        0,
        1,
        -1,
        2**64,
        3.5,
        True,
        "",
        "3x4",
        b"",
        b"\xff",
        b"\xff\x0f",
        [],
        [(0, 0)],
        (),
        Outcome.WON,
        Outcome.LOST,
    )
)


@given(st.dictionaries(st.sampled_from(sorted(PLAIN)), JUNK, max_size=4), st.data())
def test_any_parts_make_a_sound_game_or_an_error(changes: dict[str, object], data: st.DataObject) -> None:
    bits = st.binary(max_size=2)
    changes |= data.draw(st.fixed_dictionaries({}, optional={"open_bits": bits, "flag_bits": bits}))
    pairs = st.tuples(st.integers(-1, 3), st.integers(-1, 12))
    changes |= data.draw(st.fixed_dictionaries({}, optional={"moves": st.lists(pairs, max_size=4)}))
    try:
        game = revived(**changes)
    except HypersweepError:
        return
    assert_sound(game)


@given(st.data())
def test_damaged_pickles_make_a_sound_game_or_an_error(data: st.DataObject) -> None:
    whole = bytearray(pickle.dumps(worked()))
    if data.draw(st.booleans()):
        del whole[data.draw(st.integers(0, len(whole) - 1)) :]
    else:
        # Digits and letters alone: a length that is made huge would only ask pickle for memory.
        places = [place for place, byte in enumerate(whole) if chr(byte).isalnum()]
        whole[data.draw(st.sampled_from(places))] = data.draw(st.integers(0x30, 0x7A))
    try:
        game = pickle.loads(bytes(whole))
    except Exception:
        return
    if isinstance(game, Game):
        assert_sound(game)

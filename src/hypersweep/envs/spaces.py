"""Observations for learners, and Gymnasium's spaces of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from hypersweep.arrays import load_numpy
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.envs.registration import missing
from hypersweep.envs.rows import code_type

try:
    import gymnasium
except ImportError:
    raise missing() from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import MoveKind

Observation: TypeAlias = Literal["codes", "planes"]
"""Forms of the board in an observation."""

OBSERVATIONS: tuple[Observation, ...] = ("codes", "planes")
"""One number for each cell, or a plane of 0 and 1 for each number."""

Mask: TypeAlias = Literal["info", "observation"]
"""Places of the action mask."""

MASKS: tuple[Mask, ...] = ("info", "observation")
"""As ``info["action_mask"]``, or next to the board in a Dict observation."""


def plane_codes(grid: Grid, kinds: Sequence[MoveKind]) -> tuple[int, ...]:
    """The codes that planes stand for, in their order: covered, flagged, the looks of the end, then the clues from 0.

    Flags and wrong flags have no plane where nothing can be flagged.

    Args:
        grid: the board.
        kinds: possible actions.

    >>> from hypersweep import Grid
    >>> plane_codes(Grid("1x4"), ("open",)), plane_codes(Grid("1x4"), ("open", "flag"))
    ((-1, -3, -4, 0, 1, 2), (-1, -2, -3, -4, -5, 0, 1, 2))
    """
    looks = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG) if len(kinds) > 1 else (COVERED, MINE, EXPLODED)
    return (*looks, *range(grid.max_neighbours + 1))


def write_planes(codes: NDArray[Any], which: Sequence[int], out: NDArray[np.int8]) -> None:
    """Write the planes of boards.

    Args:
        codes: shape (count, *grid.shape).
        which: the code of each plane, as of ``plane_codes``.
        out: int8, shape (count, planes, *grid.shape).

    >>> import numpy
    >>> planes = numpy.empty((1, 3, 2, 3), numpy.int8)
    >>> write_planes(numpy.array([[[-1, 1, 0], [-1, 1, 0]]]), (-1, 0, 1), planes)
    >>> planes[0, 0].tolist(), planes[0, 2].tolist()
    ([[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 1, 0]])
    """
    numpy = load_numpy()
    for plane, code in enumerate(which):
        # A comparison writes booleans, which are bytes of 0 and 1 as well.
        numpy.equal(codes, code, out=out[:, plane].view(numpy.bool_))


def observation_space(
    grid: Grid, kinds: Sequence[MoveKind], observation: Observation, mask: Mask | None
) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the observation space of one game.

    Args:
        grid: the board.
        kinds: possible actions.
        observation: form of the board.
        mask: place of the action mask.

    >>> from hypersweep import Grid
    >>> observation_space(Grid("3x4"), ("open",), "codes", "info")
    Box(-4, 8, (3, 4), int8)
    >>> observation_space(Grid("3x4"), ("open", "flag"), "planes", None)
    Box(0, 1, (14, 3, 4), int8)
    """
    spaces = gymnasium.spaces
    numpy = load_numpy()
    dtype = numpy.dtype(code_type(grid)).type
    codes = plane_codes(grid, kinds)
    if observation == "codes":
        box = spaces.Box(min(codes), max(codes), grid.shape, dtype)
    else:
        box = spaces.Box(0, 1, (len(codes), *grid.shape), numpy.int8)
    if mask != "observation":
        return box
    allowed = spaces.Box(0, 1, (len(kinds) * grid.cells,), numpy.int8)
    return spaces.Dict({"observation": box, "action_mask": allowed})


def action_space(grid: Grid, kinds: Sequence[MoveKind]) -> gymnasium.spaces.Discrete:
    """Return the action space of one game: kinds times cells.

    Args:
        grid: the board.
        kinds: possible actions.

    >>> from hypersweep import Grid
    >>> action_space(Grid("3x4"), ("open", "flag"))
    Discrete(24)
    """
    return gymnasium.spaces.Discrete(len(kinds) * grid.cells)

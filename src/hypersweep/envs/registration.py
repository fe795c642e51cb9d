"""How Gymnasium learns of the environments, without being loaded by those who don't use it."""

from __future__ import annotations

from hypersweep.errors import MissingExtraError

__all__ = ["ID", "missing_gymnasium", "register"]

ID = "hypersweep/Minesweeper-v0"
"""What ``gymnasium.make`` and ``gymnasium.make_vec`` call the environment."""


def missing_gymnasium() -> MissingExtraError:
    """The error for those who haven't installed it."""
    return MissingExtraError(
        "these environments need Gymnasium, which isn't installed: pip install 'hypersweep[envs]'", name="gymnasium"
    )


def register() -> None:
    """Makes ``ID`` known to ``gymnasium.make`` and ``gymnasium.make_vec``.

    ``import hypersweep.envs`` does so where Gymnasium is loaded already, so this is for programs that load it later.
    To register twice changes nothing.

    Raises:
        MissingExtraError: Gymnasium isn't installed.

    >>> import gymnasium
    >>> register()
    >>> gymnasium.make("hypersweep/Minesweeper-v0", shape=(3, 4), mines=2).action_space
    Discrete(12)
    """
    try:
        import gymnasium
    except ImportError:
        raise missing_gymnasium() from None
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="hypersweep.envs.single:MinesweeperEnv",
            vector_entry_point="hypersweep.envs.vector:MinesweeperVectorEnv",
        )

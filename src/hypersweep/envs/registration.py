"""Register the environments with Gymnasium, without importing Gymnasium in programs that don't use it."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hypersweep.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ID = "hypersweep/Minesweeper-v0"
"""The environment's ID for ``gymnasium.make`` and ``gymnasium.make_vec``."""


def missing(
    what: str = "these environments need Gymnasium", extra: str = "envs", name: str | None = "gymnasium"
) -> MissingExtraError:
    """Return the error for a missing package.

    Args:
        what: the message's subject and verb, such as "these environments need Gymnasium".
        extra: hypersweep's extra that installs the package.
        name: the missing module.

    >>> print(missing())
    these environments need Gymnasium, which isn't installed: pip install 'hypersweep[envs]'
    """
    return MissingExtraError(f"{what}, which isn't installed: pip install 'hypersweep[{extra}]'", name=name)


def register() -> None:
    """Register ``ID`` with ``gymnasium.make`` and ``gymnasium.make_vec``.

    ``import hypersweep.envs`` calls this: at once if Gymnasium is already loaded, otherwise after Gymnasium has been
    loaded. Calling it again has no effect.

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
        raise missing() from None
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="hypersweep.envs.gymnasium_envs:MinesweeperEnv",
            vector_entry_point="hypersweep.envs.gymnasium_envs:MinesweeperVectorEnv",
        )


class _Waiting:
    """An import hook that lets Gymnasium load as usual, then registers the environments.

    Gymnasium has no plugin discovery, and importing it here would take a second even in programs that don't use it.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        for finder in sys.meta_path:
            find = None if finder is self else getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = None if find is None else find(name, path, target)
            if spec is not None:
                self._follow(spec)
                return spec
        return None

    def _follow(self, spec: ModuleSpec) -> None:
        loader: Any = spec.loader
        load = getattr(loader, "exec_module", None)
        if load is None:
            return

        def load_and_register(module: ModuleType) -> None:
            load(module)
            with suppress(ValueError):
                sys.meta_path.remove(self)
            register()

        # Replace the method on this loader object only; leave loaders without settable attributes alone.
        with suppress(AttributeError):
            loader.exec_module = load_and_register


def register_when_loaded() -> None:
    """Register now if Gymnasium is loaded, otherwise as soon as it has been loaded.

    >>> register_when_loaded()
    """
    if hasattr(sys.modules.get("gymnasium"), "register"):
        register()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())

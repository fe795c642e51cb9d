"""Policies by name: the solver's own, and users' functions in a module or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ExperimentError, ParameterError, ParameterTypeError
from hypersweep.solve.choice import POLICIES
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from hypersweep.trials.policy import Answer
    from hypersweep.view import View

_LONGEST = 1000

MODULE = "hypersweep_policy_"
"""Prefix of the names of modules made from files; no other module has it."""


def is_own_policy(name: str) -> bool:
    """Whether a name is that of a user's function.

    >>> is_own_policy("safest"), is_own_policy("players.py:careful")
    (False, True)
    """
    return name not in POLICIES


def check_policy_name(name: object) -> str:
    """Check that a name can be a policy's, and return it; nothing is loaded.

    Raises:
        ParameterTypeError: not a text.
        ParameterError: neither one of the solver's nor "module:function" nor "file.py:function".

    >>> check_policy_name("players.py:careful")
    'players.py:careful'
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected the name of a policy, got {truncate(name)} ({type(name).__name__})")
    if name in POLICIES:
        return name
    where, _, function = name.rpartition(":")
    is_module = all(part.isidentifier() for part in where.split("."))
    if len(name) > _LONGEST or not name.isprintable() or not function.isidentifier():
        is_module, where = False, ""
    if not is_module and not (where.endswith(".py") and len(where) > 3):
        raise ParameterError(
            f"expected a policy of {', '.join(POLICIES)}, or your own as module:function or file.py:function, "
            f"got {truncate(name)}{suggest(name[:60], list(POLICIES))}"
        )
    return name


def find_policy(name: str, source: str | None = None) -> Callable[[View], Answer]:
    """Return the function of a name such as "module:function" or "file.py:function".

    A changed file is loaded again. A changed module isn't: Python loads it once in a process.

    Args:
        name: name of the policy.
        source: the result of ``policy_source`` in the process that asked for the work; None to accept any source.

    Raises:
        ParameterError: there is no such module, file or function.
        ExperimentError: the source differs from ``source``, or the file of a module has changed since it was loaded.
        Exception: an error of its file while it is loaded.

    >>> find_policy("hypersweep.solve:choose").__name__
    'choose'
    """
    where, _, function = check_policy_name(name).rpartition(":")
    if where.endswith(".py"):
        data = _read(where)
        _check_source(where, _digest(data), source)
        module = _loaded_file(where, data)
    else:
        module = _loaded_module(where)
        _check_source(where, _module_source(where, module), source)
    found = getattr(module, function, None)
    if not callable(found):
        known = [each for each, thing in vars(module).items() if callable(thing) and not each.startswith("_")]
        raise ParameterError(f"expected a function of {truncate(where)}, got {function}{suggest(function, known)}")
    policy: Callable[[View], Answer] = found
    return policy


def policy_source(name: str) -> str:
    """Return a digest of sixteen characters of the file with a user's policy; empty for the solver's policies.

    A changed file has another digest, so that results of two policies aren't mixed. Its imports aren't examined.

    Raises:
        ParameterError: there is no such module or file.
        ExperimentError: the file of a module has changed since this process loaded it.
        Exception: an error of a module while it is loaded.

    >>> policy_source("safest"), len(policy_source("hypersweep.solve:choose"))
    ('', 16)
    """
    if not is_own_policy(name):
        return ""
    where = name.rpartition(":")[0]
    return _digest(_read(where)) if where.endswith(".py") else _module_source(where, _loaded_module(where))


def _digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()[:16]


def _read(path: str | None) -> bytes:
    try:
        with open(path or "", "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        why = "no such file" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", None) or error
        raise ParameterError(f"expected a Python file with a policy, got {truncate(path)}: {why}") from None


def _check_source(where: str, found: str, wanted: str | None) -> None:
    if wanted is not None and found != wanted:
        raise ExperimentError(
            f"expected the policy that was asked for, {wanted}, got another one in {truncate(where)}, {found}: its "
            "file was changed meanwhile, or isn't the same on all machines"
        )


def _loaded_file(path: str, data: bytes) -> ModuleType:
    """Return the module made from the bytes of a file; the same bytes make the same module."""
    import os
    import sys
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    place = os.path.abspath(path)
    # A unique name in sys.modules, since dataclasses, for example, look their module up by name.
    name = f"{MODULE}{_digest(os.fsencode(place) + data)}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, place)
    spec = spec_from_file_location(name, place, loader=loader)
    assert spec is not None, place
    module = sys.modules[name] = module_from_spec(spec)
    try:
        # Compile these bytes; a cached .pyc next to the file may be of another version.
        exec(loader.source_to_code(data, place), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _loaded_module(name: str) -> ModuleType:
    import sys
    from importlib import import_module

    # As Python does for a script, allow imports from the current folder.
    is_missing = "" not in sys.path
    if is_missing:
        sys.path.insert(0, "")
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ParameterError(f"expected a module that can be imported, got {name}: {error}") from None
    finally:
        if is_missing and "" in sys.path:
            sys.path.remove("")


# For each module by name: its spec, and the digest of its file when first seen.
_SEEN: dict[str, tuple[object, str]] = {}


def _module_source(name: str, module: ModuleType) -> str:
    found = _digest(_read(getattr(module, "__file__", None)))
    spec, first = _SEEN.get(name, (None, found))
    if spec is not module.__spec__:
        # The module is new, or was loaded again.
        _SEEN[name] = module.__spec__, found
    elif found != first:
        raise ExperimentError(
            f"expected the module {name} as this process has loaded it, got a file that was changed since: Python "
            "loads a module once, so begin another process, or name the file"
        )
    return found

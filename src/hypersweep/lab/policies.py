"""Policies by name: the solver's own, and functions of yours in a module or a file."""

from __future__ import annotations

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.lazy import defer
from hypersweep.solve.choice import POLICIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from hypersweep.trials.policy import Answer
    from hypersweep.view import View
else:
    defer(
        globals(),
        "from collections.abc import Callable",
        "from types import ModuleType",
        "from hypersweep.trials.policy import Answer",
        "from hypersweep.view import View",
    )

__all__ = ["check_policy_name", "find_policy", "is_own_policy", "policy_source"]

_LONGEST = 1000


def is_own_policy(name: str) -> bool:
    """Whether a name is that of a function of somebody's own.

    >>> is_own_policy("safest"), is_own_policy("players.py:careful")
    (False, True)
    """
    return name not in POLICIES


def check_policy_name(name: object) -> str:
    """The name of a policy, if it can be one; nothing is loaded.

    Raises:
        ParameterTypeError: not a text.
        ParameterError: neither one of the solver's nor "module:function" nor "file.py:function".

    >>> check_policy_name("players.py:careful")
    'players.py:careful'
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected the name of a policy, got {shorten(name)} ({type(name).__name__})")
    if name in POLICIES:
        return name
    where, _, function = name.rpartition(":")
    is_module = all(part.isidentifier() for part in where.split("."))
    if len(name) > _LONGEST or not name.isprintable() or not function.isidentifier():
        is_module, where = False, ""
    if not is_module and not (where.endswith(".py") and len(where) > 3):
        raise ParameterError(
            f"expected a policy of {', '.join(POLICIES)}, or your own as module:function or file.py:function, "
            f"got {shorten(name)}{nearest(name[:60], list(POLICIES))}"
        )
    return name


def find_policy(name: str) -> Callable[[View], Answer]:
    """The function that a name such as "module:function" or "file.py:function" stands for.

    Raises:
        ParameterError: there is no such module, file or function.

    >>> find_policy("hypersweep.solve:choose").__name__
    'choose'
    """
    where, _, function = check_policy_name(name).rpartition(":")
    module = _loaded_file(where) if where.endswith(".py") else _loaded_module(where)
    found = getattr(module, function, None)
    if not callable(found):
        known = [each for each, thing in vars(module).items() if callable(thing) and not each.startswith("_")]
        raise ParameterError(f"expected a function of {shorten(where)}, got {function}{nearest(function, known)}")
    policy: Callable[[View], Answer] = found
    return policy


def _loaded_module(name: str) -> ModuleType:
    import sys
    from importlib import import_module

    # As Python does for a script: what lies in the folder where one works can be imported.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ParameterError(f"expected a module that can be imported, got {name}: {error}") from None


def _loaded_file(path: str) -> ModuleType:
    from importlib.util import module_from_spec, spec_from_file_location

    # A name that no other module has, as nobody is to import it.
    spec = spec_from_file_location("hypersweep_policy", path)
    if spec is None or spec.loader is None:
        raise ParameterError(f"expected a Python file with a policy, got {shorten(path)}")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except FileNotFoundError:
        raise ParameterError(f"expected a Python file with a policy, got {shorten(path)}: no such file") from None
    return module


def policy_source(name: str) -> str:
    """Sixteen characters that stand for the file that a policy of your own is in; nothing for one of the solver's.

    A file that is changed has others, so that games of two policies aren't added up. What it imports isn't looked at.

    Raises:
        ParameterError: there is no such module or file.

    >>> policy_source("safest"), len(policy_source("hypersweep.solve:choose"))
    ('', 16)
    """
    if not is_own_policy(name):
        return ""
    from hashlib import sha256

    where = name.rpartition(":")[0]
    path = where if where.endswith(".py") else getattr(_loaded_module(where), "__file__", None)
    try:
        with open(path or "", "rb") as file:
            return sha256(file.read()).hexdigest()[:16]
    except OSError as error:
        raise ParameterError(f"expected a file with a policy, got {shorten(path)}: {error.strerror}") from None

"""``hypersweep engine``: run the solver, a user's function or an adapter as an engine for other programs.

``docs/engine.md`` specifies the protocol. The exit status is 0 at the end of input, after "quit", after SIGTERM, and if
the reader of the answers has closed the pipe; 2 for invalid arguments; 74 if answers can't be written; and 130 after
Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from time import sleep
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.engine.players import check_policy_name, find_policy, is_own_policy, policy_source
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.solve import POLICIES, Budget
from hypersweep.text import parse_seconds, parse_whole_number
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from hypersweep.cli_support.output import Output
    from hypersweep.engine.searching import Searcher

_NAME = "hypersweep engine"
# On exit, seconds to wait for threads that a user's function has left running.
_LEFT = 0.5

_EPILOG = """\
Read commands from standard input and answer on standard output, a line each; docs/engine.md specifies them. A session:

  hsp                                          identify the engine
  position view=2x4-2-D1211 rules=classic      the board as the player sees it
  go id=1 seconds=2 chances ranked reasons     a move, and more
  stop                                         answer at once
  quit

In a file or a pipe, leave out quit, which stops searches without an answer. At
the end of the input the engine finishes its answers, then exits.

Your own policy is a function that takes a View and returns a cell, as for
'hypersweep lab'. What it prints goes to standard error.

examples:
  hypersweep engine
  hypersweep engine --policy players.py:careful
  hypersweep engine --adapter ms_toollib
"""


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep engine``.
    """
    import threading

    others = set(threading.enumerate())
    status = run_command(_NAME, argv, _run)
    if any(not thread.daemon for thread in set(threading.enumerate()) - others):
        # Python itself would wait forever for threads that a user's function has left running.
        threading.Thread(target=_end_soon, args=(status,), daemon=True).start()
    return status


def _end_soon(status: int) -> None:
    sleep(_LEFT)
    os._exit(status)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    from hypersweep.engine.adapters import ADAPTERS

    parser = CommandParser(
        _NAME, "Serve moves, chances and reasons to other programs through the engine protocol.", _EPILOG
    )
    add = parser.add_argument
    names = ", ".join(POLICIES)
    add(
        "--policy",
        metavar="NAME",
        words=POLICIES,
        help=(
            f"policy that chooses the moves: {names} (the default is the last), or your own as module:function "
            "or file.py:function"
        ),
    )
    add("--adapter", metavar="NAME", words=tuple(ADAPTERS), help=f"another program's solver: {', '.join(ADAPTERS)}")
    add("--trust-flags", action="store_true", help="treat every flag as a mine")
    add("--states", metavar="N", help="maximum number of states to use (default: 4194304)")
    add("--memory", metavar="MIB", help="maximum memory to use, in MiB (default: 1024)")
    add("--seconds", metavar="S", help="time limit in seconds for an answer; 0 for none")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return screen.print(parser.format_help())
    if _is_typed():
        warn(_NAME, "type 'hsp' to begin, 'quit' to exit; see --help")
    read, write = _own_descriptors()
    # The user's function may print; keep that apart from the answers by sending it to standard error.
    with redirect_stdout(sys.stderr):
        searcher = _searcher(options)
        from hypersweep.engine.server import EngineServer

        return EngineServer(searcher, read, write).run()


def _is_typed() -> bool:
    """Return whether standard input is a terminal, i.e. a person is typing."""
    try:
        return os.isatty(0)
    except OSError:
        return False


def _own_descriptors() -> tuple[int, int]:
    """Reserve stdin and stdout for the protocol: make stdin empty, send prints to stderr, and return duplicates."""
    write = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        read = os.dup(0)
    except OSError:
        # If standard input is closed, read from the null device instead.
        read = os.dup(nothing)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    return read, write


def _refuse_options(options: Namespace, whose: str) -> None:
    """Raise ParameterError if an option is given that only the solver supports."""
    for name in ("trust_flags", "states", "memory", "seconds"):
        if getattr(options, name) not in (None, False):
            option = f"--{name.replace('_', '-')}"
            raise ParameterError(f"can't use {option}, which is only for the solver: {whose} has no options")


def _searcher(options: Namespace) -> Searcher:
    limits: dict[str, Any] = {}
    if options.states is not None:
        limits["states"] = parse_whole_number(options.states, "--states", least=1)
    if options.memory is not None:
        limits["memory"] = parse_whole_number(options.memory, "--memory", least=1) << 20
    if options.seconds is not None:
        limits["seconds"] = parse_seconds(options.seconds, "--seconds") or None
    if options.adapter is not None:
        from hypersweep.engine.adapters import ADAPTERS

        if options.policy is not None:
            raise ParameterError("can't use --policy with --adapter, which has its own policy")
        _refuse_options(options, f"--adapter {truncate(options.adapter)}")
        if options.adapter not in ADAPTERS:
            hint = suggest(options.adapter, list(ADAPTERS))
            raise ParameterError(f"expected --adapter {', '.join(ADAPTERS)}, got {truncate(options.adapter)}{hint}")
        return ADAPTERS[options.adapter]()
    name = POLICIES[-1] if options.policy is None else check_policy_name(options.policy)
    if not is_own_policy(name):
        from hypersweep.engine.searching import SolverSearcher

        return SolverSearcher(name, trust_flags=options.trust_flags, budget=Budget(**limits))
    from hypersweep.engine.callables import FunctionSearcher

    _refuse_options(options, "your own function")
    try:
        return FunctionSearcher(find_policy(name), name.rpartition(":")[2], policy_source(name))
    except (HypersweepError, KeyboardInterrupt):
        raise
    except BaseException as error:
        reason = f"{type(error).__name__}: {error}"
        raise ParameterError(f"can't load the policy {truncate(name)}: {reason:.500}") from None

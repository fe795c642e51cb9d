"""``hypersweep`` and ``hypersweep play``: on the full screen if the terminal supports it, else line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli_support.board_options import play_parser, read_play
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.tui.terminal import why_not_full_screen

if TYPE_CHECKING:
    from hypersweep.ui_model.choices import BoardChoice


command_parser = play_parser


def main(argv: list[str] | None = None) -> int:
    """Run the game, and return its exit status.

    The plain game has its own statuses. The full-screen game returns 0 after a normal exit, 1 after an error in the
    program, 2 if it can't start, 130 after Ctrl-C, and 128 plus the signal's number if a signal ended it.

    Args:
        argv: the arguments after ``hypersweep play``; None for ``hypersweep`` alone, which opens the start screen.

    >>> main(["--list"]) # doctest: +ELLIPSIS
    name          board     mines   mean clue  zeros  also
    ...
    0
    """
    from hypersweep.tui import plain_game

    words = [] if argv is None else argv
    choice: BoardChoice | None = None
    engine: str | None = None
    theme: str | None = None
    has_motion = True
    if argv is not None:
        try:
            found = read_play(argv)
        except (HypersweepError, MemoryError):
            return plain_game.main(argv)  # which reports the error
        if isinstance(found, str) or found.is_plain:
            return plain_game.main(argv)
        choice, engine, has_motion, theme = found.choice, found.engine, found.has_motion, found.theme
        if found.online is not None:
            return _play_online(found.online, choice if found.has_board else None)
    reason = why_not_full_screen()
    if reason is not None:
        if choice is not None and not _can_be_played(choice):
            return plain_game.main(words)
        from hypersweep.cli_support.command_parser import warn

        warn("hypersweep play", f"{reason}: playing line by line, as 'hypersweep play --plain' does")
        return plain_game.main(words)
    from hypersweep.tui.full_screen import run

    if engine is None:
        return run(choice, has_motion=has_motion, theme=theme)
    try:
        adviser = plain_game.engine_adviser(engine)
    except (HypersweepError, MemoryError):
        return plain_game.main(words)  # which reports the error
    with adviser:
        return run(choice, adviser=adviser, has_motion=has_motion, theme=theme)


def _play_online(url: str, choice: BoardChoice | None) -> int:
    """Play on a server; this requires full-screen mode. Returns: the exit status."""
    import importlib.util
    import sys

    from hypersweep.exit_codes import UNUSABLE

    reason = why_not_full_screen()
    if reason is None and importlib.util.find_spec("websockets") is None:
        reason = "--online needs websockets, which isn't installed: pip install 'hypersweep[tui]'"
    try:
        if reason is not None:
            raise ParameterError(reason)
        from hypersweep.online.server_client import ServerClient
        from hypersweep.session import data_directory
        from hypersweep.tui.full_screen import run
        from hypersweep.tui.screens.online_screen import OnlineStart

        server = ServerClient(url, data_directory() / "online-session")
    except HypersweepError as error:
        print(f"hypersweep play: {error}", file=sys.stderr)
        return UNUSABLE
    return run(online=OnlineStart(server, choice))


def _can_be_played(choice: BoardChoice) -> bool:
    try:
        choice.game()
    except (HypersweepError, MemoryError):
        return False
    return True

"""All keys, clicks and touches in the game, by screen: the input, its command, and its text in the help.

Keys have the names of ``KeyboardEvent.key`` in browsers, with the prefix ``Control+`` if Ctrl is held down: "Enter",
"ArrowLeft", " ", "U", "Control+r". The page looks up a key as the browser reports it; the terminal translates its own
names. The help, each screen's footer, the palette and the list in ``docs/play.md`` are generated from ``KEY_TABLE``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


_CONTROL = "Control+"
_SIGNS = {
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    " ": "Space",
    "Escape": "Esc",
    "PageUp": "PgUp",
    "PageDown": "PgDn",
    "Delete": "Del",
}


class Shortcut(NamedTuple):
    """A screen's command, and the keys that run it.

    Attributes:
        heading: the help's heading under which the keys are listed.
        keys: names of the keys as in ``KeyboardEvent.key``, with the prefix ``Control+`` for Ctrl.
        command: the command's name.
        what: description for the player.
        arguments: arguments of the command.
        footer: label in the footer; "" if the footer omits the command.
        sign: text in the help in place of the keys' names; "" to show the names.
        is_in_palette: whether the command palette also offers the command.
        is_in_text: whether the keys work even while a text field has the focus.
    """

    heading: str
    keys: tuple[str, ...]
    command: str
    what: str
    arguments: tuple[int | str, ...] = ()
    footer: str = ""
    sign: str = ""
    is_in_palette: bool = True
    is_in_text: bool = False

    @property
    def names(self) -> list[str]:
        """The keys' names as the help shows them."""
        return [self.sign or key_name(key) for key in self.keys]


class Gesture(NamedTuple):
    """A command, and the mouse or finger gestures that run it.

    Attributes:
        device: "Mouse" or "Touch", which is also the heading in the help.
        gestures: for a mouse its buttons ("left", "right", "middle", "both"), "hover" and "wheel"; for a finger "tap",
            "long press" and "drag"; followed by "on the ..." if made outside the board.
        command: the command's name.
        what: description for the player.
    """

    device: str
    gestures: tuple[str, ...]
    command: str
    what: str


class ScreenKeys(NamedTuple):
    """A screen's keys and gestures.

    Attributes:
        shortcuts: its keys, most important first; if there is little space, the last ones are omitted.
        gestures: its mouse and finger gestures.
        note: additional information for the player.
    """

    shortcuts: tuple[Shortcut, ...]
    gestures: tuple[Gesture, ...] = ()
    note: str = ""

    def name_of(self, command: str) -> str:
        """Return the label of a command's first key, which all texts use.

        Args:
            command: one of the screen's commands.

        Raises:
            KeyError: the screen has no such command.

        >>> ScreenKeys((Shortcut("Game", ("U", "Control+r"), "redo", "make an undone move again"),)).name_of("redo")
        'U'
        """
        for shortcut in self.shortcuts:
            if shortcut.command == command:
                return shortcut.names[0]
        raise KeyError(command)


def key_name(key: str) -> str:
    """Return a key's label for players.

    Args:
        key: the key's name as in a ``Shortcut``.

    >>> key_name(" "), key_name("Control+r"), key_name("PageUp"), key_name("F1"), key_name("N")
    ('Space', 'Ctrl-R', 'PgUp', 'F1', 'N')
    """
    if key.startswith(_CONTROL):
        last = key.removeprefix(_CONTROL)
        return f"Ctrl-{last.upper() if len(last) == 1 else key_name(last)}"
    return _SIGNS.get(key, key)


def key_lines(shortcuts: Iterable[Shortcut]) -> dict[str, list[tuple[str, str]]]:
    """Return the help's lines by heading: keys and description; keys with the same description share a line.

    >>> key_lines([Shortcut("Move", ("h", "ArrowLeft"), "go", "to the left"), Shortcut("Play", ("f",), "flag", "flag")])
    {'Move': [('h ←', 'to the left')], 'Play': [('f', 'flag')]}
    """
    headings: dict[str, dict[str, dict[str, None]]] = {}
    for shortcut in shortcuts:
        names = headings.setdefault(shortcut.heading, {}).setdefault(shortcut.what, {})
        names.update(dict.fromkeys(shortcut.names))
    return {heading: [(" ".join(names), what) for what, names in lines.items()] for heading, lines in headings.items()}


def help_shortcuts(keys: ScreenKeys, everywhere: ScreenKeys) -> list[Shortcut]:
    """Return the shortcuts that a screen's help lists: its own, then those for all screens that it doesn't redefine.

    >>> everywhere = ScreenKeys((Shortcut("All", ("F1",), "help", "help"), Shortcut("All", ("q",), "quit", "leave")))
    >>> own = ScreenKeys((Shortcut("Dialog", ("?",), "help", "help"), Shortcut("Dialog", ("q",), "close", "close")))
    >>> key_lines(help_shortcuts(own, everywhere))
    {'All': [('? F1', 'help')], 'Dialog': [('q', 'close')]}
    """
    own = {key for shortcut in keys.shortcuts for key in shortcut.keys}
    # List commands that a screen shares with all others under the heading for all screens.
    headings = {shortcut.what: shortcut.heading for shortcut in everywhere.shortcuts}
    return [
        *(each._replace(heading=headings.get(each.what, each.heading)) for each in keys.shortcuts),
        *(each for each in everywhere.shortcuts if own.isdisjoint(each.keys)),
    ]


def gesture_lines(gestures: Iterable[Gesture], device: str) -> list[tuple[str, str]]:
    """Return the help's lines for a device: gestures and description.

    >>> gesture_lines([Gesture("Mouse", ("both", "middle"), "chord", "chord")], "Mouse")
    [('both, middle', 'chord')]
    """
    return [(", ".join(gesture.gestures), gesture.what) for gesture in gestures if gesture.device == device]


# Shortcuts that the palette omits, because pressing the key is faster.
_quick = partial(Shortcut, is_in_palette=False)

_LEFT, _RIGHT, _UP, _DOWN = ("ArrowLeft", "h"), ("ArrowRight", "l"), ("ArrowUp", "k"), ("ArrowDown", "j")
_IN_TILE = "row or column (axes 0 and 1)"
_IN_SQUARE = "in the square"

_EVERYWHERE = ScreenKeys(
    (
        _quick("Everywhere", ("/", "Control+p"), "palette", "all commands and settings", footer="more"),
        Shortcut("Everywhere", ("F1", "H"), "help", "this help", footer="help"),
        Shortcut("Everywhere", ("M",), "messages", "recent messages, in full"),
        Shortcut("Everywhere", ("q",), "quit", "leave; the game is saved"),
        Shortcut("Everywhere", ("Control+q",), "quit", "leave; the game is saved", is_in_text=True),
        Shortcut("Everywhere", ("Control+z",), "suspend", "back to the shell; 'fg' comes back"),
    )
)

# The keys of a cursor on any board.
_CURSOR = (
    _quick("Move", _LEFT, "across", _IN_TILE, (-1,)),
    _quick("Move", _RIGHT, "across", _IN_TILE, (1,)),
    _quick("Move", _UP, "down", _IN_TILE, (-1,)),
    _quick("Move", _DOWN, "down", _IN_TILE, (1,)),
    # In the familiar order W, A, S, D.
    _quick("Move", ("w",), "move", "table row above or below (axis 3)", (3, -1), footer="tiles"),
    _quick("Move", ("a",), "move", "layer left or right (axis 2)", (2, -1), footer="tiles"),
    _quick("Move", ("s",), "move", "table row above or below (axis 3)", (3, 1), footer="tiles"),
    _quick("Move", ("d",), "move", "layer left or right (axis 2)", (2, 1), footer="tiles"),
    _quick("Move", ("W",), "move", "group row above or below (axis 5)", (5, -1), footer="groups"),
    _quick("Move", ("A",), "move", "group left or right (axis 4)", (4, -1), footer="groups"),
    _quick("Move", ("S",), "move", "group row above or below (axis 5)", (5, 1), footer="groups"),
    _quick("Move", ("D",), "move", "group left or right (axis 4)", (4, 1), footer="groups"),
    *(
        _quick("Move", (str(digit),), "digit", "how far to move; before , . which axis", (digit,), sign="1-9")
        for digit in range(1, 10)
    ),
    _quick("Move", (",",), "along", "back or forward along the picked axis", (-1,)),
    _quick("Move", (".",), "along", "back or forward along the picked axis", (1,)),
    _quick("Move", ("0",), "digit", "start or end of the row", (0,)),
    _quick("Move", ("Home", "^"), "edge", "start or end of the row", ("row", -1)),
    _quick("Move", ("End", "$"), "edge", "start or end of the row", ("row", 1)),
    _quick("Move", ("PageUp",), "edge", "top or bottom of the column", ("column", -1)),
    _quick("Move", ("PageDown",), "edge", "top or bottom of the column", ("column", 1)),
    _quick("Move", ("<",), "edge", "start or end of the picked axis", ("axis", -1)),
    _quick("Move", (">",), "edge", "start or end of the picked axis", ("axis", 1)),
    _quick("Move", ("g",), "edge", "first or last cell of the board", ("board", -1)),
    _quick("Move", ("G",), "edge", "first or last cell of the board", ("board", 1)),
)

# Its footer is in GAME_FOOTERS, since the labels change during a game.
_GAME = ScreenKeys(
    (
        Shortcut("Play", ("Enter",), "open", "open, or chord on a number"),
        Shortcut("Play", ("f",), "flag", "set or remove a flag"),
        Shortcut("Play", ("?",), "hint", "a hint; press again for more"),
        Shortcut("Play", ("u",), "undo", "undo the latest move"),
        Shortcut("Play", ("U", "Control+r"), "redo", "redo an undone move"),
        Shortcut("Play", ("e",), "draft", "start a draft of flags, or keep its flags (a setting)"),
        Shortcut("Play", ("E",), "drop_draft", "drop the draft of flags"),
        _quick("Move", ("n",), "look", "next or previous useful cell (the hint's cells first)", (1,)),
        _quick("Move", ("N",), "look", "next or previous useful cell (the hint's cells first)", (-1,)),
        *_CURSOR,
        Shortcut("Game", ("r",), "new", "new board of the same kind"),
        Shortcut("Game", ("t",), "same", "restart this board, not ranked"),
        Shortcut("Game", ("i",), "this_board", "this board: seed, board ID, how to play it again"),
        Shortcut("Game", ("p",), "pause", "pause and hide the board, or continue"),
        Shortcut("Game", ("v",), "review", "after the end: how well each move was chosen"),
        Shortcut("Game", ("y",), "replay", "after the end: watch the game again"),
        Shortcut("Game", ("c",), "share", "after the end: copy the result, without the mines"),
        Shortcut("Game", ("x",), "watch", "let the solver continue with a copy; this game stays saved"),
        Shortcut("Play", (" ",), "smart", "flag a covered cell, chord on a number"),
        # The palette omits this one, since it lists each of the two states under its own name.
        _quick("Game", ("z",), "delta", "clues minus the flags around them, or plain clues"),
        Shortcut("Game", ("+", "="), "zoom_in", "larger cells"),
        Shortcut("Game", ("-",), "zoom_out", "smaller cells"),
        Shortcut("Game", ("b",), "panels", "show or hide the lens"),
        Shortcut("Game", ("Escape",), "leave", "to the start screen; the game is saved"),
    ),
    (
        Gesture("Mouse", ("left",), "open", "open, when the button is released over the same cell"),
        Gesture("Mouse", ("right",), "flag", "set or remove a flag"),
        Gesture("Mouse", ("both", "middle"), "chord", "chord; so does left on a number"),
        Gesture("Mouse", ("hover",), "tint", "tint the cells around"),
        Gesture("Mouse", ("wheel",), "scroll", "scroll"),
        Gesture("Touch", ("tap",), "open", "open, or chord on a number"),
        Gesture("Touch", ("long press",), "flag", "set or remove a flag"),
        Gesture("Touch", ("drag",), "scroll", "scroll"),
    ),
    "A tile is a small table of rows (axis 0) and columns (axis 1). Layers (axis 2) lie side by side and table rows "
    "(axis 3) below each other; groups (axis 4) and group rows (axis 5) continue in the same way. A chord opens all "
    "unflagged cells around a number, if the number has that many flags around it; otherwise it does nothing.",
)

_ROOM = ScreenKeys(
    (
        Shortcut("Play", ("Enter",), "open", "open, or chord on a number; before the game: ready", footer="open"),
        Shortcut("Play", ("f",), "flag", "set or remove a flag", footer="flag"),
        Shortcut("Play", (" ",), "smart", "flag a covered cell, chord on a number", footer="flag/chord"),
        _quick("Move", ("n",), "look", "next or previous useful cell", (1,)),
        _quick("Move", ("N",), "look", "next or previous useful cell", (-1,)),
        *_CURSOR,
        Shortcut("Game", ("i",), "invite", "copy the link that invites others", footer="invite"),
        Shortcut("Game", ("r",), "new", "after the end: the next game", footer="next game"),
        Shortcut("Game", ("v",), "review", "after the end: how well each move was chosen", footer="review"),
        Shortcut("Game", ("R",), "resign", "resign a ranked game, which counts as a loss"),
        Shortcut("Game", ("b",), "panels", "show or hide the lens"),
        Shortcut("Game", ("Escape",), "leave", "to the list of games; the game stays on the server", footer="leave"),
    ),
    tuple(gesture for gesture in _GAME.gestures if gesture.device == "Mouse"),
)

_ONLINE = ScreenKeys(
    (
        _quick("Screen", ("k",), "cursor", "up", (-1,)),
        _quick("Screen", ("j",), "cursor", "down", (1,)),
        Shortcut("Screen", ("l",), "join", "join a room by the link of an invitation", footer="join by link"),
        Shortcut("Screen", ("s",), "sign_in", "sign in, so that wins count for the leaderboards", footer="sign in"),
        Shortcut("Screen", ("r",), "refresh", "ask the server again", footer="refresh"),
        Shortcut("Screen", ("Escape",), "start", "to the start screen", footer="back"),
    )
)

_AGAIN = {"new": "the position where this began", "leave": "back to the review or the replay; nothing is saved"}

_REPLAY = ScreenKeys(
    (
        Shortcut("Time", (" ",), "play", "play or pause", footer="play/pause"),
        _quick("Time", (*_RIGHT, "."), "step", "one event on", (1,), footer="step"),
        _quick("Time", (*_LEFT, ","), "step", "one event back", (-1,), footer="back"),
        _quick("Time", (*_UP, "+"), "speed", "faster", (1,)),
        _quick("Time", (*_DOWN, "-"), "speed", "slower", (-1,)),
        _quick("Time", ("PageDown", "]"), "step", "ten events on", (10,)),
        _quick("Time", ("PageUp", "["), "step", "ten events back", (-10,)),
        _quick("Time", ("Home", "g"), "seek", "to the beginning", (0,)),
        _quick("Time", ("End", "G"), "seek", "to the end", (10,)),
        *(_quick("Time", (str(tenth),), "seek", "to that tenth of the game", (tenth,)) for tenth in range(10)),
        Shortcut("Time", ("Enter",), "follow", "along a side line that leaves here", footer="side line"),
        Shortcut("Time", ("Backspace",), "leave_line", "back to the line that it leaves", footer="main line"),
        Shortcut("Screen", ("v",), "review", "how well each move was chosen", footer="review"),
        Shortcut("Screen", ("t",), "attempt", "try again from here; this isn't ranked", footer="try again"),
        Shortcut("Screen", ("Escape",), "start", "to the start screen", footer="back"),
    ),
    (
        Gesture("Mouse", ("left on the bar",), "seek", "to that moment"),
        Gesture("Touch", ("tap on the bar",), "seek", "to that moment"),
    ),
)

_WATCH = ScreenKeys(
    (
        Shortcut("Watch", (" ",), "play", "pause or continue", footer="pause/go on"),
        _quick("Watch", (*_RIGHT, "."), "step", "one move on", (1,), footer="step"),
        _quick("Watch", (*_LEFT, ","), "step", "one move back", (-1,), footer="back"),
        Shortcut("Watch", ("t", "Enter"), "take_over", "take over: play on yourself, not ranked", footer="take over"),
        Shortcut("Watch", ("n", "r"), "next", "the next game, or a new board", footer="next"),
        _quick("Watch", ("+", "="), "speed", "faster", (1,), footer="faster"),
        _quick("Watch", ("-",), "speed", "slower", (-1,), footer="slower"),
        _quick("Watch", ("Home", "g"), "beginning", "take all moves back"),
        _quick("Watch", ("End", "G"), "end", "to the latest move; press again for the end of the game"),
        _quick("Watch", _UP, "reason", "up in the reasons of the move", (-1,)),
        _quick("Watch", _DOWN, "reason", "down in the reasons of the move", (1,)),
        Shortcut("Watch", ("v",), "review", "after the end: how well each move was chosen", footer="review"),
        Shortcut("Watch", ("y",), "replay", "after the end: watch the game again", footer="replay"),
        _quick("Watch", ("z",), "delta", "clues minus the flags around them, or plain clues"),
        Shortcut("Watch", ("b",), "panels", "show or hide the lens"),
        Shortcut("Watch", ("?",), "help", "this help"),
        Shortcut("Watch", ("Escape",), "leave", "stop, or back to where you came from", footer="leave"),
    )
)

_START = ScreenKeys(
    (
        Shortcut("Screen", ("d",), "daily", "today's boards", footer="today"),
        Shortcut("Screen", ("c",), "custom", "a custom board", footer="custom"),
        Shortcut("Screen", ("e",), "resume", "resume an unfinished game", footer="resume"),
        Shortcut("Screen", ("v",), "records", "watch a record", footer="replay"),
        Shortcut("Screen", ("w",), "watch", "watch the solver play the highlighted board", footer="watch"),
        Shortcut("Screen", ("t",), "statistics", "statistics of your games", footer="statistics"),
        Shortcut("Screen", ("b",), "scores", "the best times of each board", footer="best times"),
        # The palette omits these, since it lists each value of these settings under its own name.
        _quick("Screen", ("o",), "first_open", "change what the first click finds"),
        _quick("Screen", ("g",), "guess", "change how guesses are handled"),
        _quick("Screen", _LEFT, "focus_list", "to the boards", ("boards",)),
        _quick("Screen", _RIGHT, "focus_list", "to the menu", ("menu",)),
        _quick("Screen", ("k",), "cursor", "up", (-1,)),
        _quick("Screen", ("j",), "cursor", "down", (1,)),
    )
)

# In the terminal the start screen is one list, and some of its keys would mean nothing on the page.
_TERMINAL_START = ScreenKeys(
    (
        # This binding has priority over the list's own Enter, which isn't in the footer.
        _quick("Screen", ("Enter",), "choose", "play, or open the highlighted entry", footer="play", is_in_text=True),
        Shortcut("Screen", ("d",), "daily", "today's boards", footer="today"),
        Shortcut("Screen", ("n",), "learn", "see in four dimensions: one minute", footer="learn"),
        _quick("Screen", ("Escape",), "quit", "leave; unfinished games are saved", footer="quit"),
        Shortcut("Screen", ("e",), "resume", "continue an unfinished game", footer="continue"),
        Shortcut("Screen", ("c",), "custom", "a board of your own", footer="own board"),
        # The palette omits these, since it lists each value of these settings under its own name.
        _quick("Screen", ("g",), "guess", "with or without guesses", footer="guesses"),
        _quick("Screen", ("o",), "first_open", "change what the first click may hit", footer="first click"),
        Shortcut("Screen", ("w",), "watch", "watch the solver play the highlighted board", footer="watch"),
        Shortcut("Screen", ("v",), "records", "open a file: a game, a board or a position", footer="file"),
        Shortcut("Screen", ("t",), "statistics", "statistics of your games", footer="statistics"),
        Shortcut("Screen", ("b",), "scores", "the best times of each board", footer="best times"),
        *(
            _quick("Screen", (str(number),), "dimension", "to the boards of that dimension", (number,), sign="1-6")
            for number in range(1, 7)
        ),
        _quick("Screen", ("k",), "cursor", "up", (-1,)),
        _quick("Screen", ("j",), "cursor", "down", (1,)),
        _quick("Screen", ("?",), "help", "this help"),
    )
)

_STATISTICS = ScreenKeys(
    (
        Shortcut("Screen", ("Escape",), "start", "back", footer="back"),
        Shortcut("Screen", ("b",), "scores", "best times", footer="best times"),
        _quick("Screen", ("k",), "cursor", "up", (-1,)),
        _quick("Screen", ("j",), "cursor", "down", (1,)),
    )
)

_SCORES = ScreenKeys(
    (
        Shortcut("Screen", ("Escape",), "start", "back", footer="back"),
        Shortcut("Screen", ("Enter", "v"), "replay", "watch the highlighted game", footer="replay"),
        Shortcut("Screen", ("t",), "statistics", "statistics", footer="statistics"),
        _quick("Screen", _LEFT, "focus_list", "to the boards", ("boards",)),
        _quick("Screen", _RIGHT, "focus_list", "to the times", ("times",)),
    )
)

_REVIEW = ScreenKeys(
    (
        Shortcut("Review", ("Escape", "q"), "close", "back", footer="back"),
        _quick("Review", _UP, "guess", "the previous or the next guess", (-1,)),
        _quick("Review", _DOWN, "guess", "the previous or the next guess", (1,), footer="guess"),
        _quick("Review", _LEFT, "step", "the previous or the next move", (-1,)),
        _quick("Review", _RIGHT, "step", "the previous or the next move", (1,), footer="move"),
        Shortcut("Review", ("n",), "mistake", "the next mistake", (1,), footer="mistake"),
        Shortcut("Review", ("N",), "mistake", "the previous mistake", (-1,)),
        Shortcut("Review", ("Enter", "t"), "attempt", "try again from here; this isn't ranked", footer="try again"),
        Shortcut("Review", ("Tab",), "turn", "on a small screen: the list, or the board", footer="list"),
        Shortcut("Review", ("r",), "report", "the whole review, as text", footer="report"),
        Shortcut("Review", ("s",), "save", "save the picture of the review as SVG", footer="save a picture"),
        _quick("Review", ("PageUp",), "step", "ten moves back", (-10,)),
        _quick("Review", ("PageDown",), "step", "ten moves on", (10,)),
        _quick("Review", ("Home", "g"), "edge", "the first move", (-1,)),
        _quick("Review", ("End", "G"), "edge", "the last move", (1,)),
    ),
    (
        Gesture("Mouse", ("left on the list",), "pick", "that guess"),
        Gesture("Touch", ("tap on the list",), "pick", "that guess"),
    ),
    "The board is shown as it was just before the move. Covered cells show the chance of a mine, next to clues as a "
    "number as well. A mistake is a move that gave away some of the chance to survive.",
)

_REPORT = ScreenKeys(
    (
        Shortcut("Report", ("Escape", "q", "r"), "close", "back", footer="back"),
        _quick("Report", _UP, "scroll", "scroll up", (-1,)),
        _quick("Report", _DOWN, "scroll", "scroll down", (1,)),
    )
)

# A game's keys, except those that don't apply to an attempt: review, replay, share, solver, same board and board info.
_ATTEMPT = _GAME._replace(
    shortcuts=tuple(
        shortcut._replace(what=_AGAIN.get(shortcut.command, shortcut.what))
        for shortcut in _GAME.shortcuts
        if shortcut.command not in ("review", "replay", "share", "watch", "same", "this_board")
    )
)

# Quits a lesson; there is nothing to save.
_LEAVE_LESSON = _quick("Everywhere", ("q", "Control+q"), "quit", "leave")

_LESSON_CURSOR = (
    _quick("Move", _LEFT, "across", _IN_SQUARE, (-1,)),
    _quick("Move", _RIGHT, "across", _IN_SQUARE, (1,)),
    _quick("Move", _UP, "down", _IN_SQUARE, (-1,)),
    _quick("Move", _DOWN, "down", _IN_SQUARE, (1,)),
    _quick("Move", ("w",), "move", "tile above or below", (3, -1), footer="tiles"),
    _quick("Move", ("a",), "move", "tile left or right", (2, -1), footer="tiles"),
    _quick("Move", ("s",), "move", "tile above or below", (3, 1), footer="tiles"),
    _quick("Move", ("d",), "move", "tile left or right", (2, 1), footer="tiles"),
)

# Its footer is in LESSON_FOOTERS, since Enter's label changes during a step.
_LESSON = ScreenKeys(
    (
        Shortcut("Lesson", ("Enter", " "), "act", "show the task, open the cell, or go on"),
        *_LESSON_CURSOR,
        Shortcut("Lesson", ("r",), "again", "light the neighbours up again", footer="show again"),
        Shortcut("Lesson", ("?",), "help", "this help"),
        Shortcut("Lesson", ("Escape",), "leave", "to the start screen", footer="leave"),
        Shortcut("Lesson", ("Backspace",), "back", "the step before", footer="step back"),
        _LEAVE_LESSON,
    )
)

_LESSON_AGAIN = {"new": "another board like this one", "leave": "to the start screen"}

# The keys needed for a first board, without a game's keys for axes, the clock and settings.
_LESSON_GAME = ScreenKeys(
    (
        *(
            shortcut
            for shortcut in _ATTEMPT.shortcuts
            if shortcut.command in ("open", "flag", "hint", "undo", "redo", "look", "smart")
        ),
        *_LESSON_CURSOR,
        *(
            shortcut._replace(what=_LESSON_AGAIN.get(shortcut.command, shortcut.what))
            for shortcut in _ATTEMPT.shortcuts
            if shortcut.command in ("new", "zoom_in", "zoom_out", "leave")
        ),
        _LEAVE_LESSON,
    ),
    _ATTEMPT.gestures,
    "A chord opens all unflagged cells around a number, if the number has that many flags around it.",
)

# A study exists only on the web page: the cursor moves as in a game, and other keys step through positions.
_STUDY = ScreenKeys(
    (
        Shortcut("Play", ("Enter",), "open", "open, or chord on a number", footer="open"),
        Shortcut("Play", ("f", " "), "flag", "set or remove a flag", footer="flag"),
        Shortcut("Play", ("u",), "undo", "take your own last change back", footer="undo"),
        _quick("Lines", ("n", "]"), "step", "one move on", (1,), footer="on"),
        _quick("Lines", ("N", "["), "step", "one move back", (-1,), footer="back"),
        _quick("Lines", ("r",), "seek", "to the beginning", (0,)),
        _quick("Lines", ("e",), "seek", "to the end of the line", (1,)),
        Shortcut("Lines", ("o",), "follow", "along a side line that leaves here", footer="side line"),
        Shortcut("Lines", ("Backspace",), "leave_line", "back to the line that it leaves", footer="main line"),
        Shortcut("Lines", ("b",), "list", "to the list of moves"),
        Shortcut("Study", ("c",), "comment", "to the comment on this moment", footer="comment"),
        Shortcut("Study", ("p",), "promote", "swap the side line with the line that it leaves"),
        Shortcut("Study", ("Delete",), "delete", "delete the moves from here on"),
        Shortcut("Study", ("t",), "lead", "lead the others, or stop leading"),
        Shortcut("Study", ("y",), "watch_leader", "follow the leader, or move freely"),
        Shortcut("Study", ("Escape",), "leave", "to the lobby", footer="leave"),
        *_CURSOR,
    ),
    (
        Gesture("Mouse", ("left",), "open", "open, or chord on a number"),
        Gesture("Mouse", ("right",), "flag", "set or remove a flag"),
        Gesture("Touch", ("tap",), "open", "open, or chord on a number"),
        Gesture("Touch", ("long press",), "flag", "set or remove a flag"),
    ),
    "A move that isn't the next one of its line begins a side line. In the list, arrows to the sides go through the "
    "moves of a line, those down and up along a side line and back.",
)

_HELP = ScreenKeys(
    (
        Shortcut("Help", ("Escape", "F1", "H", "q"), "close", "close the help", footer="close"),
        _quick("Help", _UP, "scroll", "scroll up", (-1,)),
        _quick("Help", _DOWN, "scroll", "scroll down", (1,)),
    )
)

_MESSAGES = ScreenKeys(
    (
        Shortcut("Messages", ("Escape", "M", "q"), "close", "close the messages", footer="close"),
        _quick("Messages", _UP, "scroll", "scroll up", (-1,)),
        _quick("Messages", _DOWN, "scroll", "scroll down", (1,)),
    )
)

_THIS_BOARD = ScreenKeys(
    (
        Shortcut("This board", ("Escape", "Enter"), "close", "back", footer="back"),
        Shortcut(
            "This board", ("c",), "copy", "copy the command that plays it again", ("command",), footer="copy command"
        ),
        Shortcut("This board", ("s",), "copy", "copy the seed", ("seed",), footer="copy seed"),
        Shortcut("This board", ("i",), "copy", "copy the board ID", ("board ID",), footer="copy board ID"),
    )
)

_CUSTOM = ScreenKeys(
    (
        Shortcut("Screen", ("Escape",), "close", "back", footer="back"),
        Shortcut("Screen", ("Control+s",), "play", "play", footer="play"),
    )
)

_SIGN_IN = ScreenKeys((Shortcut("Screen", ("Escape",), "close", "back", footer="back"),))

_CHOICE = ScreenKeys(
    (
        Shortcut("Screen", ("Escape",), "close", "back", footer="back"),
        Shortcut("Screen", ("Delete",), "remove", "delete the highlighted item, when pressed twice", footer="delete"),
        _quick("Screen", ("k",), "cursor", "up", (-1,)),
        _quick("Screen", ("j",), "cursor", "down", (1,)),
    )
)

_UNSAVED = ScreenKeys(
    (
        Shortcut("Screen", ("Escape",), "close", "back to the game", footer="back to the game"),
        Shortcut("Screen", ("Control+s",), "save", "save the game there", footer="save there", is_in_text=True),
        Shortcut("Screen", ("Tab",), "other", "to the other answers, or back to the path", footer="other answers"),
    )
)

KEY_TABLE: dict[str, ScreenKeys] = {
    "everywhere": _EVERYWHERE,
    "start": _START,
    "terminal_start": _TERMINAL_START,
    "custom": _CUSTOM,
    "choice": _CHOICE,
    "this_board": _THIS_BOARD,
    "unsaved": _UNSAVED,
    "game": _GAME,
    "online": _ONLINE,
    "room": _ROOM,
    "sign_in": _SIGN_IN,
    "replay": _REPLAY,
    "watch": _WATCH,
    "review": _REVIEW,
    "report": _REPORT,
    "attempt": _ATTEMPT,
    "lesson": _LESSON,
    "lesson_game": _LESSON_GAME,
    "statistics": _STATISTICS,
    "scores": _SCORES,
    "study": _STUDY,
    "help": _HELP,
    "messages": _MESSAGES,
}
"""Keys and gestures by screen name; those under "everywhere" are listed after a screen's own."""

GAME_FOOTERS: dict[str, dict[str, str]] = {
    "before": {
        "open": "first click",
        "flag": "flag",
        "move": "",
        "zoom": "size",
        "leave": "start screen",
        "quit": "leave",
    },
    "playing": {
        "open": "open",
        "flag": "flag",
        "hint": "hint",
        "move": "",
        "smart": "flag/chord",
        "undo": "undo",
        "quit": "leave",
        "pause": "pause",
        "new": "new",
        "look": "useful cell",
        "zoom": "size",
        "same": "restart",
        "leave": "start screen",
    },
    "won": {
        "new": "new",
        "same": "restart",
        "review": "review",
        "share": "share",
        "replay": "replay",
        "leave": "start screen",
        "quit": "leave",
        "undo": "undo",
        "move": "",
        "zoom": "size",
    },
    "lost": {
        "undo": "try again",
        "new": "new",
        "same": "restart",
        "review": "review",
        "replay": "replay",
        "leave": "start screen",
        "quit": "leave",
        "share": "share",
        "move": "",
        "zoom": "size",
    },
}
"""Labels in the game's footer for each phase, by the first word of the command, most important first.

An empty label stands for the shortcut's own. If there is little space, the last ones are omitted.
"""

LESSON_FOOTERS: dict[str, dict[str, str]] = {
    phase: {"act": label, "move": "", "again": "", "leave": "", "back": ""}
    for phase, label in (("sweep", "your task"), ("task", "open"), ("right", "go on"))
}
"""Labels in the lesson's footer, as in ``GAME_FOOTERS``: during the sweep, after it, and after the right click."""

"""Dialogs showing text: the help, recent messages, information on the board, and a notice in a small terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text
from textual.containers import Center, Container, Middle, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.terminal_app import Dialog, ResizeSafeScreen
from hypersweep.ui_model.key_table import KEY_TABLE, gesture_lines, help_shortcuts, key_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size

    from hypersweep.ui_model.board_info import BoardSheet
    from hypersweep.ui_model.key_table import ScreenKeys


# Maximum length of text shown in full; copies are always complete.
_LONGEST = 300
LEAST_PLAYABLE = (40, 12)
"""Minimum columns and lines: enough for seven rows of the board, with information on a cell and the keys around it."""


class TextDialog(Dialog[None]):
    """A dialog with text that can be scrolled by keys."""

    def action_scroll(self, lines: int) -> None:
        """Scroll by a number of lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class HelpScreen(TextDialog):
    """The help: the keys for the screen it was opened from.

    Args:
        title: the dialog's title.
        keys: that screen's keys.
        everywhere: keys that work on all screens.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["help"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- declared like this in Screen
        (0, "-narrow"),
        (124, "-wide"),
    ]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 124; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 2;
        scrollbar-gutter: stable;
    }
    HelpScreen #columns { height: auto; layout: vertical; }
    HelpScreen.-wide #columns { layout: horizontal; }
    HelpScreen .column { width: 1fr; height: auto; }
    HelpScreen .heading { padding: 1 0 0 0; }
    HelpScreen #first > .heading:first-child { padding: 0; }
    HelpScreen.-wide #second > .heading:first-child { padding: 0; }
    HelpScreen.-wide #second { padding: 0 0 0 3; }
    HelpScreen #note { color: $text-muted; padding: 1 0 0 0; }
    """

    def __init__(self, title: str, keys: ScreenKeys, everywhere: ScreenKeys) -> None:
        super().__init__()
        self._heading = title
        self._sections = list(key_lines(help_shortcuts(keys, everywhere)).items())
        # Leave out touch gestures, which terminals don't have.
        if mouse := gesture_lines(keys.gestures, "Mouse"):
            self._sections.append(("Mouse", mouse))
        self._note = keys.note

    def compose(self) -> ComposeResult:
        """Create the sections, in one column or two."""
        with VerticalScroll() as scroll:
            scroll.border_title = self._heading
            scroll.border_subtitle = "Esc closes"
            # Divide the sections so that both columns are about equally high.
            heights = [len(lines) + 2 for _, lines in self._sections]
            cut = min(range(1, len(heights) + 1), key=lambda place: max(sum(heights[:place]), sum(heights[place:])))
            with Container(id="columns"):
                for name, sections in (("first", self._sections[:cut]), ("second", self._sections[cut:])):
                    with Container(id=name, classes="column"):
                        for heading, lines in sections:
                            yield Static(Content.styled(heading, "bold $primary"), classes="heading")
                            yield Static(_table(lines), classes="keys")
            if self._note:
                yield Static(self._note, id="note")
        yield KeyFooter()


def _table(lines: Sequence[tuple[str, str]]) -> Table:
    """Return a table of keys and descriptions; long descriptions wrap within their column."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for keys, what in lines:
        table.add_row(Text(keys, style="bold"), Text(what))
    return table


class MessagesScreen(TextDialog):
    """The dialog with recent messages, latest first.

    Args:
        messages: the messages, oldest first.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["messages"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    MessagesScreen { align: center middle; }
    MessagesScreen > VerticalScroll {
        width: 100; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 2;
    }
    MessagesScreen Static { height: auto; margin: 0 0 1 0; }
    """

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__()
        self._messages = list(dict.fromkeys(reversed(messages)))

    def compose(self) -> ComposeResult:
        """Create the list of messages."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Messages"
            scroll.border_subtitle = "Esc closes"
            for message in self._messages or ["no messages yet"]:
                yield Static(Content(message))
        yield KeyFooter()


class ThisBoardDialog(Dialog[None]):
    """The dialog with a board's mines, rules, seed and board ID; some of them can be copied.

    Args:
        sheet: information on the board.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["this_board"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ThisBoardDialog { align: center middle; }
    ThisBoardDialog > VerticalScroll {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $text; background: $surface; padding: 0 2;
    }
    ThisBoardDialog #said { height: 1; color: $text-success; }
    """

    def __init__(self, sheet: BoardSheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._texts = {"command": sheet.command, "seed": sheet.seed, "board ID": sheet.board_id}

    def compose(self) -> ComposeResult:
        """Create the lines, and below them one that confirms the last copy."""
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for heading, text in self._sheet.lines:
            shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"
            table.add_row(Text(heading, style="bold"), Text(shown))
        with VerticalScroll() as scroll:
            scroll.border_title = "This board"
            yield Static(table, id="lines")
            yield Static(id="said")
        yield KeyFooter()

    def action_copy(self, name: str) -> None:
        """Copy a text to the clipboard, given its name."""
        self.app.copy_to_clipboard(self._texts[name])
        # Say "sent", since terminals don't report whether they accepted the text.
        self.query_one("#said", Static).update(Content(f"the {name} was sent to the clipboard of the terminal"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run: copying needs a text with that name."""
        return action != "copy" or bool(self._texts[str(parameters[0])])


def is_too_small(size: Size) -> bool:
    """Return whether a terminal is too small to play in.

    >>> from textual.geometry import Size
    >>> is_too_small(Size(40, 12)), is_too_small(Size(39, 50)), is_too_small(Size(1, 1))
    (False, True, True)
    """
    return size.width < LEAST_PLAYABLE[0] or size.height < LEAST_PLAYABLE[1]


class SmallScreen(ModalScreen[None], ResizeSafeScreen[None]):
    """A notice with the terminal's current size and the minimum; only the quit keys do anything here."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        shortcut for shortcut in KEY_TABLE["everywhere"].shortcuts if shortcut.command == "quit"
    )
    CSS = """
    SmallScreen { background: $background; overflow: hidden; }
    SmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Create a text in the middle of the screen."""
        with Middle(), Center():
            yield Static()

    def on_mount(self) -> None:
        """Show the terminal's current size."""
        self.tell(self.app.size)

    def tell(self, size: Size) -> None:
        """Update the notice for the terminal's new size.

        Args:
            size: the terminal's columns and lines.
        """
        columns, lines = LEAST_PLAYABLE
        text = f"The window is too small: {size.width}x{size.height}, needs {columns}x{lines}"
        # Name the key that exits only if there are enough lines.
        self.query_one(Static).update(f"{text}\nq leaves; the game is saved" if size.height > 4 else text)

    async def action_quit(self) -> None:
        """Save the game and exit."""
        await self.app.action_quit()

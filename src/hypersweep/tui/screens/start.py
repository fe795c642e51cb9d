"""The first screen: boards to play, games to go on with, and the way to everything else."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.boards import PRESETS
from hypersweep.controls.board_facts import board_facts
from hypersweep.controls.choices import read_choices
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.grid import Grid
from hypersweep.record.times import time_text
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.tui.turns import is_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys

__all__ = ["StartScreen"]

_HEADINGS = {2: "Two dimensions", 3: "Three dimensions", 4: "Four dimensions", 5: "Five dimensions", 1: "One dimension"}
_BEST = 5
# Columns from which on there is room for whole sentences.
_WIDE = 76


class StartScreen(HostedScreen):
    """Offers boards by name, a custom one, saved games, records, figures and help."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["start"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- as Screen has it
        (0, "-narrow"),
        (_WIDE, "-wide"),
    ]
    CSS = """
    StartScreen { align: center middle; }
    StartScreen #frame { width: 100%; max-width: 104; height: 100%; max-height: 30; }
    StartScreen #title { height: 3; padding: 1 2 0 2; }
    StartScreen #columns { height: 1fr; padding: 0 1; }
    StartScreen #boards { width: 44; height: 100%; }
    StartScreen.-narrow #boards { width: 34; }
    StartScreen.-narrow #columns { padding: 0; }
    StartScreen #right { width: 1fr; height: 100%; margin: 0 0 0 1; }
    StartScreen #about { height: 1fr; padding: 0 1; border: round $border-blurred; }
    StartScreen #menu { height: 10; }
    """

    def compose(self) -> ComposeResult:
        """A list of boards, what there is to know about the highlighted one, and a menu."""
        with Vertical(id="frame"):
            yield Static(
                Content.assemble(
                    ("hypersweep", "bold $primary"), ("   Minesweeper in any number of dimensions", "$text-muted")
                ),
                id="title",
            )
            with Horizontal(id="columns"):
                boards = OptionList(*self._board_options(), id="boards")
                boards.border_title = "Play"
                yield boards
                with Vertical(id="right"):
                    yield Static(id="about")
                    menu = OptionList(id="menu")
                    menu.border_title = "More"
                    yield menu
        yield KeyFooter()

    def on_mount(self) -> None:
        """Light up the first board."""
        boards = self.query_one("#boards", OptionList)
        boards.highlighted = next(
            (place for place, option in enumerate(boards.options) if option.id == self.host.last_board),
            1,
        )
        boards.focus()
        self.refresh_menu()

    def on_resize(self) -> None:
        """Fit the words of both lists to the new width."""
        boards = self.query_one("#boards", OptionList)
        for name in PRESETS:
            boards.replace_option_prompt(name, self._board_words(name))
        self.call_after_refresh(self.refresh_menu)

    def on_screen_resume(self) -> None:
        """Look again for saved games and times."""
        self.refresh_menu()
        self._describe()

    def refresh_menu(self) -> None:
        """Say again what there is to go on with."""
        menu = self.query_one("#menu", OptionList)
        lit = menu.highlighted
        unfinished = len(self.host.store.unfinished())
        width = max(12, (menu.size.width or 30) - 5)
        # On narrow screens fewer words do.
        is_wide = width >= 19
        entries = [
            ("custom", "Custom board…", "C"),
            (
                "resume",
                (f"Resume a game ({unfinished})" if is_wide else f"Resume ({unfinished})")
                if unfinished
                else ("No game to resume" if is_wide else "None saved"),
                "E",
            ),
            ("records", "Replay a record…" if is_wide else "Replay…", "V"),
            ("watch", "Watch the solver" if is_wide else "Watch", "W"),
            ("statistics", "Statistics", "T"),
            ("scores", "Best times", "B"),
            ("help", "Help", "F1"),
            ("quit", "Quit", "Q"),
        ]
        menu.clear_options()
        menu.add_options(
            Option(
                Content(f"{title:<{width - len(name)}}{name}"),
                id=action,
                disabled=action == "resume" and not unfinished,
            )
            for action, title, name in entries
        )
        menu.highlighted = lit

    @on(OptionList.OptionHighlighted, "#boards")
    def _describe(self) -> None:
        name = self._lit_board()
        about = self.query_one("#about", Static)
        if name is None:
            return
        text, mines = PRESETS[name]
        choice = read_choices(name)
        about.border_title = f"{name}, {text}"
        lines = [Content(line) for line in board_facts(Grid(text), mines)]
        best = self.host.store.best_times(choice.grid, choice.mines, choice.rules, limit=_BEST)
        if best:
            lines += [Content(""), Content.styled("Best times", "bold")]
            lines += [
                Content(f"{place}. {time_text(result.milliseconds):>9}   {result.start[:10]}")
                for place, result in enumerate(best, 1)
            ]
        else:
            lines += [Content(""), Content.styled("You haven't won on it yet.", "$text-muted")]
        about.update(Content("\n").join(lines))

    @on(OptionList.OptionSelected, "#boards")
    def _play(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None and is_shown(self):
            self.host.last_board = event.option_id
            self.host.navigation.play(read_choices(event.option_id))

    @on(OptionList.OptionSelected, "#menu")
    async def _choose(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None and is_shown(self):
            await self.run_action(event.option_id)

    def action_watch(self) -> None:
        """Watch the solver play on the board that is lit."""
        name = self._lit_board()
        if name is not None:
            self.host.last_board = name
            self.host.navigation.watch_solver(read_choices(name))

    def action_focus_list(self, name: str) -> None:
        """Go to one of the two lists."""
        options = self.query_one(f"#{name}", OptionList)
        options.focus()
        if options.highlighted is None:
            options.action_first()

    def action_cursor(self, step: int) -> None:
        """Go up or down in the list that has the focus."""
        options = self.focused
        if isinstance(options, OptionList):
            options.action_cursor_down() if step > 0 else options.action_cursor_up()

    def _lit_board(self) -> str | None:
        boards = self.query_one("#boards", OptionList)
        if boards.highlighted is None:
            return None
        return boards.get_option_at_index(boards.highlighted).id

    def _board_options(self) -> list[Option]:
        options = []
        for dimensions, heading in _HEADINGS.items():
            options.append(Option(Content.styled(heading, "bold $primary"), disabled=True))
            for name, (text, _) in PRESETS.items():
                if Grid(text).dimensions == dimensions:
                    options.append(Option(self._board_words(name), id=name))
        return options

    def _board_words(self, name: str) -> Content:
        text, mines = PRESETS[name]
        if self.app.size.width < _WIDE:
            return Content(f" {name:13}{text:11}{mines:>4}")
        return Content(f"  {name:14}{text:12}{mines:>4} mines")

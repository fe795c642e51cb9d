"""The start screen: boards to play, games to resume, and a menu for all other screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.boards import PRESETS
from hypersweep.grid import Grid
from hypersweep.session.results import rate_texts
from hypersweep.text import time_text
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.terminal_app import is_shown
from hypersweep.ui_model.board_info import board_facts
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import (
    PREFERENCES,
    first_open_text,
    guess_text,
    menu_texts,
    next_preference,
    other_first_opens,
)
from hypersweep.ui_model.solver_show import fold

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.rules import Rules
    from hypersweep.session import Result, Store
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.key_table import ScreenKeys


_HEADINGS = {
    2: "Two dimensions",
    3: "Three dimensions",
    4: "Four dimensions",
    5: "Five dimensions",
    6: "Six dimensions",
    1: "One dimension",
}
_BEST = 5
# Minimum width at which texts are shown in full, in columns.
_WIDE = 76


class StartScreen(HostedScreen):
    """Offers named boards, a custom board, saved games, records, statistics and help."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["start"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- declared like this in Screen
        (0, "-narrow"),
        (_WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- declared like this in Screen
        (0, "-low"),
        (26, "-high"),
    ]
    CSS = """
    StartScreen { align: center middle; }
    StartScreen #frame { width: 100%; max-width: 104; height: 100%; max-height: 30; }
    StartScreen #title { height: 3; padding: 1 2 0 2; }
    StartScreen #columns { height: 1fr; padding: 0 1; }
    StartScreen #boards { width: 41; height: 100%; }
    StartScreen.-narrow #boards { width: 34; }
    StartScreen.-narrow #columns { padding: 0; }
    StartScreen #right { width: 1fr; height: 100%; margin: 0 0 0 1; }
    StartScreen #about { height: 1fr; padding: 0 1; border: round $border-blurred; }
    StartScreen #menu { height: 12; max-height: 58%; }
    StartScreen.-low #title { height: 2; padding: 0 2 0 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_finding = False
        self._described: tuple[str, BoardChoice] | None = None

    def compose(self) -> ComposeResult:
        """Create the list of boards, information on the highlighted board, and the menu."""
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
        """Highlight the board chosen last, or else the first one."""
        boards = self.query_one("#boards", OptionList)
        boards.highlighted = next(
            (place for place, option in enumerate(boards.options) if option.id == self.host.last_board),
            1,
        )
        boards.focus()
        self.refresh_menu()

    def on_resize(self) -> None:
        """Fit the texts of both lists to the new width."""
        boards = self.query_one("#boards", OptionList)
        for name in PRESETS:
            boards.replace_option_prompt(name, self._board_words(name))
        self.call_after_refresh(self.refresh_boards)

    def on_screen_resume(self) -> None:
        """Reload saved games and best times whenever this becomes the current screen."""
        self.refresh_boards()

    def refresh_boards(self) -> None:
        """Update the menu and the information on the highlighted board."""
        self.refresh_menu()
        self._describe()

    def refresh_menu(self) -> None:
        """Update the menu's entries for saved games and preferences."""
        menu = self.query_one("#menu", OptionList)
        lit = menu.highlighted
        unfinished = self.host.store.saved_count()
        resume: tuple[str, ...] = ("No game to resume", "None saved")
        if unfinished:
            resume = (f"Resume a game ({unfinished})", f"Resume ({unfinished})")
        elif self.host.store.saved_count(are_busy=True):
            resume = ("Saved games open in another program", "Open in another program", "Open elsewhere")
        width = max(12, (menu.size.width or 30) - 2)
        # Texts for each entry, longest first; narrow screens show a shorter one.
        entries: dict[str, tuple[str, ...]] = {
            "custom": ("Custom board…",),
            "resume": resume,
            "records": ("Replay a record…", "Replay…"),
            "watch": ("Watch the solver", "Watch"),
            "statistics": ("Statistics",),
            "scores": ("Best times",),
            **{
                name: menu_texts(name, preference)
                for name, preference in zip(PREFERENCES, self.host.preferences, strict=True)
            },
            "help": ("Help",),
            "quit": ("Quit",),
        }
        menu.clear_options()
        menu.add_options(
            Option(
                Content(_menu_line(titles, self._key_name(action), width)),
                id=action,
                disabled=action == "resume" and not unfinished,
            )
            for action, titles in entries.items()
        )
        menu.highlighted = lit

    def _key_name(self, action: str) -> str:
        return (KEY_TABLE["everywhere"] if action in ("help", "quit") else self.KEYS).name_of(action)

    @on(OptionList.OptionHighlighted, "#boards")
    def _describe(self) -> None:
        lit = self._lit_choice()
        if lit is None:
            return
        # For the same board and rules, keep showing the old best times until the new ones are loaded.
        if lit != self._described:
            self._described = name, choice = lit
            about = self.query_one("#about", Static)
            about.border_title = f"{name}, {PRESETS[name][0]}"
            about.update(Content("\n").join(map(Content, _facts(choice, self._about_width))))
        self._find_best()

    @property
    def _about_width(self) -> int:
        # Before the first layout the size is unknown: use 80 columns; the layout will update the text.
        return self.query_one("#about", Static).content_size.width or 80

    def _lit_choice(self) -> tuple[str, BoardChoice] | None:
        name = self._lit_board()
        return None if name is None else (name, read_choices(name, preferences=self.host.preferences))

    def _find_best(self) -> None:
        """Load the highlighted board's best times in the background, since rebuilding the index may take long."""
        lit = self._lit_choice()
        if lit is None or self._is_finding:
            return
        self._is_finding = True
        store = self.host.store
        self.host.work_aside(lambda: _best_times(store, lit[1]), lambda found: self._show_best(lit, found))

    def _show_best(self, lit: tuple[str, BoardChoice], found: list[tuple[Rules, list[Result]]]) -> None:
        self._is_finding = False
        if not self.is_attached or not self.query("#about"):
            return
        if lit != self._lit_choice():
            # Meanwhile the player has highlighted another board: load its times instead.
            self._find_best()
            return
        about = self.query_one("#about", Static)
        facts = _facts(lit[1], self._about_width)
        _, best = found[0]
        # Leave space for a heading, and a line for the best time under each other first-open promise.
        others = [(other, results) for other, results in found[1:] if results]
        room = max(1, about.content_size.height - len(facts) - 1 - len(others))
        shown = best[: min(room, _BEST)]
        lines = [Content(line) for line in facts]
        if room > max(1, len(shown)):
            lines.append(Content(""))
        if shown:
            lines.append(Content.styled("Best times", "bold") + Content.styled("     3BV/s", "$text-muted"))
            width = about.content_size.width
            lines += [_best_line(place, result, width) for place, result in enumerate(shown, 1)]
        else:
            lines.append(Content.styled("You haven't won on it yet." if not others else "Not won yet.", "$text-muted"))
        lines += [
            Content.styled(f"{other.first_open_words}: {time_text(results[0].milliseconds)}", "$text-muted")
            for other, results in others
        ]
        about.update(Content("\n").join(lines))

    @on(OptionList.OptionSelected, "#boards")
    def _play(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None and is_shown(self):
            self.host.last_board = event.option_id
            self.host.navigation.play(read_choices(event.option_id, preferences=self.host.preferences))

    @on(OptionList.OptionSelected, "#menu")
    async def _choose(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None and is_shown(self):
            await self.run_action(event.option_id)

    def action_first_open(self) -> None:
        """Change to the next first-open promise."""
        self._choose_next("first_open")

    def action_guess(self) -> None:
        """Change to the next rule for guesses."""
        self._choose_next("guess")

    def _choose_next(self, name: str) -> None:
        self.host.choose_preference(name, next_preference(name, getattr(self.host.preferences, name)))
        # Highlight the changed entry, so that the menu scrolls to it.
        menu = self.query_one("#menu", OptionList)
        menu.highlighted = menu.get_option_index(name)

    def action_watch(self) -> None:
        """Watch the solver play on the highlighted board."""
        name = self._lit_board()
        if name is not None:
            self.host.last_board = name
            self.host.navigation.watch_solver(read_choices(name, preferences=self.host.preferences))

    def action_focus_list(self, name: str) -> None:
        """Focus one of the two lists."""
        options = self.query_one(f"#{name}", OptionList)
        options.focus()
        if options.highlighted is None:
            options.action_first()

    def action_cursor(self, step: int) -> None:
        """Move up or down in the focused list."""
        options = self.focused
        if isinstance(options, OptionList):
            options.action_cursor_down() if step > 0 else options.action_cursor_up()

    def _lit_board(self) -> str | None:
        # The best times may arrive after the lists were removed, so don't assume they exist.
        for boards in self.query("#boards").results(OptionList):
            if boards.highlighted is not None:
                return boards.get_option_at_index(boards.highlighted).id
        return None

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
        return Content(f" {name:14}{text:11}{mines:>4} mines")


def _menu_line(titles: Sequence[str], key: str, width: int) -> str:
    """Return a menu entry: the first title that leaves space for the key, or else the last title, and the key."""
    room = width - len(key)
    title = next((title for title in titles if len(title) < room), titles[-1])
    return f"{title:<{room}}{key}"


def _facts(choice: BoardChoice, width: int) -> list[str]:
    facts = [*board_facts(choice.grid, choice.mines), f"the {first_open_text(choice.rules)}", guess_text(choice.rules)]
    return [line for fact in facts if fact for line in fold(fact, width)]


def _best_times(store: Store, choice: BoardChoice) -> list[tuple[Rules, list[Result]]]:
    """Return the best times under a choice's rules, then under these rules with other first-open promises."""
    kinds = [choice.rules, *other_first_opens(choice.rules)]
    return [(rules, store.best_times(choice.grid, choice.mines, rules, limit=_BEST)) for rules in kinds]


def _best_line(place: int, result: Result, width: int) -> Content:
    rate, _ = rate_texts(result)
    line = f"{place}. {time_text(result.milliseconds):>8} {rate:>5} {result.start[:10]}"
    # In a narrow terminal, leave out the day.
    return Content(line if len(line) <= width else line[:-11])

"""The start screen: one list of everything to play or open, and a preview of the highlighted entry."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.boards import PRESETS, board_title
from hypersweep.daily import today
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.session.results import rate_texts
from hypersweep.session.saved_games import SavedSummary
from hypersweep.text import clock_text, pluralize, time_text
from hypersweep.tui.board.board_picture import BoardPicture
from hypersweep.tui.key_dispatch import KeyFooter, bindings, terminal_key
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.terminal_app import is_shown
from hypersweep.ui_model.board_info import board_facts, daily_title
from hypersweep.ui_model.choices import BoardChoice, last_choice, read_choices
from hypersweep.ui_model.daily_boards import daily_lines
from hypersweep.ui_model.game_texts import age_text, progress_text
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.lesson import LESSON_SUMMARY, LESSON_TITLE, STEPS
from hypersweep.ui_model.plot_series import EIGHTHS
from hypersweep.ui_model.rule_preferences import (
    PREFERENCES,
    first_open_text,
    guess_text,
    menu_texts,
    next_preference,
    other_first_opens,
)
from hypersweep.ui_model.solver_show import begun_player, fold

if TYPE_CHECKING:
    from typing import ClassVar

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.game import Game
    from hypersweep.session import Result, Store
    from hypersweep.ui_model.key_table import ScreenKeys
    from hypersweep.ui_model.solver_show import SolverPlayer


_BOARDS = sorted(
    ((name, Grid(text), mines) for name, (text, mines) in PRESETS.items()), key=lambda it: it[1].dimensions
)
_RECENT = 10
# Minimum width at which texts are shown in full, in columns.
_WIDE = 76
# Seconds between two moves of the solver's small board, and the share of the processor that its moves may take.
_MOVE, _SHARE = 2.0, 0.003
# Share of the board that is open when the small board appears.
_BEGUN = 0.3
_HEAD = 10

# Titles and descriptions of the entries below the boards. The titles of switches depend on their state.
_MORE = {
    "guess": (
        "",
        "With it on, every new board can be finished by thinking alone: luck never decides.",
    ),
    "custom": ("Own board…", "Any shape in any number of dimensions, with your own mines, rules and seed."),
    "records": ("Open a file…", "Replay a game of yours, or a game, board or position that another program saved."),
    "watch": ("Watch the solver", "The solver plays the board that you played last, and gives its reasons."),
    "first_open": ("", "What your first click may hit. As usual means an area without mines on nearly all boards."),
    "statistics": ("Statistics", "Your win rate, streaks and times on each board."),
    "scores": ("Best times", "Your best times on each board; each can be watched again."),
    "help": ("Help", "All keys of this screen."),
    "quit": ("Quit", "Leave. Unfinished games are saved."),
}


class _Preview(NamedTuple):
    """The parts of the highlighted entry's preview that take time to load.

    Attributes:
        history: lines about the latest games and the best time.
        player: the solver partway through a game on the board.
        game: a saved game's position.
    """

    history: tuple[Content, ...] = ()
    player: SolverPlayer | None = None
    game: Game | None = None


class StartScreen(HostedScreen):
    """Offers a game, the saved game, the lesson, boards by dimension, files, statistics and settings."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["terminal_start"]
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
    StartScreen #frame { width: 100%; max-width: 170; height: 100%; max-height: 60; }
    StartScreen #title { height: 1; padding: 0 2; }
    StartScreen.-high #title { height: 3; padding: 1 2; }
    StartScreen #columns { height: 1fr; }
    StartScreen #boards { width: 45; height: 100%; }
    StartScreen.-narrow #boards { width: 37; }
    StartScreen #preview { width: 1fr; height: 100%; padding: 0 1; }
    StartScreen #preview { border: round $border-blurred; border-title-color: $foreground; }
    StartScreen.-high #preview { padding: 1; }
    StartScreen #about { width: 1fr; height: auto; max-height: 60%; }
    StartScreen.-high #about { padding: 1 0 0 0; }
    """

    def __init__(self, lit: str = "play") -> None:
        super().__init__()
        # The entry to highlight first.
        self._first_lit = lit
        self._saved: SavedSummary | None = None
        self._can_resume = self._is_finding = False
        # The entry and choice that the preview shows.
        self._described: tuple[str, BoardChoice | SavedSummary | None] | None = None
        self._player: SolverPlayer | None = None
        self._games = 1
        # Time before which the solver makes no move, so that it takes no more than its share of the processor.
        self._rests_until = 0.0

    def compose(self) -> ComposeResult:
        """Create the list and the preview."""
        with Vertical(id="frame"):
            yield Static(id="title")
            with Horizontal(id="columns"):
                yield OptionList(id="boards")
                with Vertical(id="preview"):
                    yield BoardPicture(id="picture")
                    yield Static(id="about")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Highlight an entry: usually the first one, which starts the board played last."""
        boards = self.query_one("#boards", OptionList)
        boards.focus()
        store = self.host.store
        is_new = store.settings.get("welcomed", False) is not True
        self._is_first = is_new and not store.results(limit=1)
        if is_new:
            store.settings.set("welcomed", True)
        self.refresh_boards()
        self._light(self._first_lit)
        self._clock = self.set_interval(_MOVE, self._move, pause=True)

    def on_resize(self) -> None:
        """Fit the texts to the new width."""
        self.call_after_refresh(self.refresh_boards)

    def on_screen_resume(self) -> None:
        """Reload saved games and best times whenever this becomes the current screen, and let the solver play on."""
        self.refresh_boards()
        if self.host.has_motion:
            self._clock.resume()

    def on_screen_suspend(self) -> None:
        """Let the solver rest while another screen is shown."""
        self._clock.pause()

    # The list.

    def refresh_boards(self) -> None:
        """Update the entries for the latest board, saved games and preferences, and the preview."""
        boards = self.query_one("#boards", OptionList)
        lit = self._lit
        self._saved = self.host.store.latest_saved()
        can_resume = self._saved is not None or self.host.store.saved_count(are_busy=True) > 0
        if can_resume != self._can_resume:
            self._can_resume = can_resume
            self.refresh_bindings()
        width = 45 if self.app.size.width >= _WIDE else 37
        boards.clear_options()
        boards.add_options(self._options(width - 5))
        ids = [option.id for option in boards.options]
        boards.highlighted = ids.index(lit) if lit in ids else 0
        words = ("New here? Press n to see in four dimensions", "bold $accent")
        if not self._is_first:
            words = ("Minesweeper in any number of dimensions", "$text-muted")
        self.query_one("#title", Static).update(Content.assemble(("hypersweep   ", "bold $primary"), words))
        self._describe()

    def _options(self, width: int) -> list[Option | None]:
        """Return the entries, with None for a line between two groups."""
        options: list[Option | None] = [_entry("play", "Play", board_title(self._last.grid, self._last.mines), width)]
        if self._saved is not None:
            texts = _saved_texts(self._saved)
            fitting = [", ".join(texts[:count]) for count in (3, 2, 1)]
            text = next((each for each in fitting if len(each) <= width - _HEAD), fitting[-1])
            options.append(_entry("resume_latest", "Continue", text, width))
        elif self._can_resume:
            options.append(_entry("resume", "Continue", "in use elsewhere", width, is_disabled=True))
        options.append(_entry("daily", "Today", "new boards every day", width))
        options.append(_entry("learn", "Learn", LESSON_TITLE, width))
        options.append(None)
        dimensions = 0
        for name, grid, mines in _BOARDS:
            head = f"{grid.dimensions}-D" if grid.dimensions != dimensions else ""
            dimensions = grid.dimensions
            # The only board with its number of dimensions has no other name.
            title = board_title(grid, mines).removeprefix(f"{dimensions}-D").strip().capitalize() or "Easy"
            line = f"{title:13}{grid.format():11}{mines:>4}{' mines' if width > 36 else ''}"
            options.append(Option(Content.assemble((f"{head:{width - len(line)}}", "bold"), line), id=name))
        options.append(None)
        guess, first_open = self.host.preferences.guess, self.host.preferences.first_open
        kind = "" if guess in ("", "never") else f": {PREFERENCES['guess'][guess]}"
        switches = {
            "guess": f"[{'x' if guess else ' '}] Without guesses{kind}",
            "first_open": menu_texts("first_open", first_open)[0],
        }
        options += [self._line(name, switches.get(name, title), width) for name, (title, _) in _MORE.items()]
        return options

    def _line(self, name: str, title: str, width: int) -> Option:
        key = self.KEYS.name_of(name)
        room = width - len(key) - 1
        # A shade between the text and the row's own background, which is bright where the row is highlighted.
        return Option(Content.assemble(f"{title[:room]:{room}} ", (key, "auto 75%")), id=name)

    @property
    def _last(self) -> BoardChoice:
        """The board played last, or the beginner's board."""
        return last_choice(self.host.last_board, self.host.preferences)

    @property
    def _lit(self) -> str | None:
        """The highlighted entry."""
        # The best times may arrive after the list was removed, so don't assume it exists.
        for boards in self.query("#boards").results(OptionList):
            if boards.highlighted is not None:
                return boards.get_option_at_index(boards.highlighted).id
        return None

    def _subject(self, lit: str | None) -> BoardChoice | SavedSummary | None:
        """Return an entry's board or saved game; None if it has neither."""
        if lit == "resume_latest":
            return self._saved
        if lit in PRESETS:
            return read_choices(lit, preferences=self.host.preferences)
        if lit == "daily":
            # The solver's games have other seeds, so that its small board doesn't give the day's board away.
            return read_choices("4d-easy", preferences=self.host.preferences)
        return self._last if lit in ("play", "watch") else None

    # The preview.

    @on(OptionList.OptionHighlighted, "#boards")
    def _describe(self) -> None:
        lit = self._lit
        if lit is None:
            return
        subject = self._subject(lit)
        # For the same entry, keep showing the old picture and times until the new ones are loaded.
        if (lit, subject) != self._described:
            self._described = lit, subject
            self._player = None
            self.query_one("#preview").border_title = _title(lit, subject)
            self.query_one("#picture", BoardPicture).show(None)
            self._show(_Preview())
        self._find()

    def _find(self) -> None:
        """Load the preview in the background, since rebuilding the index of games may take long."""
        if self._is_finding or self._described is None:
            return
        store, described = self.host.store, self._described
        subject = described[1]
        if subject is None:
            return
        self._is_finding = True

        def found(preview: _Preview) -> None:
            self._is_finding = False
            if not self.is_attached or not self.query("#about"):
                return
            if described != self._described:
                # Meanwhile the player has highlighted another entry: load its preview instead.
                self._find()
                return
            self._show(preview)

        self.host.work_aside(lambda: _preview(store, subject), found)

    def _show(self, preview: _Preview) -> None:
        """Show the highlighted entry's picture and texts."""
        assert self._described is not None
        lit, subject = self._described
        about = self.query_one("#about", Static)
        # Before the first layout the size is unknown: use 80 columns; the layout will update the text.
        width = about.content_size.width or 80
        contents = [Content(line) for text in _texts(lit, subject, self.host.store) for line in fold(text, width)]
        if preview.history and lit != "daily":
            contents += [Content(""), *preview.history]
        about.update(Content("\n").join(contents))
        picture = self.query_one("#picture", BoardPicture)
        picture.dress(self.host.board_theme, self.host.colour_count, is_ascii=self.host.is_ascii)
        described = self._described

        def draw() -> None:
            if described != self._described:
                return
            if lit == "learn":
                picture.show(STEPS[-1].game(), STEPS[-1].marks())
            else:
                # Let the solver continue the game that is shown, but make no move before the texts have their lines.
                self._player = self._player or preview.player
                picture.show(self._player.game if self._player is not None else preview.game)

        # Let the texts request their lines, and wait for them: the picture would be drawn larger, and then shrink.
        about.call_after_refresh(self.call_after_refresh, draw)

    def _move(self) -> None:
        """Let the solver make a move on the small board, if the terminal has the focus."""
        player = self._player
        if player is None or not self.app.app_focus or time.monotonic() < self._rests_until:
            return
        begun = time.thread_time()
        if player.is_over and self._described is not None and isinstance(self._described[1], BoardChoice):
            self._games += 1
            player = self._player = begun_player(self._described[1], self._games, 0.0)
        elif player.needs_search:
            player.take(player.search()())
        player.step()
        self.query_one("#picture", BoardPicture).show(player.game)
        self._rests_until = time.monotonic() + (time.thread_time() - begun) / _SHARE

    # Commands.

    @on(OptionList.OptionSelected, "#boards")
    async def _select(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is None or not is_shown(self):
            return
        subject = self._subject(event.option_id)
        if isinstance(subject, BoardChoice) and event.option_id not in ("watch", "daily"):
            self.host.navigation.play(subject)
        elif isinstance(subject, SavedSummary):
            self.host.navigation.resume_saved(subject)
        else:
            await self.run_action(event.option_id)

    def action_choose(self) -> None:
        """Choose the highlighted entry, as a click does."""
        self.query_one("#boards", OptionList).action_select()

    def action_dimension(self, dimensions: int) -> None:
        """Highlight the first board with a number of dimensions."""
        self._light(next(name for name, grid, _ in _BOARDS if grid.dimensions == dimensions))

    def action_first_open(self) -> None:
        """Switch to the next promise for the first click."""
        self.host.choose_preference("first_open", next_preference("first_open", self.host.preferences.first_open))

    def action_guess(self) -> None:
        """Switch between boards without guesses and all boards."""
        self.host.choose_preference("guess", "" if self.host.preferences.guess else "never")

    def _light(self, name: str) -> None:
        boards = self.query_one("#boards", OptionList)
        boards.highlighted = boards.get_option_index(name)

    def action_watch(self) -> None:
        """Watch the solver play on the highlighted board."""
        subject = self._subject(self._lit)
        self.host.navigation.watch_solver(subject if isinstance(subject, BoardChoice) else self._last)

    def action_learn(self) -> None:
        """Open the lesson about four dimensions."""
        self.host.navigation.learn()

    def action_cursor(self, step: int) -> None:
        """Move up or down in the list."""
        boards = self.query_one("#boards", OptionList)
        boards.action_cursor_down() if step > 0 else boards.action_cursor_up()

    def on_key(self, event: events.Key) -> None:
        """Show a message about a key that does nothing here."""
        if event.is_printable and event.key not in _KNOWN_KEYS:
            self.host.say(f"{event.character} does nothing here: Enter plays, ? lists all keys")
        elif event.key == self.KEYS.name_of("resume") and not self._can_resume:
            self.host.navigation.resume()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        return action != "resume" or self._can_resume


_KNOWN_KEYS = {
    terminal_key(key)
    for screen in ("terminal_start", "everywhere")
    for shortcut in KEY_TABLE[screen].shortcuts
    for key in shortcut.keys
}


def _entry(name: str, head: str, text: str, width: int, *, is_disabled: bool = False) -> Option:
    """Return one of the first entries: a command and what it applies to."""
    if len(text) > width - _HEAD:
        text = text[: width - _HEAD - 1] + "…"
    return Option(Content.assemble((f"{head:{_HEAD}}", "bold"), text), id=name, disabled=is_disabled)


def _saved_texts(saved: SavedSummary) -> tuple[str, str, str]:
    """Return a saved game's board, how much of it is open, and how long ago it was left."""
    title = daily_title(saved.daily) or board_title(saved.grid, saved.mines)
    return title, progress_text(saved.progress), age_text(saved.saved, time.time())


def _title(lit: str, subject: BoardChoice | SavedSummary | None) -> str:
    """Return the preview's title."""
    if lit == "daily":
        return f"Boards of {today()}"
    if subject is not None:
        title = board_title(subject.grid, subject.mines)
        return title if title.startswith(str(subject.grid)) else f"{title}, {subject.grid}"
    return LESSON_TITLE if lit == "learn" else ""


def _texts(lit: str, subject: BoardChoice | SavedSummary | None, store: Store) -> list[str]:
    """Return sentences about an entry."""
    if isinstance(subject, SavedSummary):
        _, progress, age = _saved_texts(subject)
        others = store.saved_count() - 1
        more = [f"e lists {pluralize(others, 'other saved game')}"] if others > 0 else []
        return [f"{progress} open, {clock_text(subject.milliseconds)} on the clock", f"you left it {age}", *more]
    if lit == "daily":
        return [
            "Three boards, the same for everyone, and without guesses.",
            *dict(daily_lines(store, today())).values(),
        ]
    if subject is not None:
        guess = guess_text(subject.rules)
        facts = [*board_facts(subject.grid, subject.mines), f"the {first_open_text(subject.rules)}", guess]
        return [_MORE[lit][1]] if lit == "watch" else [fact for fact in facts if fact]
    if lit == "learn":
        return [LESSON_SUMMARY]
    return [_MORE[lit][1]] if lit in _MORE else []


def _preview(store: Store, subject: BoardChoice | SavedSummary) -> _Preview:
    """Load the preview of a board or a saved game."""
    if isinstance(subject, SavedSummary):
        return _Preview(game=store.saved_game(subject))
    grid, mines, rules = subject.grid, subject.mines, subject.rules
    recent = store.results(grid, mines, rules, limit=_RECENT)
    # Without a win under these rules, show the best time with another promise for the first click.
    best = next(
        (
            (each, found[0])
            for each in (rules, *other_first_opens(rules))
            if (found := store.best_times(grid, mines, each, limit=1))
        ),
        None,
    )
    lines = [_sparkline(recent)] if recent else [Content.styled("You haven't played it yet.", "$text-muted")]
    if best is not None:
        where, result = best
        rate, _ = rate_texts(result)
        note = "" if where == rules else f"  {where.first_open_words}"
        lines.append(
            Content.assemble(
                ("best      ", "$text-muted"),
                (time_text(result.milliseconds), "bold"),
                (f"  {rate} 3BV/s" * bool(rate) + note, "$text-muted"),
            )
        )
    return _Preview(tuple(lines), begun_player(subject, 1, _BEGUN))


def _sparkline(recent: list[Result]) -> Content:
    """Return a bar for the time of each win and a cross for each other game, oldest first, and the number of wins."""
    times = [result.milliseconds for result in recent if result.outcome is Outcome.WON]
    longest = max(times, default=1) or 1
    parts = [
        (EIGHTHS[1 + 7 * result.milliseconds // longest], "$text-success")
        if result.outcome is Outcome.WON
        else ("×", "$text-error")
        for result in reversed(recent)
    ]
    return Content.assemble(
        (f"last {len(recent)}".ljust(10) if len(recent) > 1 else "last game ", "$text-muted"),
        *parts,
        (f"  {len(times)} won", "$text-muted"),
    )

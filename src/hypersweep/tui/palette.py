"""The command palette's entries: the screen's own commands, other screens, boards to play, and settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from textual.command import DiscoveryHit, Hit, Provider

from hypersweep.boards import OTHER_NAMES, PRESETS, board_title
from hypersweep.grid import Grid
from hypersweep.picture.themes import THEMES
from hypersweep.tui.key_dispatch import action_of
from hypersweep.tui.screens.screen_host import Host
from hypersweep.ui_model.choices import last_choice, read_choices
from hypersweep.ui_model.command_search import COMMAND_WORDS, fit, setting_words
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import PREFERENCES, menu_texts, preference_text
from hypersweep.ui_model.toggles import TOGGLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App
    from textual.command import Hits
    from textual.screen import Screen
    from textual.types import IgnoreReturnCallbackType

    from hypersweep.ui_model.key_table import ScreenKeys, Shortcut


_LEAVES = "leaves this screen and saves the game"
_NEW = ("new", "new game", "play", "board")


class CommandHost(Host, Protocol):
    """The application as the palette sees it: a screen's ``Host`` with the settings offered in the palette."""

    @property
    def characters(self) -> str:
        """The player's choice of characters: "auto", "ascii" or "fine"."""

    @property
    def is_delta(self) -> bool:
        """Whether clues are shown minus the flags around them."""

    @property
    def dims_finished(self) -> bool:
        """Whether to dim finished clues, which have nothing left to open or flag around them."""

    @property
    def wants_left_chords(self) -> bool:
        """Whether the player wants left clicks on open numbers to chord, where the rules allow it."""

    def choose_theme(self, name: str) -> None:
        """Change and save the board theme."""

    def choose_characters(self, preference: str) -> None:
        """Change and save the choice of characters."""

    def toggle_dims_finished(self) -> None:
        """Switch between dimmed and normal finished clues, and save the setting."""

    def toggle(self, name: str) -> None:
        """Turn one of the ``TOGGLES`` on or off, and save the setting."""

    def choose_left_chords(self, is_wanted: bool) -> None:
        """Set whether a left click on an open number chords, and save the setting."""


class Command(NamedTuple):
    """An entry in the palette.

    Attributes:
        title: the title.
        help: a longer description.
        callback: called when the player chooses the entry.
        words: additional search words; if empty, the setting's words for a title like "Name: value".
    """

    title: str
    help: str
    callback: IgnoreReturnCallbackType
    words: tuple[str, ...] = ()


class CommandProvider(Provider):
    """Searches commands by the words players use; the screen's own commands come first."""

    def _commands(self) -> list[Command]:
        return list(commands(cast("CommandHost", self.app), self.screen))

    async def discover(self) -> Hits:
        """Yield all commands, before the player has typed anything."""
        for command in self._commands():
            yield DiscoveryHit(command.title, command.callback, help=command.help)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match the typed text."""
        matcher = self.matcher(query)
        for command in self._commands():
            likeness = matcher.match(command.title)
            # A title that only contains the typed letters in order is the weakest match.
            score = fit(query, command.title, command.words or setting_words(command.title)) or 0.3 * min(likeness, 1.0)
            if score > 0:
                title = matcher.highlight(command.title) if likeness > 0 else command.title
                yield Hit(score, title, command.callback, text=command.title, help=command.help)


def commands(app: CommandHost, screen: Screen[object]) -> Iterator[Command]:
    """Yield the palette's commands for a screen.

    Args:
        app: the application.
        screen: the screen below the palette.
    """
    keys: ScreenKeys | None = getattr(screen, "KEYS", None)
    if keys is not None:
        yield from _of_keys(screen, keys)
    yield from _of_keys(cast("App[None]", app), KEY_TABLE["everywhere"])
    yield from _elsewhere(app, keys)
    others = {usual: (name,) for name, usual in OTHER_NAMES.items()}
    for name, (text, mines) in PRESETS.items():
        words = (*_NEW, name, *others.get(name, ()))
        title = board_title(Grid(text), mines)
        yield Command(f"Play {title}", f"{text} with {mines} mines", partial(_play, app, name), words)
    for name, theme in THEMES.items():
        now = ", in use" if name == app.board_theme else ""
        yield Command(
            f"Theme: {theme.title.lower()}",
            f"colours for the board and the screens{now}",
            partial(app.choose_theme, name),
        )
    for value, title in (("auto", "as the terminal allows"), ("ascii", "ASCII only"), ("fine", "frames and flags")):
        now = ", in use" if value == app.characters else ""
        yield Command(
            f"Characters: {title}",
            f"characters used to draw boards and screens{now}",
            partial(app.choose_characters, value),
        )
    if app.is_delta:
        yield Command("Clues: in full", "each clue shows the mines around it", app.toggle_delta)
    else:
        yield Command("Clues: minus flags", "each clue shows the mines around it that have no flag", app.toggle_delta)
    what = "like the others" if app.dims_finished else "faint"
    yield Command(f"Finished clues: {what}", "clues with nothing left to do around them", app.toggle_dims_finished)
    for name, toggle in TOGGLES.items():
        yield _switch(toggle.title, toggle.what, partial(app.toggle, name), is_on=app.wants(name))
    for is_wanted, what in ((True, "chords"), (False, "does nothing")):
        now = "; in use" if is_wanted == app.wants_left_chords else ""
        yield Command(
            f"Left click on a number: {what}",
            f"it never chords in the windowed game{now}",
            partial(app.choose_left_chords, is_wanted),
        )
    for setting, chosen in zip(PREFERENCES, app.preferences, strict=True):
        for preference in PREFERENCES[setting]:
            now = ", chosen now" if preference == chosen else ""
            title, *_ = menu_texts(setting, preference)
            yield Command(
                title, preference_text(setting, preference) + now, partial(app.choose_preference, setting, preference)
            )


def _switch(title: str, what: str, callback: IgnoreReturnCallbackType, *, is_on: bool) -> Command:
    state = "off" if is_on else "on"
    return Command(f"Turn {title[0].lower()}{title[1:]} {state}", what, callback, setting_words(f"{title}: {state}"))


def _play(app: CommandHost, name: str) -> None:
    app.navigation.play(read_choices(name, preferences=app.preferences))


def _watch(app: CommandHost) -> None:
    app.navigation.watch_solver(last_choice(app.last_board, app.preferences))


def _of_keys(node: Screen[object] | App[None], keys: ScreenKeys) -> Iterator[Command]:
    seen = set()
    for shortcut in keys.shortcuts:
        action = action_of(shortcut)
        if shortcut.is_in_palette and action not in seen and node.check_action(shortcut.command, ()):
            seen.add(action)
            yield _command(shortcut, f"key {shortcut.names[0]}", partial(node.run_action, action))


def _elsewhere(app: CommandHost, keys: ScreenKeys | None) -> Iterator[Command]:
    """Yield the start screen's commands that the current screen lacks: they open other screens."""
    here = {shortcut.command for shortcut in keys.shortcuts} if keys is not None else set()
    for shortcut in KEY_TABLE["terminal_start"].shortcuts:
        if not shortcut.is_in_palette or shortcut.command in here:
            continue
        if shortcut.command == "watch":
            # On the start screen the command uses the highlighted board; elsewhere the last board, so name it here.
            more = f"{app.last_board}; leaves this screen and saves the game"
            yield Command("Watch the solver play", more, partial(_watch, app), COMMAND_WORDS["watch"])
        else:
            lead = getattr(app.navigation, shortcut.command)
            yield _command(shortcut, "leaves this screen and saves the game", lead)


def _command(shortcut: Shortcut, more: str, callback: IgnoreReturnCallbackType) -> Command:
    title = shortcut.what[:1].upper() + shortcut.what[1:]
    return Command(title, more, callback, COMMAND_WORDS.get(shortcut.command, (shortcut.command,)))

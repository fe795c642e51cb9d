"""The line of keys at the foot of a screen: as many as fit, and those that lead to all others always."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import Binding
    from textual.screen import Screen

__all__ = ["KeyFooter", "fitting"]

# The help and the palette have every other key, so that these two are never left out.
_ALWAYS = ("help", "command_palette")


def fitting(widths: Sequence[int], room: int, *, always: Sequence[int] = ()) -> list[int]:
    """The places of the keys that are shown, in their order: the last ones are left out first.

    Args:
        widths: of all keys, the more important ones first.
        room: how much there is.
        always: places of keys that are left out last of all.

    >>> fitting([5, 6, 7, 4], 30), fitting([5, 6, 7, 4], 16, always=[3])
    ([0, 1, 2, 3], [0, 1, 3])
    """
    kept: list[int] = []
    for place in (*always, *(place for place in range(len(widths)) if place not in always)):
        if widths[place] > room:
            break
        room -= widths[place]
        kept.append(place)
    return sorted(kept)


class KeyFooter(Horizontal):
    """The keys of a screen and what they do, as many as fit; a click on one presses it.

    The bindings of a screen come in the order of their importance.
    """

    DEFAULT_CSS = """
    KeyFooter { dock: bottom; height: 1; background: $footer-background; }
    KeyFooter Static { width: auto; height: 1; padding: 0 1 0 0; text-wrap: nowrap; }
    KeyFooter Static:hover { background: $block-hover-background; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[Binding, str]] = []

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        for binding, name in self._shown:
            yield _Key(binding, name)

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_resize(self) -> None:
        """Show as many as fit now."""
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        # To make the keys anew takes longer than most moves.
        if self.is_attached and screen is self.screen and (keys := self._fitting()) != self._shown:
            self._shown = keys
            self.call_after_refresh(self.recompose)

    def _fitting(self) -> list[tuple[Binding, str]]:
        found: dict[str, tuple[Binding, str]] = {}
        for _, binding, is_enabled, _ in self.screen.active_bindings.values():
            if binding.show and is_enabled and binding.action not in found:
                found[binding.action] = binding, self.app.get_key_display(binding)
        keys, actions = list(found.values()), list(found)
        widths = [_text(binding, name).cell_length + 1 for binding, name in keys]
        always = [actions.index(action) for action in _ALWAYS if action in found]
        # Of the last one the space behind it may be missing.
        return [keys[place] for place in fitting(widths, self.size.width + 1, always=always)]


def _text(binding: Binding, name: str) -> Content:
    return Content.assemble((f" {name} ", "bold $footer-key-foreground"), (binding.description, "$footer-foreground"))


class _Key(Static):
    """One key."""

    ALLOW_SELECT = False

    def __init__(self, binding: Binding, name: str) -> None:
        super().__init__(_text(binding, name))
        self._key = binding.key
        self.tooltip = binding.tooltip

    def on_click(self, event: events.Click) -> None:
        """Press the key."""
        event.stop()
        self.app.simulate_key(self._key)

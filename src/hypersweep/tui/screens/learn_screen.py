"""The lesson about four dimensions: four boards that light up a cell's neighbours, then a real game with hints."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from hypersweep.game import Outcome
from hypersweep.picture.arrangement import axis_name
from hypersweep.session import Session
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine
from hypersweep.tui.screens.cursor_screen import CursorScreen
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.ui_model.cursor import Navigator
from hypersweep.ui_model.key_table import KEY_TABLE, LESSON_FOOTERS
from hypersweep.ui_model.lesson import LAST_BOARD, LESSON_TITLE, NEXT_BOARD, STEPS

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from hypersweep.ui_model.key_table import ScreenKeys

# Seconds between two parts of a sweep.
_PART = 0.8
_SEEDS = 1 << 30


class LearnScreen(CursorScreen):
    """Shows which cells touch in one to four dimensions, and asks for one click at each step."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["lesson"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    LearnScreen { align: center middle; }
    LearnScreen #top { height: 1; background: $surface; padding: 0 1; }
    LearnScreen #body { height: 1fr; }
    LearnScreen #count { height: 2; padding: 1 0 0 0; width: 100%; text-align: center; }
    LearnScreen #wordbox { height: 7; align: center top; }
    LearnScreen #words { width: 76; max-width: 100%; height: 7; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._step = -1
        self._parts = 0
        self._is_right = False
        # The phase of the step when the footer was last updated.
        self._phase = "sweep"
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Create the heading, the count, the board and the texts below it."""
        yield Static(id="top")
        with Vertical(id="body"):
            yield Static(id="count")
            self.board = BoardView(
                STEPS[0].game(), theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board"
            )
            self.board.has_numbers = False
            yield self.board
            with Vertical(id="wordbox"):
                yield Static(id="words")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin with the first step."""
        self.host.store.settings.set("welcomed", True)
        self.host.dress(self.board)
        self.board.focus()
        self._begin(0)

    def _begin(self, number: int) -> None:
        self._step = number
        step = self._now = STEPS[number]
        self._is_right = False
        self._game = step.game()
        self.board.set_source(self._game, cursor=step.middle)
        self._navigator = Navigator(step.grid, step.middle)
        self.query_one("#top", Static).update(
            Content.assemble((LESSON_TITLE, "bold"), (f"   {number + 1} of {len(STEPS)}: {step.title}", "$text-muted"))
        )
        self.action_again()
        self.refresh_bindings()

    def action_again(self) -> None:
        """Light the neighbours up again, axis by axis; without animations, skip to the end."""
        if self._timer is not None:
            self._timer.stop()
        self._parts = 0 if self.host.has_motion else self._last_part
        self._timer = self.set_interval(
            _PART, self._light_next, repeat=self._last_part - self._parts, pause=not self.host.has_motion
        )
        self._show()

    @property
    def _last_part(self) -> int:
        """Number of the part that ends a sweep: the light goes out, and the step's task appears."""
        return len(self._now.counts) + 1

    @property
    def footer_labels(self) -> dict[str, str]:
        """Labels in the footer for the current phase of the step."""
        return LESSON_FOOTERS[self._phase]

    def _light_next(self) -> None:
        self._parts += 1
        self._show()

    def _show(self, answer: str = "") -> None:
        """Show the lit neighbours, their number, and the texts."""
        step, parts = self._now, self._parts
        is_over = parts == self._last_part
        # After a wrong click, all neighbours light up again.
        lit = step.sweep[-1] if answer else step.sweep[parts - 1] if 0 < parts <= len(step.sweep) else ()
        self.board.highlight([step.middle] if lit or not is_over else (), lit)
        counts = [
            (f"  {count if part <= parts else '':2}  ", "bold $accent" if part == len(step.counts) else "bold")
            for part, count in enumerate(step.counts, 1)
        ]
        self.query_one("#count", Static).update(
            Content.assemble(*counts, (" cells touch the middle" * bool(parts), "$text-muted"))
        )
        phase = "right" if self._is_right else "task" if is_over else "sweep"
        if phase != self._phase:
            self._phase = phase
            self.refresh_bindings()
        texts = [Content(step.shown)]
        if self._is_right:
            last = self._step == len(STEPS) - 1
            go_on = "Enter: a real board in four dimensions." if last else "Enter goes on."
            texts = [Content.assemble(("Right! ", "bold $text-success"), step.done), Content(""), Content(go_on)]
        elif is_over:
            keys = "; ".join(_move_keys(step.grid.dimensions))
            way = f"Click it, or move there ({keys}) and press Enter."
            texts = [Content.styled(answer, "$text-warning")] if answer else [*texts, Content("")]
            texts += [Content.styled(step.question, "bold"), Content.styled(way, "$text-muted")]
        else:
            texts += [Content(""), Content.styled("Enter: your task.", "$text-muted")]
        self.query_one("#words", Static).update(Content("\n").join(texts))

    # Commands.

    def action_act(self) -> None:
        """Open the cell under the cursor; show the task during the sweep, and go on once the correct cell is open."""
        if self._is_right:
            self._go_on()
        else:
            self._open(self.board.cursor)

    def on_board_view_act(self, message: BoardView.Act) -> None:
        """Open the clicked cell; once the correct cell is open, go to the next step instead."""
        if self._is_right:
            self._go_on()
        else:
            self._open(message.cell)

    def _open(self, cell: tuple[int, ...]) -> None:
        # Until the task is on the screen, a wrong cell is no mistake: show the task.
        answer = self._now.answer(self._game, cell) if self._parts == self._last_part else ""
        if cell in self._now.asked:
            self._is_right = True
            self.board.show(self._game.open(cell))
        if self._timer is not None:
            self._timer.stop()
        self._parts = self._last_part
        self._show(answer)

    def _go_on(self) -> None:
        if self._step + 1 < len(STEPS):
            self._begin(self._step + 1)
        else:
            self.app.switch_screen(LessonGameScreen())

    def action_back(self) -> None:
        """Go back to the previous step."""
        if self._step:
            self._begin(self._step - 1)

    def action_leave(self) -> None:
        """Go to the start screen."""
        self.host.navigation.start()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now: only keys for the board's axes, and back only after step 1."""
        if action == "move" and parameters:
            return parameters[0] in range(self._now.grid.dimensions) if self._step >= 0 else False
        return action != "back" or self._step > 0


def _move_keys(dimensions: int) -> list[str]:
    """Return texts about the keys that move the cursor, with the axes beyond the second."""
    keys = ["← →"] if dimensions == 1 else ["arrow keys"]
    keys += [f"{pair}: {axis_name(axis)}" for axis, pair in ((2, "a d"), (3, "w s")) if axis < dimensions]
    return keys


class LessonGameScreen(GameScreen):
    """The lesson's last board: a small four-dimensional one that needs no guess, with hints.

    Its games are neither ranked nor saved.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["lesson_game"]
    IS_BARE: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self) -> None:
        super().__init__(_session())

    @property
    def heading(self) -> Content:
        """The text about the game in the top line."""
        return Content.assemble((LESSON_TITLE, "bold"), ("   a real board, no guess needed", "$text-muted"))

    def _show_note(self, *contents: Content) -> None:
        """Show a note; without one, what to do next or how the game ended."""
        if not contents:
            contents = self._advice
        self.query_one(NoteLine).set(*contents)

    @property
    def _advice(self) -> tuple[Content, ...]:
        if self.session.outcome is Outcome.WON:
            text = "You won in four dimensions! Esc: go on with 4-D easy in the list. r: another board."
            return (Content.styled(text, "bold $text-success"),)
        if self.session.outcome is Outcome.LOST:
            safe = "The marked cell was safe. " * (self._missed is not None)
            text = f"{safe}u: take the click back. r: another board."
            return (Content.assemble(("A mine! ", "bold $text-error"), text),)
        if self.session.is_started:
            where = ("their own tile and of each one around", "all tiles around")
            return tuple(
                [Content(f"Numbers count mines in the same 3x3 patch of {tiles}. Stuck? Press ?.") for tiles in where]
            )
        return (Content("Press Enter to open the first cell: it opens an area."),)

    def action_new(self) -> None:
        """Play another board like this one."""
        self.session.close()
        self.begin(_session())

    def action_leave(self) -> None:
        """Remove a hint; without one, go to the start screen: after a win, to the board to go on with."""
        if self._trail is None:
            self.session.close()
        if self.session.outcome is Outcome.WON:
            self.host.navigation.start(NEXT_BOARD)
        else:
            super().action_leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        return action not in ("replay", "review") and super().check_action(action, parameters)


def _session() -> Session:
    # With a chosen seed the game isn't ranked, so hints need no warning.
    return Session(
        LAST_BOARD.grid, LAST_BOARD.mines, rules=LAST_BOARD.rules, seed=random.SystemRandom().randrange(_SEEDS)
    )

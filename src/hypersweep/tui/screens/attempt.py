"""A game retried from one of its positions: it isn't saved, and Esc leads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from hypersweep.boards import board_name
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.serialized_input import is_shown
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.replay_player import begin_attempt

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

    from hypersweep.record import Record
    from hypersweep.ui_model.key_table import ScreenKeys

    Cell = tuple[int, ...]


class AttemptScreen(GameScreen):
    """Play on from the end of a record.

    Args:
        record: record of the game up to the position.
        cell: start of the cursor; None for the cell of the latest move.

    Raises:
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["attempt"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self, record: Record, cell: Cell | None = None) -> None:
        super().__init__(begin_attempt(record, cell))
        self._record = record
        self._cell = cell

    @property
    def heading(self) -> Content:
        """Text about the game above the board."""
        name = board_name(self.session.grid, self.session.game.mines)
        return Content.assemble(("Trying again", "bold"), (f" · {name}", "$text-muted"))

    def action_new(self) -> None:
        """Return to the starting position."""
        self.session.close()
        self.begin(begin_attempt(self._record, self._cell))

    def action_leave(self) -> None:
        """Return to the previous screen."""
        if self._trail is not None:
            super().action_leave()
        elif is_shown(self):
            self.session.close()
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has an effect now."""
        return action not in ("replay", "review") and super().check_action(action, parameters)

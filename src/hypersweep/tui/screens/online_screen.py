"""Playing on a hypersweep server: a list of games to play there, and the screen of a game in a room."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.boards import PRESETS, board_title
from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.moves import Outcome
from hypersweep.online.room_client import OnlineGame, RoomClient
from hypersweep.online.server_client import OnlineError, ServerClient
from hypersweep.record import Record
from hypersweep.rules import CLASSIC
from hypersweep.text import clock_text, length_text, pluralize, tame
from hypersweep.tui.board.board_panels import Lens, MiniMap, place_panels
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.board.end_card import EndCard
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine, heading_content
from hypersweep.tui.screens.cursor_screen import GAME_CSS, CursorScreen
from hypersweep.tui.screens.dialogs import ChoiceDialog
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.terminal_app import Dialog
from hypersweep.ui_model.cursor import Navigator, cell_status, counter_text, next_cell
from hypersweep.ui_model.game_texts import online_card
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.key_table import ScreenKeys

# Seconds between two redraws of the clock, and between two messages about the cursor.
_FRAME = 0.25
_POINTING = 0.2


class OnlineStart(NamedTuple):
    """What to open on a server when the program starts.

    Attributes:
        server: the server; if its URL is an invitation, that also names the room to join.
        choice: a board for a ranked game; None for the list of games.
    """

    server: ServerClient
    choice: BoardChoice | None = None


def first_screen(start: OnlineStart) -> HostedScreen:
    """Return the first screen for playing on a server."""
    server, choice = start
    room, key = server.invitation
    if room:
        return OnlineGameScreen(server, room, key=key)
    if choice is None:
        return OnlineMenuScreen(server)
    grid, mines, rules = choice.grid.format(), choice.mines, choice.rules.format()
    return OnlineGameScreen(server, "", make=lambda: server.create_room("solo", grid, mines, rules))


class OnlineMenuScreen(HostedScreen):
    """Lists what can be played on a server: daily boards, ranked games, and rooms to play together.

    Args:
        server: the server.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["online"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    OnlineMenuScreen #where { height: 1; background: $surface; padding: 0 1; }
    OnlineMenuScreen OptionList { height: 1fr; border: none; padding: 0 1; }
    """

    def __init__(self, server: ServerClient) -> None:
        super().__init__()
        self.server: ServerClient = server
        self._makers: dict[str, Callable[[], str]] = {}

    def compose(self) -> ComposeResult:
        """Create the server's line and the list."""
        yield Static(Content.assemble((self.server.address, "bold")), id="where")
        yield OptionList()
        yield NoteLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Load the list from the server."""
        self.action_refresh()

    def action_refresh(self) -> None:
        """Load the list from the server again."""
        self.host.work_aside(self._ask, self._show)

    def _ask(self) -> tuple[str, dict[str, Any], list[dict[str, Any]]] | OnlineError:
        try:
            me = self.server.enter()
            name = f"{me.get('name', '')}{' (guest)' if me.get('is_guest', True) else ''}"
            return name, self.server.daily(), self.server.lobby()
        except OnlineError as error:
            return error

    def _show(self, answer: tuple[str, dict[str, Any], list[dict[str, Any]]] | OnlineError) -> None:
        if not self.is_attached:
            return
        options = self.query_one(OptionList)
        if isinstance(answer, OnlineError):
            options.clear_options()
            words = f"{answer}\n{self.KEYS.name_of('refresh')} tries again"
            options.add_option(Option(Content.styled(words, "$text-error"), disabled=True))
            return
        name, daily, lobby = answer
        self.query_one("#where", Static).update(Content.assemble((self.server.address, "bold"), f"   {name}"))
        options.clear_options()
        self._makers.clear()
        today = str(daily.get("today", ""))
        days: list[dict[str, Any]] = daily.get("days", [])
        boards: list[dict[str, Any]] = next((day["boards"] for day in days if day["date"] == today), [])
        tries = {board["preset"]: board.get("mine") for board in boards}
        self._add_heading(f"Today's boards ({today}, UTC)")
        for preset in [str(preset["preset"]) for preset in daily.get("presets", [])]:
            self._add(f"daily {preset}", _title(preset), _try_text(tries.get(preset)), self._daily(today, preset))
        self._add_heading("Ranked games")
        for preset, (shape, mines) in PRESETS.items():
            self._add(f"solo {preset}", _title(preset), f"{shape}, {mines} mines", self._room("solo", shape, mines))
        self._add_heading("Play together: a new room")
        for preset, (shape, mines) in PRESETS.items():
            self._add(f"coop {preset}", _title(preset), f"{shape}, {mines} mines", self._room("coop", shape, mines))
        rooms = [room for room in lobby if room.get("kind") == "coop"]
        if rooms:
            self._add_heading("Open rooms")
        for room in rooms:
            title = board_title(Grid(str(room["board"])), int(room["mines"]))
            here = pluralize(int(room.get("here", 0)), "player")
            about = f"{room.get('owner', '')}, {here}"
            self._add(f"room {room['room']}", title, about, partial(str, room["room"]))
        options.action_first()
        options.focus()

    def _add_heading(self, heading: str) -> None:
        self.query_one(OptionList).add_option(Option(Content.styled(heading, "bold $primary"), disabled=True))

    def _add(self, key: str, title: str, about: str, make: Callable[[], str]) -> None:
        self._makers[key] = make
        words = Content.assemble((f"  {title:14}", "bold"), about)
        self.query_one(OptionList).add_option(Option(words, id=key))

    def _daily(self, day: str, preset: str) -> Callable[[], str]:
        return lambda: self.server.play_daily(day, preset)

    def _room(self, kind: str, shape: str, mines: int) -> Callable[[], str]:
        rules = CLASSIC.replace(first_open="opening").format()
        return lambda: self.server.create_room(kind, shape, mines, rules)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the chosen room; create it first if it is new."""
        make = self._makers[event.option_id or ""]
        self.host.work_aside(make, lambda name: self.host.navigation.online_room(self.server, name, make=make))

    def action_cursor(self, step: int) -> None:
        """Move up or down in the list."""
        options = self.query_one(OptionList)
        options.action_cursor_down() if step > 0 else options.action_cursor_up()

    def action_join(self) -> None:
        """Ask for an invitation, and join its room."""

        def check(url: str) -> str | None:
            try:
                server = ServerClient(url)
            except HypersweepError as error:
                return str(error)
            if server.address != self.server.address:
                return f"expected an invitation to {self.server.address}, got one to {server.address}"
            return None if server.invitation[0] else "expected the link of a room: it contains '#/room/'"

        def join(url: str | None) -> None:
            if url is not None:
                room, key = ServerClient(url).invitation
                self.host.navigation.online_room(self.server, room, key=key)

        self.app.push_screen(ChoiceDialog("Join a room", (), prompt="the link of the invitation:", check=check), join)

    def action_sign_in(self) -> None:
        """Sign in to an account, so that wins count for the leaderboards."""

        def sign_in(answer: tuple[str, str] | None) -> None:
            if answer is not None:
                name, passphrase = answer
                self.host.work_aside(lambda: self.server.sign_in(name, passphrase), lambda _: self.action_refresh())

        self.app.push_screen(SignInDialog(), sign_in)


def _title(preset: str) -> str:
    """Return the title of a server's preset; one that is unknown here keeps the server's name."""
    if preset not in PRESETS:
        return preset
    shape, mines = PRESETS[preset]
    return board_title(Grid(shape), mines)


def _try_text(mine: dict[str, Any] | None) -> str:
    """Describe the player's own attempt at a daily board."""
    if mine is None:
        return "not played yet"
    outcome = mine.get("outcome", "ongoing")
    if outcome == "won":
        place = f", place {mine['place']}" if mine.get("place") else ""
        return f"won in {length_text(int(mine.get('milliseconds', 0)))}{place}"
    return "lost" if outcome == "lost" else "begun: continue"


class SignInDialog(Dialog["tuple[str, str] | None"]):
    """Asks for a name and a passphrase. The answer is the pair; None if cancelled."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["sign_in"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    SignInDialog { align: center middle; }
    SignInDialog > Vertical {
        width: 60; max-width: 100%; height: auto; border: round $primary; background: $surface; padding: 0 1;
    }
    """

    def compose(self) -> ComposeResult:
        """Create the two fields."""
        with Vertical() as box:
            box.border_title = "Sign in"
            yield Input(placeholder="name", id="name", compact=True)
            yield Input(placeholder="passphrase", password=True, id="passphrase", compact=True)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Focus the name."""
        self.query_one("#name", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go from the name to the passphrase, or finish."""
        name, passphrase = (self.query_one(f"#{field}", Input) for field in ("name", "passphrase"))
        if event.input is name:
            passphrase.focus()
        elif name.value and passphrase.value:
            self.dismiss((name.value, passphrase.value))
        else:
            self.app.bell()


class OnlineGameScreen(CursorScreen):
    """A game in a room on a server: the board, the members, and the server's messages.

    Args:
        server: the server.
        name: the room's name; empty to create a room first.
        key: the key of an invitation; empty for a member.
        make: creates another room of the same kind; None if the room was joined by an invitation.

    Attributes:
        room: the room.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["room"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    SCOPED_CSS = False
    CSS = GAME_CSS

    def __init__(
        self, server: ServerClient, name: str, *, key: str = "", make: Callable[[], str] | None = None
    ) -> None:
        super().__init__()
        self._server = server
        self._make = make
        self.room: RoomClient = RoomClient(server, name, key=key, on_event=self._hear)
        self._navigator = Navigator(Grid("1"))
        self._pointing: Timer | None = None
        self._cursors: dict[int, int] = {}
        self._asked = ""
        # The game that the board shows; None until the room is joined.
        self._shown: OnlineGame | None = None
        self._is_built = False

    def compose(self) -> ComposeResult:
        """Create the lines and an empty body: the board isn't known until the room is joined."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="middle")
            yield Static(id="right")
        yield Container(id="body")
        yield NoteLine()
        with Horizontal(id="bottom"):
            yield Static("joining the room…", id="status")
        yield KeyFooter()
        yield EndCard()

    def on_mount(self) -> None:
        """Join the room."""
        self.set_interval(_FRAME, self._show_top)
        if self.room.name:
            self._join(self.room.name)
        elif self._make is not None:
            self.host.work_aside(self._make, self._join)

    def _join(self, name: str) -> None:
        self.room.name = name
        # Like any other error, one in this worker ends the program with an error message.
        self.run_worker(self.room.run())

    def on_unmount(self) -> None:
        """Leave the room; the game stays on the server."""
        self.room.close()

    # Messages from the server.

    def _hear(self, event: str, message: dict[str, Any]) -> None:
        if not self.is_attached:
            return
        if event == "gone":
            self._show_gone(str(message["message"]))
            return
        if event == "state" or (event == "staged" and self.room.game is not self._shown):
            self._take()
        elif event == "moved" and self._shown is not None:
            changed = message.get("changed")
            self._show_cells(changed)
        elif event == "ended":
            self._end()
        elif event == "refused":
            self.host.say(tame(str(message["message"]), 600))
        elif event == "away":
            self.host.say("the connection is lost: connecting again…")
        elif event == "pointed":
            self._point(message)
        self._show_all()

    def _take(self) -> None:
        """Show the room's board: build it, give it the new game, or redraw it."""
        game = self.room.game
        if game is None:
            return
        if self._shown is None:
            board = self.board = BoardView(game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
            lens = Lens(board)
            lens.display = False
            panels = [MiniMap(board), lens] if game.grid.dimensions > 4 else [lens]
            self.run_worker(self._build(board, panels))
        elif self._shown is not game:
            self.board.set_source(game)
        else:
            self.board.show()
        self._shown = game
        self._navigator = Navigator(game.grid, self.board.cursor)
        self.refresh_bindings()
        self.query_one(NoteLine).set()
        self.query_one(EndCard).hide()

    async def _build(self, board: BoardView, panels: Sequence[Widget]) -> None:
        """Mount the board and its panels; they can't be laid out before that."""
        await self.query_one("#body").mount(board, Container(*panels, id="panels"))
        self.host.dress(board)
        board.left_chords = board.source.rules.chord if isinstance(board.source, OnlineGame) else True
        board.focus()
        self._is_built = True
        self.call_after_refresh(self._place_panels)
        self._show_all()

    def _show_cells(self, changed: Sequence[int] | None) -> None:
        if changed is None:
            self.board.show()
        elif changed:
            self.board.show_cells(changed)

    def _point(self, message: dict[str, Any]) -> None:
        """Highlight the other members' cursors."""
        if message.get("cell") is None:
            self._cursors.pop(message["number"], None)
        elif message["number"] != self.room.you:
            self._cursors[message["number"]] = int(message["cell"])
        grid = self.board.grid
        self.board.highlight(targets=[grid.cell(cell) for cell in self._cursors.values()])

    def _end(self) -> None:
        """Show how the game ended, and what can be done next: on a card or, without space for it, in a line."""
        ended, game = self.room.ended, self.room.game
        if ended is None or game is None:
            return
        if self._shown is not None:
            self.board.show()
        self._show_card()
        self.refresh_bindings()

    def _show_card(self) -> None:
        ended, game = self.room.ended, self.room.game
        if ended is None or game is None or not self._is_built:
            return
        hit_by = ended.get("hit_by") if self.room.kind == "coop" else None
        standing = [f"{self._name_of(hit_by)} hit a mine"] if hit_by else []
        standing += ["ranked, once the server has verified it"] * (self.room.is_ranked and game.outcome is Outcome.WON)
        standing += ["its mines stay secret until the day is over"] * bool(ended.get("sealed_until"))
        text = str(ended.get("record", ""))
        record = Record.parse(text) if text else None
        result = online_card(game.outcome, int(ended["milliseconds"]), record, *standing)
        hidden = [*(["new"] if not self.check_action("new", ()) else []), *(["review"] if record is None else [])]
        card = self.query_one(EndCard)
        card.show(result, self.KEYS, game.outcome, is_plain=self.host.is_ascii, hidden=hidden)
        line = [f"{result.ending}: {result.time}", *result.lines]
        # The card already shows the result.
        self.query_one(NoteLine).set(*([] if card.display else [Content("   ".join(line)), Content(line[0])]))

    def _name_of(self, number: int) -> str:
        if number == self.room.you:
            return "you"
        return tame(str(self.room.members.get(number, {}).get("name", number)), 40)

    def _show_gone(self, why: str) -> None:
        self.query_one("#status", Static).update(Content(f"the room can't be used: {why}"))
        self.host.keep(why)

    # Display.

    def _show_all(self) -> None:
        self._show_top()
        self.show_status()

    def _show_top(self) -> None:
        game = self.room.game
        if game is None:
            return
        room = self.room
        count = counter_text(game)
        middle = Content.assemble((f"{count}   ", "$accent"), (clock_text(game.milliseconds), "bold"))
        ended = {Outcome.WON: ("won", "bold $text-success"), Outcome.LOST: ("lost", "bold $text-error")}
        here = [member for member in room.members.values() if member.get("is_here")]
        ranked = "ranked" if room.is_ranked else "not ranked"
        others = pluralize(len(here), "player") if room.kind == "coop" else ranked
        right = [Content.styled(others, "$text-muted"), Content.assemble(ended.get(game.outcome, ("", "")))]
        if not room.is_here:
            right.insert(0, Content.styled("connecting…", "bold $text-warning"))
        self.query_one("#left", Static).update(heading_content(game))
        self.query_one("#middle", Static).update(middle)
        self.query_one("#right", Static).update(Content("   ").join([part for part in right if part.plain]))
        if room.begins is not None and room.stage == "waiting":
            self.show_status()

    def show_status(self) -> None:
        """Show the waiting players, or information on the cell under the mouse or the cursor."""
        room, game = self.room, self.room.game
        if game is None or self._shown is None:
            return
        if room.stage == "waiting":
            left = "" if room.begins is None else f"begins in {max(0, round(room.begins - time.monotonic()))} s   "
            names = [f"{member['name']} {'✓' if member.get('is_ready') else '…'}" for member in room.members.values()]
            status = f"{left}{', '.join(names)}   {self.KEYS.name_of('open')}: I'm ready"
        else:
            status = cell_status(game, self.board.focus_cell)
        self.query_one("#status", Static).update(Content(status))

    def on_resize(self) -> None:
        """Place the panels again."""
        self.call_after_refresh(self._place_panels)

    def _place_panels(self) -> None:
        if not self._is_built:
            return
        body = self.query_one("#body")
        plan = place_panels(self.board, body, body.size, wants_lens=self.host.has_panels)
        self.query_one("#panels").display = plan.has_lens or plan.has_map
        self.call_after_refresh(self._show_card)

    def action_panels(self) -> None:
        """Show or hide the lens."""
        self.host.toggle_panels()
        self._place_panels()

    def on_board_view_hover(self) -> None:
        """Show information on the cell under the mouse."""
        self.show_status()

    def on_board_view_moved(self) -> None:
        """Update the status; in a co-op room, send the cursor to the other players, at most five times a second."""
        self._asked = ""
        self.show_status()
        if self.room.kind == "coop" and self._pointing is None:
            self._pointing = self.set_timer(_POINTING, self._tell_cursor)

    def _tell_cursor(self) -> None:
        self._pointing = None
        self.room.point(self.board.grid.index(self.board.cursor))

    # Moves.

    def on_board_view_act(self, message: BoardView.Act) -> None:
        """Make the move requested by a mouse click."""
        self._act(message.action, self.board.grid.index(message.cell))

    def _act(self, kind: str, place: int) -> None:
        room = self.room
        if self._shown is None:
            return
        if room.stage == "waiting":
            room.ready()
        elif not room.is_playing or room.ended is not None:
            self.host.say("the game is over" if room.ended is not None else "only watching")
        else:
            room.move(kind, place)

    @property
    def _place(self) -> int:
        return self.board.grid.index(self.board.cursor)

    def action_open(self) -> None:
        """Open the cell under the cursor, or chord on it; while the room is waiting, become ready."""
        if (game := self._shown) is not None:
            self._act("chord" if game.is_open(self._place) else "open", self._place)

    def action_flag(self) -> None:
        """Toggle the flag on the cell under the cursor."""
        if self._shown is not None:
            self._act("flag", self._place)

    def action_smart(self) -> None:
        """Flag a covered cell, chord on an open one."""
        if (game := self._shown) is not None:
            self._act("chord" if game.is_open(self._place) else "flag", self._place)

    def action_look(self, step: int) -> None:
        """Jump to the next useful cell."""
        if (game := self._shown) is None:
            return
        cell = next_cell(game, self.board.cursor, is_back=step < 0)
        if cell is None:
            self.host.say("no clue has anything left to do around it")
        else:
            self.board.go(cell)

    # The room.

    def action_invite(self) -> None:
        """Show and copy the link that invites others."""
        if self.room.kind != "coop" or not self.room.key:
            self.host.say("this room takes no other players")
            return
        link = f"{self._server.address}/#/room/{self.room.name}?key={self.room.key}"
        self.app.copy_to_clipboard(link)
        self.host.say(f"copied: {link}")

    def action_new(self) -> None:
        """Play another game: in a co-op room, become ready for the next one; otherwise, create a new room."""
        room, make = self.room, self._make
        if room.stage == "playing" and room.ended is None:
            self.host.say("the game isn't over yet")
        elif room.kind == "coop":
            room.ready()
        elif make is not None:
            self.host.work_aside(make, lambda name: self.host.navigation.online_room(self._server, name, make=make))

    def action_resign(self) -> None:
        """Resign a ranked game, at the second request."""
        if self.room.kind != "solo" or self.room.ended is not None:
            self.host.say("there is nothing to resign")
        elif self._asked != "resign":
            self._asked = "resign"
            self.host.say(f"{self.KEYS.name_of('resign')} again resigns this game, which counts as a loss")
        else:
            self._asked = ""
            self.room.resign()

    def action_review(self) -> None:
        """Open the review of the finished game."""
        record = None if self.room.ended is None else str(self.room.ended.get("record", ""))
        if not record:
            self.host.say("a review needs the record of the finished game, which isn't public yet")
            return
        try:
            self.host.navigation.review(Record.parse(record))
        except HypersweepError as error:
            self.host.say(str(error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        if action == "move" and parameters:
            return self._shown is not None and parameters[0] in range(self._shown.grid.dimensions)
        is_over = self.room.ended is not None
        if action == "new":
            # Anyone in a co-op room can start the next game; in other rooms, players who followed an invitation can't.
            return is_over and (self.room.kind == "coop" or self._make is not None)
        if action == "review":
            return is_over
        if action == "invite":
            return self.room.kind == "coop"
        return not (is_over and action in ("open", "flag", "smart", "resign") and self.room.kind == "solo")

    def action_leave(self) -> None:
        """Leave the room for the list of games; the game stays on the server."""
        self.host.navigation.online(self._server)

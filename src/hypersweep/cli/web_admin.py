"""``hypersweep web admin``: manage a server's people, rooms and games directly in its database.

The server may be running: within seconds, it disconnects people this command has banned or deleted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.web_settings import DATABASE, database_url, in_one_line
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.errors import HypersweepError, MissingExtraError, ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.text import join_or, parse_whole_number, pluralize, tame
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from hypersweep.cli_support.output import Output
    from hypersweep.web.multiplayer.people.accounts import People
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.people import PersonRow

_NAME = "hypersweep web admin"

ABOUT = "manage a server's people, rooms and games"
"""One-line summary of the command."""

ACTIONS: dict[str, bool | None] = {
    "people": False,
    "ban": True,
    "unban": True,
    "delete": True,
    "export": True,
    "make-admin": True,
    "unmake-admin": True,
    "rename": True,
    "reset-passphrase": True,
    "rooms": None,
    "end": True,
    "review": None,
    "pass": True,
    "void": True,
    "undecide": True,
    "verify": None,
    "stats": None,
    "backup": True,
}
"""Actions in the order of the help, and whether each takes an argument: required (True), optional (False), or none."""

# The decision on a game that each action saves in the database; None undoes the last decision.
_DECISIONS = {"pass": "passed", "void": "void", "undecide": None}
_PAGE = 200

_EPILOG = """\
actions:
  people [TEXT]       list people, or those whose names contain TEXT
  ban WHO             ban a person for --days, or for good; --reason is shown
  unban WHO           end a ban
  delete WHO --yes    delete a person's data; games stay, without the name
  export WHO          export a person's data as JSON, --to a file
  make-admin WHO      make an account an administrator, who may use the page's
                      administration
  unmake-admin WHO    make an administrator an ordinary account again
  rename WHO NAME     give an account another name; games keep the old one
  reset-passphrase WHO
                      print a recovery code with which the account's owner sets
                      a new passphrase; the old one and older codes expire
  rooms               list rooms that aren't over, newest first
  end ROOM            end a room's game, as if its players had resigned
  review              list games that look computer-played and await a decision
  pass GAME           count a game; its page shows the --reason, if any
  void GAME           never count a game, suspicious or not; needs a --reason
  undecide GAME       withdraw either decision
  verify              replay every game and recompute all best times
  stats               count people, rooms, games per day, and pending work
  backup FILE         copy an SQLite database, even while it is in use

WHO is a name or an id, ROOM a room's id, GAME a game's id, as in its page's address. A running server needs no restart:
within seconds it disconnects people who were banned or deleted, and people in a room whose game was ended.

examples:
  hypersweep web admin people
  hypersweep web admin ban "Rude Person" --days 7 --reason "swears at everybody"
  hypersweep web admin export Paula --to paula.json
  hypersweep web admin rename "Rude Person" "Quiet Person"
  hypersweep web admin void dXGgMiK7vSYZh2jk --reason "played by a program"
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Manage a server's people, rooms and games, from its machine.", _EPILOG)
    add = parser.add_argument
    add("action", nargs="?", metavar="ACTION", words=ACTIONS, help=f"{', '.join([*ACTIONS][:-1])} or backup")
    add(
        "what",
        nargs="?",
        metavar="WHO",
        files="*",
        help="a person's name or id, the id of a room or a game, or the file for backup",
    )
    add("name", nargs="?", metavar="NAME", help="the new name, for rename")
    add("--database-url", metavar="URL", help=f"the database, as an SQLAlchemy URL; or set {DATABASE}")
    add("--days", metavar="N", help="length of a ban in days (default: for good)")
    add("--reason", metavar="TEXT", help="the reason, shown to the banned person or on the game's page")
    add("--to", metavar="FILE", files="*", help="the file for export (default: standard output)")
    add("--yes", action="store_true", help="confirm: deleted data can't be restored")
    add("--json", action="store_true", help="write lists as JSON")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep web admin``.

    >>> main(["delete", "Paula"])
    2
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "what")
    if options.help:
        return output.print(parser.format_help())
    if options.action is None:
        raise ParameterError(f"expected one of the actions {', '.join(ACTIONS)}, got none")
    action = chosen_name(options.action, "one of the actions", list(ACTIONS))
    _check(action, options)
    import asyncio

    try:
        return asyncio.run(_act(action, options, output))
    except MissingExtraError:
        raise
    except HypersweepError as error:
        raise in_one_line(error) from None


def _check(action: str, options: Namespace) -> None:
    """Check that an action has its arguments and no others.

    Raises:
        ParameterError: an argument is missing or unexpected.
    """
    needs = ACTIONS[action]
    if needs and not options.what:
        kinds = {"backup": "a file", "end": "the id of a room", **dict.fromkeys(_DECISIONS, "the id of a game")}
        kind = kinds.get(action, "a name or an id")
        raise ParameterError(f"expected {kind} after {action}, got none")
    if needs is None and options.what is not None:
        raise ParameterError(f"expected nothing after {action}, got {truncate(options.what)}")
    if action == "rename" and not options.name:
        raise ParameterError(f"expected the new name after rename {truncate(options.what)}, got none")
    if action != "rename" and options.name is not None:
        raise ParameterError(
            f"expected one name or file after {action}, got {truncate(options.what)} and {truncate(options.name)}"
        )
    own = {"--days": ("ban",), "--reason": ("ban", "pass", "void"), "--to": ("export",), "--yes": ("delete",)}
    for name, of in own.items():
        if getattr(options, name[2:]) not in (None, False) and action not in of:
            raise ParameterError(f"can't use {name} with {action}; it is for {join_or(of)}")
    if action == "void" and not options.reason:
        raise ParameterError("void needs a --reason, which the game's page shows")
    for text in (options.what, options.name, options.reason, options.to):
        if text is not None and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ParameterError(f"expected valid UTF-8 after {action}, got {truncate(text)}")
    if options.json and action not in ("people", "rooms", "review", "stats"):
        raise ParameterError(f"can't use --json with {action}; it is for lists")
    if action == "delete" and not options.yes:
        raise ParameterError("delete needs --yes: deleted data can't be restored")


async def _act(action: str, options: Namespace, output: Output) -> int:
    from hypersweep.web.multiplayer.people.accounts import People
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database

    url = database_url(options)
    database = Database(url)
    if database.path is not None and not database.path.exists():
        raise ParameterError(f"expected an existing database, got {truncate(str(database.path))}")
    if action == "backup":
        from pathlib import Path

        from hypersweep.web.multiplayer.store.backup import backup

        size = backup(database, Path(options.what))
        return output.print(f"copied the database to {truncate(options.what)}: {size / 1e6:.1f} MB\n")
    await database.open()
    people = People(database, Settings(url))
    try:
        if action == "people":
            return await _people(people, options, output)
        if action == "rooms":
            return await _rooms(database, options, output)
        if action == "end":
            from hypersweep.web.multiplayer.maintenance import end_room

            await end_room(database, Settings(url), options.what)
            return output.print(f"the game of {options.what} is over\n")
        if action == "stats":
            return await _stats(database, options, output)
        if action == "verify":
            return await _verify(database, Settings(url), output)
        if action == "review":
            return await _review(database, options, output)
        if action in _DECISIONS:
            return output.print(f"{await _decided(database, action, options)}\n")
        person = await _who(people, options.what)
        if action == "export":
            return await _export(people, person, options.to, output)
        return output.print(f"{await _done(action, database, people, person, options)}\n")
    finally:
        await people.close()
        await database.close()


async def _done(action: str, database: Database, people: People, person: PersonRow, options: Namespace) -> str:
    """Apply an action to a person, and return the message to print."""
    from hypersweep.web.multiplayer.ranking.moderation import recount

    name = f"{person.name} ({person.id})"
    if action == "ban":
        days = None if options.days is None else parse_whole_number(options.days, "--days", least=1)
        until = await people.bans.ban(person.id, days, (options.reason or "")[:500])
        await recount(database, person.id)
        return f"{name} is banned {_until(until)}"
    if action == "unban":
        await people.bans.lift(person.id)
        await recount(database, person.id)
        return f"{name} isn't banned"
    if action == "delete":
        await people.delete(person.id)
        return f"{name} is deleted"
    if action == "rename":
        return f"{name} is now called {await people.rename(person.id, options.name)}"
    if action == "reset-passphrase":
        code = await people.reset_passphrase(person.id)
        return f"{name} can set a new passphrase with this recovery code, once: {code}"
    await people.set_admin(person.id, action == "make-admin")
    return f"{name} is {'an administrator' if action == 'make-admin' else 'not an administrator'}"


async def _who(people: People, text: str) -> PersonRow:
    """Find a person by ID or name.

    Raises:
        ParameterError: there is no such person, or several guests have this name.
    """
    if (person := await people.find(text)) is not None:
        return person
    exact = [row for row, _ in await people.search(text, limit=_PAGE) if row.name == text]
    if len(exact) == 1:
        return exact[0]
    if exact:
        raise ParameterError(f"{len(exact)} guests are called {truncate(text)}: use an id instead")
    raise ParameterError(f"no person has the name or ID {truncate(text)}")


async def _people(people: People, options: Namespace, output: Output) -> int:
    after, rows = "", []
    while page := await people.search(options.what or "", after=after, limit=_PAGE):
        rows += page
        after = page[-1][0].id
    if options.json:
        return output.print(_json([_person(row, games) for row, games in rows]))
    lines = [["id", "name", "kind", "made", "seen", "games", "banned"]]
    for row, games in rows:
        kind = "admin" if row.is_admin else "guest" if row.is_guest else "account"
        banned = (
            ""
            if row.banned_until is None
            else f"{_until(row.banned_until)}: {tame(row.ban_reason or '', 200)}".rstrip(": ")
        )
        lines.append([row.id, row.name, kind, _day(row.made), _day(row.seen), f"{games}", banned])
    return output.print(_table(lines))


async def _rooms(database: Database, options: Namespace, output: Output) -> int:
    from hypersweep.web.multiplayer.store import room_rows

    found: list[room_rows.RoomRow] = []
    before = None
    while True:
        async with database.transaction(writes=False) as connection:
            page = await room_rows.search(connection, before=before, limit=_PAGE)
        found += page
        if len(page) < _PAGE or page[-1].made == before:
            break
        before = page[-1].made
    alive = [row for row in found if row.ended is None]
    if options.json:
        names = ("id", "kind", "board", "mines", "rules", "owner", "is_open", "made")
        return output.print(_json([{name: getattr(row, name) for name in names} for row in alive]))
    lines = [["id", "kind", "board", "mines", "rules", "owner", "open", "made"]]
    lines += [
        [r.id, r.kind, r.board, f"{r.mines}", r.rules, r.owner or "-", "yes" if r.is_open else "no", _day(r.made)]
        for r in alive
    ]
    return output.print(_table(lines))


async def _stats(database: Database, options: Namespace, output: Output) -> int:
    import time

    from hypersweep.web.multiplayer.store.server_statistics import statistics

    async with database.transaction(writes=False, seconds=60) as connection:
        found = await statistics(connection, time.time_ns() // 1_000_000)
    days = [(_day(moment)[:10], count, won) for moment, count, won in found.days]
    if options.json:
        by_day = [{"day": day, "games": count, "won": won} for day, count, won in days]
        return output.print(_json({**found._asdict(), "days": by_day}))
    kinds = ", ".join(f"{count} {kind}" for kind, count in found.rooms.items())
    lines = [
        ["people", f"{pluralize(found.accounts, 'account')}, {pluralize(found.guests, 'guest')}"],
        ["", f"{found.seen} seen within a day, {pluralize(found.sessions, 'session')}, {found.banned} banned"],
        ["rooms", f"{sum(found.rooms.values())} not over{kinds and ': '}{kinds}; {found.listed} in the lobby"],
        ["games", f"{found.games}, {found.unverified} to be verified, {found.review} under review"],
        *([day, f"{pluralize(count, 'game')}, {won} won"] for day, count, won in days),
    ]
    return output.print(_table(lines))


async def _review(database: Database, options: Namespace, output: Output) -> int:
    from hypersweep.web.multiplayer.store import finished_games

    found: list[finished_games.GameRow] = []
    before = None
    while True:
        async with database.transaction(writes=False) as connection:
            page = await finished_games.under_review(connection, before=before, limit=_PAGE)
        found += page
        if len(page) < _PAGE:
            break
        before = page[-1].finished
    if options.json:
        names = ("id", "person", "name", "board", "mines", "rules", "milliseconds", "lag", "finished", "suspicion")
        rows = [{**{name: getattr(row, name) for name in names}, "signs": _signs(row.signs)} for row in found]
        return output.print(_json(rows))
    lines = [["id", "name", "board", "mines", "seconds", "finished", "score", "signs"]]
    for row in found:
        signs = ", ".join(f"{name} {value:g}" for name, value in _signs(row.signs).items())
        seconds = f"{row.milliseconds / 1000:.2f}"
        lines.append(
            [row.id, row.name, row.board, f"{row.mines}", seconds, _day(row.finished), f"{row.suspicion:g}", signs]
        )
    return output.print(_table(lines))


def _signs(text: str | None) -> dict[str, float]:
    import json

    found: dict[str, float] = json.loads(text or "{}")
    return found


async def _decided(database: Database, action: str, options: Namespace) -> str:
    """Save a decision on a game, and return the message to print."""
    from hypersweep.web.multiplayer.ranking.moderation import decide

    game = await decide(database, options.what, _DECISIONS[action], options.reason or "")
    if game.decision == "void":
        return f"{game.id} is void: {game.decided_why}"
    why = {None: "it may count", "review": "it is under review"}.get(game.why_not, f"it doesn't count: {game.why_not}")
    return f"{game.id} {'is passed' if action == 'pass' else 'has no decision'}; {why}"


async def _verify(database: Database, settings: Settings, output: Output) -> int:
    from hypersweep.web.multiplayer.maintenance import verify_database

    games, wrong = await verify_database(database, settings)
    return output.print(f"{pluralize(games, 'game')} verified, {wrong} of them wrong; best times recomputed\n")


async def _export(people: People, person: PersonRow, name: str | None, output: Output) -> int:
    pieces = [piece async for piece in people.export(person.id)]
    if name is None:
        return output.print(b"".join(pieces).decode())
    from hypersweep.atomic_write import save_whole

    try:
        save_whole(name, lambda file: file.write(b"".join(pieces)))
    except (OSError, ValueError) as error:
        warn(_NAME, f"can't write {truncate(name)}: {getattr(error, 'strerror', None) or error}")
        return WRITING_FAILED
    return output.print(f"wrote the data of {person.name} to {truncate(name)}\n")


def _person(row: PersonRow, games: int) -> dict[str, Any]:
    names = ("id", "name", "is_guest", "is_admin", "made", "seen", "banned_until", "ban_reason")
    return {**{name: getattr(row, name) for name in names}, "games": games}


def _json(value: object) -> str:
    import json

    return json.dumps(value, indent=2) + "\n"


def _table(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = ("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip() for line in lines)
    return "\n".join(rows) + "\n"


def _until(moment: int) -> str:
    from hypersweep.web.multiplayer.people.bans import FOR_GOOD

    return "for good" if moment >= FOR_GOOD else f"until {_day(moment)}"


def _day(moment: int) -> str:
    import time

    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment / 1000))

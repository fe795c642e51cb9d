"""Records compared with the bare moves of their games: time per event to write, read, replay and go back.

A second part measures the cost of comments, side lines, files with several games and JSON, compared with the same
events without them.

Run: python benchmarks/record.py [--quick]

There are two kinds of games: one opens and flags a whole board in order, so nearly every event changes cells; the other
has random clicks with undo and redo, most of which have no effect. Each comes in two lengths, since the time per event
must not grow with the number of events.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from functools import partial

from hypersweep import Event, Game, Grid, MoveResult, Outcome, Record
from hypersweep.formats import format_json, parse_json
from hypersweep.game import History
from hypersweep.record import Variation, format_games, parse_games
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

MOVES = "bare moves"


def orderly(side: int) -> Record:
    """Return the record of a game that opens safe cells and flags mines, cell by cell."""
    game = Game((side, side), side * side * 3 // 20, seed=3)
    first = (side // 2, side // 2)
    events = [Event.of(0, "open", first, game.open(first))]
    assert game.layout is not None
    for number, cell in enumerate(game.grid):
        if game.outcome is not Outcome.ONGOING:
            break
        if game.layout.is_mine(cell):
            events.append(Event.of(number, "flag", cell, game.flag(cell)))
        elif not game.is_open(cell):
            events.append(Event.of(number, "open", cell, game.open(cell)))
    return Record(game.grid, game.mines, seed=3, events=events)


def wild(count: int) -> Record:
    """Return the record of random clicks, undos and redos."""
    chance = random.Random(1)
    history = History(Game((100, 100), 1500, seed=1))
    game = history.game
    events: list[Event] = []
    is_started, now = False, 0
    while len(events) < count:
        kind = chance.choice(("open", "flag", "flag", "flag", "chord", "undo", "redo"))
        if (kind == "undo" and not history.can_undo) or (kind == "redo" and not history.can_redo):
            continue
        if game.outcome is not Outcome.ONGOING:
            kind = "undo"
        elif is_started:
            now += chance.randrange(300)
        cell = None if kind in ("undo", "redo") else (chance.randrange(100), chance.randrange(100))
        change = history.act(kind, cell)
        is_started = is_started or (kind == "open" and bool(change))
        events.append(Event.of(now, kind, cell, change))
    return Record(game.grid, game.mines, seed=1, events=events)


def play_bare(record: Record) -> None:
    """Play a record's moves with a ``Game``, without recording them."""
    game = Game(record.grid, record.mines, seed=record.seed)
    moves = {"open": game.open, "flag": game.flag, "chord": game.chord}
    undone: list[tuple[str, tuple[int, ...]]] = []
    done: list[tuple[str, tuple[int, ...]]] = []
    for _, kind, cell, _, _, _ in record.events:
        if cell is not None:
            change: MoveResult = moves[kind](cell)
            if change:
                done.append((kind, cell))
        elif kind == "undo":
            undone.append(done.pop())
            game.undo()
        else:
            done.append(undone.pop())
            moves[done[-1][0]](done[-1][1])


def go_back(record: Record) -> None:
    """Replay to the end and back, event by event."""
    replay = record.replay()
    replay.seek(len(replay))
    while replay.position:
        replay.back()


def section(name: str, record: Record, rounds: int) -> Row:
    """Measure one record and print its figures. Returns: its row for the table."""
    text = record.format()
    assert Record.parse(text) == record
    works: dict[str, Callable[[], object]] = {
        MOVES: partial(play_bare, record),
        "format": record.format,
        "parse": partial(Record.parse, text),
        "verify": record.verify,
        "verify and back": partial(go_back, record),
    }
    count = len(record.events)
    figures = side_by_side([Contender(label, run, count) for label, run in works.items()], rounds)
    print_figures(f"{name}, {count:,} events, {short(len(text), 'B')}", figures.values(), MOVES, "event", cost=True)
    times = 1 / ratio(figures["verify"], figures[MOVES])
    return Row(
        f"{name}, {count:,} events",
        f"verify {short(figures['verify'].cost, 's')}, parse {short(figures['parse'].cost, 's')}",
        f"bare moves {short(figures[MOVES].cost, 's')}",
        f"{times:.2f} x",
        "parse ≤ 2 µs",
        figures["parse"].cost <= 2e-6,
    )


def extras(count: int, rounds: int) -> None:
    """Measure the cost of comments, side lines, several games and JSON, compared with bare events."""
    grid = Grid((400, count // 400 + 1))
    events = [Event(0, "flag", grid.cell(index), 1) for index in range(count)]
    bare = Record(grid, 1, seed=1, events=events)
    nested = [Variation(1 if number else 0, [events[number]], parent=number) for number in range(count)]
    kinds = {
        "bare": bare,
        "comments": bare.replace(comments=dict.fromkeys(range(count + 1), "a comment")),
        "side lines": bare.replace(variations=[Variation(place, [events[place]]) for place in range(count)]),
        "nested side lines": bare.replace(events=[], variations=nested),
    }
    works: dict[str, Callable[[], object]] = {}
    for name, record in kinds.items():
        text = record.format()
        works[f"format, {name}"] = record.format
        works[f"parse, {name}"] = partial(Record.parse, text)
        works[f"verify, {name}"] = record.verify
    games = format_games([wild(30)] * (count // 30))
    document = format_json(bare)
    works |= {
        "parse, games of 30 events": partial(parse_games, games),
        "format, JSON": partial(format_json, bare),
        "parse, JSON": partial(parse_json, document),
        "json.loads": partial(json.loads, document),
    }
    figures = side_by_side([Contender(label, run, count) for label, run in works.items()], rounds)
    print_figures(
        f"comments, side lines, games, JSON: {count:,} events", figures.values(), "parse, bare", "event", cost=True
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description="Records: time per event.")
    parser.add_argument("--quick", action="store_true", help="shorter games and fewer rounds")
    quick = parser.parse_args(argv).quick
    for name, value in [*machine_facts(), ("core", pin())]:
        print(f"{name:>12}: {value}")
    rounds = 3 if quick else 7
    rows = [section("in order", orderly(side), rounds) for side in ((100, 300) if quick else (150, 1490))]
    rows += [section("random", wild(count), rounds) for count in ((10_000, 100_000) if quick else (10_000, 1_000_000))]
    extras(10_000 if quick else 100_000, rounds)
    print_rows(rows)


if __name__ == "__main__":
    main()

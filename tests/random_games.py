"""Games of careless players for tests of the page, and rows for lists of such games."""

from __future__ import annotations

import random
from typing import Any

from hypersweep import Grid, Outcome
from hypersweep.game import Game, History
from hypersweep.record import Event, Record
from hypersweep.rules import Rules
from hypersweep.session import Result
from hypersweep.solve import analyse

KINDS = [
    ("9x9", 10, "classic"),
    ("4x4x4x4", 20, "classic,first=opening"),
    ("12", 3, "esp"),
    ("9x9", 10, "classic,guess=never"),
]


def random_events(history: History, chance: random.Random, count: int, when: int) -> list[Event]:
    """Return moves of a careless player, with pauses, hints, and losses that are sometimes taken back."""
    grid = history.game.grid
    events: list[Event] = []
    started = bool(when)
    is_paused = False
    for _ in range(count):
        if started and not is_paused and history.game.outcome is Outcome.ONGOING:
            when += chance.randrange(700)
        if history.game.outcome is not Outcome.ONGOING:
            if chance.random() < 0.3:
                break
            kind = "undo"
        elif is_paused:
            kind = "resume"
        else:
            kind = chance.choices(
                ["open", "flag", "chord", "undo", "redo", "hint", "pause"], [9, 6, 4, 2, 2, 1, 1 if started else 0]
            )[0]
        if kind in ("hint", "pause", "resume"):
            is_paused = kind == "pause"
            events.append(Event(when, kind, level=chance.choice([None, 1, 2]) if kind == "hint" else None))
            continue
        cell = grid.cell(chance.randrange(grid.cells)) if kind in ("open", "flag", "chord") else None
        change = history.act(kind, cell)
        if cell is None and not change:
            continue
        events.append(Event.of(when, kind, cell, change))
        started = started or (kind == "open" and bool(change))
    return events


def random_record(board: str, mines: int, rules: str, seed: int, count: int = 60) -> Record:
    chance = random.Random(f"{board} {rules} {seed}")
    history = History(Game(board, mines, seed=seed, rules=rules))
    events = random_events(history, chance, count, 0)
    comments = {place: f"Comment {place}" for place in range(0, len(events) + 1, 9)}
    return Record(board, mines, seed=seed, rules=rules, events=events, comments=comments)


def with_side_lines(record: Record, seed: int) -> Record:
    chance = random.Random(seed)
    for number in range(4):
        line = chance.randrange(number + 1)
        events = record.line(line)
        begin = len(events) - len(record.variations[line - 1].events) if line else 0
        position = chance.randrange(len(events) - begin + 1)
        replay = record.replay(line)
        replay.seek(begin + position)
        while replay.position and replay.is_paused:
            position, _ = position - 1, replay.back()
        if position < 0:
            continue
        history = History(Game(record.grid, record.mines, seed=record.seed, rules=record.rules))
        for event in events[: begin + position]:
            if event.changed:
                history.act(event.kind, event.cell)
        moves = random_events(history, chance, 12, replay.milliseconds)
        record = record.with_variation(position, moves, line=line, comments={0: f"Side line {number}"})
    record.verify()
    return record


def careless_game(board: str, mines: int, rules: str, seed: int, most: int = 200) -> Record:
    """Return the record of a player who mostly opens the safest cell, flags mines, and sometimes moves at random."""
    chance = random.Random(f"{board} {rules} {seed}")
    history = History(Game(board, mines, seed=seed, rules=rules))
    game = history.game
    events: list[Event] = []
    when = lives = 0
    is_started = False
    while len(events) < most:
        kind, cell = "open", game.grid.cell(chance.randrange(game.grid.cells))
        if game.outcome is not Outcome.ONGOING:
            lives += 1
            if lives > 2 or game.outcome is Outcome.WON:
                break
            kind = "undo"
        elif chance.random() < 0.75:
            analysis = analyse(game.view)
            flags = [each for each in analysis.mine_cells if game.view[each] == -1]
            if flags and chance.random() < 0.5:
                kind, cell = "flag", chance.choice(flags)
            else:
                cell = chance.choice(analysis.safest_cells)
        elif chance.random() < 0.7:
            kind = chance.choice(["flag", "chord", "chord", "undo"])
        change = history.act(kind, cell if kind != "undo" else None)
        if change:
            events.append(Event.of(when, kind, cell if kind != "undo" else None, change))
            is_started = is_started or kind == "open"
            when += chance.randrange(3000) if game.outcome is Outcome.ONGOING and is_started else 0
    return Record(board, mines, seed=seed, rules=rules, events=events)


def row(result: Result) -> dict[str, Any]:
    return {
        "key": result.name,
        "board": result.grid.format(),
        "mines": result.mines,
        "rules": result.rules.format(),
        "outcome": result.outcome.name.lower(),
        "milliseconds": result.milliseconds,
        "isRanked": result.is_ranked,
        "isWalkover": result.is_walkover,
        "deaths": result.deaths,
        "hints": result.hints,
        "undos": 0,
        "start": result.start,
        "player": result.player,
        "threeBV": result.three_bv,
        "clicks": result.clicks,
    }


def results(seed: int, count: int) -> list[Result]:
    chance = random.Random(seed)
    found = []
    for number in range(count):
        board, mines, rules = chance.choice(KINDS)
        outcome = chance.choice([Outcome.WON, Outcome.WON, Outcome.LOST, Outcome.ONGOING])
        found.append(
            Result(
                f"game-{number}",
                Grid(board),
                mines,
                Rules.parse(rules),
                outcome,
                chance.randrange(10 ** chance.randrange(1, 7)),
                is_ranked=(is_walkover := outcome is Outcome.WON and chance.random() < 0.1) is False
                and chance.random() < 0.7,
                is_walkover=is_walkover,
                start=f"2026-0{chance.randrange(1, 4)}-11T10:00:00Z",
                three_bv=chance.randrange(1, 200) if outcome is Outcome.WON else None,
                clicks=chance.randrange(300),
            )
        )
    return found

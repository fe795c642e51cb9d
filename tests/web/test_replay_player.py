"""Replays on the page compared with Python's: the same times, boards and errors."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Layout
from hypersweep.errors import HypersweepError, RecordError
from hypersweep.game import Game
from hypersweep.record import Event, Record
from hypersweep.record.marks import Marks
from hypersweep.ui_model.replay_player import ReplayPlayer
from node_kernel import NodeKernel
from random_games import random_record, with_side_lines
from records import marked_record
from seeds import seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

NODE = partial(NodeKernel, "after_game.mjs")

BOARDS = [
    ("12", 3, "classic"),
    ("7x9", 9, "classic"),
    ("9x13", 18, "classic,first=opening,guess=never"),
    ("5x6~wrap=1", 5, "classic,first=any"),
    ("4x5x6", 14, "esp"),
    ("3x4x5x2", 12, "classic,guess=punished"),
    ("2x3x4x3x2", 11, "classic,first=opening"),
    ("3x2x2x3x2x3", 12, "hypermines"),
]


def python_state(player: ReplayPlayer, error: Any) -> dict[str, Any]:
    replay = player.replay
    marks = replay.marks or Marks()
    return {
        "error": error,
        "position": replay.position,
        "line": replay.line,
        "clock": pytest.approx(player.milliseconds),
        "milliseconds": replay.milliseconds,
        "length": player.length,
        "isPlaying": player.is_playing,
        "isPaused": replay.is_paused,
        "isAtEnd": player.is_at_end,
        "comment": player.comment,
        "sideLines": list(player.side_lines),
        "outcome": replay.game.outcome.name.lower(),
        "flags": replay.game.flags,
        "speed": player.speed,
        "codes": list(replay.game.view.codes),
        "marks": [sorted(cells) for cells in (marks.questions, marks.drafts)],
    }


def python_states(record: Record, acts: list[list[Any]]) -> list[dict[str, Any]]:
    player = ReplayPlayer(record)
    names = {"seekShare": "seek_share", "passTime": "pass_time", "leaveLine": "leave"}
    states = [python_state(player, None)]
    for name, *values in acts:
        error = None
        try:
            if name == "step":
                player.is_playing = False
                player.step(values[0])
            else:
                getattr(player, names.get(name, name))(*values)
        except HypersweepError as caught:
            error = [type(caught).__name__, str(caught)]
        states.append(python_state(player, error))
    return states


def random_acts(record: Record, chance: random.Random, count: int) -> list[list[Any]]:
    events = len(record.events)
    names = ["seek", "step", "step", "seekShare", "toggle", "passTime", "faster", "follow", "leaveLine"]
    acts: list[list[Any]] = []
    for _ in range(count):
        name = chance.choice(names)
        values: dict[str, float] = {
            "seek": chance.randrange(-2, events + 3),
            "step": chance.choice([-10, -1, 1, 10]),
            "seekShare": chance.randrange(11) / 10,
            "passTime": chance.random() * 4,
            "faster": chance.choice([-1, 1, 3]),
            "follow": chance.randrange(len(record.variations) + 1),
        }
        acts.append([name, values[name]] if name in values else [name])
    return acts


@pytest.mark.parametrize(("board", "mines", "rules"), BOARDS)
def test_every_moment_is_the_one_of_python(node: NodeKernel, board: str, mines: int, rules: str) -> None:
    for seed in range(4):
        record = with_side_lines(random_record(board, mines, rules, seed), seed)
        acts = random_acts(record, random.Random(seed), 60)
        found = node.ask("player", record=record.format(), acts=acts)
        for act, own, other in zip([["begin"], *acts], found, python_states(record, acts), strict=True):
            assert own == other, (act, record.format())


@pytest.mark.parametrize("seed", seeds(100))
def test_marks_are_those_of_python(node: NodeKernel, seed: int) -> None:
    record = marked_record(seed)
    acts = random_acts(record, random.Random(seed), 40)
    found = node.ask("player", record=record.format(), acts=acts)
    for act, own, other in zip([["begin"], *acts], found, python_states(record, acts), strict=True):
        assert own == other, (act, record.format())


def broken_records() -> Iterator[Record]:
    """Yield records with one impossible line."""
    for number, (board, mines, rules) in enumerate(BOARDS):
        record = random_record(board, mines, rules, 11, 30)
        chance = random.Random(number)
        for _ in range(12):
            events = list(record.events)
            place = chance.randrange(len(events))
            old = events[place]
            way = chance.randrange(6)
            if way == 0 and old.kind not in ("pause", "resume", "hint"):
                events[place] = Event(old.milliseconds, old.kind, old.cell, old.changed + 1)
            elif way == 1:
                events[place] = Event(old.milliseconds + 50_000, *old[1:])
            elif way == 2:
                del events[place]
            elif way == 3:
                events.insert(place, Event(old.milliseconds, "resume"))
            elif way == 4:
                events.insert(place, Event(old.milliseconds, "redo", changed=1))
            else:
                events.insert(place, Event(old.milliseconds, "flag", (99,) * record.grid.dimensions, 1))
            yield record.replace(events=events, outcome=None, milliseconds=None, comments={})


@pytest.mark.slow
def test_what_python_refuses_is_refused_at_the_same_place(node: NodeKernel) -> None:
    refused = 0
    for record in broken_records():
        found = node.ask("verify", record=record.format())
        try:
            record.verify()
        except RecordError as error:
            refused += 1
            assert (found.get("kind"), found["position"]) == ("RecordError", error.position), record.format()
        else:
            assert found == {"position": len(record.events)}
    assert refused > 60


@pytest.mark.slow
def test_a_record_of_a_layout_is_held_to_its_rules(node: NodeKernel) -> None:
    layout = Layout("3x4", [(0, 0), (2, 3)])
    for rules in ("classic", "classic,first=opening", "classic,first=any", "classic,guess=never"):
        for cell in [(0, 0), (0, 1), (2, 0), (1, 3)]:
            game = Game(layout=layout, rules="classic,first=any")
            change = game.open(cell)
            record = Record(layout.grid, rules=rules, layout=layout, events=[Event.of(0, "open", cell, change)])
            found = node.ask("verify", record=record.format())
            try:
                record.verify()
            except RecordError:
                assert (found["kind"], found["position"]) == ("RecordError", 0)
            else:
                assert found == {"position": 1}


@pytest.mark.slow
def test_seeks_in_a_long_record_cost_what_they_change(node: NodeKernel) -> None:
    flags = [(0, column) for column in range(30)]
    events = [Event(0, "open", (15, 29), 1)]
    game = Game("16x30", 99, seed=5, rules="classic,first=safe")
    events = [Event.of(0, "open", (15, 29), game.open((15, 29)))]
    for number in range(2000):
        cell = flags[number % 30]
        events.append(Event.of(10 * number, "flag", cell, game.flag(cell)))
    record = Record("16x30", 99, seed=5, events=events)
    acts = [["seek", 2001], ["seek", 1000], ["seek", 2], ["seek", 1999], ["seek", 0], ["seek", 2001]]
    assert node.ask("player", record=record.format(), acts=acts) == python_states(record, acts)

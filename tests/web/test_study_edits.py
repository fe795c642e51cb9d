"""The page and the server edit a study's record in the same way: the same text and positions, edit by edit."""

from __future__ import annotations

import random
from functools import partial

import msgspec
import pytest

from hypersweep import Event, Record
from hypersweep.record.tree import format_moment, parse_moment
from hypersweep.web.multiplayer.rooms.study_record import apply
from node_kernel import NodeKernel
from records import annotated, random_record
from seeds import seeds
from study_edits import Circle, circle, moments

NODE = partial(NodeKernel, "study.mjs")


@pytest.mark.parametrize("seed", seeds(200))
def test_every_edit_does_the_same(node: NodeKernel, seed: int) -> None:
    if seed % 3 == 0:
        done_by = Circle(Record("3x4", 2, seed=7), random.Random(seed))
        for _ in range(60):
            done_by.turn()
    else:
        done_by = circle(seed, 60)
    edits = [msgspec.json.decode(msgspec.json.encode(kept)) for kept, _ in done_by.kept]
    before = [moments(record) for record in done_by.records[:-1]]
    told = node.ask("apply", record=done_by.first.format(), edits=edits, moments=before)
    assert len(told) == len(done_by.kept) > 10
    for (kept, _), record, after, names, answer in zip(
        done_by.kept, done_by.records[:-1], done_by.records[1:], before, told, strict=True
    ):
        done = apply(record, kept)
        assert answer["record"] == after.format(), kept
        assert answer["at"] == (done.at if done.at is not None else getattr(kept, "at", None)), kept
        wanted = [moved_name(done.shifts, name) for name in names]
        assert answer["moved"] == wanted, kept


def moved_name(shifts: tuple[object, ...], name: str) -> list[object]:
    """Gives where a moment is after shifts, as the page tells it."""
    from hypersweep.web.multiplayer.rooms.study_edits import moved

    steps, is_same = moved(shifts, parse_moment(name))  # type: ignore[arg-type]
    return [format_moment(steps), is_same]


@pytest.mark.parametrize("seed", seeds(40))
def test_moments_have_the_same_names(node: NodeKernel, seed: int) -> None:
    record = annotated(random_record(seed, 10), random.Random(seed), 8)
    names = moments(record)
    for name, (place, again, steps) in zip(
        names, node.ask("moments", record=record.format(), names=names), strict=True
    ):
        assert (place["line"], place["position"]) == record.find(name)
        assert again == name
        assert tuple(steps) == parse_moment(name)


def test_what_is_no_moment_is_refused(node: NodeKernel) -> None:
    names = ["", "1.", "1.1", "1.0.1", "01", "-1", "1..1", " 1", "\u0661", "9" * 16]
    assert node.ask("accepts", names=names) == ["ParseError"] * len(names)


@pytest.mark.slow
def test_ways_through_the_lines(node: NodeKernel) -> None:
    flags = [Event(0, "flag", (0, column)) for column in range(4)]
    record = Record("3x4", 2, seed=7, events=flags[:3])
    # Two side lines after the first move, and one within the first of them.
    record = record.with_variation(1, [flags[3], flags[2]]).with_variation(1, [flags[2]])
    record = record.with_variation(1, [flags[1]], line=1)
    ways = [["step", 1], ["step", -1], ["step", -9], ["step", 9], ["seek", 0], ["seek", 1], ["follow"], ["leaveLine"]]
    led = {
        "0": ["1", "0", "0", "3", "0", "3", "no_line", "main_line"],
        "1": ["2", "0", "0", "3", "0", "3", "1.1.1", "main_line"],
        "3": ["3", "2", "0", "3", "0", "3", "no_line", "main_line"],
        "1.1.1": ["1.1.2", "1", "0", "1.1.2", "0", "1.1.2", "1.1.1.1.1", "1"],
        "1.1.2": ["1.1.2", "1.1.1", "0", "1.1.2", "0", "1.1.2", "no_line", "1"],
        "1.2.1": ["1.2.1", "1", "0", "1.2.1", "0", "1.2.1", "1.1.1", "1"],
        "1.1.1.1.1": ["1.1.1.1.1", "1.1.1", "0", "1.1.1.1.1", "0", "1.1.1.1.1", "no_line", "1.1.1"],
    }
    for name, wanted in led.items():
        told = node.ask("walk", record=record.format(), **{"from": name}, ways=ways)
        assert (name, told["led"]) == (name, wanted)
        assert told["events"] == sum(int(step) for step in name.split(".")[::2])

"""Signs in a game's record that a program played: programs are found, people aren't."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hypersweep.formats.files import read_file
from hypersweep.formats.video import MouseEvent, Video, record_of
from hypersweep.game import Outcome
from hypersweep.record import Event, Record
from hypersweep.web.multiplayer.ranking.robots import UNDER_REVIEW, suspicion
from robot_games import PAUSES, human_record, robot_record

BOARDS = {"9x9": 10, "5x5x5": 10, "16x16": 40, "16x30": 99}


@pytest.mark.parametrize("board", ["5x5x5", "16x16"])
def test_a_program_that_opens_all_safe_cells_is_found_at_every_pace(board: str) -> None:
    for pauses in PAUSES:
        found = suspicion(robot_record(board, BOARDS[board], 3, pauses))
        assert found.score >= UNDER_REVIEW, (pauses, found)
        assert found.score == pytest.approx(sum(found.signs.values()))


@pytest.mark.parametrize("board", ["5x5x5", "16x16"])
def test_simulated_people_are_not(board: str) -> None:
    for speed in (1, 2):
        found = suspicion(human_record(board, BOARDS[board], 3, speed=speed))
        assert found.score < UNDER_REVIEW, (speed, found)


@pytest.mark.nightly
@pytest.mark.parametrize("board", BOARDS)
def test_programs_and_people_on_many_boards(board: str) -> None:
    for seed in range(20):
        for pauses in PAUSES:
            record = robot_record(board, BOARDS[board], seed, pauses)
            # Shorter games reveal too little.
            if len(record.events) > 8:
                assert suspicion(record).score >= UNDER_REVIEW, (seed, pauses)
        for speed in (1, 2):
            found = suspicion(human_record(board, BOARDS[board], seed, speed=speed))
            assert found.score < UNDER_REVIEW, (seed, speed, found)


@pytest.mark.needs("replays")
def test_real_replays_are_of_people() -> None:
    """Score all files of a developer's folder."""
    wrong = []
    for path in sorted(Path(os.environ["HYPERSWEEP_REPLAYS"]).rglob("*")):
        if path.suffix.lower() in (".avf", ".evf", ".mvf", ".rmv", ".rawvf"):
            video = read_file(path)
            assert isinstance(video, Video)
            found = suspicion(record_of(video))
            if found.score >= UNDER_REVIEW:
                wrong.append(f"{path}: {found}")
    assert not wrong, "\n".join(wrong[:20])


def timed(record: Record, times: list[int]) -> Record:
    """Return a record with other times."""
    events = [
        Event(times[place], each.kind, each.cell, each.changed, each.ended) for place, each in enumerate(record.events)
    ]
    return record.replace(events=events, outcome=None, milliseconds=None)


def test_signs_of_time_are_told_apart() -> None:
    record = robot_record("16x16", 40, 3, "250")
    count = len(record.events)
    assert suspicion(record).signs["regular"] == pytest.approx(1.8)
    assert "rate" not in suspicion(record).signs
    # Fast and irregular.
    fast = suspicion(timed(record, [30 * place + place % 3 * 10 for place in range(count)])).signs
    assert fast["rate"] > 1
    assert fast["reach"] > 1
    # A hand that goes slowly to far cells, and quickly to near ones.
    assert suspicion(human_record("16x16", 40, 3)).signs.get("alike") is None
    assert suspicion(record).signs["alike"] == pytest.approx(0.25, abs=0.1)


def test_a_connection_that_hung_once_is_no_sign_of_speed() -> None:
    record = human_record("16x16", 40, 3)
    times = [each.milliseconds for each in record.events]
    # Twelve clicks came at once.
    times[40:52] = [times[51]] * 12
    assert "rate" not in suspicion(timed(record, times)).signs


def test_short_games_are_judged_by_their_rate_alone() -> None:
    short = next(r for r in (robot_record("9x9", 10, seed, "40") for seed in range(99)) if 5 <= len(r.events) <= 8)
    found = suspicion(short)
    assert found.signs.keys() == {"rate"}
    assert found.score >= UNDER_REVIEW


def test_a_mouse_that_never_moved_is_a_sign() -> None:
    layout = robot_record("9x9", 10, 3, "250").layout
    assert layout is not None
    safe = [cell for cell in layout.grid if not layout.is_mine(cell)]

    def video(*, moves: bool) -> Record:
        events = []
        for place, (row, column) in enumerate(safe[::3]):
            x, y = 16 * column + 8, 16 * row + 8
            time = 900 * place + place % 4 * 200
            if moves:
                events.append(MouseEvent(time, "move", x, y))
            events += [MouseEvent(time, "left press", x, y), MouseEvent(time + 50, "left release", x, y)]
        return record_of(Video("rawvf", layout, events))

    assert suspicion(video(moves=False)).signs["jumps"] > 1
    assert "jumps" not in suspicion(video(moves=True)).signs


def test_a_path_that_can_t_be_read_and_a_game_without_an_open_say_nothing() -> None:
    record = human_record("16x16", 40, 3)
    broken = record.replace(tags={**record.tags, "mouse": "nonsense"})
    assert suspicion(broken) == suspicion(record)
    assert suspicion(Record("3x4", 2, seed=7, outcome=Outcome.ONGOING)) == (0, {})

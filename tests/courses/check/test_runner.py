"""The search for faults in a program, and what each course provides for it."""

from __future__ import annotations

import inspect
import itertools
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from courses.check.fake_subject import FakeSubject, Numbers, fault
from hypersweep.courses.check.check_report import Difference
from hypersweep.courses.check.command import COURSES
from hypersweep.courses.check.runner import check


@pytest.mark.parametrize("name", COURSES)
def test_a_course_has_what_the_command_needs(name: str) -> None:
    course = import_module(f"hypersweep.courses.check.{name}_checker")
    assert "examples:\n" in course.EXAMPLES
    assert list(inspect.signature(course.add_arguments).parameters) == ["parser"]
    assert list(inspect.signature(course.open_subject).parameters) == ["program", "options"]


def large_sum(game: Numbers) -> Difference | None:
    return fault(f"sum of {game}") if sum(game) > 500 else None


def test_a_right_program_plays_its_edges_and_all_games() -> None:
    played: list[Numbers] = []
    subject = FakeSubject(played.append, edges=[[1], [2]])
    report = check(subject, games=50)
    assert (report.verdict, report.games, report.name, report.suffix) == ("right", 52, "folder/fake.c", ".c")
    assert played[:2] == [[1], [2]]
    assert len(played) == 52


def test_a_fault_is_shrunk_to_the_smallest_game() -> None:
    report = check(FakeSubject(large_sum))
    assert report.verdict == "wrong"
    assert [each.what for each in report.faults] == ["sum of [501]"]
    assert report.games <= 500


def test_the_same_seed_plays_the_same_games() -> None:
    def games_of(seed: int) -> list[Numbers]:
        played: list[Numbers] = []
        check(FakeSubject(played.append), games=30, seed=seed)
        return played

    assert games_of(7) == games_of(7) != games_of(8)


def test_a_smaller_edge_stands_for_its_clause() -> None:
    def play(game: Numbers) -> Difference | None:
        return fault("sum", calls=str(game)) if sum(game) > 500 else None

    (only,) = check(FakeSubject(play, edges=[[600, 600, 600, 600], [502]])).faults
    assert only.calls in ("[502]", "[501]")


def test_faults_of_other_clauses_are_listed_smallest_first() -> None:
    def play(game: Numbers) -> Difference | None:
        if game == [7, 7, 7, 7, 7]:
            return fault("sevens", "another clause")
        return large_sum(game)

    report = check(FakeSubject(play, edges=[[7, 7, 7, 7, 7]]))
    assert [each.what for each in report.faults] == ["sevens", "sum of [501]"]


def test_open_points_neither_hide_nor_stop_the_search() -> None:
    def play(game: Numbers) -> Difference | None:
        return large_sum(game) or fault(f"open {len(game) % 2}", f"clause {len(game) % 2}", is_open=True)

    report = check(FakeSubject(play, edges=[[], [1], [2]]))
    assert [each.what for each in report.faults] == ["sum of [501]"]
    assert [each.what for each in report.open_points] == ["open 0", "open 1"]


@pytest.mark.parametrize(("is_strict", "verdict"), [(False, "right"), (True, "wrong")])
def test_open_points_count_if_the_check_is_strict(is_strict: bool, verdict: str) -> None:
    subject = FakeSubject(lambda game: fault("open", is_open=True))
    assert check(subject, games=5, is_strict=is_strict).verdict == verdict


def test_no_more_is_played_when_the_time_is_over() -> None:
    report = check(FakeSubject(lambda game: None, edges=[[1]]), seconds=0)
    assert (report.verdict, report.games, report.is_out_of_time) == ("right", 1, True)


def test_a_fault_is_kept_when_the_time_ends_while_it_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    report = check(FakeSubject(large_sum), seconds=20)
    assert report.is_out_of_time
    assert len(report.faults) == 1


def test_a_fault_that_comes_and_goes_is_reported() -> None:
    turns = itertools.count()
    subject = FakeSubject(lambda game: fault("now and then") if next(turns) == 20 else None)
    (only,) = check(subject).faults
    assert only.what == "now and then (in some runs only)"


def test_an_error_of_the_checker_itself_is_no_fault() -> None:
    def play(game: Numbers) -> Difference | None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        check(FakeSubject(play), games=5)


def test_no_random_games_are_played_if_none_are_wanted() -> None:
    assert check(FakeSubject(lambda game: None, edges=[[1]]), games=0).games == 1


@pytest.mark.slow
def test_nothing_is_left_in_the_working_directory(tmp_path: Path) -> None:
    # In a process of its own: Hypothesis decides once where its folder is.
    program = "from courses.check.test_runner import *; assert check(FakeSubject(large_sum)).faults"
    here = str(Path(__file__).parents[2])
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {here!r}); {program}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []

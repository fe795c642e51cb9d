"""What each course provides: its module, and the members of a `Subject`."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from hypersweep.courses.check.command import COURSES


@pytest.mark.parametrize("name", COURSES)
def test_a_course_has_what_the_command_needs(name: str) -> None:
    course = import_module(f"hypersweep.courses.check.{name}")
    assert "examples:\n" in course.EXAMPLES
    assert list(inspect.signature(course.add_arguments).parameters) == ["parser"]
    assert list(inspect.signature(course.open_subject).parameters) == ["program", "options"]

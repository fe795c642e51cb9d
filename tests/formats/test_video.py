"""The common form of mouse replays."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from hypersweep import Layout, LayoutError, ParameterError, ParameterTypeError
from hypersweep.formats.video import ACTIONS, FORMATS, MouseEvent, Video

LAYOUT = Layout("3x4", [(0, 3)])
EVENT = MouseEvent(1230, "left press", 40, 8)


@pytest.mark.parametrize("action", ACTIONS)
def test_an_event_has_four_fields(action: str) -> None:
    event = MouseEvent(-5, action, 3, -7)
    assert (event.milliseconds, event.action, event.x, event.y) == event == (-5, action, 3, -7)
    assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == event
    assert type(pickle.loads(pickle.dumps(event))) is MouseEvent


@pytest.mark.parametrize(("x", "y", "cell"), [(0, 0, (0, 0)), (15, 16, (1, 0)), (-1, 0, (0, -1)), (64, -17, (-2, 4))])
def test_an_event_lies_on_a_cell(x: int, y: int, cell: tuple[int, int]) -> None:
    assert MouseEvent(0, "move", x, y).cell(16) == cell


@pytest.mark.parametrize(
    "fields", [(0, "press", 1, 1), (0.5, "move", 1, 1), (0, "move", 10**15, 1), (0, "move", 1, None)]
)
def test_odd_events_are_refused(fields: tuple[Any, ...]) -> None:
    with pytest.raises(ParameterError):
        MouseEvent(*fields)


@pytest.mark.parametrize("form", FORMATS)
def test_a_replay_is_a_value(form: str) -> None:
    tags = {"player": "Ann"}
    video = Video(form, LAYOUT, iter([EVENT]), 20, True, tags, {"flags": "80"})
    tags["player"] = "Bob"
    assert video.tags["player"] == "Ann"
    for same in (pickle.loads(pickle.dumps(video)), copy.deepcopy(video), video.replace(cell_pixels=20)):
        assert same == video
        assert hash(same) == hash(video)
    assert video != video.replace(has_marks=False)
    assert video != video.replace(extra={})
    assert repr(video) == f"<Video ({form}) of 3x4 with 1 mine: 1 event in 1.230 s>"
    with pytest.raises(TypeError):
        video.tags["player"] = "Eve"  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"form": "avv"}, ParameterError),
        ({"form": None}, ParameterError),
        ({"layout": Layout("3x4x2", [(0, 0, 0)])}, LayoutError),
        ({"layout": Layout("3x4~wrap=0", [(0, 0)])}, LayoutError),
        ({"layout": "3x4.bCA"}, ParameterTypeError),
        ({"events": [(0, "move", 1, 1)]}, ParameterTypeError),
        ({"cell_pixels": 0}, ParameterError),
        ({"has_marks": 1}, ParameterTypeError),
        ({"tags": {"player": 7}}, ParameterTypeError),
        ({"tags": [1, 2]}, ParameterTypeError),
        ({"extra": 7}, ParameterTypeError),
        ({"colour": 7}, ParameterError),
    ],
)
def test_odd_replays_are_refused(change: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Video("evf", LAYOUT).replace(**change)

"""Workers of an experiment, and messages during it."""

from __future__ import annotations

import json
import re
from itertools import count

import pytest

from hypersweep.cli import lab_progress, main
from hypersweep.cli.lab_running import time_left
from hypersweep.exit_codes import INTERRUPTED, UNUSABLE

WORDS = ["lab", "winrate", "3x4", "--mines", "2", "--games", "60", "--shard-size", "20", "--json"]


def test_times_are_told_in_two_units() -> None:
    assert [time_left(seconds) for seconds in (0, 59.4, 59.6, 3599.6, 86_399, 86_400)] == [
        *("0 s", "59 s", "1 min 0 s", "1 h 0 min", "23 h 59 min", "1 d 0 h"),
    ]


@pytest.mark.slow
def test_two_workers_give_what_one_gives(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for many in ("1", "2"):
        assert main([*WORDS, "--workers", many]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["games"] == 60


def test_a_plain_line_now_and_then_where_no_terminal_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*WORDS, "--workers", "1"]) == 0
    assert capsys.readouterr().err == ""
    # A clock that advances by half a minute at each reading.
    clock = count(0.0, 30.0)
    monkeypatch.setattr(lab_progress, "monotonic", lambda: next(clock))
    assert main([*WORDS, "--workers", "1"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(re.match(r"hypersweep lab winrate: \d of 3 shards, \d+ games", line) for line in lines)


def test_ctrl_c_says_how_far_it_came(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: object, share: float, text: str) -> None:
        if text.startswith("1 "):
            raise KeyboardInterrupt

    monkeypatch.setattr(lab_progress.Telling, "show", interrupt)
    assert main([*WORDS, "--workers", "1"]) == INTERRUPTED
    assert "stopped after 1 of 3 shards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "--workers"),
        (["--dask", "nowhere"], "an address for --dask"),
        (["--shard", "1/2"], "expected --out"),
        (["--shard", "2", "--out", "a"], "a part such as 3/10"),
        (["--plot", "a.pdf"], "ends in .png or .svg"),
        (["--policy", "nofile.py:f"], "nofile.py"),
    ],
)
def test_mistakes_are_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, *words]) == UNUSABLE
    assert message in capsys.readouterr().err

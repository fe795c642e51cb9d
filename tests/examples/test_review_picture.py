from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import review_picture
from hypersweep import Event, Outcome, Record
from hypersweep.review import review

SVG = "{http://www.w3.org/2000/svg}"


def test_the_sample_is_a_valid_record_of_this_program() -> None:
    record = Record.load(review_picture.SAMPLE)
    record.verify()
    assert record.tags["program"].startswith("hypersweep ")
    assert (record.outcome, len(record.grid.shape)) == (Outcome.WON, 4)


def test_the_worst_guess_of_the_sample_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "worst.svg"
    review_picture.main(target=str(target))
    out = capsys.readouterr().out
    assert out.startswith("Review of 3x4x3x4, 12 mines")
    assert out.endswith("worst.svg: the board before move 3\n")
    picture = ElementTree.parse(target).getroot()
    title = picture.findtext(f"{SVG}title")
    assert title == "before move 3 at (2, 0, 2, 3): unneeded guess, risk 50%"
    words = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"50", "0", "100"} <= set(words)


def test_a_game_without_a_risk_is_drawn_as_a_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = [Event(0, "open", (0, 0), 6), Event(900, "open", (1, 2), 1)]
    record = Record("3x4", 2, seed=7, events=events)
    assert review_picture.worst_guess(review(record)) is None
    source, target = tmp_path / "safe.sweep", tmp_path / "safe.svg"
    record.save(source)
    review_picture.main(str(source), str(target), "dark")
    assert target.read_text(encoding="utf-8") == review(record).svg()
    assert "the review, since nothing was risked" in capsys.readouterr().out

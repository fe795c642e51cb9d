"""Plots of the games on one board, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.cli.plot_text import plot_text, plotted_board
from hypersweep.cli.score_tables import board_scores
from hypersweep.cli.stats import main
from hypersweep.errors import ParameterError
from hypersweep.session import Store
from pilot_play import finish

LAYOUT, OTHER = Layout("3x4", [(0, 3), (2, 1)]), Layout("2x3x4", [(0, 0, 0)])


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    return Store(tmp_path)


def test_the_board_that_was_played_most_or_the_one_that_is_named(store: Store) -> None:
    with pytest.raises(ParameterError, match="nothing to plot"):
        plotted_board("", [])
    for _ in range(3):
        finish(store, LAYOUT)
    finish(store, OTHER)
    boards = board_scores(store.results())
    assert plotted_board("", boards).grid == LAYOUT.grid
    for name in ("2x3x4", "2x3x4, 1 mine", boards[1].name):
        assert plotted_board(name, boards).grid == OTHER.grid
    with pytest.raises(ParameterError, match=r"got '2x3x5', did you mean '2x3x4, 1 mine'\?|got '2x3x5'"):
        plotted_board("2x3x5", boards)


def test_plots_are_as_wide_and_as_plain_as_they_have_to_be(store: Store) -> None:
    for number in range(4):
        finish(store, LAYOUT, milliseconds=1000 + 300 * number)
    figures = board_scores(store.results())[0].figures
    plain = plot_text("3x4", figures, columns=50, is_ascii=True, is_colourful=False)
    assert plain.isascii()
    assert "\033" not in plain
    assert max(map(len, plain.splitlines())) <= 50
    assert plain.startswith("3x4\n")
    for words in ("times of the games won", "percent won of the latest 20", "100 %", "20 s", "*"):
        assert words in plain
    fine = plot_text("3x4", figures, columns=None, is_ascii=False, is_colourful=True)
    assert "┤" in fine
    assert "\033[38;5;39m" in fine


def test_the_command_plots_below_its_table(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        finish(store, LAYOUT)
    assert main(["--plot"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[0] == "board"
    assert "percent won of the latest 20" in "\n".join(lines)
    for words, wrong in (
        (["--plot", "9x9"], "expected a board with finished games for --plot"),
        (["--plot", "3x4", "--json"], "can't combine --plot with --json"),
        (["3x4.g", "--plot"], "--plot accepts no boards or records"),
    ):
        assert main(words) == 2
        assert wrong in capsys.readouterr().err

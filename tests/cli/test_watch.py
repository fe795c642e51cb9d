"""``hypersweep watch`` with one line per move."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from hostile_engines import hostile
from hypersweep import Game, Layout, Outcome, View, solve
from hypersweep.cli import main
from hypersweep.ui_model import solver_show
from hypersweep.ui_model.solver_show import SolverPlayer, Turn


@pytest.mark.parametrize(
    "board", ["1x1", "12", "3x4", "3x4x5", "2x3x4x2", "3x4~wrap=0,1", "5x6~orthogonal", "beginner", "3x4.bAgg"]
)
def test_games_are_told_move_by_move(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [] if "." in board else ["--seed", "5"]
    assert main(["watch", board, *words]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("game 1: board ")
    moves = [line for line in lines if re.match(r"\d+\. open ", line)]
    assert [int(line.split(".")[0]) for line in moves] == list(range(1, len(moves) + 1))
    assert all(line.endswith(".") for line in moves)
    result = re.fullmatch(r"game 1: (won|lost) after (\d+) moves?, (no guess|1 guess|\d+ guesses)(, .*)?", lines[-1])
    assert result
    assert int(result[2]) == len(moves)


def test_the_moves_that_are_told_win_or_lose_the_game_that_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(6):
        assert main(["watch", "5x6", "--mines", "6", "--seed", str(seed), "--policy", "progress"]) == 0
        out = capsys.readouterr().out
        game = Game("5x6", 6, seed=seed)
        product = 1.0
        for cell, words in re.findall(r"^\d+\. open \((.*?)\): (.*)$", out, re.MULTILINE):
            if risk := re.search(r"[Cc]hance of a mine at \(.*?\)(?:, which no clue touches,)? is ([\d.]+) %", words):
                product *= 1 - float(risk[1]) / 100
            game.open(tuple(map(int, cell.split(", "))))
        assert (" won after" if game.outcome is Outcome.WON else " lost after") in out
        if told := re.search(r"([\d.]+) %\n$", out):
            assert float(told[1]) / 100 == pytest.approx(product, rel=0.01)
        else:
            assert product == 1


def test_several_games_have_seeds_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "3x4", "--mines", "2", "--seed", str(2**64 - 1), "--games", "3"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^game (\d): board .*seed (\d+)$", out, re.MULTILINE) == [
        ("1", str(2**64 - 1)),
        ("2", "0"),
        ("3", "1"),
    ]
    assert re.search(r"^\d of 3 games won$", out, re.MULTILINE)


def test_a_board_that_nobody_can_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "2x3", "--mines", "6", "--first", "any"]) == 0
    assert capsys.readouterr().out.endswith("game 1: not finished after 0 moves, no guess\n")


def test_a_first_open_that_gave_way_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "3x4x5", "--mines", "36", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == "hypersweep watch: 36 mines leave no room for an opening: the first click is safe\n"
    assert told.out.startswith("game 1: board 3x4x5, 36 mines, rules classic, seed 1\n")


def test_a_board_without_guesses_is_watched(capsys: pytest.CaptureFixture[str]) -> None:
    rules = "classic,guess=never,grade=pair"
    assert main(["watch", "3x4x5", "--mines", "6", "--rules", rules, "--seed", "1"]) == 0
    out = capsys.readouterr().out
    about = "rules classic, first click an opening, no guess, at most pairs"
    assert out.startswith(f"game 1: board 3x4x5, 6 mines, {about}, seed 1\n1. open (1, 2, 2): The rules promise that ")
    assert out.endswith(", no guess\n")


def test_a_board_without_guesses_that_is_not_found_ends_the_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "2x4", "--mines", "5", "--rules", "classic,guess=never", "--first", "safe"]) == 2
    told = capsys.readouterr()
    assert "hypersweep watch: found no 2x4 board with 5 mines that needs no guess when (0, 0) is" in told.err
    assert "Traceback" not in told.err


def test_steps_are_taken_at_each_line_of_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert main(["watch", "9x9", "--seed", "7", "--step"]) == 0
    out = capsys.readouterr().out
    assert "2. open" in out
    assert "3. open" not in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["3y4"], "expected a board such as 16x30, or a name that 'hypersweep play --list' shows, got '3y4'"),
        (["3x4", "--mines", "13"], "expected at most"),
        (["3x4", "5x6"], "expected one board, got '3x4' and '5x6'"),
        (["3x4", "--policy", "progess"], "did you mean 'progress'?"),
        (["3x4", "--delay", "-1"], "expected a number of seconds for --delay, got '-1'"),
        (["3x4", "--delay", "nan"], "expected a number of seconds for --delay, got 'nan'"),
        (["3x4", "--games", "0"], "expected a whole number of 1 or more for --games, got '0'"),
        (["3x4.bAgg", "--games", "2"], "can't play several games on a board ID"),
        (["--dealy", "3"], "got '--dealy', did you mean '--delay'?"),
    ],
)
def test_words_that_can_not_be_used(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("hypersweep watch: ")
    assert message in told.err


def test_help_and_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--help"]) == 0
    assert "--step" in capsys.readouterr().out
    assert main(["watch", "--list"]) == 0
    assert "expert" in capsys.readouterr().out


def test_only_views_go_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []
    explain = solve.explain

    def spy(view: View, *words: object, **settings: object) -> object:
        assert type(view) is View
        assert not words
        assert set(settings) == {"policy", "budget"}
        seen.append(view)
        return explain(view, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(solver_show, "explain", spy)
    player = SolverPlayer(Game("4x5", 4, seed=1), "look-ahead")
    for _ in player.turns():
        player.step()
    assert seen
    assert player.game.outcome is not Outcome.ONGOING


def test_a_turn_flags_the_mines_that_it_found() -> None:
    game = Game(layout=Layout("2x3", [(0, 0)]))
    player = SolverPlayer(game, "safest")
    player.take([Turn((1, 2), ("because",), 0.25, ((0, 0),))])
    assert len(player.step()) == 2
    assert game.is_flagged((0, 0))
    assert player.risks == [0.25]


@pytest.mark.slow
def test_an_engine_plays_and_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "players.py"
    path.write_text("from hypersweep import choose\ndef careful(view):\n    return choose(view, 'safest')\n")
    words = ["watch", "3x5", "--mines", "3", "--seed", "1", "--first", "opening"]
    results = []
    for name in ("hypersweep engine --policy safest", f"{path}:careful", "safest"):
        assert main([*words, "--engine", name]) == 0
        first, *_, last = capsys.readouterr().out.splitlines()
        assert ", seed 1, engine " in first
        results.append(last)
    assert results == ["game 1: won after 4 moves, no guess"] * 3


def test_an_engine_that_fails_ends_the_lines_with_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    engine = shlex.join(hostile("says why and dies"))
    assert main(["watch", "2x3", "--mines", "1", "--seed", "2", "--first", "any", "--engine", engine]) == 1
    told = capsys.readouterr()
    assert told.out.endswith(", engine Hostile\n")
    assert told.err.startswith("hypersweep watch: Hostile can't continue: the engine ")
    assert "out of ideas" in told.err


def test_engines_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (["--engine", "safset"], "did you mean 'safest'?"),
        (["--engine", "no-such-program --fast"], "can't start the engine"),
        (["--engine", "safest", "--policy", "progress"], "can't use --policy with --engine"),
    ):
        assert main(["watch", "3x5", *words]) == 2
        assert why in capsys.readouterr().err

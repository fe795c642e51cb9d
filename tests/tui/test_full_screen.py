"""The full-screen game in a real terminal: played until won, killed and resumed, and quit in every possible way."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import capabilities
from hypersweep import Layout
from hypersweep.session import Session, Store
from seeds import some_of

capabilities.require("posix")

from real_terminal import PATIENCE, RealTerminal  # noqa: E402 - not on Windows

pytestmark = pytest.mark.slow

LAYOUT = Layout("3x7", [(0, 3), (1, 3), (2, 5)])
COLOUR = re.compile(rb"\033\[[0-9;]*m")


@pytest.mark.nightly
def test_a_game_is_won(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, [LAYOUT.format()])
    terminal.wait_for("covered   (1, 3)")
    terminal.press("g", "enter")
    terminal.wait_for("no mine around")
    terminal.press("G", "left", "f")
    terminal.wait_for("2 of 3 mines left")
    for cell in LAYOUT.grid:
        if cell[1] > 2 and not LAYOUT.is_mine(cell):
            terminal.press("g", *["down"] * cell[0], *["right"] * cell[1], "enter")
    terminal.wait_for(lambda text: "You won in" in text and "v review" in text and "won" in text.splitlines()[0])
    terminal.press("M")
    terminal.wait_for(lambda text: "3BV" in text and "Esc closes" in text)
    terminal.press("M")
    terminal.wait_for(lambda text: "Esc closes" not in text)
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored
    terminal = RealTerminal(tmp_path)
    terminal.wait_for("Minesweeper in any number of dimensions")
    terminal.press("t")
    terminal.wait_for("1 game, ")
    terminal.press("\x11")
    assert terminal.finish() == 0


def test_odd_bytes_are_passed_over_and_both_kinds_of_mouse_work(tmp_path: Path) -> None:
    terminal = RealTerminal(
        tmp_path, [Layout("20x60", [(row, 30) for row in range(20)]).format()], columns=150, lines=40
    )
    terminal.wait_for("covered")
    # Typed in a terminal of Latin-1, and mere noise.
    terminal.child.send("é".encode("latin-1") + b"\xff\xfe")
    terminal.press("g")
    terminal.wait_for("covered   (0, 0)")
    # In the oldest form; from column 96 on that is no UTF-8.
    for code in (32, 35):
        terminal.child.send(b"\033[M" + bytes([code, 32 + 110, 32 + 20]))
    terminal.wait_for(lambda text: re.search(r"no mine around +\([0-9]+, 47\)", text) is not None)
    # A report of the size makes pixels of the cells of no mouse.
    terminal.child.send("\033[?2048;2$y\033[48;40;150;640;1200t")
    for end in "Mm":
        terminal.child.send(f"\033[<2;30;15{end}")
    terminal.wait_for(lambda text: re.search(r"flag +\([0-9]+, [0-9]+\)", text) is not None)
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored


def test_caps_lock_and_other_scripts_command_and_type(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["20x40", "--mines", "50"], columns=100, lines=30)
    terminal.wait_for("covered   (10, 20)")
    assert b"\033[=4;2u" in terminal.written, "kitty is asked where keys lie"
    assert b"\033[22;2t" in terminal.written, "the title is saved"
    assert b"\033]2;hypersweep - 20x40, 50 mines, 50 mines left\a" in terminal.written
    # J with Caps Lock goes down as j does, and a Russian letter up, as it lies where k does.
    for key, place in 2 * (("\033[106;65;74u", "(11, 20)"), ("\033[1083::107;;1083u", "(10, 20)")):
        terminal.child.send(key)
        terminal.wait_for(place)
    terminal.press("escape")
    terminal.wait_for("hypersweep   ")
    terminal.press("c")
    terminal.wait_for_rest(lambda text: "Own board" in text)
    # In a text field they type their own characters.
    terminal.child.send("\033[55;;55u\033[120;65;88u\033[56;;56u")
    terminal.wait_for("7X8")
    terminal.press("\3")
    assert terminal.finish() == 130


FORMS = [
    # Typed in one go, with Tab between the fields.
    (
        "7x8x9~wrap=0\t11\t1,2\t\t\t\t\t12345678901234567890",
        ["board 7x8x9~wrap=0", "mines 11", "wrap 1,2", "seed 12345678901234567890"],
    ),
    # Pasted, before and behind what is typed.
    ("4x\033[200~5x6\033[201~x7\t\033[200~3\033[201~1\t\033[200~0,\033[201~1", ["4x5x6x7", "mines 31", "wrap 0,1"]),
    # Typed over: the cursor is where it was when the key was pressed.
    ("99x6\033[H5\033[3~x\033[3~8\t7", ["board 5x8x6", "mines 7"]),
]


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize(("chunk", "wanted"), FORMS)
def test_text_that_comes_in_one_piece_keeps_its_order(chunk: str, wanted: list[str], tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path)
    terminal.wait_for("New here?")
    terminal.press("c")
    terminal.wait_for_rest(lambda text: "Own board" in text)
    terminal.press(chunk)
    terminal.wait_for(lambda text: all(words in " ".join(text.split()) for words in wanted))
    terminal.press("\x11")
    assert terminal.finish() == 0


def test_enter_in_the_middle_of_a_piece_plays_what_stood_before_it(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path)
    terminal.wait_for("New here?")
    terminal.press("c")
    terminal.wait_for_rest(lambda text: "Own board" in text)
    terminal.press("6x9\t7\r5f5f\r")
    terminal.wait_for(lambda text: "7 of 7 mines left" in text and "covered   (" in text)
    terminal.press("q")
    assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("term", "wanted", "is_dark"),
    [("xterm-256color", (b"48;5;239", b"48;5;240"), True), ("xterm", (b";100m",), False)],
)
def test_poor_terminals_get_colours_of_their_own_palette(
    term: str, wanted: tuple[bytes, ...], is_dark: bool, tmp_path: Path
) -> None:
    terminal = RealTerminal(tmp_path, ["9x9", "--mines", "10"], TERM=term, COLORTERM=None)
    terminal.wait_for("covered   (4, 4)")
    assert all(code in terminal.written for code in wanted)
    assert b"48;2;" not in terminal.written
    # Sixteen colours have no two shades of one: there covered cells have an edge.
    assert (terminal.text.count("■") > 70) is not is_dark
    terminal.press("q")
    assert terminal.finish() == 0


@pytest.mark.nightly
def test_a_long_path_keeps_its_order(tmp_path: Path) -> None:
    folder = tmp_path / "".join(f"{number:03}-" for number in range(60))
    folder.mkdir()
    with Session(layout=LAYOUT) as session:
        session.open((0, 0))
        (folder / "kept.sweep").write_text(session.record.format(), encoding="utf-8")
    path = str(folder / "kept.sweep")
    for text in (path, f"{path[:40]}\033[200~{path[40:90]}\033[201~{path[90:]}"):
        terminal = RealTerminal(tmp_path / "data")
        terminal.wait_for("hypersweep   ")
        terminal.press("v")
        terminal.wait_for_rest(lambda text: "path of a record" in text)
        terminal.press(text + "\r")
        terminal.wait_for("step")
        terminal.press("\x11")
        assert terminal.finish() == 0


def test_a_terminal_that_becomes_too_small_is_told_so(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy"])
    terminal.wait_for("covered   (2, 2, 2, 2)")

    def resize(columns: int, lines: int) -> None:
        terminal.child.setwinsize(lines, columns)
        terminal.screen.resize(lines, columns)

    resize(39, 11)
    terminal.wait_for("The window is too small: 39x11,")
    terminal.press("enter", "f", "right")
    resize(1, 1)
    terminal.wait_for("T")
    resize(80, 24)
    terminal.wait_for("covered   (2, 2, 2, 2)")
    resize(20, 4)
    terminal.wait_for("20x4")
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored


@pytest.mark.nightly
def test_a_game_that_was_killed_goes_on(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy", "--first", "opening", "--seed", "5"])
    terminal.wait_for("covered   (2, 2, 2, 2)")
    terminal.press("enter")
    terminal.wait_for("no mine around")
    terminal.press("g", "j", "j", "j", "f")
    here = "flag   (3, 0, 0, 0)"
    before = terminal.wait_for_rest(lambda text: here in text and "9 of 10 mines left" in text)
    terminal.kill(signal.SIGKILL)
    assert terminal.finish() == 128 + signal.SIGKILL
    terminal = RealTerminal(tmp_path)
    terminal.wait_for("Continue ")
    terminal.press("e")
    terminal.wait_for("paused: p continues")
    terminal.press("p", "g", "j", "j", "j")
    after = terminal.wait_for_rest(lambda text: here in text and "9 of 10 mines left" in text)
    # The board is unchanged, except for the clock above it and the text below.
    board = slice(1, 21)
    assert [line[:50] for line in after.splitlines()[board]] == [line[:50] for line in before.splitlines()[board]]
    terminal.press("q")
    assert terminal.finish() == 0


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize(
    ("number", "status"),
    some_of([(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (None, 130)], [(signal.SIGHUP, 129)]),
)
def test_signals_save_the_game_and_restore_the_terminal(
    number: signal.Signals | None, status: int, tmp_path: Path
) -> None:
    terminal = RealTerminal(tmp_path, ["expert", "--first", "opening"])
    terminal.wait_for("covered")
    terminal.press("enter")
    terminal.wait_for("no mine around")
    if number is None:
        terminal.press("\x03")
    else:
        terminal.kill(number)
    assert terminal.finish() == status
    assert terminal.is_restored
    assert b"Traceback" not in terminal.written
    (saved,) = (tmp_path / "running").glob("*.sweep")
    assert " open 8 15: " in saved.read_text(encoding="utf-8")


def test_a_record_is_watched_from_the_command_line(tmp_path: Path) -> None:
    with Session(layout=LAYOUT, store=Store(tmp_path)) as session:
        session.open((0, 0))
        record = session.record
    path = tmp_path / "game.sweep"
    record.save(path)
    terminal = RealTerminal(tmp_path, ["replay", str(path)])
    terminal.wait_for(lambda text: "Replay: 3x7" in text and "1 of 1: open (0, 0): " in text)
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored
    assert "every event checked" not in terminal.text
    # As lines, if requested or if there is no space.
    for words, lines, begin in (
        (["replay", str(path), "--plain"], 24, "board 3x7"),
        (["replay", str(path)], 19, "hypersweep replay: this terminal has 80 columns and 19 lines"),
    ):
        terminal = RealTerminal(tmp_path, words, lines=lines)
        assert terminal.finish() == 0
        assert terminal.text.startswith(begin)
        assert "every event checked" in terminal.text
        assert b"1049h" not in terminal.written
    # Invalid options are refused before anything is drawn.
    path.write_text(path.read_text().replace("open 0 0: ", "open 0 0: 1"))
    terminal = RealTerminal(tmp_path, ["replay", str(path)])
    assert terminal.finish() == 2
    assert "at event 1" in terminal.text
    assert b"1049h" not in terminal.written


def test_a_terminal_that_is_gone_ends_the_game(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["expert", "--first", "opening"])
    terminal.wait_for("covered")
    terminal.press("enter")
    terminal.wait_for("no mine around")
    # The last end of the terminal is closed: the program gets SIGHUP, and can't write any more.
    terminal.child.ptyproc.fileobj.close()
    give_up = time.monotonic() + PATIENCE
    while terminal.child.ptyproc.isalive():
        assert time.monotonic() < give_up, "it goes on without its terminal"
        time.sleep(0.02)
    assert list((tmp_path / "running").glob("*.sweep"))


CRASH = """
import sys
from hypersweep.tui.screens.game_screen import GameScreen
def action_flag(self):
    raise LookupError("nobody expected this")
GameScreen.action_flag = action_flag
from hypersweep.cli import main
sys.exit(main())
"""
# In the thread that reads keys.
CRASHING_READER = """
import sys
from hypersweep.tui.keyboard import Translator
text = Translator.text
def crash(self, data):
    if data == b"f":
        raise LookupError("nobody expected this")
    return text(self, data)
Translator.text = crash
from hypersweep.cli import main
sys.exit(main())
"""


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("program", some_of([CRASH, CRASHING_READER], [CRASH]))
def test_an_error_of_ours_is_a_short_message(program: str, tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["expert", "--first", "opening"], program=["-c", program])
    terminal.wait_for("covered")
    terminal.press("enter")
    terminal.wait_for("no mine around")
    terminal.press("f")
    assert terminal.finish() == 1
    assert terminal.is_restored
    tail = terminal.written[terminal.written.rfind(b"\033[?1049l") :].decode()
    assert "LookupError: nobody expected this" in tail
    assert f"Your game is saved in {tmp_path}" in tail.replace("\r\n", "")
    assert "Traceback" not in tail
    assert "nobody expected this" in (tmp_path / "crash.txt").read_text(encoding="utf-8")
    terminal = RealTerminal(tmp_path)
    terminal.wait_for("Continue ")
    terminal.press("q")
    assert terminal.finish() == 0


def test_it_can_be_suspended(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["expert", "--first", "opening"])
    terminal.wait_for("covered")
    begun = time.monotonic()
    terminal.press("enter")
    terminal.wait_for("no mine around")
    terminal.press("\x1a")
    stat = Path(f"/proc/{terminal.child.pid}/stat")
    give_up = time.monotonic() + PATIENCE
    if stat.exists():
        while stat.read_text().rpartition(")")[2].split()[0] != "T":
            terminal.read()
            assert time.monotonic() < give_up, "it wasn't suspended"
        while terminal.written.rfind(b"\033[?1049h") > terminal.written.rfind(b"\033[?1049l"):
            terminal.read()
            assert time.monotonic() < give_up, "the terminal wasn't given back"
    played = time.monotonic() - begun
    time.sleep(1)
    terminal.kill(signal.SIGCONT)
    terminal.wait_for("paused: p continues")
    begun = time.monotonic()
    terminal.press("p")
    terminal.wait_for("no mine around")
    terminal.press("q")
    assert terminal.finish() == 0
    played += time.monotonic() - begun
    assert terminal.is_restored
    assert "saved: Expert, " in terminal.text
    saved = Store(tmp_path).latest_saved()
    assert saved is not None
    assert 0 < saved.milliseconds <= 1000 * played, "the clock stands while the program is suspended"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"columns": 59, "lines": 24}, "59 columns and 24 lines; the full screen needs 60 and 20"),
        ({"columns": 80, "lines": 19}, "80 columns and 19 lines; the full screen needs 60 and 20"),
        ({"TERM": "dumb"}, "a terminal with TERM=dumb can't position the cursor"),
    ],
)
def test_a_poor_terminal_plays_by_lines(changes: dict[str, str | int], words: str, tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["3x4", "--mines", "2"], **changes)  # type: ignore[arg-type]
    terminal.wait_for(
        lambda text: "> " in text.splitlines()[-1] or any(line.startswith("> ") for line in text.splitlines())
    )
    said = terminal.written.decode().replace("\r\n", "\n")
    assert said.startswith("hypersweep play: ")
    assert words in said.splitlines()[0]
    assert "board 3x4, 2 mines" in said
    terminal.press("quit\r")
    assert terminal.finish() == 0


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize(
    "changes",
    [
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
        # Python writes UTF-8 here, whatever the terminal knows.
        {"LC_ALL": "C", "LANG": "en_GB.UTF-8"},
        {"LC_ALL": "POSIX"},
        {"LC_ALL": None, "LANG": "C", "LC_CTYPE": None},
        {"LC_ALL": None, "LANG": None, "LC_CTYPE": None},
    ],
)
def test_nothing_but_ascii_where_the_locale_has_no_more(changes: dict[str, Any], tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy"], **changes)
    terminal.wait_for("covered")
    terminal.press("enter", "g", "f")
    text = terminal.wait_for(lambda text: " F" in text or "flags" in text)
    assert "#" in text
    terminal.press("f1")
    terminal.wait_for("Esc closes")
    terminal.press("\x11")
    assert terminal.finish() == 0
    assert terminal.written.isascii()


@pytest.mark.parametrize(
    "changes",
    [
        {"LC_ALL": None, "LANG": "C.UTF-8", "LC_CTYPE": None},
        {"LC_ALL": None, "LANG": None, "LC_CTYPE": "C.UTF-8"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"},
    ],
)
def test_more_than_ascii_where_somebody_says_so(changes: dict[str, Any], tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy", "--plain"], **changes)
    terminal.wait_for("■")
    terminal.press("quit\r")
    assert terminal.finish() == 0


def test_no_colours_where_nobody_wants_them(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy"], NO_COLOR="1")
    terminal.wait_for("covered")
    terminal.press("enter", "f1")
    terminal.wait_for("Esc closes")
    terminal.press("\x11")
    assert terminal.finish() == 0
    codes = {code for codes in COLOUR.findall(terminal.written) for code in codes[2:-1].split(b";")}
    assert codes
    assert not [code for code in codes if code in (b"38", b"48") or 30 <= int(code or 0) <= 47 or int(code or 0) >= 90]


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize(
    ("colours", "codes"), [(None, {b"100", b"44"}), pytest.param("truecolor", {b"38", b"48"}, marks=pytest.mark.slow)]
)
def test_few_colours_are_used_well(colours: str | None, codes: set[bytes], tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["4d-easy"], TERM="xterm", COLORTERM=colours)
    terminal.wait_for("covered")
    terminal.press("enter")
    terminal.wait_for(lambda text: "clue" in text or "no mine around" in text)
    terminal.press("left")
    terminal.wait_for("(2, 1, 2, 2)")
    terminal.press("q")
    assert terminal.finish() == 0
    # Covers are grey, and what is open next to the cursor is blue.
    assert codes <= {code for found in COLOUR.findall(terminal.written) for code in found[2:-1].split(b";")}
    # The player gets the chosen answer.
    Store(tmp_path).settings.set("theme", "light")
    terminal = RealTerminal(tmp_path, ["4d-easy"], TERM="xterm", COLORTERM=None)
    terminal.wait_for("covered")
    terminal.press("q")
    assert terminal.finish() == 0
    assert b"44" not in {code for found in COLOUR.findall(terminal.written) for code in found[2:-1].split(b";")}


FULL = """
import sys
import hypersweep.session.saved_games as autosave
def full(*_):
    raise OSError(28, "No space left on device")
autosave.write_file = full
from hypersweep.cli import main
sys.exit(main())
"""


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("number", some_of([signal.SIGTERM, signal.SIGHUP, signal.SIGINT, None], [signal.SIGINT]))
def test_a_full_disk_costs_no_game_however_it_is_left(number: signal.Signals | None, tmp_path: Path) -> None:
    data, state = tmp_path / "data", tmp_path / "state"
    words = ["expert", "--first", "opening"]
    terminal = RealTerminal(data, words, program=["-c", FULL], XDG_STATE_HOME=str(state))
    terminal.wait_for("covered")
    terminal.press("enter")
    terminal.wait_for("no mine around")
    if number is None:
        terminal.press("q")
    else:
        terminal.kill(number)
    if number in (None, signal.SIGINT):
        # There is a player to ask.
        terminal.wait_for("The game isn't saved")
        terminal.wait_for("No space left on device")
        path = tmp_path / "here.sweep"
        if number is None:
            terminal.press("\x15", str(path), "enter")
        else:
            terminal.kill(number)
    assert terminal.finish() == (0 if number is None else 128 + number)
    assert terminal.is_restored
    if number is not None:
        (path,) = (state / "hypersweep").iterdir()
    tail = terminal.written[terminal.written.rfind(b"\033[?1049l") :].decode().replace("\r\n", "")
    assert f"Your game is saved in {path}; 'hypersweep resume {path}' continues it." in tail
    assert list(data.rglob("*.sweep")) == []
    terminal = RealTerminal(data, ["resume", str(path)])
    terminal.wait_for("paused: p continues")
    terminal.press("q")
    assert terminal.finish() == 0


@pytest.mark.needs("posix")
def test_a_program_that_was_stopped_from_outside_goes_on_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["beginner"])
    terminal.wait_for("covered")
    for _ in range(2):
        terminal.kill(signal.SIGSTOP)
        terminal.kill(signal.SIGCONT)

    def has_gone_on(text: str) -> bool:
        # Keys typed while the terminal is set up again are dropped with the terminal's own answers.
        terminal.press("g")
        return "(0, 0)" in text

    terminal.wait_for(has_gone_on)
    terminal.press("f")
    terminal.wait_for("9 of 10")
    terminal.kill(signal.SIGTERM)
    assert terminal.finish() == 128 + signal.SIGTERM
    assert terminal.is_restored

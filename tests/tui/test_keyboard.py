"""Input from a terminal, byte by byte."""

from __future__ import annotations

import os
import queue
import random
import select
import signal
import threading
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from hypersweep.tui import keyboard
from hypersweep.tui.keyboard import Parser, Translator
from hypersweep.tui.terminal_app import CommandKey


def in_pieces(data: bytes, cuts: list[int]) -> str:
    translator = Translator()
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return "".join(translator.text(data[start:end]) for start, end in pairwise(places))


@given(st.text(st.characters(exclude_characters="\033", exclude_categories=["Cs"])), st.lists(st.integers(0, 99)))
def test_text_comes_through_in_whatever_pieces(text: str, cuts: list[int]) -> None:
    assert in_pieces(text.encode(), cuts) == text


def test_the_reader_sleeps_until_there_is_input_and_wakes_up_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    # How long each wait for input may last.
    waits: list[float | None] = []
    keys: queue.Queue[str] = queue.Queue()

    def wait(*arguments: Any) -> Any:
        waits.append(arguments[3])
        return usual(*arguments)

    usual = select.select
    monkeypatch.setattr(select, "select", wait)
    driver = keyboard.TerminalDriver.__new__(keyboard.TerminalDriver)
    driver.fileno, driver.exit_event, driver._debug, driver._mouse = reader, threading.Event(), False, False
    driver._wake = os.pipe()
    monkeypatch.setattr(driver, "process_message", lambda message: keys.put(message.key))
    thread = driver._key_thread = threading.Thread(target=driver._read_input, daemon=True)
    thread.start()
    # An escape may begin a sequence, so only time shows that it is a key.
    for data, key in ((b"a", "a"), (b"\033", "escape"), (b"b", "b")):
        waits.clear()
        os.write(writer, data)
        assert keys.get(timeout=60) == key
        while waits[-1:] != [None]:
            thread.join(0.01)
        assert (keyboard._PAUSE in waits) is (key == "escape")
    size = signal.getsignal(signal.SIGWINCH)
    driver.disable_input()
    signal.signal(signal.SIGWINCH, size)
    assert not thread.is_alive()
    assert driver._wake is None
    os.close(reader)
    os.close(writer)


@given(st.binary(), st.lists(st.integers(0, 99)))
def test_no_bytes_stop_it(data: bytes, cuts: list[int]) -> None:
    in_pieces(data, cuts)


@given(st.integers(0, 2), st.integers(1, 223), st.integers(1, 223), st.sampled_from([0, 4, 8, 16]))
def test_a_click_in_the_oldest_form_is_one_in_the_newer(button: int, column: int, row: int, keys: int) -> None:
    press = b"\033[M" + bytes([32 + button + keys, 32 + column, 32 + row])
    release = b"\033[M" + bytes([32 + 3 + keys, 32 + column, 32 + row])
    expected = f"\033[<{button + keys};{column};{row}M\033[<{button + keys};{column};{row}m"
    assert in_pieces(press + release, []) == expected
    # A report may come in two reads, cut behind its first three bytes.
    for cut in range(3, 6):
        assert in_pieces(press + release, [cut]) == expected
        assert in_pieces(press + release, [6 + cut]) == expected


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (b"\033[M@\x21\x22", "\033[<32;1;2M"),
        (b"\033[MC\x21\x22", "\033[<35;1;2M"),
        (b"\033[M`\x21\x22", "\033[<64;1;2M"),
        (b"\033[Ma\x21\x22", "\033[<65;1;2M"),
        # No place at all.
        (b"\033[M \x20\x21x", "x"),
        # Similar sequences that aren't reports.
        (b"\033[m\033[<0;4;5M\033[A\033", "\033[m\033[<0;4;5M\033[A\033"),
        (b"a\xe9b\xff\xfec", "abc"),
    ],
)
def test_movements_wheels_and_what_is_no_report(sent: bytes, meant: str) -> None:
    assert Translator().text(sent) == meant


def test_keys_between_reports_keep_their_order() -> None:
    draw = random.Random(4)
    for _ in range(200):
        sent, meant = b"", ""
        for _ in range(8):
            if draw.random() < 0.5:
                letter = draw.choice("abcé\U0001f6a9")
                sent, meant = sent + letter.encode(), meant + letter
            else:
                column, row = draw.randint(1, 223), draw.randint(1, 223)
                sent += b"\033[M" + bytes([64, 32 + column, 32 + row])
                meant += f"\033[<32;{column};{row}M"
        assert in_pieces(sent, []) == meant


# Pieces of terminal input that mostly make no sense together.
PIECES = [
    "\033",
    "[",
    "<",
    ";",
    ":",
    "u",
    "M",
    "m",
    "t",
    "~",
    "?",
    "$y",
    "0",
    "1",
    "-",
    "48",
    "97",
    "55555",
    "1114112",
    "x",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40))
def test_no_text_stops_the_parser(pieces: list[str]) -> None:
    parser = Parser()
    for piece in pieces:
        for message in parser.feed(piece) if piece else ():
            if isinstance(message, events.Key) and message.character is not None:
                message.character.encode()


@pytest.mark.parametrize(
    "odd",
    [
        # Keys of kitty: no character, half of one, and an event type that wasn't requested.
        "\033[1114112u",
        "\033[99999999999u",
        "\033[55555;1u",
        "\033[97;129:3u",
        "\033[97;1;55555u",
        "\033[97;1;1114112u",
        # A size without cells.
        "\033[48;0;0;0;0t",
    ],
)
def test_keys_and_sizes_that_cannot_be_are_passed_over(odd: str) -> None:
    found = list(Parser().feed(f"a{odd}b"))
    assert [message.key for message in found if isinstance(message, events.Key)] == ["a", "b"]
    assert len(found) == 2


@pytest.mark.parametrize("size", ["48;40;120;640;960", "48;40;120;0;0"])
def test_after_a_report_of_the_size_the_mouse_is_still_read_in_cells(size: str) -> None:
    _, click, wheel = Parser().feed(f"\033[{size}t\033[<0;101;31M\033[<64;4;5M")
    assert isinstance(click, events.MouseDown)
    assert (click.x, click.y) == (100, 30)
    assert isinstance(wheel, events.MouseScrollUp)
    assert (wheel.x, wheel.y) == (3, 4)


def test_a_paste_without_an_end_swallows_no_keys_for_ever() -> None:
    now = [0.0]
    parser = Parser(clock=lambda: now[0])

    def found(text: str) -> list[str]:
        messages = [*parser.feed(text), *parser.tick()]
        return [each.text if isinstance(each, events.Paste) else each.key for each in messages]  # type: ignore[attr-defined]

    assert found("a\033[200~9x") == ["a"]
    now[0] += 1
    assert found("9") == []
    # A slow sequence arrives completely.
    now[0] += 1.5
    assert found("\033[20") == []
    now[0] += 1.5
    assert found("1~b") == ["9x9", "b"]
    assert found("\033[20") == []
    assert found("0~xy") == []
    assert found("z\3q") == ["xyz", "ctrl+c", "q"]
    assert found("\033[200~one") == []
    now[0] += 3
    assert [each.text for each in parser.tick() if isinstance(each, events.Paste)] == ["one"]
    assert found("b\033[201~c") == ["b", "c"]
    assert found("\3" * 2000) == ["ctrl+c"] * 2000


@pytest.mark.parametrize(
    ("sent", "typed", "commands"),
    [
        # Caps Lock, alone and with Shift, and with Num Lock.
        ("\033[104;65;72u", "H", "h"),
        ("\033[104;66;104u", "h", "H"),
        ("\033[104;193;72u", "H", "h"),
        # Russian letters, with where they lie: alone, with Shift, with Caps Lock, with Ctrl.
        ("\033[1088::104;;1088u", "\u0440", "h"),
        ("\033[1088:1056:104;2;1056u", "\u0420", "H"),
        ("\033[1088:1056:104;65;1056u", "\u0420", "h"),
        ("\033[1088::104;5u", "ctrl+\u0440", "ctrl+h"),
        ("\033[1102::46;;1102u", "ю", "full_stop"),
    ],
)
def test_commands_are_meant_without_caps_lock_and_by_place(sent: str, typed: str, commands: str) -> None:
    (key,) = Parser().feed(sent)
    assert isinstance(key, CommandKey)
    assert (key.key, key.command.key) == (typed, commands)


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("\033[104;;104u", "h"),
        ("\033[104;2;72u", "H"),
        # A Latin letter means itself, whatever its place: Dvorak has "h" where others have "j".
        ("\033[104::106;;104u", "h"),
        ("\033[104:72:106;2;72u", "H"),
        ("\033[13;65u", "enter"),
        ("\033[1;65A", "up"),
        ("\033[49;65;49u", "1"),
        ("h", "h"),
        ("\u0440", "\u0440"),
    ],
)
def test_other_keys_are_what_they_are(sent: str, name: str) -> None:
    (key,) = Parser().feed(sent)
    assert type(key) is events.Key
    assert key.key == name

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import HypersweepError, ParameterError, ParseError, ShapeError
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.commands import (
    NO_PROMISE,
    WANTS,
    Command,
    Go,
    Hello,
    NewGame,
    Ping,
    Position,
    Quit,
    SetOption,
    Stop,
    id_of,
    parse_command,
)
from hypersweep.engine.lines import clean_text
from strategies import rules, views

NAMES = st.text("aZ09_.-", min_size=1, max_size=64)
WHOLES = st.integers(1, 10**18 - 1)
BUDGETS = st.builds(
    EngineBudget, st.none() | WHOLES, st.none() | WHOLES, st.none() | st.floats(1e-6, 1e9, allow_nan=False)
)
WANTED = st.lists(st.sampled_from(WANTS), unique=True).map(lambda some: tuple(each for each in WANTS if each in some))
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Hello, st.integers(1, 99)),
    st.builds(SetOption, NAMES, st.text().map(clean_text)),
    st.just(NewGame()),
    st.builds(Position, views(), rules(("allowed", "never", "punished"))),
    st.builds(Go, st.none() | NAMES, BUDGETS, WANTED),
    st.builds(Stop, st.none() | NAMES),
    st.builds(Ping, NAMES),
    st.just(Quit()),
)


@given(COMMANDS)
def test_every_command_reads_back(command: Command) -> None:
    assert parse_command(command.format()) == command
    assert parse_command(f"  {command.format()} ") == command


@given(
    st.text(max_size=60)
    | st.sampled_from(["go ", "position view=", "option ", "stop ", "hsp "]).flatmap(
        lambda word: st.text(max_size=40).map(lambda rest: word + rest)
    )
)
def test_any_text_is_a_command_or_nothing_or_refused(text: str) -> None:
    try:
        command = parse_command(text, max_cells=10_000)
    except HypersweepError:
        return
    if command is not None:
        assert parse_command(command.format(), max_cells=10_000) == command


@given(COMMANDS, st.data())
def test_a_command_cut_short_never_fails_otherwise(command: Command, data: st.DataObject) -> None:
    text = command.format()
    cut = data.draw(st.integers(0, len(text)))
    with suppress(HypersweepError):
        parse_command(text[:cut], max_cells=10_000)


def test_a_position_without_rules_promises_nothing() -> None:
    position = parse_command("position view=1x3-1-A1A")
    assert isinstance(position, Position)
    assert position.rules == NO_PROMISE
    assert position.rules.first_open_promise == "any"
    with pytest.raises(ShapeError, match="at most 1000"):
        parse_command("position view=100x100-1-NTP", max_cells=1000)


def test_unknown_words_are_passed_over_and_wrong_values_are_not() -> None:
    assert parse_command("go depth=7 infinite id=a") == Go("a", EngineBudget(), ())
    assert parse_command("stop now") == Stop(None)
    assert parse_command("hsp") == Hello(1)
    for text in ("", "   ", "new", "new board", "newgame", "isready", "=", "ö"):
        assert parse_command(text) is None
    for text in ("go id", "go id=ä", "go seconds=0", "go seconds=nan", "go states=0", "hsp version=x", "option a/b 1"):
        with pytest.raises(ParseError):
            parse_command(text)


def test_a_word_where_a_field_belongs_has_no_value() -> None:
    for text in ("stop id", "go id", "go states", "go seconds"):
        with pytest.raises(ParseError, match=r", got no value$"):
            parse_command(text)


def test_the_id_of_a_line_that_cannot_be_used() -> None:
    assert id_of("go states=x id=7") == "7"
    assert id_of("go id=ä id=8") == "8"
    assert id_of("go") is None


def test_commands_that_cannot_be() -> None:
    for make in (
        lambda: SetOption("two words", "1"),
        lambda: SetOption("policy", "two\nlines"),
        lambda: Ping("a b"),
        lambda: Go("a b", EngineBudget(), ()),
        lambda: Go(None, EngineBudget(), ("everything",)),
    ):
        with pytest.raises(ParameterError):
            make()

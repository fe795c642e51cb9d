"""Players of an arena: each has a name, a text, and a budget if it takes one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.lab import run_experiment
from hypersweep.lab.arena_players import MOST_ENTRANTS, Entrant, entrants_of, takes_budget, with_budgets
from hypersweep.solve import Budget
from lab_worlds import small

POLICIES = st.sampled_from(
    ["safest", "a.b:c", "x=y.py:f", "engine:java -jar 'a b.jar' --x=1", "ms_toollib", "p@q.py:f"]
)
NAMES = st.text("abcXYZ019-._é漢", min_size=1, max_size=30).filter(lambda name: name[0] != "-")


@given(POLICIES, st.none() | NAMES, st.none() | st.integers(1, 10**9), st.none() | st.floats(1e-6, 1e6))
def test_texts_are_read_back(policy: str, name: str | None, states: int | None, seconds: float | None) -> None:
    entrant = Entrant(policy, name, *((states, seconds) if takes_budget(policy) else ()))
    assert Entrant.parse(entrant.format()) == entrant


@given(st.text(max_size=40) | st.text("safest=@:, statecond0123456789.", max_size=40))
def test_no_text_does_harm(text: str) -> None:
    try:
        entrant = Entrant.parse(text)
    except ParameterError:
        return
    assert entrants_of([entrant.format(), "other=safest"])[0].name == entrant.name


def test_names_are_unique_and_short() -> None:
    long = "players.py:" + "f" * 40
    names = [each.name for each in entrants_of([long, long, "safest", "safest-2=progress", "safest", "safest"])]
    assert names == ["f" * 30, "f" * 28 + "-2", "safest", "safest-2", "safest-3", "safest-4"]
    texts = [each.format() for each in entrants_of([long, long, "safest", "safest-2=progress", "safest"])]
    assert [each.format() for each in entrants_of(texts)] == texts


@pytest.mark.parametrize(
    ("policy", "name"),
    [
        ("engine:java -jar solver.jar", "solver"),
        ("engine:/opt/deep/sweep --fast", "sweep"),
        ("engine:python3 -u play.py", "play"),
        ("engine:hypersweep engine --policy safest", "hypersweep"),
        ("engine:'C:/a b/c=d.exe'", "c-d"),
        ("engine:java", "java"),
        ("engine:java -cp . TinyEngine", "TinyEngine"),
        ("engine:java -cp lib/tiny.jar:. TinyEngine", "TinyEngine"),
        ("engine:sh ../ ./go.sh", "go"),
        ("engine:-x", "engine"),
        ("ms_toollib", "ms_toollib"),
        ("folder/players.py:careful", "careful"),
    ],
)
def test_engines_are_called_after_their_program(policy: str, name: str) -> None:
    assert Entrant(policy).name == name


@pytest.mark.parametrize("policy", ["./a=b/players.py:bold", "c/d=e.py:f", "engine:java -Da=safest Tiny"])
def test_what_holds_an_equals_sign_is_no_name(policy: str) -> None:
    assert Entrant.parse(policy).policy == policy
    assert Entrant.parse(f"bold={policy}") == Entrant(policy, "bold")


def test_budgets_are_the_solvers() -> None:
    assert Entrant("safest").budget() is None
    assert Entrant.parse("safest@states=64").budget() == Budget(64)
    assert Entrant.parse("safest@seconds=2@states=64").budget() == Budget(64, seconds=2.0)
    assert with_budgets(["safest", "safest@seconds=1"], 64, 0.5) == [
        "safest@states=64@seconds=0.5",
        "safest@seconds=1",
    ]


@pytest.mark.nightly
@pytest.mark.slow
def test_who_can_not_be_told_has_no_budget() -> None:
    texts = ["a.b:c", "players.py:bold", "ms_toollib"]
    assert with_budgets(texts, 64, 0.5) == texts
    experiment = small("arena", policies=with_budgets(["safest", "lab_worlds:first_covered"], 64, None))
    rows = run_experiment(experiment)
    assert [(row["states"], row["seconds"]) for row in rows[:2]] == [(64, None), (None, None)]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["safest"], "expected 2 to 16 players, got 1"),
        (["safest"] * (MOST_ENTRANTS + 1), "got 17"),
        (["a=safest", "a=progress"], "got 'a' twice"),
        (["safest", "safest@states=1@states=2"], "expected states once"),
        (["safest", "safest@states=1.5"], "expected a number, got '1.5'"),
        (["safest", "safest@seconds=nan"], "expected seconds above 0"),
        (["safest", "a=b"], "player 'a=b': expected a player: "),
        (["safest", "a b=safest"], r"player 'a b=safest': expected a name of 1 to 30 characters .* got 'a b'"),
        (["safest", "c/d=safest"], "expected a name .* got 'c/d'"),
        (["safest", "x,y=players.py:bold"], "expected a name .* got 'x,y'"),
        (["safest", "a:b=safest"], "expected a name .* got 'a:b'"),
        (["safest", "=safest"], "expected a name .* got ''"),
        (["safest", "engin:java -Da=b"], "expected a player: .* got 'engin:java -Da=b'"),
        (["safest", "engine:"], "expected a command"),
        (["safest", "players.py:bold@states=3"], "got one for 'players.py:bold', which can't be told of it"),
        (["safest", "ms_toollib@seconds=1"], "expected a budget for a policy of the solver or an engine, got"),
    ],
)
def test_what_can_not_be_is_told(texts: list[str], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        entrants_of(texts)


@pytest.mark.parametrize("name", ["", "a b", "a=b", "a:b", "-a", "a" * 31, "a\n"])
def test_names_that_can_not_be(name: str) -> None:
    with pytest.raises(ParameterError, match="expected a name of 1 to 30 characters"):
        Entrant("safest", name)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ParameterTypeError, match="the names of players"):
        entrants_of("safest")
    with pytest.raises(ParameterTypeError, match="the name of a player"):
        entrants_of([1, 2])  # type: ignore[list-item]
    with pytest.raises(ParameterTypeError, match="the name of a player"):
        Entrant("safest", 3)  # type: ignore[arg-type]

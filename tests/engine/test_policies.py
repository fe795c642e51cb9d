"""Policies by name: where they are found, and errors for missing ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hypersweep import View
from hypersweep.engine.policies import check_policy_name, find_policy, is_own_policy, policy_source
from hypersweep.errors import ParameterError
from hypersweep.solve.choice import POLICIES


def test_names_are_the_solvers_or_those_of_functions() -> None:
    for name in (*POLICIES, "a:b", "a.b:c", "x.py:f", "some folder/x.py:f", "C:\\x.py:f"):
        assert check_policy_name(name) == name
        assert is_own_policy(name) is (name not in POLICIES)
    for name in (
        "",
        "a",
        "a:",
        ":b",
        ".py:f",
        "a b:c",
        "a:b c",
        "a..b:c",
        "x.py:f\n",
        "x\n.py:f",
        "x" * 1001 + ".py:f",
    ):
        with pytest.raises(ParameterError, match="expected a policy"):
            check_policy_name(name)


def test_a_function_of_a_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "it is mine.py"
    path.write_text("def careful(view):\n    return None\nnumber = 3\n")
    assert find_policy(f"{path}:careful")(View("1x3", 1, [-1, 1, -1])) is None
    with pytest.raises(ParameterError, match="did you mean 'careful'"):
        find_policy(f"{path}:carful")
    with pytest.raises(ParameterError, match="expected a function"):
        find_policy(f"{path}:number")
    with pytest.raises(ParameterError, match="no such file"):
        find_policy(f"{tmp_path / 'other.py'}:careful")


def test_a_function_of_a_module_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    Path("players_of_a_test.py").write_text("def careful(view):\n    return 3\n")
    assert find_policy("players_of_a_test:careful").__name__ == "careful"
    del sys.modules["players_of_a_test"]
    with pytest.raises(ParameterError, match="module that can be imported"):
        find_policy("no_such_module_of_a_test:careful")


def test_a_file_that_is_changed_has_another_source(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view): return None\n")
    before = policy_source(f"{path}:careful")
    assert policy_source(f"{path}:careful") == before != ""
    path.write_text("def careful(view): return 3\n")
    assert policy_source(f"{path}:careful") != before
    assert policy_source("safest") == ""
    with pytest.raises(ParameterError, match="expected a Python file with a policy"):
        policy_source(f"{tmp_path / 'other.py'}:careful")

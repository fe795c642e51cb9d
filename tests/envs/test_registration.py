from __future__ import annotations

import sys

import gymnasium
import pytest

from hypersweep.envs.registration import ID, register
from hypersweep.errors import MissingExtraError


def test_it_is_registered_once() -> None:
    register()
    spec = gymnasium.spec(ID)
    register()
    assert gymnasium.spec(ID) is spec


def test_a_missing_gymnasium_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[envs\]'"):
        register()

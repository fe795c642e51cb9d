"""The kinds of experiments: each says what belongs to it."""

from __future__ import annotations

from hypersweep.lab.experiment_kinds import FIELDS, KINDS
from hypersweep.lab.plan import Experiment
from hypersweep.lab.statistical_tests import COUNTED


def test_every_kind_says_what_belongs_to_it() -> None:
    assert tuple(FIELDS) == tuple(COUNTED) == KINDS
    assert {name for names in FIELDS.values() for name in names} == set(Experiment.__slots__)

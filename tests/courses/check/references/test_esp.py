from __future__ import annotations

from itertools import islice

import pytest

from hypersweep.courses.check.references import esp
from hypersweep.courses.esp import ArgumentError, parse_arguments
from hypersweep.rng import GnuRandom


@pytest.mark.parametrize("seed", [0, 1, 10, 2**31 - 1, 2**31, 2**32 - 1])
def test_random_numbers_are_those_of_the_c_library(seed: int) -> None:
    ours = GnuRandom(seed)
    assert list(islice(esp.rand(seed), 400)) == [ours.next() for _ in range(400)]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--size 3 4 --mines 5 --seed 7",
        "--size 1 1",
        "--size 9",
        "--size a b",
        "-size 4 2",
        "--seed -1",
        "--mines 81",
    ],
)
def test_command_lines_are_read_alike(words: str) -> None:
    try:
        settings = parse_arguments(words.split())
    except ArgumentError as error:
        assert esp.parse(words.split()) == error.status
    else:
        assert esp.parse(words.split()) == (settings.height, settings.width, settings.mines, settings.seed)

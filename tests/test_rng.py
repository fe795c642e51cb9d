"""Random streams: hypersweep's compared with another version in pure Python, GNU's with the C library."""

from __future__ import annotations

import copy
import ctypes
import itertools
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from hypersweep import ParameterError, ParameterTypeError, Stream
from hypersweep.rng import GnuRandom

GNU_SEEDS = [0, 1, 2, 42, 127773, 2147483646, 2147483647, 2**31, 2**31 + 1, 2**32 - 1]


@given(strategies.seeds(), st.text(max_size=12), st.integers(0, 2**64 - 1))
def test_a_stream_gives_the_published_numbers(seed: int, name: str, index: int) -> None:
    stream = Stream(seed, name, index)
    expected = naive.Stream(seed, name, index)
    assert [stream.bits64() for _ in range(8)] == [expected.bits64() for _ in range(8)]


# Powers of two matter: their products have round lower words, the only ones at the limit of rejection.
BOUNDS = st.integers(1, 2**64 - 1) | st.integers(1, 20) | st.just(2**64 - 1) | st.integers(0, 63).map(lambda n: 2**n)


@given(strategies.seeds(), st.lists(BOUNDS, max_size=12))
def test_bounded_numbers_are_the_published_ones(seed: int, bounds: list[int]) -> None:
    stream, expected = Stream(seed), naive.Stream(seed)
    for bound in bounds:
        number = stream.below(bound)
        assert 0 <= number < bound
        assert number == expected.below(bound)
    assert stream.bits64() == expected.bits64()


def test_bounds_of_large_powers_of_two_pass_nothing_over() -> None:
    stream, words = Stream(9), Stream(9)
    for power in (63, 62, 61, 60) * 8:
        assert stream.below(2**power) == words.bits64() >> (64 - power)


def test_golden_numbers_never_change() -> None:
    # Fixed values: shared boards and experiments depend on them.
    stream = Stream(2024)
    assert [stream.bits64() for _ in range(3)] == [8261912753719035413, 6336197889362112926, 17843625502612562419]
    assert [stream.below(480) for _ in range(8)] == [179, 312, 145, 312, 327, 207, 238, 357]
    assert Stream(0, "clicks", 5).bits64() == 493881895525818136


def test_streams_of_other_names_seeds_and_indices_differ() -> None:
    streams = [Stream(5), Stream(6), Stream(5, "play"), Stream(5, index=1), Stream(5, "play", 1), Stream(5, "")]
    assert len({stream.bits64() for stream in streams}) == len(streams)
    assert Stream(5).bits64() == Stream(5, "layout", 0).bits64()


def test_bounded_numbers_are_even() -> None:
    stream = Stream(11)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    # Six faces: five degrees of freedom, and more than 30 comes up once in 80,000 fair streams.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 30


def test_bounds_near_the_top_are_not_cut() -> None:
    # With 3/4 of 2^64 for a bound, a number taken by remainder would fall in the lower third twice as often.
    bound = 3 << 62
    stream = Stream(3)
    low = sum(stream.below(bound) < bound // 3 for _ in range(6_000))
    assert 1_800 < low < 2_200


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ParameterError):
        Stream(seed)


@pytest.mark.parametrize("seed", [True, 1.0, "1", None])
def test_seeds_of_a_wrong_type_are_refused(seed: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Stream(seed)
    with pytest.raises(ParameterTypeError):
        GnuRandom(seed)


def test_names_and_indices_are_checked() -> None:
    wrong: Any = 5
    with pytest.raises(ParameterTypeError):
        Stream(1, wrong)
    wrong = "0"
    with pytest.raises(ParameterTypeError):
        Stream(1, index=wrong)
    with pytest.raises(ParameterError):
        Stream(1, index=-1)


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_bounds_out_of_range_are_refused(bound: int) -> None:
    stream = Stream(1)
    with pytest.raises(ParameterError):
        stream.below(bound)
    assert stream.bits64() == Stream(1).bits64()


@pytest.mark.parametrize("bound", [True, 2.0, "2", None])
def test_bounds_of_a_wrong_type_are_refused(bound: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Stream(1).below(bound)


def test_gnu_random_starts_as_published() -> None:
    for seed in (0, 1):
        random = GnuRandom(seed)
        assert [random.next() for _ in range(4)] == [1804289383, 846930886, 1681692777, 1714636915]
    assert GnuRandom(0).next64() == (1804289383 << 32) | 846930886


@pytest.mark.parametrize("seed", GNU_SEEDS)
def test_gnu_random_is_the_textbook_generator(seed: int) -> None:
    random = GnuRandom(seed)
    expected = naive.gnu_random(seed)
    assert [random.next() for _ in range(3_000)] == list(itertools.islice(expected, 3_000))
    assert [random.next64() for _ in range(500)] == [naive.gnu_random_64(expected) for _ in range(500)]


@given(st.integers(0, 2**32 - 1))
def test_gnu_random_is_the_textbook_generator_for_any_seed(seed: int) -> None:
    random = GnuRandom(seed)
    assert [random.next() for _ in range(40)] == list(itertools.islice(naive.gnu_random(seed), 40))


@pytest.mark.needs("glibc")
@pytest.mark.parametrize("seed", GNU_SEEDS)
def test_gnu_random_is_the_rand_of_the_library(seed: int) -> None:
    library = ctypes.CDLL(None)
    library.srand.argtypes = [ctypes.c_uint]
    library.srand.restype = None
    library.rand.restype = ctypes.c_int
    random = GnuRandom(seed)
    library.srand(seed)
    assert [random.next() for _ in range(5_000)] == [library.rand() for _ in range(5_000)]


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_gnu_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ParameterError):
        GnuRandom(seed)


# --- copies


def pickled(protocol: int, stream: Any) -> Any:
    """Copy a stream: there and back through pickle."""
    return pickle.loads(pickle.dumps(stream, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "method": lambda stream: stream.copy(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(pickled, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}
ways = st.sampled_from(sorted(WAYS))


class Named(Stream):
    """A stream with an owner, made from another argument."""

    def __init__(self, owner: list[str]) -> None:
        super().__init__(7)
        self.owner = owner


@given(ways, strategies.seeds(), st.text(max_size=5), st.lists(BOUNDS, max_size=8))
def test_a_copied_stream_goes_on_by_itself(way: str, seed: int, name: str, bounds: list[int]) -> None:
    stream, expected = Stream(seed, name, 3), naive.Stream(seed, name, 3)
    for bound in bounds:
        assert stream.below(bound) == expected.below(bound)
    other = WAYS[way](stream)
    assert (other.seed, other.name, other.index, other.position) == (seed, name, 3, stream.position)
    numbers = [expected.bits64() for _ in range(4)]
    assert [other.bits64() for _ in range(4)] == numbers
    assert [stream.bits64() for _ in range(4)] == numbers


@given(ways, st.integers(0, 2**32 - 1), st.integers(0, 70))
def test_a_copied_generator_goes_on_by_itself(way: str, seed: int, drawn: int) -> None:
    random = GnuRandom(seed)
    expected = naive.gnu_random(seed)
    assert [random.next() for _ in range(drawn)] == list(itertools.islice(expected, drawn))
    other = WAYS[way](random)
    values = list(itertools.islice(expected, 40))
    assert [other.next() for _ in range(40)] == values
    assert [random.next() for _ in range(40)] == values


@given(strategies.seeds(), st.integers(0, 2**64 - 1))
def test_a_stream_can_begin_at_any_word(seed: int, position: int) -> None:
    stream = Stream(seed, "layout", 2, position=position)
    again = eval(repr(stream))
    assert again.position == stream.position == position
    assert again.bits64() == stream.bits64()
    assert again.position == stream.position == (position + 1) % 2**64
    if position < 100:
        later = Stream(seed, "layout", 2)
        for _ in range(position + 1):
            later.bits64()
        assert later.bits64() == stream.bits64()


@pytest.mark.parametrize("way", WAYS)
def test_classes_derived_from_a_stream_keep_what_they_added(way: str) -> None:
    stream = Named(["Ada"])
    stream.bits64()
    other = WAYS[way](stream)
    assert (type(other), other.owner, other.position) == (Named, ["Ada"], 1)
    assert (other.owner is stream.owner) == (way in ("method", "copy"))


def test_what_fixes_a_stream_can_not_be_changed() -> None:
    stream: Any = Stream(7, "layout", 3)
    for name in ("seed", "name", "index", "position"):
        before = getattr(stream, name)
        with pytest.raises(AttributeError):
            setattr(stream, name, 5)
        with pytest.raises(AttributeError):
            delattr(stream, name)
        assert getattr(stream, name) == before
    assert stream.bits64() == Stream(7, "layout", 3).bits64()


@pytest.mark.parametrize("position", [-1, 2**64, True, 1.0, "1", None])
def test_positions_that_can_not_be_are_refused(position: Any) -> None:
    with pytest.raises(ParameterError):
        Stream(1, position=position)


@pytest.mark.parametrize("make", [lambda: Stream(7), lambda: GnuRandom(7)])
def test_generators_are_equal_only_to_themselves(make: Callable[[], Any]) -> None:
    generator, other = make(), make()
    assert generator == generator  # noqa: PLR0124
    assert generator != other
    assert generator != generator.copy()
    assert len({generator, other, generator}) == 2

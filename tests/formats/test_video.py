"""Mouse replays: their values, their text in a record, and the games that their clicks make."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import HypersweepError, Layout, LayoutError, Outcome, ParameterError, ParameterTypeError, Record
from hypersweep.formats import avf, evf, mvf, read_file, rmv
from hypersweep.formats.video import (
    ACTIONS,
    FORMATS,
    TRACK,
    MouseEvent,
    Video,
    mouse_stats,
    pack,
    record_of,
    unpack,
    video_of,
)
from hypersweep.game import Game
from hypersweep.record.event import KNOWN
from hypersweep.review import review
from hypersweep.stats import play_stats
from seeds import seeds

LAYOUT = Layout("3x4", [(0, 3)])
EVENT = MouseEvent(1230, "left press", 40, 8)


@pytest.mark.parametrize("action", ACTIONS)
def test_an_event_has_four_fields(action: str) -> None:
    event = MouseEvent(-5, action, 3, -7)
    assert (event.milliseconds, event.action, event.x, event.y) == event == (-5, action, 3, -7)
    assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == event
    assert type(pickle.loads(pickle.dumps(event))) is MouseEvent


@pytest.mark.parametrize(("x", "y", "cell"), [(0, 0, (0, 0)), (15, 16, (1, 0)), (-1, 0, (0, -1)), (64, -17, (-2, 4))])
def test_an_event_lies_on_a_cell(x: int, y: int, cell: tuple[int, int]) -> None:
    assert MouseEvent(0, "move", x, y).cell(16) == cell


@pytest.mark.parametrize(
    "fields", [(0, "press", 1, 1), (0.5, "move", 1, 1), (0, "move", 10**15, 1), (0, "move", 1, None)]
)
def test_odd_events_are_refused(fields: tuple[Any, ...]) -> None:
    with pytest.raises(ParameterError):
        MouseEvent(*fields)


@pytest.mark.parametrize("form", FORMATS)
def test_a_replay_is_a_value(form: str) -> None:
    tags = {"player": "Ann"}
    video = Video(form, LAYOUT, iter([EVENT]), 20, True, tags, {"flags": "80"})
    tags["player"] = "Bob"
    assert video.tags["player"] == "Ann"
    for same in (pickle.loads(pickle.dumps(video)), copy.deepcopy(video), video.replace(cell_pixels=20)):
        assert same == video
        assert hash(same) == hash(video)
    assert video != video.replace(has_marks=False)
    assert video != video.replace(extra={})
    assert repr(video) == f"<Video ({form}) of 3x4 with 1 mine: 1 event in 1.230 s>"
    with pytest.raises(TypeError):
        video.tags["player"] = "Eve"  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"form": "avv"}, ParameterError),
        ({"form": None}, ParameterError),
        ({"layout": Layout("3x4x2", [(0, 0, 0)])}, LayoutError),
        ({"layout": Layout("3x4~wrap=0", [(0, 0)])}, LayoutError),
        ({"layout": "3x4.bCA"}, ParameterTypeError),
        ({"events": [(0, "move", 1, 1)]}, ParameterTypeError),
        ({"cell_pixels": 0}, ParameterError),
        ({"has_marks": 1}, ParameterTypeError),
        ({"tags": {"player": 7}}, ParameterTypeError),
        ({"tags": [1, 2]}, ParameterTypeError),
        ({"extra": 7}, ParameterTypeError),
        ({"colour": 7}, ParameterError),
    ],
)
def test_odd_replays_are_refused(change: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Video("evf", LAYOUT).replace(**change)


VIDEO = Video("rmv", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 9), MouseEvent(40, "move", -3, 7)])


def packed(held: Any) -> str:
    return urlsafe_b64encode(zlib.compress(json.dumps(held).encode())).decode()


def held() -> list[Any]:
    text = pack(VIDEO)
    found: list[Any] = json.loads(zlib.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return found


def test_a_replay_is_packed_and_unpacked() -> None:
    assert unpack(pack(VIDEO)) == VIDEO
    assert held() == [1, "rmv", "3x4.bCA", 16, 0, {}, {}, "lm", [0, 40], [8, -11], [9, -2]]


@pytest.mark.parametrize("place", range(11))
@pytest.mark.parametrize("value", [None, 7.5, "odd", [], [1], {}, -1, 1 << 70, True, ["a", "b"], [1, 10**30]])
def test_odd_values_are_refused_or_mean_something(place: int, value: Any) -> None:
    changed = held()
    changed[place] = value
    try:
        found = unpack(packed(changed))
    except ParameterError as error:
        assert str(error).startswith("expected a mouse path")
    else:
        assert unpack(pack(found)) == found


@given(st.text(max_size=30) | st.binary(max_size=60).map(lambda data: urlsafe_b64encode(zlib.compress(data)).decode()))
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected a mouse path"):
        unpack(text)


@given(st.integers(0, 10**6), st.characters())
def test_damage_is_noticed_or_means_something(place: int, character: str) -> None:
    text = pack(VIDEO)
    place %= len(text)
    try:
        found = unpack(text[:place] + character + text[place + 1 :])
    except ParameterError:
        return
    assert unpack(pack(found)) == found


def test_only_so_much_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    text = packed([1, "x" * 10_000])
    monkeypatch.setattr("hypersweep.formats.video.LONGEST", 500)
    with pytest.raises(ParameterError, match="expected a mouse path"):
        unpack(text)
    with pytest.raises(ParameterError, match="at most 500 bytes"):
        pack(VIDEO.replace(tags={"player": "x" * 600}))


@pytest.mark.slow
def test_a_short_text_is_not_unpacked_to_a_long_path() -> None:
    event = MouseEvent(0, "move", 8, 8)
    with pytest.raises(ParameterError, match="of this compressed size"):
        pack(Video("rawvf", Layout("3x4", [(0, 3)]), [event] * 300_000))
    held = [1, "rawvf", "3x4.bAgg", 16, 0, {}, {}, "m" * 400_000, *([[0] * 400_000] * 3)]
    with pytest.raises(ParameterError, match="isn't one, or is damaged"):
        unpack(packed(held))


TWO_MINES = Layout("3x4", [(0, 3), (2, 0)])


def clicked(*mouse: tuple[str, tuple[int, int]], has_marks: bool = False, layout: Layout = TWO_MINES) -> Video:
    """Return a replay of actions at places, ten milliseconds apart."""
    events = [
        MouseEvent(10 * place, action, 16 * column + 3, 16 * row + 5)
        for place, (action, (row, column)) in enumerate(mouse, 1)
    ]
    return Video("evf", layout, events, has_marks=has_marks)


def happened(given: Video) -> list[str]:
    record = record_of(given)
    record.verify()
    return [event.format() for event in record.events]


LEFT = ("left press", "left release")
CHORD = (("right", "press"), ("left", "press"), ("left", "release"), ("right", "release"))
HANDS = (CHORD, (*CHORD[:2], CHORD[3], CHORD[2]), (CHORD[1], CHORD[0], *CHORD[2:]))


def click(cell: tuple[int, int], button: str = "left") -> list[tuple[str, tuple[int, int]]]:
    return [(f"{button} press", cell), (f"{button} release", cell)]


def test_a_cell_opens_where_the_button_is_let_go() -> None:
    assert happened(clicked(("left press", (0, 0)), ("move", (0, 1)), ("left release", (0, 2)))) == ["0 open 0 2: 1"]


def test_what_is_let_go_beside_the_board_does_nothing() -> None:
    beside = [(0, 4), (3, 0), (-1, 0), (0, -1)]
    assert happened(clicked(*[each for cell in beside for each in click(cell)])) == []
    assert happened(clicked(("left press", (0, 0)), ("left release", (9, 9)), ("left release", (0, 0)))) == []


def test_a_flag_is_put_where_the_right_button_is_pressed() -> None:
    assert happened(clicked(("right press", (0, 3)), ("right release", (1, 1)))) == ["0 flag 0 3: 1"]


@pytest.mark.parametrize(
    "buttons",
    [
        ("left press", "right press", "left release", "right release"),
        ("left press", "right press", "right release", "left release"),
        ("middle press", "middle release"),
        ("shift press", "left release"),
    ],
)
def test_a_number_is_opened_around_once(buttons: Sequence[str]) -> None:
    layout = Layout("3x4", [(0, 0)])
    before = [*click((1, 1)), *click((0, 0), "right")]
    found = happened(clicked(*before, *[(button, (1, 1)) for button in buttons], layout=layout))
    assert [event.split(" ", 1)[1] for event in found] == ["open 1 1: 1", "flag 0 0: 1", "chord 1 1: 10 won"]


def test_a_button_that_is_still_held_means_nothing_until_the_other_one_is_pressed_again() -> None:
    both = [("right press", (1, 1)), ("left press", (1, 1)), ("left release", (1, 1))]
    again = [("left press", (1, 2)), ("left release", (1, 2))]
    before = [*click((0, 3), "right"), *click((1, 1))]
    kinds = [event.split()[1] for event in happened(clicked(*before, *both, *again, ("right release", (1, 2))))]
    assert kinds == ["flag", "open", "chord", "chord"]


def test_a_right_press_on_an_open_cell_is_a_click_unless_it_begins_a_chord() -> None:
    opened = click((1, 1))
    alone = click((1, 1), "right")
    chord = [(f"{button} {what}", (1, 1)) for button, what in CHORD]
    # The left button came first, or the right one was released in between.
    other = [(f"{button} {what}", (1, 1)) for button, what in ((CHORD[1], CHORD[0], *CHORD[2:]))]
    for mouse, expected in (
        (alone, ["flag"]),
        (chord, ["chord"]),
        (alone + chord, ["flag", "chord"]),
        (chord + chord, ["chord", "chord"]),
        (other, ["chord"]),
        (alone + click((1, 1)), ["flag", "open"]),
        # A chord released outside the board had still begun.
        ([*chord[:2], ("left release", (9, 9)), chord[3]], []),
        # On a covered cell the right press has put a flag.
        ([("right press", (2, 2)), *chord[1:]], ["flag", "chord"]),
    ):
        kinds = [event.split()[1] for event in happened(clicked(*opened, *mouse))]
        assert kinds == ["open", *expected], mouse


def test_a_game_begins_with_the_first_open_or_the_first_flag_that_stays() -> None:
    flag, chord = click((0, 3), "right"), [("middle press", (1, 1)), ("middle release", (1, 1))]
    assert [event.split()[1] for event in happened(clicked(*chord, *click((1, 1))))] == ["open"]
    assert [event.split()[1] for event in happened(clicked(*flag, *flag, *click((1, 1))))] == ["open"]
    assert [event.split()[1] for event in happened(clicked(*flag, *chord, *click((1, 1))))] == ["flag", "chord", "open"]


def test_a_right_press_counts_on_an_open_cell_that_had_a_mark() -> None:
    mouse = [*click((1, 2), "right") * 2, *click((0, 0)), *click((1, 2), "right")]
    assert [event.split()[1] for event in happened(clicked(*mouse, has_marks=True))] == ["question", "open", "flag"]


def test_a_mark_is_no_flag() -> None:
    before, three = click((1, 2)), click((1, 1), "right") * 3
    marked = happened(clicked(*before, *three, *click((1, 1)), has_marks=True))
    assert [event.split(" ", 1)[1] for event in marked] == [
        "open 1 2: 1",
        "flag 1 1: 1",
        *("question 1 1", "and", "flag 1 1: 1"),
        "question 1 1",
        "open 1 1: 1",
    ]
    kinds = [event.split()[1] for event in happened(clicked(*before, *three, *click((1, 1))))]
    assert kinds == ["open", "flag", "flag", "flag", "open"]


def test_a_zero_is_opened_around_where_a_flag_was_in_the_way() -> None:
    layout = Layout("3x4", [(0, 3)])
    mouse = [*click((0, 0), "right"), *click((2, 0)), *click((0, 0), "right"), *click((1, 1), "middle")]
    found = happened(clicked(*mouse, layout=layout))
    assert [event.split(" ", 1)[1] for event in found][-2:] == ["chord 1 1: 0", "open 0 0: 1 won"]


@pytest.mark.parametrize(
    ("form", "extra", "expected"),
    [
        ("avf", {}, "safe"),
        ("mvf", {"mode": "1"}, "safe"),
        ("mvf", {"mode": "3"}, "any"),
        ("rmv", {"properties": "00000002"}, "safe"),
        ("rmv", {"properties": "00000102"}, "any"),
        ("rmv", {"properties": "00000402"}, "opening"),
        ("evf", {"mode": "0"}, "safe"),
        ("evf", {"mode": "1"}, "any"),
        ("evf", {"mode": "4"}, "opening"),
        ("rawvf", {"head": "Program: Minesweeper Clone\nMode: Classic\n"}, "safe"),
        ("rawvf", {"head": "Program: Minesweeper Clone\nMode: UPK\n"}, "any"),
    ],
)
def test_the_first_open_is_promised_what_the_program_promises(form: str, extra: dict[str, str], expected: str) -> None:
    """UPK is a board that the player has seen before."""
    record = record_of(clicked(*click((0, 0)), *click((2, 2))).replace(form=form, extra=extra))
    record.verify()
    assert record.rules.first_open == expected
    assert record.tags.get(KNOWN) == ("yes" if expected == "any" else None)
    first = review(record).moves[0]
    assert (first.verdict, first.risk == 0) == (("forced guess", False) if expected == "any" else ("first click", True))


def test_a_first_open_on_a_mine_was_not_protected() -> None:
    for cell, extra in (((0, 3), {}), ((0, 2), {"mode": "4"})):
        record = record_of(clicked(*click(cell)).replace(extra=extra))
        record.verify()
        assert record.rules.first_open == "any"


def test_nothing_happens_after_the_end() -> None:
    record = record_of(clicked(*click((0, 3)), *click((0, 0))))
    assert (record.outcome, len(record.events), record.milliseconds) == (Outcome.LOST, 1, 0)
    assert len(video_of(record).events) == 4


def test_times_before_the_clock_and_times_that_run_back_are_none() -> None:
    events = [(-500, "right press"), (-400, "right release"), (70, "left press"), (60, "left release")]
    mouse = [MouseEvent(when, what, 3, 3) for when, what in events]
    mouse += [MouseEvent(when, what, x, 17) for when, x in ((90, 17), (130, 33), (125, 1)) for what in LEFT]
    given = Video("evf", TWO_MINES, mouse)
    assert happened(given) == ["0 flag 0 0: 1", "0 open 0 0: 0", "0 open 1 1: 1", "40 open 1 2: 1", "40 open 1 0: 1"]


def test_a_record_keeps_the_replay() -> None:
    given = clicked(*click((1, 1)), has_marks=True).replace(tags={"player": "Ann", "mines": "7"}, extra={"flags": "80"})
    record = Record.parse(record_of(given).format())
    assert record.tags["player"] == "Ann"
    assert "mines" not in record.tags
    assert video_of(record) == video_of(record, "evf") == given


def test_other_records_have_no_replay() -> None:
    record = record_of(clicked(*click((1, 1))))
    with pytest.raises(ParameterError, match="without the tag 'mouse'"):
        video_of(record.replace(tags={}))
    with pytest.raises(ParameterError, match="made from avf, got one made from evf"):
        video_of(record, "avf")
    with pytest.raises(ParameterError, match=r"a format .* did you mean 'avf'"):
        video_of(record, "avv")
    with pytest.raises(ParameterError, match="belongs to another board"):
        video_of(record_of(clicked(layout=Layout("3x4", [(1, 1)]))).replace(tags={TRACK: record.tags[TRACK]}))
    with pytest.raises(ParameterTypeError, match="expected a Record"):
        video_of(TWO_MINES)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a mouse replay"):
        record_of(TWO_MINES)  # type: ignore[arg-type]


def random_video(seed: int) -> Video:
    """Both buttons, pressed and let go in any order; mines are flagged more often than they are opened."""
    chance = random.Random(seed)
    layout = Layout.random("8x8", 8, seed=seed, first=(0, 0), first_open="opening")
    mouse: list[tuple[str, tuple[int, int]]] = click((0, 0))
    held: set[str] = set()
    cell = (0, 0)
    for _ in range(chance.randrange(5, 120)):
        if chance.random() < 0.6:
            cell = (chance.randrange(8), chance.randrange(8))
        if layout.is_mine(cell) and not held and chance.random() < 0.8:
            mouse += click(cell, "right")
            continue
        button = chance.choice(("left", "right"))
        if button in held and button == "left" and layout.is_mine(cell) and chance.random() < 0.9:
            continue
        mouse.append((f"{button} {'release' if button in held else 'press'}", cell))
        held ^= {button}
    return clicked(*mouse, layout=layout)


def analysed(form: str, data: bytes) -> Any:
    """Return ms_toollib's reading of a file."""
    names = {"avf": "AvfVideo", "evf": "EvfVideo", "mvf": "MvfVideo", "rmv": "RmvVideo"}
    theirs = getattr(ms_toollib, names[form])(f"a.{form}", list(data))
    theirs.parse()
    theirs.analyse()
    theirs.current_time = 999_999
    return theirs


def check_figures(record: Record, theirs: Any) -> None:
    """Compare a game's clicks; docs/statistics.md says why effective clicks aren't always ms_toollib's."""
    stats, replay = play_stats(record), record.replay()
    assert replay.game.layout is not None
    flagged, by_zero, zero_chord = set(), [], -1
    for event, _ in replay:
        cell = event.cell or ()
        if event.kind == "chord":
            zero_chord = event.milliseconds if replay.game.is_open(cell) and replay.game[cell] == 0 else -1
        elif event.kind == "open" and event.milliseconds == zero_chord:
            by_zero.append(zero_chord)
        elif event.kind == "flag" and replay.game.is_flagged(cell) and replay.game.layout.is_mine(cell):
            flagged.add(cell)
    fatal_opens = int(record.outcome is Outcome.LOST and record.events[-1].kind == "open")
    ours = (stats.left - len(by_zero), stats.right, stats.chords)
    assert ours == (theirs.left, theirs.right, theirs.double)
    effective = (stats.effective_left - fatal_opens - len(by_zero), stats.effective_chords + len(set(by_zero)))
    assert effective == (theirs.lce, theirs.dce)
    assert len(flagged) == theirs.rce
    if record.outcome is Outcome.WON:
        assert stats.three_bv_done == theirs.bbbv_solved
        assert stats.efficiency == pytest.approx(theirs.ioe)


@pytest.mark.parametrize("seed", seeds(300))
def test_boards_and_clicks_are_as_ms_toollib_has_them(seed: int) -> None:
    given = random_video(seed)
    record = record_of(given)
    record.verify()
    replay = record.replay()
    replay.seek(len(replay))
    game = replay.game
    last = record.events[-1]
    # A replay ends with the game.
    mouse = given.events
    if record.outcome is not Outcome.ONGOING:
        # The first open is where the second event is.
        end = last.milliseconds + mouse[1].milliseconds
        mouse = tuple(event for event in mouse if event.milliseconds <= end)
    extra = {"version": "3", "flags": "80"}
    theirs = analysed("evf", evf.dump(given.replace(events=mouse, extra=extra)))
    check_figures(record, theirs)
    assert theirs.rtime_ms == mouse[-1].milliseconds
    if record.outcome is Outcome.LOST and last.kind == "chord":
        # If a flag is wrong, hypersweep's rules show the exploded mines, and leave the other cells covered.
        return
    for row in range(8):
        for column in range(8):
            cell = (row, column)
            code = theirs.game_board[row][column]
            # 10 is covered, 11 a flag; above are the ways in which mines are shown at the end.
            assert (code <= 8) == (game.is_open(cell) and not given.layout.is_mine(cell)), cell
            if game.is_open(cell) and code <= 8:
                assert code == game[cell]
            elif record.outcome is Outcome.ONGOING:
                assert (code == 11) == game.is_flagged(cell)


@pytest.mark.parametrize("seed", seeds(100))
def test_clicks_before_the_first_open_are_as_ms_toollib_has_them(seed: int) -> None:
    chance = random.Random(seed)
    given = flaggers_video(seed)
    cells = [(0, 0), (0, 1), (1, 0)]
    before: list[tuple[str, tuple[int, int]]] = []
    for _ in range(chance.randrange(1, 9)):
        cell = chance.choice(cells)
        if chance.random() < 0.7:
            before += click(cell, "right")
        else:
            before += [(f"{button} {what}", cell) for button, what in chance.choice(HANDS)]
    events = [*clicked(*before).events, *(MouseEvent(event.milliseconds + 1000, *event[1:]) for event in given.events)]
    given = given.replace(events=events)
    stats, theirs = play_stats(record_of(given)), analysed("evf", evf.dump(evf.adapt(given)))
    assert (stats.left, stats.right, stats.chords) == (theirs.left, theirs.right, theirs.double)


def flaggers_video(seed: int) -> Video:
    """Return a game that is won by chords, as flaggers play: the right press on a number, then the left one."""
    chance = random.Random(seed)
    layout = Layout.random("8x8", 10, seed=seed, first=(3, 3), first_open="opening")
    game = Game(layout=layout)
    mouse = click((3, 3))
    game.open((3, 3))
    while game.outcome is Outcome.ONGOING:
        before = len(mouse)
        for cell in [cell for cell in layout.grid if game.is_open(cell) and game[cell]]:
            near = [other for other in layout.grid.neighbours(cell) if not game.is_open(other)]
            mines = [other for other in near if layout.is_mine(other)]
            if len(near) == len(mines):
                continue
            for mine in mines:
                if not game.is_flagged(mine):
                    mouse += click((mine[0], mine[1]), "right")
                    game.flag(mine)
            mouse += [(f"{button} {what}", (cell[0], cell[1])) for button, what in chance.choice(HANDS)]
            game.chord(cell)
        if len(mouse) == before:
            rest = next(cell for cell in layout.grid if not game.is_open(cell) and not layout.is_mine(cell))
            mouse += click((rest[0], rest[1]))
            game.open(rest)
    return clicked(*mouse, layout=layout)


@pytest.mark.parametrize("form", [avf, evf, mvf, rmv], ids=lambda form: form.__name__.rpartition(".")[2])
def test_files_of_every_format_have_the_clicks_that_ms_toollib_counts(form: Any) -> None:
    name = form.__name__.rpartition(".")[2]
    for seed in range(5):
        data = form.dump(form.adapt(flaggers_video(seed)))
        record = record_of(form.load(data))
        assert record.outcome is Outcome.WON
        check_figures(record, analysed(name, data))


@pytest.mark.parametrize("form", [avf, evf, mvf, rmv], ids=lambda form: form.__name__.rpartition(".")[2])
def test_path_stnb_and_pluck_are_those_of_ms_toollib(form: Any) -> None:
    name = form.__name__.rpartition(".")[2]
    for seed in range(3):
        data = form.dump(form.adapt(flaggers_video(seed)))
        given = form.load(data)
        theirs = analysed(name, data)
        theirs.analyse_for_features(["pluck"])
        assert mouse_stats(given).path == pytest.approx(theirs.path)
        if form is evf:
            # In files of other formats that are read from bytes, ms_toollib 1.5.20 divides by 0. Its clock begins with
            # the press, ours with the open.
            stats = play_stats(record_of(given))
            assert (stats.stnb or 0) * (stats.seconds / theirs.rtime) ** 1.7 == pytest.approx(theirs.stnb)
        assert review(record_of(given)).pluck == pytest.approx(theirs.pluck)


@pytest.mark.parametrize("seed", seeds(100))
def test_pluck_of_guesses_is_that_of_ms_toollib(seed: int) -> None:
    chance = random.Random(seed)
    layout = Layout.random("8x8", 10, seed=seed, first=(0, 0))
    safe = [cell for cell in layout.grid if not layout.is_mine(cell) and cell != (0, 0)]
    given = clicked(
        *click((0, 0)),
        *[each for row, column in chance.sample(safe, 6) for each in click((row, column))],
        layout=layout,
    )
    theirs = analysed("evf", evf.dump(evf.adapt(given)))
    theirs.analyse_for_features(["pluck"])
    assert review(record_of(given), policy="safest").pluck == pytest.approx(theirs.pluck)


def test_the_path_begins_with_the_first_open() -> None:
    places = [(0, "move", 5, 5), (9, "left press", 8, 8), (20, "left release", 8, 8), (30, "move", 38, 48)]
    given = Video("rmv", TWO_MINES, [MouseEvent(*each) for each in [*places, (40, "move", -12, 48)]], 20)
    stats = mouse_stats(given)
    assert (stats.events, stats.path, stats.path_cells) == (5, 80, 5)
    assert mouse_stats(given.replace(events=given.events[:2])).path == 0
    assert json.loads(json.dumps(stats.as_dict()))["path"] == 80
    with pytest.raises(ParameterTypeError, match="expected a mouse replay"):
        mouse_stats(TWO_MINES)  # type: ignore[arg-type]


def test_a_one_and_a_half_click_is_a_chord_that_begins_with_a_flag() -> None:
    layout = Layout("3x4", [(0, 0), (0, 3), (2, 0)])
    opened, flag, left = click((1, 2)), [("right press", (0, 3))], click((1, 2))
    up = [("right release", (1, 2))]
    for mouse, expected in (
        (flag + left + up, 1),
        # The second chord has no effect, but it is another one.
        (flag + left + left + up, 2),
        (flag + up + left, 0),
        # The right button is released first.
        ([*flag, left[0], *up, left[1]], 0),
        # A right press on an open cell begins an ordinary chord.
        ([("right press", (1, 2)), *left, *up], 0),
        ([left[0], *flag, left[1], *up], 0),
        (click((0, 3), "right") + click((1, 2), "middle"), 0),
        # The chord is released outside the board.
        ([*flag, left[0], ("left release", (9, 9)), *up], 0),
    ):
        assert mouse_stats(clicked(*opened, *mouse, layout=layout)).one_and_a_half_clicks == expected, mouse


@pytest.mark.needs("replays")
def test_real_replays_have_the_clicks_that_ms_toollib_counts() -> None:
    """Compare all files of a developer's folder; list the first bad ones together."""
    wrong = []
    for path in sorted(Path(os.environ["HYPERSWEEP_REPLAYS"]).rglob("*")):
        if path.suffix.lower() not in (".avf", ".evf", ".mvf", ".rmv"):
            continue
        try:
            found = read_file(path)
            assert isinstance(found, Video)
            record = record_of(found)
            if found.form == "mvf" and found.tags["program"] != "Minesweeper Clone 0.97":
                # ms_toollib ends the process at other versions.
                continue
            theirs = analysed(path.suffix.lower()[1:], path.read_bytes())
            check_figures(record, theirs)
            assert mouse_stats(found).path == pytest.approx(theirs.path)
        except (AssertionError, HypersweepError) as error:
            wrong.append(f"{path}: {error}")
    assert not wrong, "\n".join(wrong[:20])


@given(
    st.lists(
        st.tuples(st.integers(-100, 10**6), st.sampled_from(ACTIONS), st.integers(-40, 90), st.integers(-40, 90)),
        max_size=40,
    ),
    st.booleans(),
    st.integers(1, 20),
)
def test_whatever_a_mouse_does_is_a_game(mouse: list[tuple[int, str, int, int]], has_marks: bool, pixels: int) -> None:
    given = Video("mvf", TWO_MINES, [MouseEvent(*each) for each in mouse], pixels, has_marks)
    record = record_of(given)
    record.verify()
    assert Record.parse(record.format()) == record
    assert video_of(record) == given

"""Records and replays in notebooks: the exact position, and text that never becomes a tag."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from hypersweep import Game, Layout
from hypersweep.picture.notebook import MOST_SHOWN, ROWS
from hypersweep.record import Event, Record, Variation
from hypersweep.record.record_html import MOST_EVENTS

EVENTS = [Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1), Event(1500, "hint", None, 0)]


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.add(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_record_shows_how_the_game_stood() -> None:
    record = Record("3x4", 2, seed=7, events=EVENTS)
    game = Game("3x4", 2, seed=7)
    game.open((0, 0))
    game.flag((1, 2))
    assert record._repr_svg_() == game._repr_svg_()
    words = Tags(record._repr_html_()).words
    assert "3 events" in words
    assert "(1, 2)" in words


def test_a_won_game_shows_every_mine_flagged() -> None:
    game = Game(layout=Layout("2x3", [(0, 0)]))
    game.open((0, 2))
    game.open((1, 0))
    assert "flag" in Tags(game._repr_svg_()).words
    assert "mine" not in Tags(game._repr_svg_()).words.replace("1 mine", "").replace("no mine around", "")


def test_comments_stand_beside_their_events_as_text() -> None:
    record = Record("3x4", 2, seed=7, events=EVENTS)
    assert "<th>comment</th>" not in record._repr_html_()
    told = record.with_comment(0, "Begin.").with_comment(2, "<script>sure</script>").with_variation(1, [])
    shown = told._repr_html_()
    assert "<td>Begin.</td></tr><tr><td>1</td>" in shown
    assert "<td>&lt;script&gt;sure&lt;/script&gt;</td></tr><tr><td>3</td>" in shown
    assert "more</td>" not in shown
    assert "3 events, 1 side line" in Tags(shown).words


def test_a_replay_shows_where_it_stands() -> None:
    replay = Record("3x4", 2, seed=7, events=EVENTS).replay()
    before = replay._repr_svg_()
    assert before == Game("3x4", 2, seed=7)._repr_svg_()
    replay.step()
    assert "hs-last" in replay._repr_svg_()
    replay.back()
    assert replay._repr_svg_() == before


def test_a_replay_of_a_side_line_outlines_its_own_cell() -> None:
    line = Variation(1, [Event(400, "flag", (2, 3), 1)])
    events = [EVENTS[0], Event(900, "flag", (1, 3), 1)]
    replay = Record("3x4", 2, seed=7, events=events, variations=[line]).replay()
    replay.follow(1)
    replay.seek(2)
    main = Record("3x4", 2, seed=7, events=[EVENTS[0], Event(400, "flag", (2, 3), 1)]).replay()
    main.seek(2)
    assert replay._repr_svg_() == main._repr_svg_()


@pytest.mark.parametrize("name", ["player", "note", "start"])
def test_tags_are_text(name: str) -> None:
    attack = '<script>alert(1)</script><img src=x onerror="alert(2)">&lt;b&gt;'
    shown = Tags(Record("3x4", 2, seed=7, events=EVENTS, tags={name: attack})._repr_html_())
    assert not {"script", "img", "b2"} & shown.found
    assert attack in shown.words


def test_a_tag_that_no_one_reads_is_cut() -> None:
    html = Record("3x4", 2, seed=7, tags={"mouse": "x" * 5000})._repr_html_()
    assert "x" * 400 + "…" in html
    assert "x" * 401 not in html


def test_an_event_that_can_t_be_is_named_and_the_position_before_it_shown() -> None:
    record = Record("3x4", 2, seed=7, events=[EVENTS[0], Event(900, "open", (1, 2), 5)])
    game = Game("3x4", 2, seed=7)
    game.open((0, 0))
    assert record._repr_svg_() == game._repr_svg_()
    assert "The position before an invalid event: expected the effect" in Tags(record._repr_html_()).words


@pytest.mark.slow
def test_boards_and_games_too_large_have_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "replay", lambda _: pytest.fail("it is played again"))
    large = Record((3, MOST_SHOWN), layout=Layout((3, MOST_SHOWN), []), rules="classic,first=any")
    assert "too many cells" in large._repr_svg_()
    assert len(large._repr_html_()) < 2000
    flags = [Event(number, "flag", (0, 0), 1) for number in range(MOST_EVENTS + 1)]
    long = Record("3x4", 2, seed=7, events=flags)
    assert "too many events" in long._repr_svg_()
    words = Tags(long._repr_html_()).words
    assert f"and {MOST_EVENTS + 1 - ROWS} more" in words

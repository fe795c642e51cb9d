from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import ParameterError, View
from hypersweep.engine import EngineBudget, EngineInfo, conversation
from hypersweep.engine.conversation import Conversation, Patience
from hypersweep.engine.engine_protocol import NO_PROMISE
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTimeoutError,
    ParameterTypeError,
)

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")
HELLO = b"id name Some engine \x85\nid version 2\noption name=fast type=check text=false\nid author me\nready\n"


def ready() -> Conversation:
    """A conversation with an engine that has identified itself."""
    talk = Conversation()
    talk.hello()
    talk.receive(HELLO.replace(b"\x85", b""))
    assert talk.is_done
    return talk


def asked(talk: Conversation) -> bytes:
    """Ask for a move. Returns: the expected id of the answer."""
    return talk.go(VIEW, NO_PROMISE, EngineBudget()).split(b"id=")[1].split()[0]


def test_who_is_there() -> None:
    talk = ready()
    assert (talk.name, talk.version, list(talk.options)) == ("Some engine", "2", ["fast"])
    assert talk.arrange({"fast": True}, new_game=True) == b"new game\noption fast true\nping p1\n"
    talk.receive(b"pong p0\npong\n")
    assert not talk.is_done
    talk.receive(b"pong p1\n")
    assert talk.result() is None


def test_an_error_instead_of_ready_is_told_at_once() -> None:
    talk = Conversation()
    talk.hello()
    talk.receive(b"id name Deep Sweep\nerror id=g7 text=of a search\n")
    assert not talk.is_done
    talk.receive(b"error kind=licence text=no licence was found\n")
    assert talk.is_done
    with pytest.raises(EngineRefusalError, match=r"^the engine 'Deep Sweep' says: no licence was found$") as refused:
        talk.result()
    assert (refused.value.kind, refused.value.reason) == ("licence", "no licence was found")


@given(
    st.lists(st.binary(max_size=30) | st.sampled_from([b"best id=g1 cell=0,1\n", b"error id=g1\n", b"info id=g1 x\n"]))
)
def test_any_bytes_end_in_an_answer_or_an_error_of_ours(parts: list[bytes]) -> None:
    talk = ready()
    asked(talk)
    try:
        for part in parts:
            talk.receive(part)
        if talk.is_done:
            assert talk.result() is not None
    except EngineError:
        pass


@given(st.lists(st.integers(1, 40), max_size=8))
def test_pieces_of_any_size_are_the_same_answer(sizes: list[int]) -> None:
    talk = ready()
    own = asked(talk)
    data = b"noise\r\n\n\ninfo id=%b stage=here\nmove id=%b cell=0,1\nbest id=%b cell=0,1\r\nbest id=x" % (
        own,
        own,
        own,
    )
    infos: list[EngineInfo] = []
    talk.report = infos.append
    for size in (*sizes, len(data)):
        talk.receive(data[:size])
        data = data[size:]
    answer = talk.result()
    assert answer is not None
    assert (answer.cell, len(answer.ranked), [info.stage for info in infos]) == ((0, 1), 1, ["here"])


def test_an_answer_that_nobody_waits_for_is_passed_over() -> None:
    talk = ready()
    first = asked(talk)
    assert talk.abandon() == b"stop id=" + first + b"\n"
    second = asked(talk)
    talk.receive(b"error kind=line text=of the first\nbest id=" + first + b" cell=9,9\n")
    assert not talk.is_done
    talk.receive(b"best id=" + second + b" cell=0,2\n")
    answer = talk.result()
    assert answer is not None
    assert answer.cell == (0, 2)


def test_an_early_pong_is_not_the_end_of_what_was_arranged() -> None:
    talk = ready()
    talk.receive(b"")
    first = asked(talk)
    talk.abandon()
    told = talk.arrange(new_game=True).split()
    assert told[:3] == [b"new", b"game", b"ping"]
    # The search goes on, so that this is said at once, and the new game still waits.
    talk.receive(b"pong " + told[3] + b"\n")
    assert (talk.is_done, talk.due()) == (False, b"")
    talk.receive(b"best id=" + first + b" cell=none\nerror kind=failed text=no new game\n")
    again = talk.due()
    assert again.startswith(b"ping ")
    assert again.split()[1] != told[3]
    assert (talk.is_done, talk.due()) == (False, b"")
    talk.receive(b"pong " + again.split()[1] + b"\n")
    with pytest.raises(EngineRefusalError, match="no new game"):
        talk.result()


def test_an_error_of_what_nobody_waits_for_is_not_of_the_next_question() -> None:
    talk = ready()
    token = talk.arrange(new_game=True).split()[3]
    assert talk.abandon() == b""
    own = asked(talk)
    talk.receive(b"error kind=failed text=no new game\npong " + token + b"\nbest id=" + own + b" cell=0,2\n")
    answer = talk.result()
    assert answer is not None
    assert answer.cell == (0, 2)


def test_one_question_at_a_time() -> None:
    talk = ready()
    asked(talk)
    with pytest.raises(EngineError, match="can't ask the engine before it has answered"):
        talk.arrange()


def test_an_error_belongs_to_what_was_asked() -> None:
    talk = ready()
    own = asked(talk)
    talk.receive(b"error id=other kind=line text=not ours\nerror id=" + own + b" kind=a/b text=too hard\n")
    with pytest.raises(EngineRefusalError, match="says: too hard") as caught:
        talk.result()
    assert caught.value.kind == ""


def test_a_line_without_an_end_is_given_up() -> None:
    talk = Conversation(most_bytes=1000)
    talk.hello()
    for _ in range(10):
        talk.receive(b"x" * 100)
    with pytest.raises(EngineProtocolError, match="a line of more than 1000 bytes"):
        talk.receive(b"x" * 100)


def test_options_of_many_words_are_given_up() -> None:
    talk = Conversation()
    talk.hello()
    choices = ",".join(map(str, range(100_000)))
    for name in ("first", "second"):
        talk.receive(f"option name={name} type=choice choices={choices}\n".encode())
    with pytest.raises(EngineProtocolError, match="expected options of at most 1048576 characters, got more"):
        talk.receive(f"option name=third type=choice choices={choices}\n".encode())
    assert [*talk.options] == ["first", "second"]


def test_options_without_end_are_given_up() -> None:
    talk = Conversation()
    talk.hello()
    with pytest.raises(EngineProtocolError, match="at most 1000 options"):
        talk.receive(b"".join(b"option name=o%d type=check\n" % number for number in range(1001)))


def test_what_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = ready()
    with pytest.raises(ParameterError, match="did you mean 'reasons'"):
        talk.go(VIEW, NO_PROMISE, EngineBudget(), ("reason",))
    with pytest.raises(ParameterError, match="did you mean 'fast'"):
        talk.arrange({"fats": 1})
    with pytest.raises(ParameterError, match="expected a short value"):
        talk.arrange({"fast": "1\n2"})
    with pytest.raises(ParameterTypeError, match=r"expected a mapping of options to values, got 5 \(int\)"):
        talk.arrange(5)  # type: ignore[arg-type]
    bare = Conversation()
    bare.hello()
    bare.receive(b"id name Bare\nready\n")
    with pytest.raises(ParameterError, match="expected no option, as the engine 'Bare' has none, got 'fast'"):
        bare.arrange({"fast": True})
    assert talk.is_done
    monkeypatch.setattr(conversation, "MOST_BYTES", 1000)
    huge = View((1, 2000), 0, [1, -2] * 1000)
    with pytest.raises(ParameterError, match="expected a position that fits into"):
        talk.go(huge, NO_PROMISE, EngineBudget())
    assert talk.is_done


def test_patience_ends_in_two_steps() -> None:
    talk = ready()
    own = asked(talk)
    patience = Patience(talk, 2.0, 1.0, now=100.0)
    assert patience.deadline == 103.0
    assert patience.look(102.9) == b""
    assert patience.look(103.1) == b"stop id=" + own + b"\n"
    assert patience.look(104.0) == b""
    with pytest.raises(EngineTimeoutError, match="'Some engine' didn't answer within 3 seconds"):
        patience.look(104.2)
    talk.abandon()
    assert patience.look(200.0) == b""
    asking = talk.arrange().split()[-1].decode()
    with pytest.raises(EngineTimeoutError, match=f"the engine 'Some engine' didn't send 'pong {asking}' within 1 sec"):
        Patience(talk, 0.0, 1.0, now=0.0).look(1.1)


def test_what_came_in_place_of_the_first_answer_is_told() -> None:
    talk = Conversation()
    talk.hello()
    patience = Patience(talk, 0.0, 2.0, now=0.0)
    told = "within 2 seconds, got nothing; it may take longer to start, or doesn't flush its lines$"
    with pytest.raises(EngineTimeoutError, match=told):
        patience.look(2.1)
    talk.receive(b"hello\n\nhsp version=1\n")
    with pytest.raises(EngineTimeoutError, match="got other lines, the last one 'hsp version=1'"):
        patience.look(2.1)

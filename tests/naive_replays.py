"""Mouse events of replays, decoded entry by entry: the slow version of the kernel in native/replay.

Each function returns the events as (milliseconds, action, x, y), the index of the first byte that it can't decode, and
notes as (kind, index, first, second), with kinds numbered as in the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence

Event = tuple[int, str, int, int]
Note = tuple[int, int, int, int]
Found = tuple[list[Event], int, list[Note]]

CODE, PAD, FULL, BETWEEN, IDLE, SPARE = range(6)
BUTTONS = ("left", "right", "middle")
EVF = ["move", *(f"{button} {what}" for button in BUTTONS for what in ("press", "release")), "preflag", "shift press"]
AVF = {1: "move", 3: "left press", 5: "left release", 9: "right press", 17: "right release", 33: "middle press"}
AVF |= {65: "middle release", 11: "shift press", 21: "left release", 145: "right release", 193: "middle release"}
CHANGES = (*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121)


def number(data: bytes, place: int, size: int = 2, *, signed: bool = False) -> int:
    return int.from_bytes(data[place : place + size], "big", signed=signed)


def avf_events(data: bytes, place: int) -> Found:
    events: list[Event] = []
    notes: list[Note] = []
    while place + 8 <= len(data):
        code, x_high, later, x_low, hundredths, y_high, late, y_low = data[place : place + 8]
        if later == late == 0 or data[place : place + 3] == b"cs=" or code not in AVF or hundredths > 99:
            break
        if code in (21, 145, 193):
            notes.append((CODE, len(events), code, 0))
        x, y = (int.from_bytes(bytes(pair), "big", signed=True) for pair in ((x_high, x_low), (y_high, y_low)))
        events.append(((256 * late + later - 1) * 1000 + 10 * hundredths, AVF[code], x, y))
        place += 8
    return events, place, notes


def rmv_events(data: bytes, place: int, end: int, version: int, flags: int) -> Found:
    events: list[Event] = []
    notes: list[Note] = []
    last_pad, others = 0, place
    while place < min(end, len(data)):
        code, rest = data[place], data[place + 1 :]
        is_short = version == 2 and code == 28 and bool(events)
        if 1 <= code <= 7 and len(rest) >= 8:
            at = (number(rest, 4, signed=version == 2), number(rest, 6, signed=version == 2))
            x, y = (at[0] - 12, at[1] - 56) if version == 1 else at
            event = (number(rest, 0, 3), EVF[code - 1], x, y)
        elif is_short and len(rest) >= 2:
            before = events[-1]
            right, down = ((part + 8) % 16 - 8 for part in (rest[1] >> 4, rest[1] & 15))
            event = (before[0] + rest[0], "move", before[2] + right, before[3] + down)
        else:
            length = 5 if code == 0 and version == 1 else 3 if code in (*range(9, 15), *range(18, 28)) else 0
            if length == 0 or len(rest) < length - 1:
                break
            place += length
            continue
        if not events:
            events.append((event[0], "left press", *event[2:]))
            could_be_short = False
        else:
            steps = [new - old for new, old in zip(event[2:], events[-1][2:], strict=True)]
            could_be_short = 0 <= event[0] - events[-1][0] <= 255 and all(-8 <= step < 8 for step in steps)
        index = flags + len(events)
        if not is_short:
            if version == 2 and event[1] == "move" and could_be_short and rest[3] == last_pad:
                notes.append((FULL, index, 1, 0))
            if rest[3] != last_pad:
                notes.append((PAD, index, rest[3], 0))
            last_pad = rest[3] if version == 2 else 0
        if place > others:
            notes.append((BETWEEN, index, others, place))
        events.append(event)
        place += 3 if is_short else 9
        others = place
    if place > others:
        notes.append((BETWEEN, flags + len(events), others, place))
    return events, place, notes


def evf_timed_events(data: bytes, place: int) -> Found:
    events: list[Event] = []
    while place + 8 <= len(data) and 1 <= data[place] <= 9:
        events.append(
            (number(data, place + 1, 3), EVF[data[place] - 1], number(data, place + 4), number(data, place + 6))
        )
        place += 8
    return events, place, []


def evf_events(data: bytes, place: int) -> Found:
    events: list[Event] = []
    notes: list[Note] = []
    now = x = y = 0
    while True:
        group, passed = place, 0
        while length := _entry(data, place):
            passed += number(data, place + 1) if data[place] == 255 else data[place + 1]
            place += length
        is_event = place + 6 <= len(data) and 1 <= data[place] <= 9
        passed += data[place + 1] if is_event else 0
        shortest, rest = b"", passed
        while rest > 255:
            shortest += b"\xff" + min(rest, 65535).to_bytes(2, "big")
            rest -= min(rest, 65535)
        if place > group and not (is_event and data[group:place] == shortest):
            notes.append((BETWEEN, len(events), group, place))
        if not is_event:
            return events, place, notes
        now, x, y = now + passed, (x + number(data, place + 2)) % 65536, (y + number(data, place + 4)) % 65536
        events.append((now, EVF[data[place] - 1], x, y))
        place += 6


def _entry(data: bytes, place: int) -> int:
    """Return the length of a whole entry that isn't a mouse event, or 0."""
    code = data[place] if place < len(data) else 0
    sizes = {255: 3, 200: 12, 201: 4, 92: 2, 93: 2, 94: 2, 99: 2, **dict.fromkeys(CHANGES, 6)}
    length = sizes.get(code, 0)
    if code == 201:
        end = data.find(0, place + length)
        length = end + 1 - place if end >= 0 and place + length <= len(data) else 0
    return length if place + length <= len(data) else 0


State = tuple[int, int, int, tuple[int, ...], int]
"""A mouse state: milliseconds, x, y, whether each button is held, and unused bits."""


def mvf_events(data: bytes, place: int, count: int, order: Sequence[int], late: bool) -> tuple[*Found, str]:
    size, width = (6, 11) if late else (5, 9)
    states: list[State] = []
    for _ in range(count):
        packed = int.from_bytes(data[place : place + size], "little")
        bits = [packed >> where & 1 for where in order]
        right, middle, left = bits[:3]
        y, x = (_sum(bits[3 + width * part :][:width]) - (32 if late else 0) for part in (0, 1))
        time = bits[3 + 2 * width :][: 22 if late else 17]
        milliseconds = _sum(time) if late else 1000 * _sum(time[7:]) + 10 * _sum(time[:7])
        if not late and _sum(time[:7]) > 99:
            break
        states.append((milliseconds, x, y, (left, right, middle), _sum(bits[3 + 2 * width + len(time) :])))
        place += size
    events, notes, groups = _changes(states)
    return events, place, notes, groups


def mvf_early_events(data: bytes, place: int, end: int, last: int) -> tuple[*Found, str, int]:
    states: list[State] = []
    while place + 8 <= end:
        milliseconds, buttons = 1000 * data[place] + 10 * data[place + 1], data[place + 2]
        before = states[-1][0] if states else 0
        if data[place + 1] > 99 or buttons > 7 or not before <= milliseconds <= last:
            break
        held: tuple[int, ...] = (buttons & 1, buttons >> 2, buttons >> 1 & 1)
        states.append((milliseconds, number(data, place + 3), number(data, place + 5), held, data[place + 7]))
        place += 8
    events, notes, groups = _changes(states)
    released = []
    if states:
        milliseconds, x, y, held, _ = states[-1]
        released = [
            (milliseconds, f"{name} release", x, y) for name, is_held in zip(BUTTONS, held, strict=True) if is_held
        ]
    return events + released, place, notes, groups, len(released)


def _sum(bits: Sequence[int]) -> int:
    return sum(bit << place for place, bit in enumerate(bits))


def _changes(states: list[State]) -> tuple[list[Event], list[Note], str]:
    events: list[Event] = []
    notes: list[Note] = []
    sizes = []
    before: State = (0, -1, -1, (0, 0, 0), 0)
    for index, now in enumerate(states):
        milliseconds, x, y, held, spare = now
        changed = ["move"] if (x, y) != before[1:3] else []
        for what, value in (("press", 1), ("release", 0)):
            pairs = zip(BUTTONS, held, before[3], strict=True)
            changed += [f"{name} {what}" for name, new, old in pairs if new == value != old]
        events += [(milliseconds, action, x, y) for action in changed]
        sizes.append(len(changed))
        if index and not changed and milliseconds != before[0]:
            notes.append((IDLE, index, milliseconds, 0))
        if spare:
            notes.append((SPARE, index, spare, 0))
        before = now
    # Usually, a state is a move, and the button event directly after it at the same time and position.
    usual: list[list[Event]] = []
    for event in events:
        last = usual[-1] if usual else []
        joins = [each[1] for each in last] == ["move"] != [event[1]] and (*last[0][:1], *last[0][2:]) == (
            event[0],
            *event[2:],
        )
        if joins:
            last.append(event)
        else:
            usual.append([event])
    groups = "".join(map(str, sizes))
    return events, notes, "" if groups == "".join(str(len(group)) for group in usual) else groups

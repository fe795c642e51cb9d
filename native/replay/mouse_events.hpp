// Mouse events in the files of other programs: AVF, RMV, MVF and EVF.
//
// Each reader decodes entries from `place` on, and stops at the first one that it can't decode: the end of the events,
// an unknown code, or an entry that is cut off. It returns where it stopped, and the caller finds out why. A reader
// passes what it finds to a sink:
//
//     sink.event(milliseconds, action, x, y)     a mouse event
//     sink.note(kind, index, first, second)      what the events don't show, before the event with this index
//
// The caller passes what the formats define as tables with an item for each code. The readers keep within
// [data, data + size), allocate nothing and don't throw, unless the sink does.
#pragma once

#include <cstring>

#include "variant.hpp"

namespace hypersweep {

// Actions, numbered as in Python's ACTIONS.
struct Action {
    enum Number : u8 {
        move,
        left_press,
        left_release,
        right_press,
        right_release,
        middle_press,
        middle_release,
        shift_press,
        preflag
    };
};
constexpr u8 no_action = 255;

enum class Note : u8 {
    code,     // AVF: `first` is the event's code, which isn't the usual one of its action
    pad,      // RMV: `first` is a padding byte that isn't 0, or differs from the previous one in version 2
    full,     // RMV 2: the event is stored in full, though it could be a short move
    between,  // RMV, EVF 4: other entries in the bytes from `first` to `second`
    idle,     // MVF: a state without events has the time `first`; the index is that of the state
    spare     // MVF: `first` are the unused bits of a state; the index is that of the state
};

inline u32 big_16(const u8* data) { return u32(data[0]) << 8 | data[1]; }
inline u32 big_24(const u8* data) { return u32(data[0]) << 16 | big_16(data + 1); }
inline i32 signed_16(u32 number) { return i32(number) - (i32(number >> 15) << 16); }

// AVF: entries of 8 bytes until both bytes for the seconds are 0, or until the trailer, which begins with "cs=".
// `actions` has the action of each code, `usual` the usual code of each action.
template <class Sink>
u64 read_avf(const u8* data, u64 size, u64 place, const u8* actions, const u8* usual, Sink& sink) {
    u64 index = 0;
    for (; place <= size && size - place >= 8; place += 8, ++index) {
        const u8* at = data + place;
        if (!(at[2] | at[6]) || std::memcmp(at, "cs=", 3) == 0 || at[4] > 99) break;
        const u8 action = actions[at[0]];
        if (action == no_action) break;
        if (usual[action] != at[0]) sink.note(Note::code, index, at[0], 0);
        // Stored seconds start at 1, and the bytes of each number aren't adjacent.
        const i64 seconds = (i64(at[6]) << 8 | at[2]) - 1;
        sink.event(seconds * 1000 + at[4] * 10, action, signed_16(u32(at[1]) << 8 | at[3]), signed_16(u32(at[5]) << 8 | at[7]));
    }
    return place;
}

// RMV, version 1 or 2: entries that begin before `end`. The file leaves out the first left press, which is added at the
// time and position of the first event. `index` is the number of flags placed before the first open; positions in
// version 1 are relative to a point (`left`, `top`) outside the board. `lengths` has the length of each code's entries
// that aren't mouse events, 0 for other codes.
template <class Sink>
u64 read_rmv(const u8* data, u64 size, u64 place, u64 end, bool is_second, i32 left, i32 top, u64 index, const u8* lengths,
             Sink& sink) {
    i64 before_time = 0;
    i32 before_x = 0, before_y = 0;
    u8 last_pad = 0;
    bool is_first = true;
    u64 others = place;  // begin of the entries before the next event that aren't mouse events
    if (end > size) end = size;
    while (place < end) {
        const u8* at = data + place;
        const u64 rest = size - place;
        const u8 code = at[0];
        i64 time = 0;
        i32 x = 0, y = 0;
        u8 action = Action::move;
        u64 next = place;
        if (code >= 1 && code <= 7) {
            if (rest < 9) break;
            action = u8(code - 1);
            time = big_24(at + 1);
            x = (is_second ? signed_16(big_16(at + 5)) : i32(big_16(at + 5))) - left;
            y = (is_second ? signed_16(big_16(at + 7)) : i32(big_16(at + 7))) - top;
            next += 9;
        } else if (is_second && code == 28 && !is_first) {
            if (rest < 3) break;
            time = before_time + at[1];
            x = before_x + (at[2] >> 4) - (at[2] >> 7 << 4);
            y = before_y + (at[2] & 15) - (at[2] >> 3 & 1) * 16;
            next += 3;
        } else {
            if (lengths[code] == 0 || rest < lengths[code]) break;
            place += lengths[code];
            continue;
        }
        const bool was_first = is_first;
        if (is_first) {
            sink.event(time, Action::left_press, x, y);
            ++index;
            is_first = false;
        }
        if (code != 28) {
            const u8 pad = at[4];
            const i64 later = time - before_time;
            const i32 right = x - before_x, down = y - before_y;
            const bool could_be_short = action == Action::move && later >= 0 && later <= 255 && right >= -8 && right < 8 &&
                                        down >= -8 && down < 8;
            if (!was_first && is_second && pad == last_pad && could_be_short) sink.note(Note::full, index, 1, 0);
            if (pad != last_pad) sink.note(Note::pad, index, pad, 0);
            if (is_second) last_pad = pad;
        }
        if (place > others) sink.note(Note::between, index, others, place);
        sink.event(time, action, x, y);
        ++index;
        before_time = time;
        before_x = x;
        before_y = y;
        place = others = next;
    }
    if (place > others) sink.note(Note::between, index, others, place);
    return place;
}

// EVF before version 4: entries of 8 bytes, each with its time. `actions` has the action of each code.
template <class Sink>
u64 read_evf_timed(const u8* data, u64 size, u64 place, const u8* actions, Sink& sink) {
    for (; place <= size && size - place >= 8; place += 8) {
        const u8* at = data + place;
        const u8 action = actions[at[0]];
        if (action == no_action) break;
        sink.event(big_24(at + 1), action, i32(big_16(at + 4)), i32(big_16(at + 6)));
    }
    return place;
}

// Length of an EVF 4 entry that isn't a mouse event, given the length of each code's entries; a text follows after code
// `text`, and ends with a NUL. Returns 0 if the code has no length, or the entry is cut off.
inline u64 evf_entry(const u8* data, u64 size, u64 place, const u8* lengths, u8 text) {
    u64 length = lengths[data[place]];
    if (size - place < length) return 0;
    if (length && data[place] == text) {
        const void* end = std::memchr(data + place + length, 0, size - place - length);
        length = end ? u64(static_cast<const u8*>(end) - data) + 1 - place : 0;
    }
    return length;
}

// Whether `data` is exactly the pauses that our writer emits for a delay of `milliseconds`: each pause as long as
// possible, until at most 255 ms are left for the event itself.
inline bool are_shortest_pauses(const u8* data, u64 size, u8 pause, i64 milliseconds) {
    for (; milliseconds > 255; data += 3, size -= 3) {
        const i64 part = milliseconds < 65535 ? milliseconds : 65535;
        if (size < 3 || data[0] != pause || i64(big_16(data + 1)) != part) return false;
        milliseconds -= part;
    }
    return size == 0;
}

// EVF 4: a mouse entry stores the changes in time and position; other entries between them take time too. `pause` is
// the code of an entry with only a time; `lengths` and `text` are as for `evf_entry`.
template <class Sink>
u64 read_evf_further(const u8* data, u64 size, u64 place, const u8* actions, const u8* lengths, u8 pause, u8 text, Sink& sink) {
    i64 now = 0;
    u32 x = 0, y = 0;
    u64 index = 0;
    for (;; ++index) {
        const u64 group = place;
        i64 passed = 0;
        while (place < size && actions[data[place]] == no_action) {
            const u64 length = evf_entry(data, size, place, lengths, text);
            if (length == 0) break;
            passed += data[place] == pause ? i64(big_16(data + place + 1)) : data[place + 1];
            place += length;
        }
        const bool is_event = place < size && size - place >= 6 && actions[data[place]] != no_action;
        if (!is_event) {
            if (place > group) sink.note(Note::between, index, group, place);
            return place;
        }
        const u8* at = data + place;
        passed += at[1];
        if (place > group && !are_shortest_pauses(data + group, place - group, pause, passed)) {
            sink.note(Note::between, index, group, place);
        }
        now += passed;
        // Differences are signed but coordinates unsigned, so sums wrap around.
        x = (x + big_16(at + 2)) & 0xFFFF;
        y = (y + big_16(at + 4)) & 0xFFFF;
        sink.event(now, actions[at[0]], i32(x), i32(y));
        place += 6;
    }
}

// A mouse state in an MVF file: time, position, and a bit for each button held: 1 left, 2 right, 4 middle.
struct MouseState {
    i64 time = 0;
    i32 x = -1, y = -1;
    u8 buttons = 0;
};

// Turns the differences between successive states into events: a move, then buttons pressed, then buttons released.
template <class Sink>
class StateChanges {
  public:
    explicit StateChanges(Sink& sink) : sink_(sink) {}

    void add(const MouseState& now, u32 spare) {
        const u64 count = change(now);
        // In the usual grouping, a button event joins only a move at the same time and position.
        if (count == 0) usual_ = false;
        if (states_ && count == 0 && now.time != before_.time) sink_.note(Note::idle, states_, u64(now.time), 0);
        if (spare) sink_.note(Note::spare, states_, spare, 0);
        sink_.group(u8(count));
        before_ = now;
        ++states_;
    }
    // Releases all buttons, if there was a state. Returns the number of events.
    u64 release() {
        if (!states_) return 0;
        MouseState now = before_;
        now.buttons = 0;
        return change(now);
    }
    // Whether grouping the events in the usual way restores the states.
    bool is_usual() const { return usual_; }
    i64 last_time() const { return before_.time; }

  private:
    u64 change(const MouseState& now) {
        u64 count = 0;
        if (now.x != before_.x || now.y != before_.y) event(now, Action::move, count);
        for (u8 release = 0; release < 2; ++release) {
            for (u8 button = 0; button < 3; ++button) {
                const u8 bit = u8(1 << button), held = now.buttons & bit;
                if (held != (before_.buttons & bit) && (held == 0) == release) {
                    event(now, u8(Action::left_press + 2 * button + release), count);
                }
            }
        }
        return count;
    }
    void event(const MouseState& now, u8 action, u64& count) {
        const bool joins = action != Action::move && lone_move_ && now.time == last_.time && now.x == last_.x && now.y == last_.y;
        if (joins == (count == 0)) usual_ = false;
        lone_move_ = action == Action::move;
        last_ = now;
        sink_.event(now.time, action, now.x, now.y);
        ++count;
    }

    Sink& sink_;
    MouseState before_, last_;
    bool lone_move_ = false, usual_ = true;
    u64 states_ = 0;
};

// Layout of MVF states since version 0.97: a state has `size` bytes, whose bits are permuted.
struct StateLayout {
    u64 size;            // 5 or 6
    const u8* order;     // for each bit of a state, where it is stored, from the lowest bit of the first byte on
    u32 place_bits;      // bits per coordinate
    i32 offset;          // number added to coordinates
    u32 time_bits;       // bits of the time
    bool milliseconds;   // whether it is in milliseconds; otherwise 7 bits of hundredths, then the seconds
};

// MVF since version 0.97: `count` states, which are all within the file. Stops at a state with impossible hundredths.
template <class Sink>
u64 read_mvf(const u8* data, u64 place, u64 count, const StateLayout& layout, StateChanges<Sink>& changes) {
    u64 bits[6][256];
    for (u64 byte = 0; byte < layout.size; ++byte) {
        u64 single[8] = {};
        for (u32 bit = 0; bit < 8 * layout.size; ++bit) {
            if (layout.order[bit] >> 3 == byte) single[layout.order[bit] & 7] = u64{1} << bit;
        }
        bits[byte][0] = 0;
        for (u32 value = 1; value < 256; ++value) {
            u32 low = 0;
            while (!(value >> low & 1)) ++low;
            bits[byte][value] = bits[byte][value & (value - 1)] | single[low];
        }
    }
    const u64 places = (u64{1} << layout.place_bits) - 1;
    for (; count > 0; --count, place += layout.size) {
        u64 plain = 0;
        for (u64 byte = 0; byte < layout.size; ++byte) plain |= bits[byte][data[place + byte]];
        const u64 stored = plain >> (3 + 2 * layout.place_bits);
        const u64 time = stored & ((u64{1} << layout.time_bits) - 1);
        if (!layout.milliseconds && (time & 127) > 99) break;
        MouseState now;
        now.time = layout.milliseconds ? i64(time) : i64(time >> 7) * 1000 + i64(time & 127) * 10;
        now.y = i32(plain >> 3 & places) - layout.offset;
        now.x = i32(plain >> (3 + layout.place_bits) & places) - layout.offset;
        // The lowest bits are right, middle and left.
        now.buttons = u8((plain >> 2 & 1) | (plain & 1) << 1 | (plain >> 1 & 1) << 2);
        changes.add(now, u32(stored >> layout.time_bits));
    }
    return place;
}

// MVF before version 0.97: states of 8 bytes up to `end`. Stops at bytes that can't be a state: impossible hundredths or
// buttons, a time after `last`, or one before the previous state's.
template <class Sink>
u64 read_mvf_early(const u8* data, u64 place, u64 end, i64 last, StateChanges<Sink>& changes) {
    for (; place <= end && end - place >= 8; place += 8) {
        const u8* at = data + place;
        MouseState now;
        now.time = i64(at[0]) * 1000 + at[1] * 10;
        if (at[1] > 99 || at[2] > 7 || now.time > last || now.time < changes.last_time()) break;
        now.x = i32(big_16(at + 3));
        now.y = i32(big_16(at + 5));
        // The lowest bits are left, middle and right.
        now.buttons = u8((at[2] & 1) | (at[2] >> 2 & 1) << 1 | (at[2] >> 1 & 1) << 2);
        changes.add(now, at[7]);
    }
    return place;
}

}  // namespace hypersweep

// Mouse events of replays: entries whose events are known, and random bytes, which must not be read past their end.
#include "replay/mouse_events.hpp"

#include <memory>
#include <string>
#include <vector>

#include "tests/check.hpp"

namespace hypersweep {
namespace test {

struct Event {
    i64 time;
    u8 action;
    i32 x, y;
    bool operator==(const Event& other) const {
        return time == other.time && action == other.action && x == other.x && y == other.y;
    }
};

struct Sink {
    std::vector<Event> events;
    std::vector<u64> notes;
    std::string groups;

    void event(i64 time, u8 action, i32 x, i32 y) {
        CHECK(action <= Action::preflag);
        events.push_back({time, action, x, y});
    }
    void note(Note kind, u64 index, u64 first, u64 second) {
        for (const u64 part : {u64(kind), index, first, second}) notes.push_back(part);
    }
    void group(u8 count) { groups.push_back(char('0' + count)); }
};

// Exactly as large as the bytes, so that a sanitizer detects any access beyond them.
class Data {
  public:
    explicit Data(const std::vector<u8>& bytes) : size(bytes.size()), bytes_(new u8[bytes.size()]) {
        for (u64 place = 0; place < size; ++place) bytes_[place] = bytes[place];
    }
    const u8* begin() const { return bytes_.get(); }
    const u64 size;

  private:
    std::unique_ptr<u8[]> bytes_;
};

struct Tables {
    u8 avf[256], usual[Action::preflag + 1] = {1, 3, 5, 9, 17, 33, 65, 11, 0}, rmv[2][256], evf[256], entries[256];
    Tables() {
        for (u32 code = 0; code < 256; ++code) {
            avf[code] = evf[code] = no_action;
            rmv[0][code] = rmv[1][code] = (code >= 9 && code < 15) || (code >= 18 && code < 28) ? 3 : 0;
            entries[code] = code >= 100 && code < 109 ? 6 : 0;
        }
        for (u8 action = 0; action < Action::preflag; ++action) avf[usual[action]] = action;
        for (u8 code = 1; code <= 9; ++code) evf[code] = u8(code - 1);
        avf[21] = Action::left_release;
        rmv[0][0] = 5;
        entries[255] = 3;
        entries[201] = 4;
        entries[93] = 2;
    }
};

static const Tables tables;
static const u8 usual_order[48] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                   32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47};

static void test_known_entries() {
    scene() = "known entries";
    {
        const Data data({3, 0, 1, 8, 5, 0xFF, 0, 0xFE, 21, 0, 2, 8, 0, 0, 0, 9, 'c', 's', '=', 1, 0, 0, 0, 0});
        Sink sink;
        CHECK_EQUAL(read_avf(data.begin(), data.size, 0, tables.avf, tables.usual, sink), 16);
        CHECK(sink.events == (std::vector<Event>{{50, Action::left_press, 8, -2}, {1000, Action::left_release, 8, 9}}));
        CHECK(sink.notes == (std::vector<u64>{u64(Note::code), 1, 21, 0}));
    }
    {
        const Data data({3, 0, 0, 20, 0, 0, 40, 0, 8, 9, 0, 0, 28, 255, 0x78, 15});
        Sink sink;
        CHECK_EQUAL(read_rmv(data.begin(), data.size, 0, data.size, true, 0, 0, 2, tables.rmv[1], sink), 15);
        CHECK(sink.events == (std::vector<Event>{{20, Action::left_press, 40, 8},
                                                 {20, Action::left_release, 40, 8},
                                                 {275, Action::move, 47, 0}}));
        CHECK(sink.notes == (std::vector<u64>{u64(Note::between), 4, 9, 12}));
    }
    {
        const Data data({0xFF, 1, 0xF4, 3, 6, 0xFF, 0xFF, 0, 2, 201, 1, 0, 0, 'a', 0, 1, 0, 0, 1, 0, 0, 0});
        Sink sink;
        const u64 end = read_evf_further(data.begin(), data.size, 0, tables.evf, tables.entries, 255, 201, sink);
        CHECK_EQUAL(end, 21);
        CHECK(sink.events == (std::vector<Event>{{506, Action::left_release, 65535, 2}, {507, Action::move, 0, 2}}));
        // The usual pause would be the whole 506 ms, and leave 0 ms for the event; the statistic takes 1 ms.
        CHECK(sink.notes == (std::vector<u64>{u64(Note::between), 0, 0, 3, u64(Note::between), 1, 9, 15}));
    }
    {
        // At (1, 2), the left button is down at 10 ms, and both buttons are down at 20 ms and at 30 ms.
        std::vector<u8> bytes;
        for (const u64 state : {u64{4} | 2 << 3 | 1 << 12 | 1 << 21, u64{5} | 2 << 3 | 1 << 12 | 2 << 21,
                                u64{5} | 2 << 3 | 1 << 12 | 3 << 21 | u64{1} << 38}) {
            for (int byte = 0; byte < 5; ++byte) bytes.push_back(u8(state >> 8 * byte));
        }
        const Data data(bytes);
        Sink sink;
        StateChanges<Sink> changes(sink);
        CHECK_EQUAL(read_mvf(data.begin(), 0, 3, StateLayout{5, usual_order, 9, 0, 17, false}, changes), 15);
        CHECK_EQUAL(changes.release(), 2);
        CHECK(sink.events == (std::vector<Event>{{10, Action::move, 1, 2},
                                                 {10, Action::left_press, 1, 2},
                                                 {20, Action::right_press, 1, 2},
                                                 {30, Action::left_release, 1, 2},
                                                 {30, Action::right_release, 1, 2}}));
        CHECK_EQUAL(sink.groups, "210");
        CHECK(!changes.is_usual());
        CHECK(sink.notes == (std::vector<u64>{u64(Note::idle), 2, 30, 0, u64(Note::spare), 2, 1, 0}));
    }
}

// Every reader stops within the data, for any bytes and any beginning.
static void test_random_bytes(Dice& dice) {
    for (int round = 0; round < 30000; ++round) {
        scene() = "random bytes, round " + std::to_string(round);
        static const u8 likely[] = {0, 1, 3, 9, 28, 93, 100, 201, 255, 15};
        std::vector<u8> bytes(dice.below(60));
        for (u8& byte : bytes) byte = dice.below(3) ? likely[dice.below(sizeof likely)] : u8(dice.below(256));
        const Data data(bytes);
        const u64 place = dice.below(data.size + 1), end = dice.below(80);
        Sink sink;
        for (const u64 stop : {read_avf(data.begin(), data.size, place, tables.avf, tables.usual, sink),
                               read_rmv(data.begin(), data.size, place, end, false, 12, 56, 0, tables.rmv[0], sink),
                               read_rmv(data.begin(), data.size, place, end, true, 0, 0, 3, tables.rmv[1], sink),
                               read_evf_timed(data.begin(), data.size, place, tables.evf, sink),
                               read_evf_further(data.begin(), data.size, place, tables.evf, tables.entries, 255, 201, sink)}) {
            CHECK(place <= stop && stop <= data.size);
        }
        StateChanges<Sink> changes(sink), early(sink);
        const StateLayout late{6, usual_order, 11, 32, 22, true};
        CHECK_EQUAL(read_mvf(data.begin(), place, (data.size - place) / 6, late, changes),
                    place + (data.size - place) / 6 * 6);
        const u64 stop = read_mvf_early(data.begin(), place, data.size, i64(dice.below(255000)), early);
        CHECK(place <= stop && stop <= data.size);
        early.release();
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(11);
    test_known_entries();
    test_random_bytes(dice);
    return finish("replay");
}

// Failed allocations: a move that can't be recorded leaves the board unchanged.
//
// storage.cpp is compiled for this test with another name for delta_extend, so that the test can make it fail.
#include "tests/boards.hpp"

namespace hypersweep {

Touch* plenty_extend(Delta& delta);

static u64 extensions_left = ~u64{0};

Touch* delta_extend(Delta& delta) { return extensions_left-- > 0 ? plenty_extend(delta) : nullptr; }

namespace test {

static u64 interrupted = 0;

// Makes a move fail after every possible number of touched words, then succeed.
static void check_interruptions(const Kernels& kernels, Position& position, MoveKind kind, u64 index) {
    const Words open = position.open.copy(), flags = position.flags.copy();
    const Board before = position.board;
    for (u64 extensions = 0;; ++extensions) {
        Record record;
        extensions_left = extensions;
        const bool done = move(kernels, position.board, kind, index, record.delta);
        const u64 used = extensions - extensions_left;
        extensions_left = ~u64{0};
        CHECK(position.is_clean());
        if (done) {
            CHECK_EQUAL(used, extensions);
            if (!record.is_empty()) kernels.undo(position.board, record.delta);
        }
        CHECK(position.open == open);
        CHECK(position.flags == flags);
        CHECK_EQUAL(position.board.opened, before.opened);
        CHECK_EQUAL(position.board.covered_flags, before.covered_flags);
        CHECK_EQUAL(position.board.outcome, before.outcome);
        CHECK(position.is_clean());
        if (done) return;
        ++interrupted;
    }
}

static void test_interruptions(Dice& dice) {
    for_scenes(dice, 200, [&](const Scene& board) {
        const u64 cells = board.cells();
        const naive::Bits mines = random_bits(dice, cells, unsigned(dice.below(12)));
        const naive::Bits flags = random_bits(dice, cells, unsigned(dice.below(20)));
        const RuleFlags rules = random_rules(dice);
        for (const Kernels* kernels : variants()) {
            Position fresh(board.geometry, mines, naive::Bits(cells), flags, rules);
            check_interruptions(*kernels, fresh, MoveKind::open, dice.below(cells));
            // Chords with every flag in place, and with wrong flags.
            for (bool right : {true, false}) {
                const naive::Bits open = random_bits(dice, cells, 20);
                Position position(board.geometry, mines, open, right ? mines : flags, rules);
                for (int i = 0; i < 10; ++i) {
                    check_interruptions(*kernels, position, MoveKind::chord, dice.below(cells));
                }
            }
        }
    });
    CHECK(interrupted > 500 * variants().size());
}

// Boards too large for any machine.
static void test_too_large() {
    const naive::Grid grid = make_grid({u64{1} << 30, u64{1} << 30}, true, {true, false});
    const Geometry g = make_geometry(grid);
    scene() = grid.format();
    CHECK(plane_make(g.words) == nullptr);
    CHECK(plane_make(~u64{0}) == nullptr);
    IndexSet set{};
    CHECK(!index_set_make(set, u64{1} << 62));
    CHECK_EQUAL(set.levels, 0);
    u8 bits = 0, outcome = 0;
    u64 clicks = 0, opened = 0;
    for (const Kernels* kernels : variants()) {
        CHECK(!kernels->sample_batch(SampleJob{&g, 1, 2, 3, 4, 1, nullptr, 0, &bits, &bits, 1}));
        CHECK(!kernels->play_batch(PlayJob{&g, 1, 2, 3, 4, 5, 1, FirstOpen::safe, &outcome, &clicks, &opened}));
    }
}

}  // namespace test
}  // namespace hypersweep

// Without this option the sanitizer would abort the program instead of letting malloc return null.
#if defined(_MSC_VER)
#define HS_EXPORT
#else
#define HS_EXPORT __attribute__((visibility("default")))
#endif
extern "C" HS_EXPORT const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

int main() {
    using namespace hypersweep::test;
    Dice dice(4);
    test_interruptions(dice);
    test_too_large();
    return finish("memory");
}

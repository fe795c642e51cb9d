// Random layouts for a view must be consistent with it and equally likely. Punishing play must lay mines that are
// consistent with the open cells and with the decided outcome. Layouts and punishing play can be stopped, and have the
// same results for every instruction set.
#include <map>
#include <memory>
#include <optional>

#include "tests/boards.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

static naive::Bits layout_at(const u8* bits, u64 cells) {
    naive::Bits layout(cells);
    for (u64 i = 0; i < cells; ++i) layout[i] = (bits[i >> 3] >> (i & 7)) & 1;
    return layout;
}

static Solved draw(const Kernels& kernels, const Geometry& g, const naive::Seen& seen, u64 count, const Limits& limits, u8* bits) {
    void* const solver = kernels.solver_make(g);
    Findings findings{};
    const Solved found = kernels.solver_layouts(solver, seen.codes.data(), seen.mines, seen.trust_flags, 7, 9, 3, count, limits,
                                                bits, findings);
    kernels.solver_free(solver);
    return found;
}

void test_draws(const Kernels& kernels, Dice& dice) {
    u64 impossible = 0, compared = 0;
    for (int turn = 0; turn < 150; ++turn) {
        const Scene board(random_grid(dice, 60));
        const naive::Seen seen = random_position(dice, board.table);
        const std::vector<naive::Bits> all = seen.layouts();
        const u64 count = 200, row = (board.cells() + 7) / 8;
        Results<u8> bits(count * row, dice.chance(50));
        const Solved found = draw(kernels, board.geometry, seen, count, Limits{}, bits.data());
        CHECK_EQUAL(found, all.empty() ? Solved::contradiction : Solved::done);
        CHECK(bits.is_kept());
        if (all.empty()) {
            ++impossible;
            continue;
        }
        std::map<naive::Bits, u64> times;
        for (u64 i = 0; i < count; ++i) ++times[layout_at(bits.data() + i * row, board.cells())];
        for (const auto& [layout, number] : times) {
            bool fits = seen.fits(layout);
            for (u64 i = 0; i < board.cells(); ++i) {
                fits = fits && (seen.is_unknown(i) || bool(layout[i]) == seen.is_shown_mine(i));
            }
            CHECK(fits);
        }
        if (all.size() > 8) continue;
        ++compared;
        CHECK_EQUAL(times.size(), all.size());
        for (const auto& [layout, number] : times) {
            // The number of draws may deviate from its expectation by at most six standard deviations.
            const double expected = double(count) / double(all.size()), off = double(number) - expected;
            CHECK(off * off <= 36 * expected * (1 - 1 / double(all.size())) + 1e-9);
        }
    }
    CHECK(impossible > 5 && compared > 20);
}

struct Punisher {
    Punisher(const Kernels& kernels, const Geometry& g) : kernels(kernels), own(kernels.punisher_make(g)) {}
    Punisher(const Punisher&) = delete;
    Punisher& operator=(const Punisher&) = delete;
    ~Punisher() { kernels.punisher_free(own); }
    const Kernels& kernels;
    void* own;
};

// Opens one cell after another on a small board, and compares each result with all layouts.
void test_punishment(const Kernels& kernels, Dice& dice) {
    u64 laid_mines = 0, laid_safe = 0, kept = 0;
    for (int turn = 0; turn < 150; ++turn) {
        const Scene board(random_grid(dice, 13));
        const u64 cells = board.cells();
        naive::Bits mines = random_bits(dice, cells, 30);
        naive::Bits open(cells);
        for (u64 i = 0; i < cells; ++i) open[i] = !mines[i] && dice.chance(40);
        const RuleFlags rules{true, true, false, true};
        Position position(board.geometry, mines, open, random_bits(dice, cells, 0), rules);
        naive::Seen seen{board.table, std::vector<i32>(cells, -1), naive::count(mines), false};
        for (u64 i = 0; i < cells; ++i) {
            if (open[i]) seen.codes[i] = i32(board.table.clue(mines, i));
        }
        const std::vector<naive::Bits> all = seen.layouts();
        std::vector<u64> mined(cells);
        for (const naive::Bits& layout : all) {
            for (u64 i = 0; i < cells; ++i) mined[i] += layout[i];
        }
        bool is_needed = true;
        for (u64 i = 0; i < cells; ++i) is_needed = is_needed && (open[i] || mined[i] > 0);
        Punisher punisher(kernels, board.geometry);
        for (u64 i = 0; i < cells; ++i) {
            Plane plane(cells);
            bool is_laid = true;
            u64 states = 0;
            CHECK_EQUAL(kernels.punisher_decide(punisher.own, position.board, MoveKind::open, i, dice.word(), Limits{}, plane.word(),
                                                is_laid, states),
                        Solved::done);
            CHECK(plane.is_tidy());
            CHECK(position.mines == mines);
            const bool is_sure = open[i] || mined[i] == 0 || mined[i] == all.size();
            CHECK_EQUAL(is_laid, !is_sure && bool(mines[i]) == is_needed);
            if (!is_laid) {
                CHECK(plane.is_empty());
                ++kept;
                continue;
            }
            naive::Bits layout(cells);
            for (u64 j = 0; j < cells; ++j) layout[j] = plane.test(j);
            CHECK(seen.fits(layout));
            for (u64 j = 0; j < cells; ++j) CHECK(!open[j] || !layout[j]);
            CHECK_EQUAL(bool(layout[i]), !is_needed);
            (is_needed ? laid_safe : laid_mines) += 1;
        }
    }
    CHECK(laid_mines > 20 && laid_safe > 20 && kept > 20);
}

// On a wide board, all code that reads the clock must finish in time; beyond the limit on states, the mines must stay
// in place.
void test_limits(const Kernels& kernels, Dice& dice) {
    const naive::Grid grid = make_grid({11, 13});
    const Scene board(grid);
    const naive::Bits mines = random_bits(dice, board.cells(), 25);
    naive::Seen seen{board.table, lattice_codes(board.table, grid, mines), naive::count(mines), false};
    naive::Bits open(board.cells());
    u64 guess = 0;
    for (u64 i = 0; i < board.cells(); ++i) {
        open[i] = seen.codes[i] >= 0;
        if (!open[i] && !mines[i]) guess = i;
    }
    Position position(board.geometry, mines, open, random_bits(dice, board.cells(), 0), RuleFlags{true, true, false, true});
    std::vector<u8> bits((board.cells() + 7) / 8);
    Limits few;
    few.states = 20;
    CHECK_EQUAL(draw(kernels, board.geometry, seen, 1, few, bits.data()), Solved::over_budget);
    Punisher punisher(kernels, board.geometry);
    Plane plane(board.cells());
    bool is_laid = true;
    u64 states = 0;
    const auto decide = [&](const Limits& limits) {
        return kernels.punisher_decide(punisher.own, position.board, MoveKind::open, guess, 5, limits, plane.word(), is_laid,
                                       states);
    };
    CHECK_EQUAL(decide(few), Solved::done);
    CHECK(!is_laid && plane.is_empty());
    for (u64 at = 1; at < 100; at += 7) {
        Clock clock;
        clock.interrupted = at;
        const Solved drawn = draw(kernels, board.geometry, seen, 1, clock.limits(Limits{}.states), bits.data());
        CHECK_EQUAL(drawn, clock.ticks >= at ? Solved::stopped : Solved::done);
        Clock other;
        other.interrupted = at;
        const Solved decided = decide(other.limits(Limits{}.states));
        CHECK_EQUAL(decided, other.ticks >= at ? Solved::stopped : Solved::done);
        CHECK(decided == Solved::done || !is_laid);
        if (is_laid) std::fill_n(plane.word(), plane.words(), u64{0});
    }
}

// The results must not depend on the instruction set.
void test_agreement() {
    std::optional<std::vector<u8>> first;
    for (const Kernels* kernels : variants()) {
        Dice dice(3);
        std::vector<u8> found;
        for (int turn = 0; turn < 30; ++turn) {
            const Scene board(random_grid(dice, 60));
            const naive::Seen seen = random_position(dice, board.table);
            std::vector<u8> bits(5 * ((board.cells() + 7) / 8));
            if (draw(*kernels, board.geometry, seen, 5, Limits{}, bits.data()) != Solved::done) continue;
            found.insert(found.end(), bits.begin(), bits.end());
        }
        if (first) CHECK(*first == found);
        first = found;
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    for (const hypersweep::Kernels* kernels : variants()) {
        scene() = kernels->name;
        Dice dice(41);
        test_draws(*kernels, dice);
        test_punishment(*kernels, dice);
        test_limits(*kernels, dice);
    }
    test_agreement();
    return finish("layouts of views");
}

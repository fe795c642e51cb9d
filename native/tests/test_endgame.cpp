// Exact endgames, compared with an exhaustive search, on positions of every type, with covered safe cells. An answer
// marked as exact must be exact, whatever the limits and failed allocations.
#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT tested

#include "tests/scarce.hpp"

#define HYPERSWEEP_REALLOC ::hypersweep::test::scarce_realloc

#include "play/chooser.hpp"
#include "solve/estimate.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

using tested::Endgame;
using tested::Solver;

struct Tally {
    u64 compared = 0, with_safe = 0, large = 0, cells = 0, cut = 0, through = 0, short_of_memory = 0;
};

// A consistent position, as read by a solver.
struct Asked {
    Asked(Solver& solver, const naive::Seen& seen) : problem(solver.problem), seen(seen), layouts(seen.layouts()), play(seen, layouts) {
        if (layouts.empty()) return;
        std::vector<double> chance(seen.table.cells);
        CHECK_EQUAL(solver.analyse(seen.codes.data(), seen.mines, seen.trust_flags, Limits{}, chance.data()), Solved::done);
    }
    bool has_safe_cell() const {
        for (u64 cell : seen.unknown()) {
            bool is_safe = true;
            for (const naive::Bits& layout : layouts) is_safe = is_safe && !layout[cell];
            if (is_safe) return true;
        }
        return false;
    }

    const tested::Problem& problem;
    const naive::Seen& seen;
    std::vector<naive::Bits> layouts;
    naive::BestPlay play;
};

static void check_exact(Asked& asked, Endgame& endgame, u64 expected, Tally& tally) {
    CHECK_EQUAL(endgame.layouts, asked.layouts.size());
    CHECK_EQUAL(endgame.wins, expected);
    if (endgame.cell != ~u64{0} && asked.layouts.size() > 1) CHECK_EQUAL(asked.play.wins_after(endgame.cell), expected);
    if (asked.has_safe_cell()) {
        ++tally.with_safe;
        return;
    }
    u64 best = 0;
    CHECK(endgame.weigh(Limits{}, [&](u64 cell, u64 wins) {
        // A clue known beforehand gives no information; play continues with the layouts in which the cell is safe.
        CHECK_EQUAL(wins, asked.play.wins_after(cell));
        best = wins > best ? wins : best;
        ++tally.cells;
    }));
    if (asked.layouts.size() > 1) CHECK_EQUAL(best, expected);
}

// If a limit on steps suffices, every higher one must suffice too.
static void check_budgets(Asked& asked, u64 expected, Tally& tally) {
    Endgame endgame;
    bool was_enough = false;
    for (u64 steps = 1; steps < u64{1} << 30; steps = steps * 3 + 1) {
        const bool is_enough = endgame.solve(asked.problem, ~u64{0}, steps, Limits{});
        CHECK(is_enough || !was_enough);
        was_enough = is_enough;
        if (is_enough) CHECK_EQUAL(endgame.wins, expected);
        ++(is_enough ? tally.through : tally.cut);
    }
    CHECK(was_enough);
    const u64 layouts = asked.layouts.size();
    CHECK(!endgame.solve(asked.problem, layouts - 1, u64{1} << 40, Limits{}));
    CHECK(endgame.solve(asked.problem, layouts, u64{1} << 40, Limits{}));
    CHECK_EQUAL(endgame.wins, expected);
    Limits stopped;
    stopped.stop = [](void*) { return true; };
    CHECK(!endgame.solve(asked.problem, layouts, u64{1} << 40, stopped));
    CHECK(endgame.stopped() && !endgame.is_short());
    CHECK(endgame.solve(asked.problem, layouts, u64{1} << 40, Limits{}));
    CHECK_EQUAL(endgame.wins, expected);
}

static void check_shortage(Asked& asked, u64 expected, Tally& tally) {
    for (u64 failure = 0;; ++failure) {
        Endgame endgame;
        allocations = 0;
        first_failure = last_failure = failure;
        const bool is_solved = endgame.solve(asked.problem, 4096, u64{1} << 40, Limits{});
        const bool is_through = allocations <= failure;
        first_failure = ~u64{0};
        CHECK(is_solved != endgame.is_short());
        tally.short_of_memory += !is_solved;
        if (!is_solved) CHECK(endgame.solve(asked.problem, 4096, u64{1} << 40, Limits{}));
        CHECK_EQUAL(endgame.wins, expected);
        if (is_through) return;
    }
}

static void check_position(Solver& solver, Endgame& endgame, const naive::Seen& seen, u64 least, u64 most, int round, Tally& tally) {
    Asked asked(solver, seen);
    const u64 count = asked.layouts.size();
    if (count < least || count > most) return;
    scene() = seen.table.grid.format() + ", " + std::to_string(seen.mines) + " mines, " + std::to_string(count) + " layouts";
    const u64 expected = asked.play.wins();
    CHECK(endgame.solve(asked.problem, 4096, u64{1} << 40, Limits{}));
    check_exact(asked, endgame, expected, tally);
    ++tally.compared;
    tally.large += count > 64;
    if (round % 20 == 0) check_budgets(asked, expected, tally);
    if (round % 40 == 0) check_shortage(asked, expected, tally);
}

static void test_positions(Dice& dice, Tally& tally) {
    for (int round = 0; round < 600; ++round) {
        const Scene board(random_grid(dice, dice.chance(50) ? 14 : 60));
        Solver solver(board.geometry);
        Endgame endgame;
        for (int i = 0; i < 6; ++i) check_position(solver, endgame, random_position(dice, board.table), 1, 50, round, tally);
        // A position with few clues and many layouts.
        const Scene small(random_grid(dice, 12));
        Solver other(small.geometry);
        const naive::Bits mines = random_bits(dice, small.cells(), 25 + unsigned(dice.below(30)));
        naive::Seen seen{small.table, std::vector<i32>(std::size_t(small.cells()), -1), naive::count(mines), false};
        for (u64 cell = 0; cell < small.cells(); ++cell) {
            if (!mines[cell] && dice.chance(10)) seen.codes[cell] = i32(small.table.clue(mines, cell));
        }
        check_position(other, endgame, seen, 65, 500, round, tally);
    }
}

// Whole boards without known cells, which initially have too many layouts for columns.
static void test_many_layouts() {
    const struct {
        naive::Grid grid;
        u64 mines, wins;
    } boards[] = {{make_grid({4, 4}), 4, 961}, {make_grid({4, 4}), 6, 1584}, {make_grid({4, 4}), 8, 859}};
    for (const auto& own : boards) {
        const Scene board(own.grid);
        scene() = board.table.grid.format() + " with " + std::to_string(own.mines) + " mines";
        Solver solver(board.geometry);
        std::vector<i32> codes(std::size_t(board.cells()), -1);
        std::vector<double> chance(codes.size());
        CHECK_EQUAL(solver.analyse(codes.data(), own.mines, false, Limits{}, chance.data()), Solved::done);
        Endgame endgame;
        CHECK(endgame.solve(solver.problem, 20000, u64{1} << 40, Limits{}));
        CHECK_EQUAL(endgame.wins, own.wins);
        u64 best = 0;
        CHECK(endgame.weigh(Limits{}, [&](u64, u64 wins) { best = wins > best ? wins : best; }));
        CHECK_EQUAL(best, own.wins);
    }
}

// No open clue distinguishes the corner's neighbours, but the clue of a covered safe cell does.
static void test_safe_cells_tell_twins_apart() {
    const Scene board(make_grid({4, 4}));
    scene() = "twins beside safe cells";
    naive::Seen seen{board.table, std::vector<i32>(16, -1), 5, false};
    seen.codes[15] = 0;
    Solver solver(board.geometry);
    std::vector<double> chance(seen.codes.size());
    CHECK_EQUAL(solver.analyse(seen.codes.data(), seen.mines, false, Limits{}, chance.data()), Solved::done);
    Endgame endgame;
    CHECK(endgame.solve(solver.problem, 4096, u64{1} << 40, Limits{}));
    CHECK_EQUAL(endgame.layouts, u64{792});
    CHECK_EQUAL(endgame.wins, u64{512});
}

// More safe cells than the 64 numbers for unknown cells: one mine among nine distant cells, each with eight covered
// safe cells around it.
static void test_many_safe_cells() {
    const Scene board(make_grid({5, 37}));
    scene() = "many safe cells";
    naive::Seen seen{board.table, std::vector<i32>(5 * 37, -1), 1, false};
    for (std::size_t column = 0; column < 37; ++column) {
        seen.codes[column] = seen.codes[4 * 37 + column] = 0;
        if (column % 4 == 0) seen.codes[2 * 37 + column] = 0;
    }
    Solver solver(board.geometry);
    std::vector<double> chance(seen.codes.size());
    CHECK_EQUAL(solver.analyse(seen.codes.data(), seen.mines, false, Limits{}, chance.data()), Solved::done);
    Endgame endgame;
    CHECK(endgame.solve(solver.problem, 4096, u64{1} << 40, Limits{}));
    CHECK_EQUAL(endgame.layouts, u64{9});
    CHECK_EQUAL(endgame.wins, u64{9});
    CHECK(endgame.cell != ~u64{0});
}

// Two areas separated by a wall of open cells: the wins are multiplied.
static void test_areas() {
    const Scene board(make_grid({2, 9}));
    scene() = "two areas";
    // A mine in one of the two cells at either end of the board, which no clue distinguishes.
    naive::Seen seen{board.table, {-1, 1, 0, 0, 0, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 0, 1, -1}, 2, false};
    Solver solver(board.geometry);
    Asked asked(solver, seen);
    Endgame endgame;
    CHECK(endgame.solve(asked.problem, 4096, 1000000, Limits{}));
    CHECK_EQUAL(endgame.layouts, u64{4});
    CHECK_EQUAL(endgame.wins, u64{1});
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(31);
    Tally tally;
    test_positions(dice, tally);
    test_many_layouts();
    test_areas();
    test_safe_cells_tell_twins_apart();
    test_many_safe_cells();
    std::cout << tally.compared << " positions compared, " << tally.with_safe << " of them with safe cells, " << tally.large
              << " of more than 64 layouts; " << tally.cells << " cells weighed; " << tally.cut << " budgets that were too small, "
              << tally.through << " that were enough; " << tally.short_of_memory << " times short of memory" << std::endl;
    scene() = "the tally";
    CHECK(tally.compared > 2000 && tally.with_safe > 200 && tally.large > 30 && tally.cells > 2000);
    CHECK(tally.cut > 100 && tally.through > 100 && tally.short_of_memory > 100);
    return finish("endgame");
}

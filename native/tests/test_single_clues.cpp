// What single clues settle on the whole board at once, compared with going from clue to clue.
#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT direct

#include "solve/deduction.hpp"
#include "tests/boards.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

using direct::SingleClues;

struct Tally {
    u64 possible = 0, impossible = 0, safe = 0, mines = 0, left = 0;
};

// Settles cells by single clues: `kind` is 0 for open, 1 for a mine, 2 for unknown. Returns false if a clue can't be
// satisfied.
static bool settle_slowly(const naive::Seen& seen, std::vector<int>& kind) {
    for (bool again = true; again;) {
        again = false;
        for (u64 clue = 0; clue < seen.table.cells; ++clue) {
            if (seen.codes[clue] < 0) continue;
            i64 need = seen.codes[clue], left = 0;
            for (u64 other : seen.table.neighbours[clue]) {
                need -= kind[other] == 1;
                left += kind[other] == 2;
            }
            if (need < 0 || need > left) return false;
            if (left == 0 || (need > 0 && need < left)) continue;
            again = true;
            for (u64 other : seen.table.neighbours[clue]) {
                if (kind[other] == 2) kind[other] = need > 0 ? 1 : 0;
            }
        }
    }
    return true;
}

static void check_board(const naive::Seen& seen, SingleClues& clues, Tally& tally) {
    const u64 cells = seen.table.cells;
    std::vector<u8> before(std::size_t(cells + direct::bytes_beyond));
    std::vector<int> after(cells);
    u64 shown = 0;
    for (u64 i = 0; i < cells; ++i) {
        before[i] = seen.is_shown_mine(i) ? 1 : seen.is_unknown(i) ? 2 : 0;
        after[i] = before[i];
        shown += before[i] == 1;
    }
    const bool possible = settle_slowly(seen, after);
    CHECK_EQUAL(clues.settle(before.data(), seen.codes.data()), possible);
    ++(possible ? tally.possible : tally.impossible);
    if (!possible) return;
    std::vector<u64> safe, mines, open, found;
    u64 unknown = 0;
    for (u64 i = 0; i < cells; ++i) {
        if (before[i] == 2 && after[i] == 0) safe.push_back(i);
        if (before[i] == 2 && after[i] == 1) mines.push_back(i);
        unknown += after[i] == 2;
        bool is_open = false;
        for (u64 other : seen.table.neighbours[i]) is_open = is_open || after[other] == 2;
        if (seen.codes[i] >= 0 && is_open) open.push_back(i);
    }
    clues.for_safe([&](u64 cell) { found.push_back(cell); });
    CHECK(found == safe);
    found.clear();
    clues.for_mines([&](u64 cell) { found.push_back(cell); });
    CHECK(found == mines);
    found.clear();
    clues.for_open_clues([&](u64 cell) { found.push_back(cell); });
    CHECK(found == open);
    CHECK_EQUAL(clues.safe, safe.size());
    CHECK_EQUAL(clues.mines, mines.size());
    CHECK_EQUAL(clues.unknown, unknown);
    CHECK_EQUAL(clues.shown_mines, shown);
    tally.safe += safe.size();
    tally.mines += mines.size();
    tally.left += open.size();
}

// A partly open board, as in a game, with some clues left out and sometimes a wrong one.
static naive::Seen seen_part(Dice& dice, const naive::Table& table) {
    const naive::Bits mines = random_bits(dice, table.cells, unsigned(dice.between(0, 45)));
    naive::Seen seen{table, std::vector<i32>(table.cells, -1), naive::count(mines), dice.chance(50)};
    const unsigned open = unsigned(dice.between(5, 100)), shown = dice.chance(30) ? 40 : 0;
    for (u64 i = 0; i < table.cells; ++i) {
        if (mines[i] && dice.chance(10)) seen.codes[i] = -2;
        if (mines[i] && dice.chance(shown)) seen.codes[i] = -3 - i32(dice.below(2));
        if (mines[i] || !dice.chance(open)) continue;
        seen.codes[i] = dice.chance(5) ? -5 - i32(dice.below(2)) : i32(table.clue(mines, i));
    }
    if (dice.chance(15)) seen.codes[dice.below(table.cells)] = i32(dice.below(dice.chance(50) ? 9 : 40));
    if (dice.chance(15)) seen.codes[dice.below(table.cells)] = -2;
    return seen;
}

static void test_boards(Dice& dice) {
    Tally tally;
    u64 suiting = 0, others = 0;
    const auto visit = [&](const Scene& scene) {
        SingleClues clues;
        const Geometry& g = scene.geometry;
        CHECK_EQUAL(clues.set_geometry(g), g.axes <= 2 && g.moore && g.row_length <= 64);
        CHECK_EQUAL(clues.suits(), g.axes <= 2 && g.moore && g.row_length <= 64);
        ++(clues.suits() ? suiting : others);
        // One board must not affect the next.
        for (int i = 0; i < 30 && clues.suits(); ++i) check_board(seen_part(dice, scene.table), clues, tally);
    };
    for_scenes(dice, 60, visit);
    for (int i = 0; i < 60; ++i) {
        const std::vector<bool> wrap{dice.chance(40), dice.chance(40)};
        visit(Scene(make_grid({dice.between(1, 35), dice.between(1, 64)}, true, wrap)));
    }
    visit(Scene(make_grid({16, 30})));
    CHECK(suiting > 80 && others > 40);
    CHECK(tally.possible > 1000 && tally.impossible > 100 && tally.safe > 10000 && tally.mines > 10000 && tally.left > 10000);
}

// A long chain of conclusions must be left to the clue-by-clue method, which settles the same cells.
static void test_chain() {
    for (u64 rows : {20, 300}) {
        const Scene scene(make_grid({rows, 2}));
        naive::Bits mines(scene.cells());
        for (u64 row = 1; row < rows; row += 2) mines[2 * row + 1] = true;
        naive::Seen seen{scene.table, std::vector<i32>(scene.cells(), -1), naive::count(mines), false};
        for (u64 row = 0; row < rows; ++row) seen.codes[2 * row] = i32(scene.table.clue(mines, 2 * row));
        seen.codes[1] = i32(scene.table.clue(mines, 1));
        std::vector<u8> kind(std::size_t(scene.cells() + direct::bytes_beyond));
        for (u64 i = 0; i < scene.cells(); ++i) kind[i] = seen.is_unknown(i) ? 2 : 0;
        SingleClues clues;
        CHECK(clues.set_geometry(scene.geometry));
        CHECK_EQUAL(clues.settle(kind.data(), seen.codes.data()), rows == 20);
        direct::Problem problem;
        problem.set_geometry(scene.geometry);
        CHECK_EQUAL(problem.read(seen.codes.data(), seen.mines, false), Solved::done);
        CHECK_EQUAL(problem.mines_left, 0);
        CHECK_EQUAL(problem.unseen, 0);
        for (u64 row = 1; row < rows; ++row) {
            CHECK_EQUAL(problem.cells[2 * row + 1], row % 2 ? direct::Cell::proven_mine : direct::Cell::proven_safe);
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    hypersweep::test::Dice dice(61);
    hypersweep::test::test_boards(dice);
    hypersweep::test::test_chain();
    return hypersweep::test::finish("test_single_clues");
}

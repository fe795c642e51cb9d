// Positions for tests of the solver, and a clock for its limits.
#pragma once

#include "tests/boards.hpp"
#include "tests/naive_solver.hpp"

namespace hypersweep {
namespace test {

// A position from a random layout, with few unknown cells; sometimes inconsistent.
inline naive::Seen random_position(Dice& dice, const naive::Table& table) {
    const u64 cells = table.cells, most = dice.between(0, 14);
    naive::Bits mines = random_bits(dice, cells, unsigned(dice.below(50)));
    naive::Seen seen{table, std::vector<i32>(cells), naive::count(mines), dice.chance(50)};
    for (u64 i = 0; i < cells; ++i) seen.codes[i] = mines[i] ? -3 - i32(dice.below(2)) : i32(table.clue(mines, i));
    for (u64 i = 0; i < most; ++i) {
        const u64 cell = dice.below(cells);
        seen.codes[cell] = mines[cell] && dice.chance(20) ? -2 : -1;
    }
    // With fewer clues, more cells stay undecided.
    static const unsigned shares[] = {0, 30, 70, 95};
    const unsigned silent = shares[dice.below(4)];
    for (u64 i = 0; i < cells; ++i) {
        if (seen.codes[i] >= 0 && dice.chance(silent)) seen.codes[i] = dice.chance(80) ? -6 : -5;
    }
    if (dice.chance(8)) seen.codes[dice.below(cells)] = i32(dice.below(4));
    if (dice.chance(8)) seen.mines = dice.below(cells + 2);
    if (dice.chance(5)) seen.codes[dice.below(cells)] = -2;
    return seen;
}

// A clue on every second row and column, so that nearly all cells depend on each other: too wide for small limits.
inline std::vector<i32> lattice_codes(const naive::Table& table, const naive::Grid& grid, const naive::Bits& mines) {
    std::vector<i32> codes(table.cells, -1);
    for (u64 i = 0; i < table.cells; ++i) {
        bool shown = !mines[i];
        u64 rest = i;
        for (std::size_t axis = grid.shape.size(); axis-- > 0; rest /= grid.shape[axis]) {
            shown = shown && rest % grid.shape[axis] % 2;
        }
        if (shown) codes[i] = i32(table.clue(mines, i));
    }
    return codes;
}

// A clock that advances with every reading, to detect code that checks it too rarely.
struct Clock {
    u64 ticks = 0, all = ~u64{0}, interrupted = ~u64{0};

    static bool stop(void* opaque) {
        Clock& clock = *static_cast<Clock*>(opaque);
        return ++clock.ticks >= clock.interrupted;
    }
    static double spent(void* opaque) {
        Clock& clock = *static_cast<Clock*>(opaque);
        return double(++clock.ticks) / double(clock.all);
    }
    Limits limits(u64 states) {
        Limits own;
        own.states = states;
        own.stop = stop;
        own.spent = all == ~u64{0} ? nullptr : spent;
        own.stop_with = this;
        return own;
    }
};

}  // namespace test
}  // namespace hypersweep

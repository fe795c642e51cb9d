// All layouts that are consistent with a problem, for endgames with few of them.
#pragma once

#include "play/covered_cells.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Places mines cell by cell, and backtracks as soon as a clue can't be satisfied any more.
class EndLayouts {
  public:
    // Calls give(mined) with the mined cells of every layout; `give` may return false to end the enumeration.
    // `go_on(steps)` counts steps of about 1 ns, and returns false past the limit. Returns false if the enumeration
    // ended early or memory ran out.
    template <class GoOn, class Give>
    bool each(const Problem& problem, const CoveredCells& cells, GoOn&& go_on, Give&& give);

    bool failed() const { return rest_.failed() || left_.failed(); }

  private:
    Array<i64> rest_;  // per clue: its number of missing mines
    Array<u32> left_;  // per clue: its number of undecided cells
};

template <class GoOn, class Give>
inline bool EndLayouts::each(const Problem& problem, const CoveredCells& cells, GoOn&& go_on, Give&& give) {
    const u64 equations = problem.equations.size(), count = cells.count();
    rest_.clear();
    left_.clear();
    if (!rest_.resize(equations) || !left_.resize(equations)) return false;
    for (u64 e = 0; e < equations; ++e) {
        rest_[e] = problem.equations[e].rest;
        left_[e] = problem.equations[e].left;
    }
    i64 mines = problem.mines_left;
    u64 mined = 0;
    // The clues that see a cell, in order.
    const auto for_clues = [&](u64 number, auto&& visit) {
        const u32 f = cells.frontier(number);
        if (f == no_group) return;
        for (u32 j = problem.equations_of_cells_first[f]; j < problem.equations_of_cells_first[f + 1]; ++j) {
            visit(problem.equations_of_cells[j]);
        }
    };
    const auto put = [&](u64 number, i64 mine) {
        bool fits = true;
        for_clues(number, [&](u32 e) {
            --left_[e];
            rest_[e] -= mine;
            fits = fits && rest_[e] >= 0 && rest_[e] <= i64(left_[e]);
        });
        mines -= mine;
        mined |= u64(mine) << number;
        return fits && mines >= 0 && mines <= i64(count - number - 1);
    };
    const auto take = [&](u64 number, i64 mine) {
        for_clues(number, [&](u32 e) {
            ++left_[e];
            rest_[e] += mine;
        });
        mines += mine;
        mined &= ~(u64(mine) << number);
    };
    u8 tried[65] = {};  // per cell: untried, safe tried, or both tried
    for (u64 number = 0;;) {
        if (number == count) {
            if (mines == 0 && !give(mined)) return false;
            if (number == 0) return true;
            --number;
            continue;
        }
        if (tried[number]) take(number, tried[number] - 1);
        if (tried[number] == 2) {
            tried[number] = 0;
            if (number == 0) return true;
            --number;
            continue;
        }
        if (!go_on(10)) return false;
        const i64 mine = tried[number]++;
        if (put(number, mine)) ++number;
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

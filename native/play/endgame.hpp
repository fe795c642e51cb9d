// Exact play at the end of a game: once few layouts are left, the search of play_search.hpp examines all continuations.
#pragma once

#include "play/end_layouts.hpp"
#include "play/play_search.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Endgame {
  public:
    // Solves the endgame; certainly safe cells are opened first. Returns false if there are more than `most_layouts`
    // layouts, or the search would take more than `most_steps` steps (about 1 ns each) or too much memory.
    bool solve(const Problem& problem, u64 most_layouts, u64 most_steps, const Limits& limits);

    // Call after solve(). Calls `give` for each uncertain cell, with the number of layouts won by opening it and then
    // playing perfectly. Returns false if that would exceed solve()'s limits.
    template <class Give>
    bool weigh(const Limits& limits, Give&& give);

    bool stopped() const { return search_.why() == Solved::stopped; }              // stopped by the caller
    bool is_short() const { return search_.why() == Solved::out_of_memory; }       // memory ran out
    u64 layouts = 0;       // consistent layouts
    u64 wins = 0;          // layouts that best play wins
    u64 cell = ~u64{0};    // the first cell of best play, if any cell can be opened

  private:
    u64 wins_from_safe(u64 begin, u64 count, u64 next, u64& first);
    u64 telling_safe_cell();

    PlaySearch<CoveredCells> search_;
    EndLayouts end_layouts_;
    u64 most_steps_ = 0;
};

// Opens the certainly safe cells from safe()[next] on, and counts the layouts won from there. A safe cell implied by
// earlier clues never splits the layouts, so calls nest at most once per unknown cell.
inline u64 Endgame::wins_from_safe(u64 begin, u64 count, u64 next, u64& first) {
    const Array<CoveredCells::Safe>& safe = search_.cells.safe();
    for (; next < safe.size() && count > 1; ++next) {
        if (!search_.go_on(count)) return 0;
        u64 ends[65];
        const u64 clues = search_.split_in_place(begin, count, safe[next].near, ends);
        if (clues == 1) continue;
        u64 from = begin, sum = 0;
        for (u64 c = 0; c < clues; ++c) {
            sum += wins_from_safe(from, ends[c] - from, next + 1, first);
            from = ends[c];
        }
        first = search_.no_cell;
        return sum;
    }
    return search_.wins_from(begin, count, first);
}

// The first cell that is safe in all layouts and gives information; if none gives information, the first that is safe
// in all.
inline u64 Endgame::telling_safe_cell() {
    const CoveredCells& cells = search_.cells;
    const Array<u64>& pool = search_.pool;
    u64 any = 0, every = ~u64{0};
    for (u64 i = 0; i < layouts; ++i) {
        any |= pool[i];
        every &= pool[i];
    }
    for (u64 left = cells.all() & ~any; left; left &= left - 1) {
        const u64 near = cells.near(lowest(left));
        for (u64 i = 1; i < layouts; ++i) {
            if (population(pool[i] & near) != population(pool[0] & near)) return cells.cell(lowest(left));
        }
    }
    for (u64 s = 0; s < cells.safe().size(); ++s) {
        const CoveredCells::Safe& safe = cells.safe()[s];
        for (u64 i = 1; i < layouts; ++i) {
            if (population(pool[i] & safe.near) != population(pool[0] & safe.near)) return safe.cell;
        }
    }
    const u64 safe = cells.all() & ~every;
    return safe ? cells.cell(lowest(safe)) : cells.safe().size() ? cells.safe()[0].cell : search_.no_cell;
}

inline bool Endgame::solve(const Problem& problem, u64 most_layouts, u64 most_steps, const Limits& limits) {
    search_.start(limits, ~u64{0}, most_steps);
    most_steps_ = most_steps;
    layouts = wins = 0;
    cell = search_.no_cell;
    if (!search_.go_on(0)) return false;
    CoveredCells& cells = search_.cells;
    if (!cells.make(problem)) {
        if (cells.failed()) search_.give_up(Solved::out_of_memory);
        return false;
    }
    Array<u64>& pool = search_.pool;
    const bool is_through = end_layouts_.each(problem, cells, [&](u64 steps) { return search_.go_on(steps); }, [&](u64 mined) {
        if (pool.size() == most_layouts) return false;
        pool.push(mined);
        return true;
    });
    if (end_layouts_.failed() || pool.failed()) search_.give_up(Solved::out_of_memory);
    if (!is_through || pool.failed() || pool.size() == 0) return false;
    if (!search_.make()) return search_.give_up(Solved::out_of_memory);
    layouts = pool.size();
    u64 first = search_.no_cell;
    wins = wins_from_safe(0, layouts, 0, first);
    if (search_.why() != Solved::done) return false;
    cell = first == search_.no_cell ? telling_safe_cell() : cells.cell(first);
    return true;
}

template <class Give>
inline bool Endgame::weigh(const Limits& limits, Give&& give) {
    search_.go_on_with(limits, most_steps_);
    Array<u64>& pool = search_.pool;
    u64 any = 0, every = ~u64{0};
    for (u64 i = 0; i < layouts; ++i) {
        any |= pool[i];
        every &= pool[i];
    }
    for (u64 left = any & ~every; left; left &= left - 1) {
        const u64 own = lowest(left);
        if (!pool.resize(2 * layouts)) return search_.give_up(Solved::out_of_memory);
        u64 ends[65];
        const u64 clues = search_.split(0, layouts, own, layouts, ends);
        u64 from = layouts, sum = 0;
        for (u64 c = 0; c < clues; ++c) {
            sum += search_.wins(from, ends[c] - from, u64{1} << own);
            from = ends[c];
        }
        if (search_.why() != Solved::done) return false;
        give(search_.cells.cell(own), sum);
    }
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

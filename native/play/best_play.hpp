// The value of best play, on boards of at most 64 cells, from the first open or from any view: the search of
// play_search.hpp, starting with all layouts that fit. Positions that a symmetry, an exchange of twins or a shift maps
// to each other share one value (grid_symmetry.hpp). Results for one first cell or view are reused for the next.
#pragma once

#include "play/end_layouts.hpp"
#include "play/grid_symmetry.hpp"
#include "play/play_search.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class BestPlay {
  public:
    // For grids of at most 64 cells. Returns false if memory ran out.
    bool make(const Geometry& g) {
        problem_.set_geometry(g);
        return search_.cells.make(g) && search_.make();
    }

    // The number of layouts that best play wins if `first` is opened first, counting only layouts that keep the first
    // click's promise. In `limits`, states are positions visited, and bytes the total memory.
    Solved wins(u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& found);

    // The number of layouts that fit a view, and how many of them best play wins. Returns `contradiction` if none fits.
    Solved wins_of(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, u64& found, u64& layouts);

    u64 first_like(u64 cell) const { return search_.cells.first_like(cell); }
    u64 looked_at() const { return search_.looked_at(); }  // positions visited by the latest call
    u64 kept() const { return search_.kept(); }            // positions with a known value or bound
    u64 bytes() const { return search_.bytes(); }          // memory in use

  private:
    bool enumerate(u64 first, u64 kept, u64 mines, const Limits& limits);

    PlaySearch<GridSymmetry> search_;
    // For views.
    Problem problem_;
    CoveredCells covered_;
    EndLayouts end_layouts_;
};

// Lists all layouts in which `first` and the cells in `kept` are safe.
inline bool BestPlay::enumerate(u64 first, u64 kept, u64 mines, const Limits& limits) {
    u8 place[64];
    u64 places = 0;
    for (u64 left = search_.cells.all() & ~kept & ~(u64{1} << first); left; left &= left - 1) place[places++] = u8(lowest(left));
    if (mines > places) return true;
    // Maximum number of layouts: two lists of them must fit into memory.
    const u64 most = limits.bytes / 16 < u64{1} << 31 ? limits.bytes / 16 : u64{1} << 31;
    u64 count = 1;
    for (u64 i = 0; i < mines; ++i) {
        const u64 fewer = mines < places - mines ? mines : places - mines;
        if (i < fewer) count = count * (places - i) / (i + 1);
        if (count > most) return search_.give_up(Solved::over_budget);
    }
    if (!search_.pool.reserve(2 * count)) return search_.give_up(Solved::out_of_memory);
    u64 chosen = low_mask(unsigned(mines));
    for (u64 n = 0; n < count; ++n) {
        u64 layout = 0;
        for (u64 left = chosen; left; left &= left - 1) layout |= u64{1} << place[lowest(left)];
        search_.pool.push(layout);
        if (!search_.go_on(16)) return false;
        if (n + 1 == count) break;
        // Gosper's hack: the next larger number with the same number of set bits.
        const u64 low = chosen & (0 - chosen), ripple = chosen + low;
        chosen = ripple | (((chosen ^ ripple) >> 2) >> lowest(low));
    }
    return true;
}

inline Solved BestPlay::wins(u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& found) {
    search_.start(limits, limits.states, ~u64{0});
    found = 0;
    const u64 around = promise == FirstOpen::opening ? search_.cells.near(first) : 0;
    if (!enumerate(first, around, mines, limits)) return search_.why();
    const u64 count = search_.pool.size();
    if (count == 0) return Solved::done;
    // Open the first cell. If the promise fixes its answer, there is only one.
    if (!search_.pool.resize(2 * count)) return Solved::out_of_memory;
    u64 ends[65];
    const u64 clues = search_.split(0, count, first, count, ends);
    u64 from = count;
    for (u64 c = 0; c < clues; ++c) {
        found += search_.wins(from, ends[c] - from, u64{1} << first);
        from = ends[c];
    }
    return search_.why();
}

inline Solved BestPlay::wins_of(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, u64& found,
                                u64& layouts) {
    search_.start(limits, limits.states, ~u64{0});
    found = layouts = 0;
    const Solved read = problem_.read(codes, mines, trust_flags);
    if (read != Solved::done) return read;
    if (!covered_.make(problem_)) return Solved::out_of_memory;
    u64 known_mines = 0, open = 0;
    for (u64 i = 0; i < search_.cells.cells(); ++i) {
        const Cell state = problem_.cells[i];
        known_mines |= u64{state == Cell::shown_mine || state == Cell::proven_mine} << i;
        open |= u64{state == Cell::open} << i;
    }
    const bool is_through = end_layouts_.each(
        problem_, covered_, [&](u64 steps) { return search_.go_on(steps); },
        [&](u64 mined) {
            if (16 * search_.pool.size() >= limits.bytes) return search_.give_up(Solved::over_budget);
            u64 layout = known_mines;
            for (; mined; mined &= mined - 1) layout |= u64{1} << covered_.cell(lowest(mined));
            search_.pool.push(layout);
            return !search_.pool.failed();
        });
    if (end_layouts_.failed() || search_.pool.failed()) return Solved::out_of_memory;
    if (!is_through) return search_.why();
    layouts = search_.pool.size();
    if (!layouts) return Solved::contradiction;
    found = search_.wins(0, layouts, open);
    return search_.why();
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

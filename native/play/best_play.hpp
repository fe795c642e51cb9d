// The value of best play from the first open, on boards of at most 64 cells: the search of play_search.hpp, starting
// with all layouts. Positions that a symmetry, an exchange of twins or a shift maps to each other share one value
// (grid_symmetry.hpp). Results for one first cell are reused for the next.
#pragma once

#include "play/grid_symmetry.hpp"
#include "play/play_search.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class BestPlay {
  public:
    // For grids of at most 64 cells. Returns false if memory ran out.
    bool make(const Geometry& g) { return search_.cells.make(g) && search_.make(); }

    // The number of layouts that best play wins if `first` is opened first, counting only layouts that keep the first
    // click's promise. In `limits`, states are positions visited, and bytes the total memory.
    Solved wins(u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& found);

    u64 first_like(u64 cell) const { return search_.cells.first_like(cell); }
    u64 looked_at() const { return search_.looked_at(); }  // positions visited by the latest call
    u64 kept() const { return search_.kept(); }            // positions with a known value or bound
    u64 bytes() const { return search_.bytes(); }          // memory in use

  private:
    bool enumerate(u64 first, u64 kept, u64 mines, const Limits& limits);

    PlaySearch<GridSymmetry> search_;
};

// Lists all consistent layouts in which `first` is safe.
inline bool BestPlay::enumerate(u64 first, u64 kept, u64 mines, const Limits& limits) {
    u8 place[64];
    u64 places = 0;
    for (u64 left = search_.cells.all() & ~kept & ~(u64{1} << first); left; left &= left - 1) place[places++] = u8(lowest(left));
    if (mines > places) return true;
    // Number of layouts whose list fits into memory twice.
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

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

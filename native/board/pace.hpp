// Long work that can be ended: how a kernel notices, now and then, that nobody waits for it any more.
#pragma once

#include "board/state.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Not part of the loop that asks, which keeps its registers.
#if defined(__GNUC__) || defined(__clang__)
__attribute__((noinline, cold))
#endif
static bool is_stopped(const Stop& stop) {
    return stop.stop && stop.stop(stop.stop_with);
}

// Counts work in steps of about a nanosecond, and asks every tenth of a millisecond or so.
class Pace {
  public:
    explicit Pace(const Stop& stop) : stop_(stop) {}

    // To be called after so many steps: whether to stop.
    HS_INLINE_MEMBER bool over(u64 steps) {
        done_ += steps;
        if (done_ < interval) return false;
        done_ = 0;
        return is_stopped(stop_);
    }
    // To be called in a loop after round `i`, where each takes so many steps; costs next to nothing in most rounds.
    HS_INLINE_MEMBER bool over_in_round(u64 i, u64 steps) { return (i & 1023) == 1023 && over(1024 * steps); }

  private:
    static constexpr u64 interval = u64{1} << 17;
    Stop stop_;
    u64 done_ = 0;
};

// For work that is short: never asks, and compiles to nothing. A loop that might call out keeps fewer numbers in registers,
// which small boards would feel.
struct NoPace {
    HS_INLINE_MEMBER bool over(u64) { return false; }
    HS_INLINE_MEMBER bool over_in_round(u64, u64) { return false; }
};

// Whether all cells of a board are soon looked at with all around them.
HS_INLINE bool is_short(const Geometry& g) {
    return g.cells < short_cells && g.cells * (g.most_neighbours + 1) < short_steps;
}

// What it takes to look at a chunk and at all around it, and how many are looked at before they are counted: counting each
// would take a tenth of the time on a plane, and is nothing in many dimensions.
HS_INLINE u64 chunk_steps(const Geometry& g) { return g.most_neighbours + 24; }
HS_INLINE u64 chunks_at_once(const Geometry& g) { return g.most_neighbours < 256 ? 1024 : 1; }

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

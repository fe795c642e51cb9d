// Cancellation of long work: how a kernel notices a request to stop.
#pragma once

#include "board/state.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Not inlined, so that the calling loop keeps its values in registers.
#if defined(__GNUC__) || defined(__clang__)
__attribute__((noinline, cold))
#endif
static bool is_stopped(const Stop& stop) {
    return stop.stop && stop.stop(stop.stop_with);
}

// Counts work in steps of about 1 ns, and checks for a stop about every 0.1 ms.
class Pace {
  public:
    explicit Pace(const Stop& stop) : stop_(stop) {}

    // Call after `steps` steps. Returns whether to stop.
    HS_INLINE_MEMBER bool over(u64 steps) {
        done_ += steps;
        if (done_ < interval) return false;
        done_ = 0;
        return is_stopped(stop_);
    }
    // Call in a loop after iteration `i` if each takes `steps` steps; nearly free in most iterations.
    HS_INLINE_MEMBER bool over_in_round(u64 i, u64 steps) { return (i & 1023) == 1023 && over(1024 * steps); }

  private:
    static constexpr u64 interval = u64{1} << 17;
    Stop stop_;
    u64 done_ = 0;
};

// For short work: never checks for a stop, and compiles to nothing. A loop that may call a function keeps fewer values
// in registers, which slows down small boards.
struct NoPace {
    HS_INLINE_MEMBER bool over(u64) { return false; }
    HS_INLINE_MEMBER bool over_in_round(u64, u64) { return false; }
};

// Whether visiting all cells of a board and their neighbours is short work.
HS_INLINE bool is_short(const Geometry& g) {
    return g.cells < short_cells && g.cells * (g.most_neighbours + 1) < short_steps;
}

// `chunk_steps` is the number of steps per chunk, including its surroundings, `chunks_at_once` the number of chunks
// between two updates of the counter. Updating it after every chunk would cost a tenth of the time in two dimensions,
// but hardly any in many dimensions.
HS_INLINE u64 chunk_steps(const Geometry& g) { return g.most_neighbours + 24; }
HS_INLINE u64 chunks_at_once(const Geometry& g) { return g.most_neighbours < 256 ? 1024 : 1; }

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Analyses many views of one grid, one after another with the same solver, to reuse its memory.
#pragma once

#include <cstring>
#include <limits>

#include "solve/estimate.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Time limit for one of several views: an equal share of the remaining time. So a hard view takes no time from later
// ones, and they share the time that an easy view leaves.
class ViewTime {
  public:
    Limits limits;

    ViewTime(const Limits& whole, u64 views_left) : limits(whole), whole_(whole) {
        if (!whole.spent) return;
        begun_ = whole.spent(whole.stop_with);
        part_ = (begun_ < 1 ? 1 - begun_ : 0) / double(views_left) + 1e-12;
        limits.stop = stop;
        limits.spent = spent;
        limits.stop_with = this;
    }
    ViewTime(const ViewTime&) = delete;
    ViewTime& operator=(const ViewTime&) = delete;

  private:
    static bool stop(void* opaque) {
        const Limits& whole = static_cast<ViewTime*>(opaque)->whole_;
        return whole.stop && whole.stop(whole.stop_with);
    }
    static double spent(void* opaque) {
        const ViewTime& own = *static_cast<ViewTime*>(opaque);
        return (own.whole_.spent(own.whole_.stop_with) - own.begun_) / own.part_;
    }

    const Limits whole_;
    double begun_ = 0, part_ = 1;
};

template <class Code>
inline void widen_codes(const void* codes, u64 first, u64 count, std::int32_t* out) {
    const u8* const from = static_cast<const u8*>(codes) + first * sizeof(Code);
    for (u64 i = 0; i < count; ++i) {
        Code code;
        std::memcpy(&code, from + i * sizeof(Code), sizeof code);
        out[i] = code;
    }
}

// Returns early only with `stopped` or `out_of_memory`, which is then the status of all remaining views.
inline Solved analyse_batch(const ViewBatch& batch, const Limits& limits) {
    const u64 cells = batch.geometry->cells;
    Solver solver(*batch.geometry);
    Array<std::int32_t> codes;
    Solved all = codes.resize(cells) ? Solved::done : Solved::out_of_memory;
    const Sampling sampling{batch.sample_states, batch.sample_repeats, batch.sample_seed};
    for (u64 view = 0; view < batch.count; ++view) {
        double* const probability = batch.probabilities + view * cells;
        Solved found = all;
        if (all == Solved::done && limits.stop && limits.stop(limits.stop_with)) found = Solved::stopped;
        if (found == Solved::done) {
            const u64 first = view * cells;
            if (batch.code_bytes == 1) widen_codes<std::int8_t>(batch.codes, first, cells, codes.data());
            else if (batch.code_bytes == 2) widen_codes<std::int16_t>(batch.codes, first, cells, codes.data());
            else widen_codes<std::int32_t>(batch.codes, first, cells, codes.data());
            const u64 mines = batch.mines[view];
            if (batch.may_estimate) {
                const ViewTime time(limits, batch.count - view);
                found = solver.estimate(codes.data(), mines, batch.trust_flags, sampling, time.limits, probability, nullptr);
            } else {
                found = solver.analyse(codes.data(), mines, batch.trust_flags, limits, probability);
            }
        }
        batch.status[view] = found == Solved::done && !solver.exact ? view_estimated : u8(found);
        if (found == Solved::stopped || found == Solved::out_of_memory) all = found;
        if (found == Solved::done) continue;
        for (u64 i = 0; i < cells; ++i) probability[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return all;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

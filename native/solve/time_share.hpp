// A share of the time limit. When work has used it up, a cheaper method takes over.
#pragma once

#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class TimeShare {
  public:
    Limits limits;

    // The deadline is `until` times the time limit; without a time limit there is none.
    TimeShare(const Limits& whole, double until) : limits(whole), whole_(whole), until_(until) {
        if (!whole.spent) return;
        limits.stop = stop;
        limits.spent = nullptr;
        limits.stop_with = this;
    }
    TimeShare(const TimeShare&) = delete;
    TimeShare& operator=(const TimeShare&) = delete;

    bool is_over() const { return over_; }
    // Converts a result: `stopped` because this share is used up becomes `over_budget`.
    Solved answer(Solved found) const { return found == Solved::stopped && over_ ? Solved::over_budget : found; }

  private:
    static bool stop(void* opaque) {
        TimeShare& part = *static_cast<TimeShare*>(opaque);
        if (part.whole_.stop && part.whole_.stop(part.whole_.stop_with)) {
            part.over_ = false;
            return true;
        }
        part.over_ = part.over_ || part.whole_.spent(part.whole_.stop_with) > part.until_;
        return part.over_;
    }

    const Limits whole_;
    const double until_;
    bool over_ = false;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

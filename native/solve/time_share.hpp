// A part of the time that some work is given. What it ends is gone on with by something that takes less.
#pragma once

#include "solve/limits.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class TimeShare {
  public:
    Limits limits;

    // Until this share of all the time is over; without an end where time doesn't count.
    TimeShare(const Limits& whole, double until) : limits(whole), whole_(whole), until_(until) {
        if (!whole.spent) return;
        limits.stop = stop;
        limits.spent = nullptr;
        limits.stop_with = this;
    }
    TimeShare(const TimeShare&) = delete;
    TimeShare& operator=(const TimeShare&) = delete;

    bool is_over() const { return over_; }
    // What the work has come to: that this part of the time is over means it was too much, and no more.
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

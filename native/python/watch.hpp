// Work that may take long: what it may use, and who may end it.
#pragma once

#include <chrono>
#include <utility>

#include "binding.hpp"

namespace hypersweep {

// As good as no limit of time.
constexpr double forever = 1e18;

// The limits of one piece of work, which a clock and Ctrl-C look after from inside the kernel.
class Watch {
  public:
    Watch(u64 states, u64 bytes, double seconds) : seconds_(seconds) {
        limits_.states = states;
        limits_.bytes = bytes;
        limits_.stop = stop;
        limits_.stop_with = this;
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // What `work(limits)` gives, while other threads may run. Raises what a signal's handler raised meanwhile.
    template <class Work>
    Solved over(Work&& work) {
        started_ = looked_ = Clock::now();
        Solved solved;
        {
            WithoutGil without;
            without_ = &without;
            solved = std::forward<Work>(work)(std::as_const(limits_));
        }
        if (interrupted_) throw nb::python_error();
        return solved;
    }
    // The same for work that always comes to some end in time: only a signal stops it, the clock it looks at by itself.
    template <class Work>
    Solved over_in_time(Work&& work) {
        if (seconds_ < forever) limits_.spent = spent;
        return over(std::forward<Work>(work));
    }

  private:
    using Clock = std::chrono::steady_clock;

    static double spent(void* opaque) {
        const Watch& watch = *static_cast<const Watch*>(opaque);
        return std::chrono::duration<double>(Clock::now() - watch.started_).count() / watch.seconds_;
    }
    static bool stop(void* opaque) {
        Watch& watch = *static_cast<Watch*>(opaque);
        // What was stopped stays stopped, whatever the kernel tries instead; and a signal is raised once only.
        if (watch.stopped_) return true;
        const auto now = Clock::now();
        if (now - watch.looked_ < std::chrono::milliseconds(20)) return false;
        watch.looked_ = now;
        if (!watch.limits_.spent && std::chrono::duration<double>(now - watch.started_).count() > watch.seconds_) {
            return watch.stopped_ = true;
        }
        const WithGil with(*watch.without_);
        watch.interrupted_ = PyErr_CheckSignals() != 0;
        return watch.stopped_ = watch.interrupted_;
    }

    Limits limits_;
    double seconds_;
    Clock::time_point started_, looked_;
    WithoutGil* without_ = nullptr;
    bool stopped_ = false, interrupted_ = false;
};

}  // namespace hypersweep

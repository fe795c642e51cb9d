// Work that may take long: its limits, and how it is interrupted.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "python/binding.hpp"

namespace hypersweep {

// Effectively no time limit.
constexpr double forever = 1e18;

// The limits of one piece of work; the kernel checks them, including the clock and Ctrl-C.
class Interruptible {
  public:
    // Without a time limit: for Ctrl-C only.
    Interruptible() : Interruptible(Limits{}.states, Limits{}.bytes, forever) {}
    Interruptible(u64 states, u64 bytes, double seconds) : seconds_(seconds) {
        limits_.states = states;
        limits_.bytes = bytes;
        limits_.stop = stop;
        limits_.stop_with = this;
    }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    // Calls `tell` about twenty times a second, with the GIL. If it returns false, it has set a Python error, which
    // ends the work.
    void report_to(std::function<bool()> tell) { tell_ = std::move(tell); }

    // Runs work(limits) without the GIL and returns its result. Raises exceptions of signal handlers.
    template <class Work>
    auto run(Work&& work) {
        started_ = looked_ = told_ = Clock::now();
        auto result = without_gil([&] { return std::forward<Work>(work)(std::as_const(limits_)); });
        if (interrupted_) throw nb::python_error();
        return result;
    }
    // Like run(), for work that checks the clock itself and ends in time; only a signal stops it.
    template <class Work>
    auto run_in_time(Work&& work) {
        if (seconds_ < forever) limits_.spent = spent;
        return run(std::forward<Work>(work));
    }

  private:
    using Clock = std::chrono::steady_clock;

    template <class Work>
    auto without_gil(Work&& work) {
        WithoutGil without;
        without_ = &without;
        return work();
    }

    static double spent(void* opaque) {
        const Interruptible& own = *static_cast<const Interruptible*>(opaque);
        return std::chrono::duration<double>(Clock::now() - own.started_).count() / own.seconds_;
    }

    static bool stop(void* opaque) {
        Interruptible& own = *static_cast<Interruptible*>(opaque);
        // A stop is final, whatever the kernel tries next, and a signal is raised only once.
        if (own.stopped_) return true;
        const auto now = Clock::now();
        if (now - own.looked_ < std::chrono::milliseconds(20)) return false;
        own.looked_ = now;
        if (!own.limits_.spent && std::chrono::duration<double>(now - own.started_).count() > own.seconds_) {
            return own.stopped_ = true;
        }
        const WithGil with(*own.without_);
        own.interrupted_ = PyErr_CheckSignals() != 0;
        if (own.tell_ && !own.interrupted_ && now - own.told_ >= std::chrono::milliseconds(40)) {
            own.told_ = now;
            own.interrupted_ = !own.tell_();
        }
        return own.stopped_ = own.interrupted_;
    }

    Limits limits_;
    double seconds_;
    Clock::time_point started_, looked_, told_;
    std::function<bool()> tell_;
    WithoutGil* without_ = nullptr;
    bool stopped_ = false, interrupted_ = false;
};

// Runs work(stop) and returns its result; interruptible if it is long.
template <class Work>
auto interruptible(bool is_long, Work&& work) {
    return is_long ? Interruptible().run(work) : work(Stop{});
}

// Calls each(from, to) for [begin, end) in parts of at most `part`. Returns false if stopped in between.
template <class Each>
bool each_part(u64 begin, u64 end, u64 part, const Stop& stop, Each&& each) {
    while (begin < end) {
        const u64 next = end - begin > part ? begin + part : end;
        each(begin, next);
        begin = next;
        if (stop.stop && stop.stop(stop.stop_with)) return false;
    }
    return true;
}

// Calls each(from, to) for [begin, end) in parts. If there is more than one part, other threads may run meanwhile, and
// Ctrl-C interrupts the work.
template <class Each>
void in_parts(u64 begin, u64 end, u64 part, Each&& each) {
    interruptible(end - begin > part, [&](const Stop& stop) { return each_part(begin, end, part, stop, each); });
}

// Number of plane words, or of cells visited with their neighbours, per part: about 0.1 ms of work.
constexpr u64 words_at_once = u64{1} << 16;
inline u64 cells_at_once(const Geometry& g) { return (u64{1} << 22) / (g.most_neighbours + 64) + 64; }

}  // namespace hypersweep

// The kernels for the page: functions of the WebAssembly module that the page's scripts call. Increase
// `interface_version` with every change that requires a change in `page/engine/kernel.ts`.
//
// The module imports nothing, and no argument can do harm, because none is used as an address. Objects are named by
// handles, small positive numbers. Arrays are passed in one block of memory, the exchange: `exchange(bytes)` allocates it,
// the caller writes arguments at `exchange_place()`, calls the function, and reads the results there; a few more results
// are doubles at `results_place()`. Lengths and indices are checked against the exchange and against the board. A function
// returns a handle, or a status, negated where a handle was expected.
#pragma once

#include "array.hpp"
#include "kernels.hpp"

#if defined(__wasm__)
#define HS_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define HS_EXPORT(name) extern "C"  // the same functions, for tests with sanitizers
#endif

namespace hypersweep::web {

using baseline::Array;

// Status of a call: a value of `Solved`, or one of the additional ones.
enum Status : int {
    done,
    contradiction,
    over_budget,
    out_of_memory,
    stopped,
    bad_handle,      // unknown handle, or object of another kind
    bad_argument,    // a number out of range, or more numbers than the exchange holds
    undecided,       // no layout yet: the first open needs one, see game_open_first
    status_count
};
static_assert(int(Solved::stopped) == stopped);

// Whether the module contains the solver and what needs it: analyses, reasons, no-guess boards and punishing play.
#if defined(HYPERSWEEP_WEB_GAME)
constexpr bool has_solver = false;
#else
constexpr bool has_solver = true;
#endif

inline const Kernels& kernels() { return baseline::kernels(); }

// Maximum number of results of a call besides its status; all are exact as doubles.
constexpr int result_count = 12;
extern double results[result_count];

template <class... Number>
void tell(Number... number) {
    static_assert(sizeof...(number) <= result_count);
    int place = 0;
    ((results[place++] = double(number)), ...);
}

// Input and output arrays in the exchange. Null if it holds fewer than `count` numbers, or memory ran out.
bool make_space(u64 bytes);
void* exchanged(u64 bytes);
template <class Number>
Number* given(u64 count) {
    return count > most_bytes / sizeof(Number) ? nullptr : static_cast<Number*>(exchanged(count * sizeof(Number)));
}
template <class Number>
Number* space_for(u64 count) {
    return count <= most_bytes / sizeof(Number) && make_space(count * sizeof(Number)) ? given<Number>(count) : nullptr;
}

// If a double is a whole number below a bound, sets `out` and returns true.
inline bool read_whole(double number, u64 bound, u64& out) {
    if (!(number >= 0) || number >= 0x1p53) return false;
    out = u64(number);
    return double(out) == number && out < bound;
}

// Limits on work, set by JavaScript: states and bytes per component, and the number of checks for a stop, about one
// every 0.1 ms; 0 for no limit. The module has no clock, so the checks measure the time. Work that has a cheaper
// fallback switches to it before they run out.
class Budget {
  public:
    Budget(u32 states, u32 bytes, u32 asks, bool can_make_do = false) : most_(asks) {
        limits_.states = states;
        limits_.bytes = bytes;
        if (!asks) return;
        limits_.stop = can_make_do ? count : is_over;
        limits_.spent = can_make_do ? spent : nullptr;
        limits_.stop_with = this;
    }
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;
    const Limits& limits() const { return limits_; }

  private:
    static bool is_over(void* opaque) {
        Budget& own = *static_cast<Budget*>(opaque);
        own.asked_ += own.asked_ < own.most_;
        return own.asked_ == own.most_;
    }
    static bool count(void* opaque) {
        ++static_cast<Budget*>(opaque)->asked_;
        return false;
    }
    static double spent(void* opaque) {
        const Budget& own = *static_cast<const Budget*>(opaque);
        return double(own.asked_) / own.most_;
    }
    Limits limits_;
    const u32 most_;
    u64 asked_ = 0;
};

}  // namespace hypersweep::web

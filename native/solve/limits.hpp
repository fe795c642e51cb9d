// What an analysis may use, and how it ended.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// What an analysis may use, and who may end it. `spent` tells which share of the time is over, and is null where time doesn't
// count: work that can make do with less is asked to end in time by itself.
struct Limits : Stop {
    u64 states = u64{1} << 24;  // of one component
    u64 bytes = u64{1} << 30;
    double (*spent)(void*) = nullptr;
};

enum class Solved : u8 { done, contradiction, over_budget, out_of_memory, stopped };

}  // namespace hypersweep

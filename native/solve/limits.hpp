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

// Limits of punishing play: states of each component for a move, and size of boards that it changes. These are part of
// its rules: no clock is asked, nor how much memory there is, so that a game is the same on every machine.
constexpr u64 punished_states = u64{1} << 17, punished_cells = u64{1} << 20;

enum class Solved : u8 { done, contradiction, over_budget, out_of_memory, stopped };

}  // namespace hypersweep

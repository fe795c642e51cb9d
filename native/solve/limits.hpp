// What an analysis may use, and how it ended.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// Limits of an analysis, and its cancellation. `spent` returns whether a share of the time is over, and is null without
// a time limit: work with a cheaper fallback uses it to end in time.
struct Limits : Stop {
    u64 states = u64{1} << 24;  // of one component
    u64 bytes = u64{1} << 30;
    double (*spent)(void*) = nullptr;
};

// Limits of punishing play: states of each component for a move, and size of boards whose layout it changes. They are
// part of its rules. Time and memory don't count, so that a game is the same on every machine.
constexpr u64 punished_states = u64{1} << 17, punished_cells = u64{1} << 20;

enum class Solved : u8 { done, contradiction, over_budget, out_of_memory, stopped };

}  // namespace hypersweep

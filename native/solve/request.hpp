// Limits of an analysis, its status codes, its results besides the probabilities, and batches of views.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// Limits of an analysis, and its cancellation. `spent` returns whether a given share of the time has passed; it is null
// without a time limit. Work with a cheaper fallback uses it to finish in time.
struct Limits : Stop {
    u64 states = u64{1} << 24;  // of one component
    u64 bytes = u64{1} << 30;
    double (*spent)(void*) = nullptr;
};

// Limits of punishing play: states per component for a move, and cells of a board whose layout may change. They are
// part of its rules. Time and memory aren't limited, so that a game is the same on every machine.
constexpr u64 punished_states = u64{1} << 17, punished_cells = u64{1} << 20;

enum class Solved : u8 { done, contradiction, over_budget, out_of_memory, stopped };

// Results of an analysis besides the probabilities.
struct Findings {
    u64 components;
    u64 contradictory;   // number of the component at fault; `components` if the number of mines is at fault
    u64 clue;            // cell of the clue at fault, or ~0
    u64 states;
    u64 unseen;          // covered cells that no clue sees
    i64 mines_left;      // mines not settled by single clues
    bool exact;          // the probabilities aren't estimates
};

// Views of one grid: `count` rows of codes, of 1, 2 or 4 bytes each, and the results for each row.
struct ViewBatch {
    const Geometry* geometry;
    const void* codes;
    int code_bytes;
    const u64* mines;        // per view
    u64 count;
    bool trust_flags;
    bool may_estimate;       // estimate if an exact analysis exceeds the limits, as in `Sampling`
    u64 sample_states, sample_repeats, sample_seed;
    double* probabilities;   // a row per view; NaN if there is no answer
    u8* status;              // per view: the number of a `Solved`, or `view_estimated`
};

constexpr u8 view_estimated = 5;

// Size of the component at which an analysis exceeded its limits.
struct Width {
    u64 clues, groups;
    double log2_states;  // 0 if unknown
};

}  // namespace hypersweep

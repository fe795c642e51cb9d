// What an analysis tells besides the probabilities, and what one of many views is asked for.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// What an analysis found besides the probabilities.
struct Findings {
    u64 components;
    u64 contradictory;   // the component at fault, or `components` where it is the number of mines
    u64 clue;            // the one clue at fault, or ~0
    u64 states;
    u64 unseen;          // covered cells that no clue sees
    i64 mines_left;      // mines not settled by single clues
    bool exact;          // the probabilities are no estimates
};

// Views of one grid: `count` rows of codes, of 1, 2 or 4 bytes each, and what comes out of each row.
struct ViewBatch {
    const Geometry* geometry;
    const void* codes;
    int code_bytes;
    const u64* mines;        // of each view
    u64 count;
    bool trust_flags;
    bool may_estimate;       // where an exact analysis is past the limits: as in `Sampling`
    u64 sample_states, sample_repeats, sample_seed;
    double* probabilities;   // a row per view; not a number where there is no answer
    u8* status;              // of each view the number of a `Solved`, or `view_estimated`
};

constexpr u8 view_estimated = 5;

// What the widest component would take, once an analysis was past its limits.
struct Width {
    u64 clues, groups;
    double log2_states;  // 0 where it wasn't found out
};

}  // namespace hypersweep

// What a choice of move may take, what it says, and what whole games are asked for.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

enum class Policy : u8 { safest, progress, look_ahead };

// What a choice may take. All of it is counted, not timed: results don't depend on the machine.
struct ChoiceLimits {
    double log2_layouts = 12;      // at most that many layouts left: play the end exactly
    u64 layouts = 4096;
    u64 steps = 40000000;
    u64 candidates = 24;           // cells looked at closely, where the chance to win isn't estimated
    double margin = 0.12;          // that much less safe than the safest, at most
    double progress = 0.05;        // what an answer that makes some cell certain is worth
    u64 reached = 64;              // cells of which it is
    double reach = 0.25;           // that much less safe than the safest, at most
    double hopeless = 0.10;        // a cell worse than the best by that share is given up; more than `lead` and `close`
    double enough = 0.5;           // that share of what may come is looked at first, the likeliest answers first
    double lead = 0.01;            // by which share the estimate must be better to be believed
    double further_log2_layouts = 200;  // at most that many layouts left: look one guess further
    u64 closest = 4;               // cells evaluated again, one guess deeper
    double close = 0.06;           // by which share their estimate is worse than the best, at most
    u64 further = 4;               // cells weighed for that guess
    double further_margin = 0.15;  // that much less safe than the safest, at most
    bool play_out = false;         // play the end exactly even where a cell is safe for certain
    bool may_estimate = true;      // where an exact analysis is past the limits
};

struct Choice {
    u64 cell;                      // ~0 where nothing is covered, or only mines are
    bool proven_safe;
    double safety;                 // the chance that the cell holds no mine
    double score;
    u64 wins, layouts;             // where `exact`
    bool exact;                    // the end was played out
    bool estimated;                // the chances are estimates
};

struct GameResult {
    u64 won, opened, moves, guesses, analyses, estimates;
};

// Games `first_index`, ... of the layouts of (seed, name), with the first click on `first`.
struct SolverJob {
    const Geometry* geometry;
    u64 mines, seed, name, first_index, count, first;
    FirstOpen first_open;
    Policy policy;
    ChoiceLimits caps;
    GameResult* results;
};

}  // namespace hypersweep

// Limits and result of a choice of move, and the parameters of whole games.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

enum class Policy : u8 { safest, progress, look_ahead };

// Limits of a choice. They count work, not time, so that results don't depend on the machine.
struct ChoiceLimits {
    double log2_layouts = 12;      // up to this many layouts the end is played exactly
    u64 layouts = 4096;
    u64 steps = 40000000;
    u64 candidates = 24;           // cells evaluated where the chance to win isn't estimated
    double margin = 0.12;          // their largest loss of safety, compared with the safest cell
    double progress = 0.05;        // value of an answer that makes some cell certain
    u64 reached = 64;              // cells evaluated where it is estimated
    double reach = 0.25;           // their largest loss of safety, compared with the safest cell
    double hopeless = 0.10;        // a cell worse than the best by this share is abandoned; more than `lead` and `close`
    double enough = 0.5;           // share of the answers that is examined first, likeliest answers first
    double lead = 0.01;            // share by which an estimate must be better to overrule the simpler policy
    double further_log2_layouts = 200;  // up to this many layouts, look one guess further
    u64 closest = 4;               // cells evaluated again, one guess deeper
    double close = 0.06;           // their estimates are at most this share worse than the best
    u64 further = 4;               // cells evaluated for that guess
    double further_margin = 0.15;  // their largest loss of safety, compared with the safest cell
    bool play_out = false;         // play the end exactly even if a cell is certainly safe
    bool may_estimate = true;      // estimate if an exact analysis exceeds the limits
};

struct Choice {
    u64 cell;                      // ~0 if no covered cell is left but mines
    bool proven_safe;
    double safety;                 // the chance that the cell holds no mine
    double score;
    u64 wins, layouts;             // if `exact`
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

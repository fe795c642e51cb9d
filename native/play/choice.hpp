// Limits and result of a choice of move, and the parameters of whole games and of upper bounds.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

enum class Policy : u8 { safest, progress, look_ahead };

// Limits of a choice. They count work, not time, so results are the same on every machine.
struct ChoiceLimits {
    double log2_layouts = 12;      // play the end exactly if at most 2^12 layouts are left
    u64 layouts = 4096;
    u64 steps = 40000000;
    u64 candidates = 24;           // maximum number of cells evaluated if win chances aren't estimated
    double margin = 0.12;          // these cells are at most this much less safe than the safest cell
    double progress = 0.05;        // value of an answer that makes some cell certain
    u64 reached = 64;              // maximum number of cells evaluated if win chances are estimated
    double reach = 0.25;           // these cells are at most this much less safe than the safest cell
    double hopeless = 0.10;        // share below the best at which a cell is abandoned; greater than `lead` and `close`
    double enough = 0.5;           // share of answers, likeliest first, examined before a cell may be abandoned
    double lead = 0.01;            // share by which an estimate must be better to overrule the simpler policy
    double further_log2_layouts = 200;  // look one guess further if at most 2^200 layouts are left
    u64 closest = 4;               // number of cells evaluated again, one guess deeper
    double close = 0.06;           // their estimates are at most this share below the best
    u64 further = 4;               // number of cells evaluated for that next guess
    double further_margin = 0.15;  // these cells are at most this much less safe than the safest one
    bool play_out = false;         // play the end exactly even if a cell is certainly safe
    bool may_estimate = true;      // estimate if an exact analysis exceeds the limits
};

struct Choice {
    u64 cell;                      // ~0 if all covered cells are mines
    bool proven_safe;
    double safety;                 // the chance that the cell holds no mine
    double score;
    u64 wins, layouts;             // only valid if `exact`
    bool exact;                    // the endgame was solved exactly
    bool estimated;                // the chances are estimates
};

struct GameResult {
    u64 won, opened, moves, guesses, analyses, estimates;
};

// Games on the layouts `first_index`, `first_index` + 1, ... of the stream (seed, name), with the first click on
// `first`.
struct SolverJob {
    const Geometry* geometry;
    u64 mines, seed, name, first_index, count, first;
    FirstOpen first_open;
    Policy policy;
    ChoiceLimits caps;
    GameResult* results;
};

constexpr u64 most_bound_guesses = 3;

// How an upper bound on best play is computed (upper_bound.hpp).
struct BoundPlan {
    u64 guesses = 0;            // number of guesses before the helper speaks
    u64 samples = 128;          // layouts drawn to value the cells for the last of these guesses
    u64 deep_samples = 32;      // layouts drawn to value a cell for an earlier guess
    u64 candidates = 6;         // cells valued with the guesses after them; after any other guess, the helper speaks
    u64 layouts = 1024;         // maximum number of layouts of a part
    u64 steps = 2000000;        // maximum number of steps (of about 1 ns) for a part
    u64 states = u64{1} << 14;  // maximum number of states of an analysis; beyond it, the helper speaks at once
    u64 search_guesses = 0;     // if the first cell isn't a zero: most guesses before the first one; 0 for no search
};

struct BoundResult {
    double value;               // its mean over the layouts bounds the chance to win
    double gave_up;             // how often a part was too large: the helper revealed a cell, or the part counts as won
};

// Upper bounds for the layouts `first_index`, `first_index` + 1, ... of the stream (seed, name); `draws` names the
// stream of all other draws.
struct BoundJob {
    const Geometry* geometry;
    u64 mines, seed, name, draws, first_index, count, first;
    FirstOpen first_open;
    BoundPlan plan;
    BoundResult* results;
};

}  // namespace hypersweep

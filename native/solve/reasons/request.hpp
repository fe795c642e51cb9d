// Requests for reasons, their results, and the encoding of a reason as integers.
//
// A reason is a row of 32-bit integers:
//
//     rule, conclusion (0 safe, 1 mine), grounds, numbers of cells, clues and premises, then these themselves:
//     cells and clues as ascending indices, premises as the ascending numbers of earlier reasons
//
// The rest of the row depends on the grounds. A list is its length, then its numbers; cells and clues are indices:
//
//     clue     the clue, the number of covered cells around it, list of known cells used, list of mines shown next to
//              it
//     sum      number of added clues, number of subtracted clues, whether the comparison is nested; for each clue,
//              added ones first: the clue, its mines without the shown ones, and lists of the shown mines, of cells
//              that only its side touches, of shared cells, of known mines and of known safe cells; then the cells of
//              positive weight that may be mines, with their weights; the known mines of negative weight, with their
//              weights (in both cases one length, all cells, all weights); and a list of the safe cells of positive
//              weight
//     line     list of equivalent cells, then a case: the assumed cell, whether it is assumed to be a mine, number of
//              steps; for each step its clue, whether the cells it decides are mines, and lists of the shown mines,
//              of the cells that count as mines and of the decided cells that matter later; number of further cases
//              (0 or 2), and these
//     tried    nothing
//     share    number of clues; for each clue itself, and its mines without the shown ones; the board's mines, the
//              mines found, the known safe cells
//     bound    the board's mines, the bound, whether the bound is a minimum
//     all      nothing
#pragma once

#include "board/state.hpp"

namespace hypersweep {

enum class ReasonRule : u8 { clue, pair, set, count };
enum class Grounds : u8 { clue, sum, line, tried, share, bound, all };

// Ways to draw conclusions, from easy to hard; each is tried only if no allowed easier one settles anything.
enum : u32 {
    by_clue = 1,         // single clues
    by_pair = 2,         // two clues
    by_sum = 4,          // one clue against two or three others
    by_line = 8,         // a short line of contradiction
    by_shares = 16,      // the number of mines, with clues that share no cell
    by_few = 32,         // the fewest clues that settle something; from here on chances are needed
    by_mines = 64,       // the fewest clues, together with the number of mines
    by_long_line = 128,  // a line through as many clues as the search allows
    by_all = 256,        // all clues and the number of mines
};

struct ReasonsAsked {
    u32 ways;               // the allowed ways
    const double* chances;  // of a mine in each cell, from an analysis of the view; null for ways that don't need them
    const u64* wanted;      // cells; stop once each of them is settled
    u64 wanted_count;
    bool any_safe;          // also require that some safe cell is found
    u64 most_steps;         // maximum number of conclusions, each of one or two reasons
};

constexpr u64 any_mines = ~u64{0};
constexpr u64 no_reason = ~u64{0};

struct ReasonsFound {
    u64 reasons;     // number of reasons so far
    u64 first_safe;  // the first reason about safe cells, or no_reason
    bool is_enough;  // the wanted cells are settled
    bool is_stuck;   // nothing more follows by the allowed ways
};

}  // namespace hypersweep

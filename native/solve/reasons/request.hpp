// Requests for reasons, their results, and the encoding of a reason as integers.
//
// A reason is a row of 32-bit integers:
//
//     rule, conclusion (0 safe, 1 mine), grounds, numbers of cells, clues and premises, then these:
//     cells and clues as indices in ascending order, premises as the numbers of earlier reasons in ascending order
//
// followed, depending on its grounds, by (a list is its length and then its numbers; cells and clues are indices):
//
//     clue     the clue, covered cells around it, list of known cells used, list of mines shown next to it
//     sum      how many clues are added, how many taken off, whether it is nested; of each clue, those added first: the clue,
//              its mines less those shown, and lists of the mines shown, of cells of its own, shared, known mines and safe
//              cells; then the cells of positive weight that may be mines and their weights, the known mines of negative
//              weight and their weights (each pair of lists has one length), and a list of safe cells of positive weight
//     line     list of cells alike, then a case: the cell supposed, whether to be a mine, how many steps, each of them its clue,
//              whether what is left would be mines, and lists of mines shown, of what is supposed and of what follows; how many
//              further cases (0 or 2), and those
//     tried    nothing
//     share    how many clues, each with its mines less those shown; the board's mines, those found, and known safe cells
//     bound    the board's mines, the bound, whether that is the least
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
    by_mines = 64,       // the same with the number of mines
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

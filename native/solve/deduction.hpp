// What single clues and pairs of clues settle, before anything is counted.
#pragma once

#include "solve/problem.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// The queue's capacity suffices: each cell is settled once, and its clues visit it once.
inline bool Problem::settle(u32 cell, bool mine) {
    Cell& state = cells[frontier[cell]];
    if (state != Cell::unknown) return true;
    state = mine ? Cell::proven_mine : Cell::proven_safe;
    settled_mines += mine;
    settled_safe_ += !mine;
    for (u32 i = equations_of_cells_first[cell]; i < equations_of_cells_first[cell + 1]; ++i) {
        Equation& equation = equations[equations_of_cells[i]];
        --equation.left;
        equation.rest -= mine;
        if (dirty_.size() == equations.size()) dirty_[equations_of_cells[i]] = changed_since;
        if (equation.rest < 0 || equation.rest > i64(equation.left)) {
            contradiction = equation.clue;
            return false;
        }
        if (equation.left && clue_settles(equation.rest, i64(equation.left))) queue_.push(equations_of_cells[i]);
    }
    return true;
}

// Applies the queue from position `begin`: clues whose unknown cells are all mines or all safe, including those that
// join the queue meanwhile.
inline bool Problem::propagate(u64 begin) {
    for (u64 next = begin; next < queue_.size(); ++next) {
        const Equation equation = equations[queue_[next]];
        if (equation.left == 0) continue;
        const bool mine = equation.rest != 0;
        for (u32 i = 0; i < equation.count; ++i) {
            if (!settle(cells_of_equations[equation.first + i], mine)) return false;
        }
    }
    return true;
}

// Compares two clues that share cells: if one needs k more mines than the other and has k cells that the other doesn't
// see, those are mines, and the cells that only the other sees are safe. Repeats until nothing follows.
inline bool Problem::compare_pairs() {
    const u64 count = equations.size();
    failed_ = !dirty_.fill(count, never_compared) || !stamp_.fill(count, 0) || !member_.fill(frontier.size(), 0) ||
              !difference_.reserve(frontier.size());
    if (failed_) return false;
    u32 turn = 0;  // the current value of valid stamps; 0 is never valid
    for (bool again = true; again;) {
        again = false;
        for (u32 a = 0; a < count; ++a) {
            if (dirty_[a] == as_compared) continue;
            // Earlier equations that haven't changed have already been compared with it.
            const u32 begin = dirty_[a] == never_compared ? a : 0;
            dirty_[a] = as_compared;
            if (!equations[a].left) continue;
            ++turn;
            for (u32 i = 0; i < equations[a].count; ++i) member_[cells_of_equations[equations[a].first + i]] = turn;
            bool settled = false;
            for (u32 i = 0; i < equations[a].count && !settled; ++i) {
                const u32 cell = cells_of_equations[equations[a].first + i];
                if (cells[frontier[cell]] != Cell::unknown) continue;
                for (u32 j = equations_of_cells_first[cell]; j < equations_of_cells_first[cell + 1] && !settled; ++j) {
                    const u32 b = equations_of_cells[j];
                    if ((b < begin && dirty_[b] == as_compared) || b == a || stamp_[b] == turn) continue;
                    stamp_[b] = turn;
                    const Equation& other = equations[b];
                    const i64 more = equations[a].rest - other.rest;
                    // a has at least left(a) - left(b) cells of its own, and likewise for b: most pairs are rejected
                    // here.
                    if (more < 0 ? -more > i64(other.left) : more > i64(equations[a].left)) continue;
                    i64 common = 0;
                    for (u32 k = 0; k < other.count; ++k) {
                        const u32 shared = cells_of_equations[other.first + k];
                        common += member_[shared] == turn && cells[frontier[shared]] == Cell::unknown;
                    }
                    const i64 own = i64(equations[a].left) - common, its = i64(other.left) - common;
                    const PairSays says = pair_says(equations[a].rest, other.rest, own, its);
                    if (says == PairSays::nothing) {
                        if (own + its == 0 && more != 0) {
                            contradiction = other.clue;
                            return false;
                        }
                        continue;
                    }
                    settled = true;
                    if (!settle_difference(a, b, says == PairSays::mines_in_first)) return false;
                }
            }
            // The lists have changed during the loop: compare this clue again.
            if (settled) {
                dirty_[a] = changed_since;
                again = true;
            }
        }
    }
    return true;
}

// Settles the cells that only one of two clues sees: mines for a and safe for b, or vice versa.
inline bool Problem::settle_difference(u32 a, u32 b, bool mines_in_a) {
    const u64 begin = queue_.size();
    for (int side = 0; side < 2; ++side) {
        const Equation own = equations[side ? b : a];
        const Equation other = equations[side ? a : b];
        difference_.clear();
        for (u32 i = 0; i < own.count; ++i) {
            const u32 cell = cells_of_equations[own.first + i];
            if (cells[frontier[cell]] != Cell::unknown) continue;
            bool shared = false;
            for (u32 j = 0; j < other.count && !shared; ++j) shared = cells_of_equations[other.first + j] == cell;
            if (!shared) difference_.push(cell);
        }
        for (u64 i = 0; i < difference_.size(); ++i) {
            if (!settle(difference_[i], (side == 0) == mines_in_a)) return false;
        }
    }
    return propagate(begin);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

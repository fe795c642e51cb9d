// The cells at the end of a game that aren't open, by numbers below 64, as PlaySearch wants to know them: who touches whom, which
// can't be told from each other, and the name of a position.
#pragma once

#include "play/grid_symmetry.hpp"
#include "solve/deduction.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class CoveredCells {
  public:
    // The unknown cells of a problem: those that share clues come one after the other, those that no clue sees last. Behind them
    // the cells that touch them and are safe for certain. False where there are more than 64, or memory is short.
    bool make(const Problem& problem);
    bool failed() const { return number_of_.failed(); }

    u64 unknown() const { return unknown_; }  // how many are; the others are safe
    u64 cell(u64 number) const { return cell_[number]; }
    // Of an unknown cell: its number among those that clues see, or no_group.
    u32 frontier(u64 number) const { return frontier_[number]; }

    u64 all() const { return low_mask(unsigned(count_)); }
    u64 near(u64 number) const { return near_[number]; }

    // As of GridSymmetry: of cells that the open clues can't tell from each other.
    bool are_twins(u64 one, u64 other, u64 among) const {
        const u64 both = (u64{1} << one) | (u64{1} << other);
        return group_[one] == group_[other] && ((near_[one] ^ near_[other]) & among & ~both) == 0;
    }

    // As of GridSymmetry; only positions that are the same are alike here.
    template <class Layout>
    PositionKey key(u64 unknown, u64 layouts, Layout&& layout) const {
        PositionKey found{stream_value(0xb0a2, unknown), stream_value(0x1dea, unknown)};
        for (u64 i = 0; i < layouts; ++i) {
            const u64 mines = layout(i) & unknown;
            found.first += stream_value(0x5eed, mines);
            found.second += stream_value(0xca5e, mines);
        }
        return found;
    }

  private:
    bool add(u64 cell, u32 frontier, u32 group) {
        if (count_ == 64) return false;
        cell_[count_] = cell;
        frontier_[count_] = frontier;
        group_[count_] = group;
        number_of_[cell] = u8(count_++);
        return true;
    }
    bool add_all(const Problem& problem);

    u64 count_ = 0, unknown_ = 0;
    u64 cell_[64] = {};
    u32 frontier_[64] = {};
    u32 group_[64] = {};  // the clues that see it, as a whole
    u64 near_[64] = {};
    Array<u8> number_of_;  // of the cells of the board, or 64; all of them are 64 between two calls
};

inline bool CoveredCells::add_all(const Problem& problem) {
    for (u64 i = 0; i < problem.group_order.size(); ++i) {
        const u32 group = problem.group_order[i];
        for (u64 f = 0; f < problem.frontier.size(); ++f) {
            if (problem.group_of[f] == group && !add(problem.frontier[f], u32(f), group)) return false;
        }
    }
    if (count_ + problem.unseen > 64) return false;
    for (u64 i = 0; problem.unseen && i < problem.g->cells; ++i) {
        if (problem.cells[i] != Cell::unknown || problem.frontier_of[i] != no_group) continue;
        if (!add(i, no_group, no_group)) return false;
    }
    unknown_ = count_;
    // Safe cells tell something where they touch unknown ones.
    for (u64 number = 0; number < unknown_; ++number) {
        bool fits = true;
        problem.around(cell_[number], [&](u64 other) {
            if (problem.cells[other] == Cell::proven_safe && number_of_[other] == 64) fits = fits && add(other, no_group, no_group);
        });
        if (!fits) return false;
    }
    return true;
}

inline bool CoveredCells::make(const Problem& problem) {
    count_ = unknown_ = 0;
    if (number_of_.size() != problem.g->cells) {
        number_of_.clear();
        if (!number_of_.fill(problem.g->cells, 64)) return false;
    }
    const bool fits = add_all(problem);
    for (u64 number = 0; fits && number < count_; ++number) {
        near_[number] = 0;
        problem.around(cell_[number], [&](u64 other) {
            // Safe cells are no mines: clues are the same without them.
            if (number_of_[other] < unknown_) near_[number] |= u64{1} << number_of_[other];
        });
    }
    for (u64 number = 0; number < count_; ++number) number_of_[cell_[number]] = 64;
    return fits;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

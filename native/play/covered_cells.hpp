// The covered cells at the end of a game, numbered from 0 to at most 63 for PlaySearch: their neighbours,
// indistinguishable cells, and position keys.
#pragma once

#include "play/grid_symmetry.hpp"
#include "solve/deduction.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Covered cells, numbered for PlaySearch, and the groups of those that no open clue distinguishes.
class NumberedCells {
  public:
    u64 count() const { return count_; }
    u64 cell(u64 number) const { return cell_[number]; }
    u64 all() const { return low_mask(unsigned(count_)); }
    u64 near(u64 number) const { return near_[number]; }

    void clear() { count_ = 0; }
    // Returns false if there are 64 cells already.
    bool add(u64 cell, u32 group) {
        if (count_ == 64) return false;
        cell_[count_] = cell;
        group_[count_++] = group;
        return true;
    }
    void set_near(u64 number, u64 near) { near_[number] = near; }
    // Moves the cells of `seen` to new groups, from `fresh` on, because a clue distinguishes them from the others.
    void part_groups(u64 seen, u32& fresh) {
        u32 before[64];
        std::memcpy(before, group_, sizeof before);
        for (u64 left = seen; left; left &= left - 1) {
            const u64 number = lowest(left);
            u64 same = seen & low_mask(unsigned(number));
            while (same && before[lowest(same)] != before[number]) same &= same - 1;
            group_[number] = same ? group_[lowest(same)] : fresh++;
        }
    }

    // As in GridSymmetry: whether no open clue distinguishes two cells.
    bool are_twins(u64 one, u64 other, u64 among) const {
        const u64 both = (u64{1} << one) | (u64{1} << other);
        return group_[one] == group_[other] && ((near_[one] ^ near_[other]) & among & ~both) == 0;
    }

    // As in GridSymmetry, but only identical positions share a key.
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
    u64 count_ = 0;
    u64 cell_[64] = {}, near_[64] = {};
    u32 group_[64] = {};  // the set of clues that see it, including future clues of safe cells
};

class CoveredCells : public NumberedCells {
  public:
    // Takes the unknown cells of a problem; cells that share clues get adjacent numbers, and cells that no clue sees
    // come last. Returns false if there are more than 64, or memory ran out.
    bool make(const Problem& problem);
    bool failed() const { return number_of_.failed() || safe_.failed(); }

    // The frontier index of an unknown cell, or no_group if no clue sees it.
    u32 frontier(u64 number) const { return frontier_[number]; }

    // Certainly safe cells next to unknown ones, with those neighbours; there may be more than 64.
    struct Safe {
        u64 cell, near;
    };
    const Array<Safe>& safe() const { return safe_; }

  private:
    bool add_all(const Problem& problem);
    bool add_unknown(u64 cell, u32 frontier, u32 group) {
        if (!add(cell, group)) return false;
        frontier_[count() - 1] = frontier;
        number_of_[cell] = u8(count() - 1);
        return true;
    }
    u64 unknown_near(const Problem& problem, u64 cell) const {
        u64 found = 0;
        problem.around(cell, [&](u64 other) {
            // Settled cells contribute equally to the clue in every layout, so only unknown ones matter.
            if (number_of_[other] < 64) found |= u64{1} << number_of_[other];
        });
        return found;
    }

    u32 frontier_[64] = {};
    Array<Safe> safe_;
    Array<u8> number_of_;  // per cell of the board: its number, or 64 if it has none; all are 64 between calls
};

inline bool CoveredCells::add_all(const Problem& problem) {
    for (u64 i = 0; i < problem.group_order.size(); ++i) {
        const u32 group = problem.group_order[i];
        for (u64 f = 0; f < problem.frontier.size(); ++f) {
            if (problem.group_of[f] == group && !add_unknown(problem.frontier[f], u32(f), group)) return false;
        }
    }
    if (count() + problem.unseen > 64) return false;
    for (u64 i = 0; problem.unseen && i < problem.g->cells; ++i) {
        if (problem.cells[i] != Cell::unknown || problem.frontier_of[i] != no_group) continue;
        if (!add_unknown(i, no_group, no_group)) return false;
    }
    return true;
}

inline bool CoveredCells::make(const Problem& problem) {
    clear();
    safe_.clear();
    if (number_of_.size() != problem.g->cells) {
        number_of_.clear();
        if (!number_of_.fill(problem.g->cells, 64)) return false;
    }
    const bool fits = add_all(problem);
    for (u64 number = 0; fits && number < count(); ++number) set_near(number, unknown_near(problem, cell(number)));
    for (u64 i = 0; fits && problem.has_safe_cell() && i < problem.g->cells; ++i) {
        if (problem.cells[i] != Cell::proven_safe) continue;
        const u64 near = unknown_near(problem, i);
        if (near) safe_.push(Safe{i, near});
    }
    u32 fresh = u32(problem.group_order.size());
    for (u64 s = 0; s < safe_.size(); ++s) part_groups(safe_[s].near, fresh);
    for (u64 number = 0; number < count(); ++number) number_of_[cell(number)] = 64;
    return fits && !safe_.failed();
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Finds what some of a view's clues imply on their own: the others are silenced, so that their cells stay open but
// their numbers aren't used. To ignore the number of mines, extra covered cells are added that can hold the remaining
// mines.
#pragma once

#include "board/pace.hpp"
#include "solve/analysis.hpp"
#include "solve/reasons/facts.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Finds a minimal sufficient subset of items, in their order, preferring early ones; `is_found` reports whether all of
// them together suffice. `holds(items, count, result)` tests a subset, and must be monotonic.
class Smallest {
  public:
    Array<u32> needed;
    bool is_found = false;

    template <class Holds>
    Solved find(const Array<u32>& items, Holds&& holds) {
        needed.clear();
        places_.clear();
        is_found = false;
        u64 left = items.size();
        const auto ask = [&](u64 front, bool& holds_so) {
            tried_.clear();
            for (u64 i = 0; i < places_.size(); ++i) tried_.push(items[places_[i]]);
            for (u64 i = 0; i < front; ++i) tried_.push(items[i]);
            return tried_.failed() || places_.failed() ? Solved::out_of_memory : holds(tried_.data(), tried_.size(), holds_so);
        };
        bool suffices = false;
        Solved solved = ask(0, suffices);
        if (solved != Solved::done || suffices) {
            is_found = suffices;
            return solved;
        }
        solved = ask(left, suffices);
        if (solved != Solved::done || !suffices) return solved;
        for (suffices = false; !suffices;) {
            if (!left) return Solved::done;
            // The shortest sufficient prefix of the items: its last item is needed.
            u64 low = 0, high = 1;
            while (high < left) {
                solved = ask(high, suffices);
                if (solved != Solved::done) return solved;
                if (suffices) break;
                low = high;
                high *= 2;
            }
            if (high > left) high = left;
            while (high - low > 1) {
                const u64 middle = (low + high) / 2;
                solved = ask(middle, suffices);
                if (solved != Solved::done) return solved;
                (suffices ? high : low) = middle;
            }
            left = high - 1;
            places_.push(u32(left));
            solved = ask(0, suffices);
            if (solved != Solved::done) return solved;
        }
        sort_ascending(places_.data(), places_.size());
        for (u64 i = 0; i < places_.size(); ++i) needed.push(items[places_[i]]);
        is_found = true;
        return needed.failed() ? Solved::out_of_memory : Solved::done;
    }

  private:
    Array<u32> places_, tried_;
};

class Prover {
  public:
    explicit Prover(const Geometry& geometry) : solver_(geometry) {}

    const Problem& problem() const { return solver_.problem; }

    // Resets the cells that later questions assume to be known: only the view's mines remain. The caller may add
    // others.
    bool begin(const Facts& facts) {
        const Array<std::int32_t>& silent = facts.silent();
        known_mines_ = facts.shown();
        if (!known_.resize(silent.size())) return false;
        std::memcpy(known_.data(), silent.data(), std::size_t(silent.size()) * sizeof(std::int32_t));
        return true;
    }
    void know(u32 cell, bool is_mine) {
        known_[cell] = is_mine ? std::int32_t(code_mine) : std::int32_t(code_silent);
        known_mines_ += is_mine;
    }

    // Reports in `is_refuted` whether no layout with the given number of mines (or with any number) is consistent with
    // the given clues and the known cells; false also if the answer would take too much work.
    Solved refute(Facts& facts, const u32* clues, u64 count, u64 mines, const Limits& limits, bool& is_refuted) {
        is_refuted = false;
        // Many small questions also add up to a long time, so each checks for a stop.
        if (is_stopped(limits)) return Solved::stopped;
        const Solved solved = prepare(facts, clues, count, mines);
        if (solved != Solved::done) return solved;
        const Solved fits = solver_.find_fit(codes_.data(), mines_of(mines), limits);
        solver_.problem.spare = 0;
        is_refuted = fits == Solved::contradiction;
        return fits == Solved::contradiction || fits == Solved::over_budget ? Solved::done : fits;
    }

    // Computes mine chances from all clues and the known cells, for any number of mines; `is_found` reports whether
    // that was possible.
    Solved find_chances(Facts& facts, const u32* clues, u64 count, const Limits& limits, Array<double>& chances, bool& is_found) {
        is_found = false;
        if (!chances.resize(facts.silent().size())) return Solved::out_of_memory;
        const Solved solved = prepare(facts, clues, count, any_mines);
        if (solved != Solved::done) return solved;
        const Solved found = solver_.analyse(codes_.data(), mines_of(any_mines), false, limits, chances.data());
        solver_.problem.spare = 0;
        is_found = found == Solved::done;
        return found == Solved::contradiction || found == Solved::over_budget ? Solved::done : found;
    }

    // Lists all clues by number, those nearest to the `start` cells first: each shares a covered cell with an earlier
    // clue. With `among`, a mark per clue, lists at most `most` of the marked clues.
    bool order(Facts& facts, const u32* start, u64 starts, Array<u32>& clues, const u8* among, u64 most);

  private:
    u64 mines_of(u64 mines) const { return mines == any_mines ? known_mines_ + known_.size() : mines; }
    Solved prepare(Facts& facts, const u32* clues, u64 count, u64 mines) {
        if (!codes_.resize(known_.size())) return Solved::out_of_memory;
        std::memcpy(codes_.data(), known_.data(), std::size_t(known_.size()) * sizeof(std::int32_t));
        for (u64 i = 0; i < count; ++i) {
            const u32 cell = facts.cell_of(clues[i]);
            codes_[cell] = facts.code(cell);
        }
        solver_.problem.spare = mines == any_mines ? 2 * known_.size() : 0;
        return Solved::done;
    }

    Solver solver_;
    Array<std::int32_t> known_, codes_;
    Array<u32> queue_;
    Array<u8> is_found_;
    u64 known_mines_ = 0;
};

inline bool Prover::order(Facts& facts, const u32* start, u64 starts, Array<u32>& clues, const u8* among, u64 most) {
    clues.clear();
    queue_.clear();
    if (!is_found_.fill(facts.clues(), 0)) return false;
    const u32 turn = facts.turns(1);
    const auto put = [&](u32 cell) {
        if (facts.mark(cell) == turn) return;
        facts.mark(cell) = turn;
        queue_.push(cell);
    };
    const auto find = [&](u32 clue) {
        if (is_found_[clue]) return;
        is_found_[clue] = 1;
        if (!among || among[clue]) clues.push(clue);
        const Numbers cells = facts.around(clue);
        for (u32 i = 0; i < cells.count; ++i) put(cells[i]);
    };
    for (u64 i = 0; i < starts; ++i) put(start[i]);
    for (u64 next = 0; next < queue_.size() && clues.size() < most && !queue_.failed(); ++next) {
        const u32 cell = queue_[next];
        if (facts.code(cell) >= 0) find(facts.clue_at(cell));
        const Numbers touching = facts.touching(cell);
        for (u32 i = 0; i < touching.count; ++i) find(touching[i]);
    }
    for (u32 clue = 0; clue < facts.clues() && clues.size() < most; ++clue) {
        if (!is_found_[clue] && (!among || among[clue])) clues.push(clue);
    }
    return !clues.failed() && !queue_.failed() && !facts.failed();
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// What the number of mines settles, on its own or together with clues that share no covered cell.
#pragma once

#include "solve/reasons/facts.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Maximum number of combinations of clues tried.
constexpr u32 most_shares = 2000;

class Shares {
  public:
    explicit Shares(Facts& facts) : facts_(facts) {}

    Solved share(bool& any);

  private:
    struct Sharer {
        u32 clue;
        i64 gain, beyond;  // `beyond`: total gain of this and all later clues
    };
    struct Turn {
        u64 place;
        i64 left;
        u64 chosen;  // number of clues chosen before this turn
        u32 clue;    // the clue chosen in this turn, or no_number
    };

    Solved conclude(bool is_mine);
    bool find(bool is_mine, i64 goal);
    bool failed() const {
        return sharers_.failed() || turns_.failed() || chosen_.failed() || used_.failed() || facts_.failed();
    }
    // The order of clues: largest gain first, then by number.
    static bool comes_first(const Sharer& a, const Sharer& b) { return a.gain > b.gain || (a.gain == b.gain && a.clue < b.clue); }
    void sort();

    Facts& facts_;
    Array<Sharer> sharers_;
    Array<Turn> turns_;
    Array<u32> chosen_, used_;
};

inline Solved Shares::share(bool& any) {
    const Array<u32>& covered = facts_.covered();
    i64 unknown = 0;
    for (u64 i = 0; i < covered.size(); ++i) unknown += !facts_.is_known(covered[i]);
    if (!unknown) return Solved::done;
    const i64 left = i64(facts_.mines()) - i64(facts_.shown()) - i64(facts_.found());
    chosen_.clear();
    if (left == 0 || left == unknown) {
        any = true;
        return conclude(left != 0);
    }
    // Count unknown cells that some clue touches.
    const u32 turn = facts_.turns(1);
    i64 frontier = 0;
    for (u32 clue = 0; clue < facts_.clues(); ++clue) {
        const Numbers cells = facts_.around(clue);
        for (u32 i = 0; i < cells.count; ++i) {
            if (facts_.is_known(cells[i]) || facts_.mark(cells[i]) == turn) continue;
            facts_.mark(cells[i]) = turn;
            ++frontier;
        }
    }
    for (int is_mine = 0; is_mine < 2; ++is_mine) {
        const i64 goal = is_mine ? unknown - left : left;
        if (goal > frontier) continue;
        const bool is_found = find(is_mine, goal);
        if (failed()) return Solved::out_of_memory;
        if (!is_found) continue;
        i64 touched = 0;
        for (u64 i = 0; i < chosen_.size(); ++i) touched += facts_.clue(chosen_[i]).left;
        if (touched >= unknown) continue;
        any = true;
        return conclude(is_mine);
    }
    return failed() ? Solved::out_of_memory : Solved::done;
}

inline void Shares::sort() {
    const u64 count = sharers_.size();
    const auto sift = [&](u64 place, u64 size) {
        const Sharer own = sharers_[place];
        for (u64 child; (child = 2 * place + 1) < size; place = child) {
            if (child + 1 < size && comes_first(sharers_[child], sharers_[child + 1])) ++child;
            if (!comes_first(own, sharers_[child])) break;
            sharers_[place] = sharers_[child];
        }
        sharers_[place] = own;
    };
    for (u64 i = count / 2; i-- > 0;) sift(i, count);
    for (u64 size = count; size-- > 1;) {
        const Sharer top = sharers_[0];
        sharers_[0] = sharers_[size];
        sharers_[size] = top;
        sift(0, size);
    }
}

// Searches for clues without shared cells whose gains add up to a goal, and stores them in `chosen_`; returns false if
// a short search finds none.
inline bool Shares::find(bool is_mine, i64 goal) {
    sharers_.clear();
    chosen_.clear();
    turns_.clear();
    for (u32 clue = 0; clue < facts_.clues(); ++clue) {
        const ClueFacts& own = facts_.clue(clue);
        const i64 gain = is_mine ? i64(own.left) - own.need : own.need;
        if (own.left && gain > 0) sharers_.push(Sharer{clue, gain, 0});
    }
    if (failed()) return false;
    sort();
    i64 beyond = 0;
    for (u64 i = sharers_.size(); i-- > 0;) sharers_[i].beyond = beyond += sharers_[i].gain;
    // The cells of chosen clues are marked; dropping a clue removes its marks.
    const u32 turn = facts_.turns(1);
    const auto mark = [&](u32 clue, u32 as) {
        const Numbers cells = facts_.around(clue);
        for (u32 i = 0; i < cells.count; ++i) facts_.mark(cells[i]) = as;
    };
    turns_.push(Turn{0, goal, 0, no_number});
    for (u32 tries = 0; turns_.size() && tries < most_shares && !failed(); ++tries) {
        const Turn own = turns_.last();
        turns_.resize(turns_.size() - 1);
        while (chosen_.size() > own.chosen) {
            mark(chosen_.last(), 0);
            chosen_.resize(chosen_.size() - 1);
        }
        if (own.clue != no_number) {
            mark(own.clue, turn);
            chosen_.push(own.clue);
        }
        if (own.left == 0) return true;
        if (own.place == sharers_.size() || sharers_[own.place].beyond < own.left) continue;
        const Sharer next = sharers_[own.place];
        turns_.push(Turn{own.place + 1, own.left, chosen_.size(), no_number});
        if (next.gain > own.left) continue;
        const Numbers cells = facts_.around(next.clue);
        bool is_apart = true;
        for (u32 i = 0; i < cells.count && is_apart; ++i) is_apart = facts_.mark(cells[i]) != turn;
        if (is_apart) turns_.push(Turn{own.place + 1, own.left - next.gain, chosen_.size(), next.clue});
    }
    return false;
}

// Concludes that all cells that touch no chosen clue are safe, or mines.
inline Solved Shares::conclude(bool is_mine) {
    Draft& draft = facts_.draft;
    draft.begin();
    used_.clear();
    const u32 turn = facts_.turns(1);
    for (u64 i = 0; i < chosen_.size(); ++i) {
        const Numbers cells = facts_.around(chosen_[i]);
        for (u32 j = 0; j < cells.count; ++j) facts_.mark(cells[j]) = turn;
        draft.clues.push(facts_.cell_of(chosen_[i]));
    }
    // To conclude that cells elsewhere are safe, all known mines are needed as premises; to conclude that they are
    // mines, all known safe cells.
    const Array<u32>& covered = facts_.covered();
    for (u64 i = 0; i < covered.size(); ++i) {
        const u32 cell = covered[i];
        if (facts_.mark(cell) == turn) continue;
        if (!facts_.is_known(cell)) {
            draft.cells.push(cell);
        } else if (facts_.is_mine(cell) != is_mine) {
            used_.push(cell);
        }
    }
    draft.say(chosen_.size());
    for (u64 i = 0; i < chosen_.size(); ++i) {
        draft.say(facts_.cell_of(chosen_[i]));
        draft.grounds.push(facts_.clue(chosen_[i]).rest);
    }
    draft.say(facts_.mines());
    draft.say(facts_.shown() + (is_mine ? 0 : used_.size()));
    draft.say(is_mine ? used_.size() : 0);
    if (failed()) return Solved::out_of_memory;
    facts_.because(used_);
    return facts_.conclude(ReasonRule::count, is_mine, Grounds::share);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

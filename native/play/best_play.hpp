// The value of the best play from the first open on: every way to go on is tried, on boards of at most 64 cells.
//
// A position is the set of layouts that still fit, as in endgame.hpp. What makes this search reach further:
//
// - Cells that are safe for certain are opened first, all of them; only what is left then is a position that is kept.
// - Positions that a symmetry, an exchange of twins or a shift makes alike are one (grid_symmetry.hpp).
// - A cell that shows the same clue wherever it is safe is no candidate as long as another one is: to open it later is never
//   worse. Of cells that can't be told from each other one is tried.
// - No play wins more layouts of a position than those in which its safest cell is safe. Summed over the answers of a cell
//   this bounds what it can win; cells are tried by that, and left as soon as they can't be better than the best one. What is
//   asked of a position is therefore its value if it is above some number, and otherwise just a bound.
// - Up to some thousand layouts a position is a set of bits (layout_columns.hpp), and all steps are done by word; up to 64 it
//   is one word, and what is known of these is forgotten soon.
//
// Values are whole numbers and don't depend on the order of work; what is known of one first cell serves the next.
#pragma once

#include "play/known_values.hpp"
#include "play/layout_columns.hpp"
#include "solve/limits.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class BestPlay {
  public:
    // False where memory was short; for grids of at most 64 cells.
    bool make(const Geometry& g) {
        return symmetry_.make(g) && known_.clear() && recent_.fill(recent_size, Recent{});
    }

    // How many layouts the best play wins that opens `first` at first: of those that keep what is promised of it. States are
    // positions looked at; bytes are all that it holds.
    Solved wins(u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& found);

    u64 first_like(u64 cell) const { return symmetry_.first_like(cell); }
    u64 looked_at() const { return looked_at_; }  // positions, by the latest call
    u64 kept() const { return known_.size(); }    // positions with a value or a bound

    // That it holds now.
    u64 bytes() const {
        u64 sum = known_.bytes() + pool_.bytes() + parts_.bytes() + sets_.bytes();
        for (const LayoutColumns& each : columns_) sum += each.bytes();
        return sum;
    }

  private:
    // Part of a position that an open leads to, all safe cells opened. It lies in pool_ or, as bits, in sets_.
    struct Part {
        u64 begin;
        u32 count;
        u32 most;          // no play wins more
        bool is_exact;
        bool is_named;
        bool is_set;       // begin is in sets_, otherwise in pool_
        u64 unknown;
        PositionKey key;
    };
    struct Candidate {
        u64 number;
        u32 safe, most;
        u64 parts, parts_end;
    };
    struct Recent {
        u64 set = 0;
        u32 round = 0;
        u8 wins = 0;
        bool is_exact = false;
    };
    static constexpr u64 recent_size = u64{1} << 14;
    static constexpr u64 largest_set = 64;  // words
    static constexpr u64 few_per_word = 4;

    bool enumerate(u64 first, u64 kept, u64 mines);
    u64 split(u64 begin, u64 count, u64 cell, u64 to, u64* ends);
    void settle(u64 begin, u64 count, u64 opened);
    bool lay_out(u64 begin, u64 count, u64 cell, u64 top);
    u64 list_value(const Part& part, u64 bar);
    u64 part_value(const Part& part, u64 bar);
    template <class Layout>
    u64 set_value(u64 count, u64 unknown, u64 bar, Layout&& layout);

    template <unsigned Words>
    void settle_set(const LayoutColumns& own, u64 set, u64 done);
    template <unsigned Words>
    bool answer_set(const LayoutColumns& own, u64 set, unsigned number, u64 done, u64 goal, u64& possible);
    template <unsigned Words>
    u64 value(const LayoutColumns& own, u64 set, u64 count, u64 bar);
    // The layouts of a set, behind each other at the end of pool_.
    template <unsigned Words>
    bool copy_out(const LayoutColumns& own, u64 set, u64 count) {
        u64 to = pool_.size();
        if (!pool_.resize(to + count)) return give_up(Solved::out_of_memory);
        for (unsigned w = 0; w < Words; ++w) {
            for (u64 left = sets_[set + w]; left; left &= left - 1) pool_[to++] = own.layout(64 * w + lowest(left));
        }
        return true;
    }
    template <unsigned Words>
    void look_up(const LayoutColumns& own, Part& part);
    template <unsigned Words>
    u64 part_of_set_value(const LayoutColumns& own, const Part& part, u64 bar);

    void note(const PositionKey& key, u64 wins, bool is_exact);
    void apply(Part& part, const KnownValue* known) {
        if (!known) return;
        part.is_exact = known->is_exact;
        part.most = known->is_exact || known->wins < part.most ? known->wins : part.most;
    }
    bool give_up(Solved why) {
        if (!failed_) why_ = why;
        failed_ = true;
        return false;
    }
    // Counts work in steps of about a nanosecond.
    bool go_on(u64 steps) {
        steps_ += steps;
        if (steps_ >= u64{1} << 17) {
            steps_ = 0;
            if (limits_->stop && limits_->stop(limits_->stop_with)) give_up(Solved::stopped);
            // Lists of layouts grow as well, on the way down.
            if (bytes() > limits_->bytes) give_up(Solved::over_budget);
        }
        return !failed_;
    }

    GridSymmetry symmetry_;
    KnownValues known_;
    Array<u64> pool_;           // layouts: those of every position on the way down, one after the other
    Array<u64> sets_;           // the same as bits
    Array<Part> parts_;
    LayoutColumns columns_[4];  // of 1, 4, 16 and 64 words: one of each is in use at a time
    Array<Recent> recent_;      // of the columns of one word
    u32 round_ = 0;
    u64 steps_ = 0, looked_at_ = 0;
    const Limits* limits_ = nullptr;
    bool failed_ = false;
    Solved why_ = Solved::done;
};

inline void BestPlay::note(const PositionKey& key, u64 wins, bool is_exact) {
    if (known_.is_full()) {
        if (bytes() + known_.bytes_to_grow() > limits_->bytes) {
            give_up(Solved::over_budget);
        } else if (!known_.grow()) {
            give_up(Solved::out_of_memory);
        }
        if (failed_) return;
    }
    known_.put(key, KnownValue{u32(wins), is_exact});
}

// Every layout that fits, with `first` safe.
inline bool BestPlay::enumerate(u64 first, u64 kept, u64 mines) {
    u8 place[64];
    u64 places = 0;
    for (u64 left = symmetry_.all() & ~kept & ~(u64{1} << first); left; left &= left - 1) place[places++] = u8(lowest(left));
    if (mines > places) return true;
    // So many there are; no more than fit in memory twice are wanted.
    const u64 most = limits_->bytes / 16 < u64{1} << 31 ? limits_->bytes / 16 : u64{1} << 31;
    u64 count = 1;
    for (u64 i = 0; i < mines; ++i) {
        const u64 fewer = mines < places - mines ? mines : places - mines;
        if (i < fewer) count = count * (places - i) / (i + 1);
        if (count > most) return give_up(Solved::over_budget);
    }
    if (!pool_.reserve(2 * count)) return give_up(Solved::out_of_memory);
    u64 chosen = low_mask(unsigned(mines));
    for (u64 n = 0; n < count; ++n) {
        u64 layout = 0;
        for (u64 left = chosen; left; left &= left - 1) layout |= u64{1} << place[lowest(left)];
        pool_.push(layout);
        if (!go_on(16)) return false;
        if (n + 1 == count) break;
        // The next number with as many bits.
        const u64 low = chosen & (0 - chosen), ripple = chosen + low;
        chosen = ripple | (((chosen ^ ripple) >> 2) >> lowest(low));
    }
    return true;
}

// Puts the layouts in which a cell is safe behind each other from pool_[to] on, by the clue that it shows there. Gives how
// many clues there are, and where the layouts of each end.
inline u64 BestPlay::split(u64 begin, u64 count, u64 cell, u64 to, u64* ends) {
    const u64 near = symmetry_.near(cell);
    const unsigned most = population(near) + 1;
    u64 at[65];
    for (unsigned clue = 0; clue < most; ++clue) at[clue] = 0;
    u64* const pool = pool_.data();
    for (u64 i = begin; i < begin + count; ++i) {
        if (!((pool[i] >> cell) & 1)) ++at[population(pool[i] & near)];
    }
    u64 found = 0;
    for (unsigned clue = 0; clue < most; ++clue) {
        const u64 own = at[clue];
        at[clue] = to;
        to += own;
        if (own) ends[found++] = to;
    }
    for (u64 i = begin; i < begin + count; ++i) {
        if (!((pool[i] >> cell) & 1)) pool[at[population(pool[i] & near)]++] = pool[i];
    }
    go_on(2 * count);
    return found;
}

// Opens every cell that is safe for certain and tells something; what this comes to is pushed onto parts_.
inline void BestPlay::settle(u64 begin, u64 count, u64 opened) {
    if (failed_ || count == 1) return;
    u64 any = 0, every = ~u64{0};
    for (u64 i = begin; i < begin + count; ++i) {
        any |= pool_[i];
        every &= pool_[i];
    }
    const u64 unknown = any & ~every;
    for (u64 safe = symmetry_.all() & ~any & ~opened; safe; safe &= safe - 1) {
        const u64 cell = lowest(safe), near = symmetry_.near(cell);
        opened |= u64{1} << cell;
        if (!(near & unknown)) continue;
        const unsigned clue = population(pool_[begin] & near);
        u64 i = begin + 1;
        while (i < begin + count && population(pool_[i] & near) == clue) ++i;
        if (i == begin + count) continue;
        const u64 top = pool_.size();
        if (!pool_.resize(top + count)) {
            give_up(Solved::out_of_memory);
            return;
        }
        u64 ends[65];
        const u64 clues = split(begin, count, cell, top, ends);
        std::memcpy(pool_.data() + begin, pool_.data() + top, std::size_t(count) * sizeof(u64));
        pool_.resize(top);
        u64 from = begin;
        for (u64 c = 0; c < clues; ++c) {
            const u64 to = begin + (ends[c] - top);
            settle(from, to - from, opened);
            from = to;
        }
        return;
    }
    Part part{begin, u32(count), 1, true, false, false, unknown, PositionKey{0, 0}};
    if (count > 2) {
        // Of no more layouts than those in which the safest cell is safe. The mines of each cell are counted in binary.
        u64 digit[32];
        unsigned digits = 0;
        for (u64 i = begin; i < begin + count; ++i) {
            u64 carry = pool_[i];
            for (unsigned d = 0; carry; ++d) {
                if (d == digits) digit[digits++] = 0;
                const u64 next = digit[d] & carry;
                digit[d] ^= carry;
                carry = next;
            }
        }
        u64 among = unknown, mines = 0;
        for (unsigned d = digits; d-- > 0;) {
            const u64 without = among & ~digit[d];
            mines |= u64{without == 0} << d;
            among = without ? without : among;
        }
        part.most = u32(count - mines);
        part.is_exact = false;
    }
    parts_.push(part);
    if (parts_.failed()) give_up(Solved::out_of_memory);
    go_on(4 * count);
}

// What an open leads to, from pool_[top] and the end of parts_ on. False where it tells nothing.
inline bool BestPlay::lay_out(u64 begin, u64 count, u64 cell, u64 top) {
    if (!pool_.resize(top + count)) return give_up(Solved::out_of_memory);
    u64 ends[65];
    const u64 clues = split(begin, count, cell, top, ends);
    if (clues == 0) return false;
    pool_.resize(ends[clues - 1]);
    if (clues == 1) return false;
    u64 from = top;
    for (u64 c = 0; c < clues; ++c) {
        settle(from, ends[c] - from, u64{1} << cell);
        from = ends[c];
    }
    return !failed_;
}

inline u64 BestPlay::part_value(const Part& part, u64 bar) {
    const auto layout = [&](u64 i) { return pool_[part.begin + i]; };
    const PositionKey key = symmetry_.key(part.unknown, part.count, layout);
    if (const KnownValue* known = known_.find(key)) {
        if (known->is_exact || known->wins <= bar) return known->wins;
    }
    if (!go_on(16 * u64(part.count))) return 0;
    const u64 found = part.count <= 64 * largest_set ? set_value(part.count, part.unknown, bar, layout) : list_value(part, bar);
    if (failed_) return 0;
    note(key, found, found > bar);
    return found;
}

// How many layouts of a part the best play wins, where that is above `bar`; otherwise some number up to `bar` that it doesn't
// win more than. The depth of calls is at most the number of cells.
inline u64 BestPlay::list_value(const Part& part, u64 bar) {
    ++looked_at_;
    if (looked_at_ > limits_->states) give_up(Solved::over_budget);
    u64 every = ~u64{0};
    u64 mines[64] = {};
    for (u64 i = part.begin; i < part.begin + part.count; ++i) {
        every &= pool_[i];
        for (u64 left = pool_[i]; left; left &= left - 1) ++mines[lowest(left)];
    }
    if (!go_on(16 * u64(part.count))) return 0;
    Candidate list[64];
    u64 count = 0;
    for (u64 left = part.unknown; left; left &= left - 1) {
        const u64 cell = lowest(left);
        bool is_new = true;
        for (u64 i = 0; i < count && is_new; ++i) {
            is_new = !symmetry_.are_twins(cell, list[i].number, symmetry_.all() & ~every);
        }
        if (is_new) list[count++] = Candidate{cell, u32(part.count - mines[cell]), 0, 0, 0};
    }
    // One layout is always won. `most` is what can't be beaten by those that weren't tried to the end.
    u64 best = 1, most = 1;
    const u64 top = pool_.size(), first_part = parts_.size();
    const auto open = [&](Candidate& own) {
        own.most = 0;
        if (own.safe <= bar || !lay_out(part.begin, part.count, own.number, top)) return false;
        own.most = own.safe;
        for (u64 p = first_part; p < parts_.size(); ++p) own.most -= parts_[p].count - parts_[p].most;
        return true;
    };
    const auto close = [&] {
        pool_.resize(top);
        parts_.resize(first_part);
    };
    for (u64 c = 0; c < count; ++c) {
        if (list[c].safe <= bar) {
            most = list[c].safe > most ? list[c].safe : most;
        } else {
            open(list[c]);
            close();
            if (failed_) return 0;
        }
    }
    for (u64 i = 1; i < count; ++i) {
        const Candidate own = list[i];
        u64 at = i;
        for (; at > 0 && list[at - 1].most < own.most; --at) list[at] = list[at - 1];
        list[at] = own;
    }
    for (u64 c = 0; c < count; ++c) {
        const u64 goal = best > bar ? best : bar;
        if (list[c].most <= goal) {
            most = list[c].most > most ? list[c].most : most;
            break;
        }
        open(list[c]);
        if (failed_) return 0;
        u64 possible = list[c].most;
        for (u64 p = first_part; possible > goal && p < parts_.size(); ++p) {
            const Part own = parts_[p];
            if (own.is_exact) continue;
            // Short of that it can't help its candidate above the goal any more.
            const u64 room = possible - goal;
            const u64 found = part_value(own, own.most > room ? own.most - room : 0);
            if (failed_) return 0;
            possible -= own.most - found;
        }
        close();
        best = possible > goal ? possible : best;
        most = possible > most ? possible : most;
    }
    return best > bar ? best : most;
}

inline Solved BestPlay::wins(u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& found) {
    limits_ = &limits;
    failed_ = false;
    why_ = Solved::done;
    looked_at_ = 0;
    found = 0;
    pool_.clear();
    sets_.clear();
    parts_.clear();
    const u64 around = promise == FirstOpen::opening ? symmetry_.near(first) : 0;
    if (!enumerate(first, around, mines)) return why_;
    const u64 count = pool_.size();
    if (count == 0) return Solved::done;
    // The first open itself: an answer that it is sure to give may come, too.
    if (!pool_.resize(2 * count)) return Solved::out_of_memory;
    u64 ends[65];
    const u64 clues = split(0, count, first, count, ends);
    u64 from = count;
    for (u64 c = 0; c < clues; ++c) {
        settle(from, ends[c] - from, u64{1} << first);
        from = ends[c];
    }
    const u64 parts = parts_.size();
    found = count;
    for (u64 p = 0; p < parts && !failed_; ++p) {
        const Part part = parts_[p];
        found -= part.count - (part.is_exact ? part.most : part_value(part, 0));
    }
    return why_;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

#include "play/best_play_sets.hpp"

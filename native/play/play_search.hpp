// The search for best play: it tries all continuations. It solves small boards (best_play.hpp) and the end of a game on
// any board (endgame.hpp), with at most 64 covered cells.
//
// The player's knowledge is the set of layouts that are still consistent. So a position is a set of layouts, and its
// value is the number of them that best play wins. These rules make the search fast:
//
// - All certainly safe cells are opened first; only the remaining position is stored.
// - Equivalent positions have one key, which `Cells` computes (grid_symmetry.hpp, covered_cells.hpp).
// - A cell that shows the same clue in all layouts in which it is safe is dead. It isn't a candidate while other cells
//   are, because opening it later is never worse. Among indistinguishable cells, only one is tried.
// - Layouts that differ only in dead cells count as one, and independent areas are searched separately
//   (play_search_areas.hpp).
// - No play wins more layouts of a position than those in which its safest cell is safe. Summed over the answers to a
//   cell, this bounds its wins. Cells are tried in the order of their bounds, and abandoned once they can't beat the
//   best one. So a query returns the value of a position if it is above a given number, otherwise only an upper bound.
// - A position of up to a few thousand layouts is a set of bits (layout_columns.hpp, play_search_sets.hpp), processed
//   word by word; values of one-word positions are cached only briefly.
//
// Values are integers and don't depend on the order of work.
#pragma once

#include "play/known_values.hpp"
#include "play/layout_columns.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// `Cells` numbers the covered cells from 0 to at most 63: all(), near(cell), are_twins(one, other, among) and
// key(unknown, layouts, layout), as in GridSymmetry.
template <class Cells>
class PlaySearch {
  public:
    static constexpr u64 no_cell = ~u64{0};

    Cells cells;
    Array<u64> pool;  // layouts as sets of mined cells: first the caller's position, then the search's positions

    // Clears all stored values. Returns false if memory ran out.
    bool make() { return known_.clear() && (recent_.size() || recent_.fill(recent_size, Recent{})); }

    // Starts new work with an empty pool. A step takes about 1 ns; the limit in bytes is on total memory.
    void start(const Limits& limits, u64 most_positions, u64 most_steps) {
        limits_ = &limits;
        most_positions_ = most_positions;
        most_steps_ = most_steps < no_end ? most_steps : no_end;
        failed_ = false;
        why_ = Solved::done;
        looked_at_ = steps_ = next_look_ = 0;
        pool.clear();
        sets_.clear();
        parts_.clear();
    }
    // Counts steps. Returns false once the search has failed.
    bool go_on(u64 steps) {
        steps_ += steps;
        if (steps_ >= next_look_) look_up_from_work();
        return !failed_;
    }
    bool give_up(Solved why) {
        if (!failed_) why_ = why;
        failed_ = true;
        return false;
    }
    // Continues the search for `more_steps` further steps.
    void go_on_with(const Limits& limits, u64 more_steps) {
        limits_ = &limits;
        most_steps_ = more_steps < no_end - steps_ ? steps_ + more_steps : no_end;
        next_look_ = steps_;
    }

    // Copies the layouts in which a cell is safe to pool[to] onwards, sorted by the clue that it shows. Returns the
    // number of different clues; for each of them, `ends` receives the end of its layouts.
    u64 split(u64 begin, u64 count, u64 cell, u64 to, u64* ends);
    // Splits in place, for a cell that is safe in all of these layouts and touches the cells in `near`. Returns 1 if it
    // shows the same clue in all, and 0 if memory ran out.
    u64 split_in_place(u64 begin, u64 count, u64 near, u64* ends);

    // How many of the `count` layouts from pool[begin] on best play wins; their order may change. Cells that are safe
    // in all layouts are opened first, except the already open cells in `opened`. Meaningless once the search has
    // failed.
    u64 wins(u64 begin, u64 count, u64 opened);
    // Like wins(); `first` receives the cell to open first, or no_cell if some cell is safe in all layouts.
    u64 wins_from(u64 begin, u64 count, u64& first);

    Solved why() const { return why_; }
    u64 looked_at() const { return looked_at_; }  // positions visited since the start
    u64 kept() const { return known_.size(); }    // positions with a known value or bound
    // Memory in use.
    u64 bytes() const {
        u64 sum = known_.bytes() + pool.bytes() + parts_.bytes() + sets_.bytes() + signatures_.bytes() + distinct_.bytes();
        for (const LayoutColumns& each : columns_) sum += each.bytes();
        return sum;
    }

  private:
    // A possible outcome of opening a cell, after opening all safe cells. Its layouts are in `pool` or, as bits, in
    // sets_.
    struct Part {
        u64 begin;
        u32 count;
        u32 most;          // upper bound on its wins
        bool is_exact;
        bool is_named;
        bool is_set;       // begin is in sets_, otherwise in `pool`
        u64 unknown;       // cells that are mines in some of the layouts
        PositionKey key;
    };
    struct Candidate {
        u64 cell;
        u32 safe, most;
    };
    struct Recent {
        u64 set = 0;
        u32 round = 0;
        u8 wins = 0;
        bool is_exact = false;
    };
    static constexpr u64 recent_size = u64{1} << 14;
    static constexpr u64 largest_set = 64;  // in words
    static constexpr u64 few_per_word = 4;
    static constexpr u64 most_areas = 8;
    static constexpr u64 no_end = u64{1} << 62;

    void look_up_from_work() {
        next_look_ = steps_ + (u64{1} << 17);
        if (limits_->stop && limits_->stop(limits_->stop_with)) give_up(Solved::stopped);
        // The lists of layouts also grow deeper in the search, so memory is checked here.
        if (steps_ > most_steps_ || bytes() > limits_->bytes) give_up(Solved::over_budget);
        if (next_look_ > most_steps_) next_look_ = most_steps_ + 1;
    }
    bool looked_at_one() { return ++looked_at_ <= most_positions_ || give_up(Solved::over_budget); }

    u64 split_around(u64 begin, u64 count, u64 own, u64 near, u64 to, u64* ends);
    void settle(u64 begin, u64 count, u64 opened);
    bool lay_out(u64 begin, u64 count, u64 cell, u64 top);
    u64 list_value(const Part& part, u64 bar, u64* first);
    u64 part_value(const Part& part, u64 bar, u64* first);
    u64 set_value(u64 begin, u64 count, u64 unknown, u64 bar, u64* first);
    u64 fewest_mines(u64 begin, u64 count, u64 among);

    // play_search_areas.hpp
    unsigned find_areas(u64 live, u64 dead, u64* areas) const;
    bool sign(const LayoutColumns& own, u64 live, const u64* areas, unsigned count);
    u64 count_distinct(u64 count, unsigned areas, u64 taken, u64 to);
    bool take_apart(const LayoutColumns& own, u64 begin, u64 bar, u64* first, u64& found);

    // play_search_sets.hpp
    template <unsigned Words>
    void settle_set(const LayoutColumns& own, u64 set, u64 done, u64 dead);
    template <unsigned Words>
    bool answer_set(const LayoutColumns& own, u64 set, unsigned number, u64 done, u64 dead, u64 goal, u64& possible);
    template <unsigned Words>
    u64 value(const LayoutColumns& own, u64 set, u64 count, u64 bar, u64* first);
    template <unsigned Words>
    bool copy_out(const LayoutColumns& own, u64 set, u64 count);
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

    KnownValues known_;
    Array<u64> sets_;           // like `pool`, but as bits: the sets of every position on the current path
    Array<Part> parts_;
    LayoutColumns columns_[4];  // for sets of 1, 4, 16 and 64 words: at most one of each is in use at a time
    Array<PositionKey> signatures_;
    Array<u32> distinct_;
    Array<Recent> recent_;      // recent values of one-word sets
    u32 round_ = 0;
    u64 steps_ = 0, next_look_ = 0, most_steps_ = 0, looked_at_ = 0, most_positions_ = 0;
    const Limits* limits_ = nullptr;
    bool failed_ = false;
    Solved why_ = Solved::done;
};

template <class Cells>
inline void PlaySearch<Cells>::note(const PositionKey& key, u64 wins, bool is_exact) {
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

template <class Cells>
inline u64 PlaySearch<Cells>::split(u64 begin, u64 count, u64 cell, u64 to, u64* ends) {
    return split_around(begin, count, u64{1} << cell, cells.near(cell), to, ends);
}

// `own` contains only the cell; it is empty if the cell is safe in all layouts.
template <class Cells>
inline u64 PlaySearch<Cells>::split_around(u64 begin, u64 count, u64 own, u64 near, u64 to, u64* ends) {
    const unsigned most = population(near) + 1;
    u64 at[65];
    for (unsigned clue = 0; clue < most; ++clue) at[clue] = 0;
    u64* const layouts = pool.data();
    for (u64 i = begin; i < begin + count; ++i) {
        if (!(layouts[i] & own)) ++at[population(layouts[i] & near)];
    }
    u64 found = 0;
    for (unsigned clue = 0; clue < most; ++clue) {
        const u64 shown = at[clue];
        at[clue] = to;
        to += shown;
        if (shown) ends[found++] = to;
    }
    for (u64 i = begin; i < begin + count; ++i) {
        if (!(layouts[i] & own)) layouts[at[population(layouts[i] & near)]++] = layouts[i];
    }
    go_on(2 * count);
    return found;
}

template <class Cells>
inline u64 PlaySearch<Cells>::split_in_place(u64 begin, u64 count, u64 near, u64* ends) {
    const unsigned clue = population(pool[begin] & near);
    u64 i = begin + 1;
    while (i < begin + count && population(pool[i] & near) == clue) ++i;
    if (i == begin + count) return 1;
    const u64 top = pool.size();
    if (!pool.resize(top + count)) {
        give_up(Solved::out_of_memory);
        return 0;
    }
    const u64 clues = split_around(begin, count, 0, near, top, ends);
    std::memcpy(pool.data() + begin, pool.data() + top, std::size_t(count) * sizeof(u64));
    pool.resize(top);
    for (u64 c = 0; c < clues; ++c) ends[c] -= top - begin;
    return clues;
}

// The minimum, over the given cells, of the number of layouts in which a cell is a mine.
template <class Cells>
inline u64 PlaySearch<Cells>::fewest_mines(u64 begin, u64 count, u64 among) {
    // A vertical binary counter per cell: digit[i] holds bit i of every cell's count of mines.
    u64 digit[32];
    unsigned digits = 0;
    for (u64 i = begin; i < begin + count; ++i) {
        u64 carry = pool[i];
        for (unsigned d = 0; carry; ++d) {
            if (d == digits) digit[digits++] = 0;
            const u64 next = digit[d] & carry;
            digit[d] ^= carry;
            carry = next;
        }
    }
    u64 mines = 0;
    for (unsigned d = digits; d-- > 0;) {
        const u64 without = among & ~digit[d];
        mines |= u64{without == 0} << d;
        among = without ? without : among;
    }
    return mines;
}

// Opens every cell that is certainly safe and gives information, and pushes the resulting part onto parts_.
template <class Cells>
inline void PlaySearch<Cells>::settle(u64 begin, u64 count, u64 opened) {
    if (failed_ || count == 1) return;
    u64 any = 0, every = ~u64{0};
    for (u64 i = begin; i < begin + count; ++i) {
        any |= pool[i];
        every &= pool[i];
    }
    const u64 unknown = any & ~every;
    for (u64 safe = cells.all() & ~any & ~opened; safe; safe &= safe - 1) {
        const u64 cell = lowest(safe), near = cells.near(cell);
        opened |= u64{1} << cell;
        if (!(near & unknown)) continue;
        u64 ends[65];
        const u64 clues = split_in_place(begin, count, near, ends);
        if (clues == 1) continue;
        u64 from = begin;
        for (u64 c = 0; c < clues; ++c) {
            settle(from, ends[c] - from, opened);
            from = ends[c];
        }
        return;
    }
    Part part{begin, u32(count), 1, true, false, false, unknown, PositionKey{0, 0}};
    if (count > 2) {
        part.most = u32(count - fewest_mines(begin, count, unknown));
        part.is_exact = false;
    }
    parts_.push(part);
    if (parts_.failed()) give_up(Solved::out_of_memory);
    go_on(4 * count);
}

// Appends the outcomes of opening a cell to `pool` (from `top`) and parts_. Returns false if it gives no information.
template <class Cells>
inline bool PlaySearch<Cells>::lay_out(u64 begin, u64 count, u64 cell, u64 top) {
    if (!pool.resize(top + count)) return give_up(Solved::out_of_memory);
    u64 ends[65];
    const u64 clues = split(begin, count, cell, top, ends);
    if (clues == 0) return false;
    pool.resize(ends[clues - 1]);
    if (clues == 1) return false;
    u64 from = top;
    for (u64 c = 0; c < clues; ++c) {
        settle(from, ends[c] - from, u64{1} << cell);
        from = ends[c];
    }
    return !failed_;
}

// The number of layouts of a part that best play wins if it is above `bar`, otherwise an upper bound of at most `bar`.
// With a bar of 0, `first` receives the cell to open.
template <class Cells>
inline u64 PlaySearch<Cells>::part_value(const Part& part, u64 bar, u64* first) {
    const PositionKey key = cells.key(part.unknown, part.count, [&](u64 i) { return pool[part.begin + i]; });
    const KnownValue* const known = first ? nullptr : known_.find(key);
    if (known && (known->is_exact || known->wins <= bar)) return known->wins;
    if (!go_on(16 * u64(part.count))) return 0;
    const u64 found = part.count <= 64 * largest_set ? set_value(part.begin, part.count, part.unknown, bar, first)
                                                     : list_value(part, bar, first);
    if (failed_) return 0;
    note(key, found, found > bar);
    return found;
}

// Like part_value(). The depth of recursion is at most the number of cells.
template <class Cells>
inline u64 PlaySearch<Cells>::list_value(const Part& part, u64 bar, u64* first) {
    if (!looked_at_one()) return 0;
    u64 every = ~u64{0};
    u64 mines[64] = {};
    for (u64 i = part.begin; i < part.begin + part.count; ++i) {
        every &= pool[i];
        for (u64 left = pool[i]; left; left &= left - 1) ++mines[lowest(left)];
    }
    if (!go_on(16 * u64(part.count))) return 0;
    Candidate list[64] = {};
    u64 count = 0;
    for (u64 left = part.unknown; left; left &= left - 1) {
        const u64 cell = lowest(left);
        bool is_new = true;
        for (u64 i = 0; i < count && is_new; ++i) is_new = !cells.are_twins(cell, list[i].cell, cells.all() & ~every);
        if (is_new) list[count++] = Candidate{cell, u32(part.count - mines[cell]), 0};
    }
    // One layout is always won. `most` is the largest bound of the candidates that were abandoned.
    u64 best = 1, most = 1;
    if (first) {
        *first = list[0].cell;
        for (u64 i = 1; i < count; ++i) {
            if (mines[list[i].cell] < mines[*first]) *first = list[i].cell;
        }
    }
    const u64 top = pool.size(), first_part = parts_.size();
    const auto open = [&](Candidate& own) {
        own.most = 0;
        if (own.safe <= bar || !lay_out(part.begin, part.count, own.cell, top)) return;
        own.most = own.safe;
        for (u64 p = first_part; p < parts_.size(); ++p) own.most -= parts_[p].count - parts_[p].most;
    };
    const auto close = [&] {
        pool.resize(top);
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
            // With fewer wins than this, the part can't lift its candidate above the goal.
            const u64 slack = possible - goal;
            const u64 found = part_value(own, own.most > slack ? own.most - slack : 0, nullptr);
            if (failed_) return 0;
            possible -= own.most - found;
        }
        close();
        if (first && possible > goal) *first = list[c].cell;
        best = possible > goal ? possible : best;
        most = possible > most ? possible : most;
    }
    return best > bar ? best : most;
}

template <class Cells>
inline u64 PlaySearch<Cells>::wins(u64 begin, u64 count, u64 opened) {
    const u64 first_part = parts_.size();
    settle(begin, count, opened);
    u64 found = count;
    for (u64 p = first_part; p < parts_.size() && !failed_; ++p) {
        const Part part = parts_[p];
        found -= part.count - (part.is_exact ? part.most : part_value(part, 0, nullptr));
    }
    parts_.resize(first_part);
    return found;
}

template <class Cells>
inline u64 PlaySearch<Cells>::wins_from(u64 begin, u64 count, u64& first) {
    first = no_cell;
    const u64 first_part = parts_.size();
    settle(begin, count, 0);
    u64 found = count;
    for (u64 p = first_part; p < parts_.size() && !failed_; ++p) {
        const Part part = parts_[p];
        const bool is_all = part.count == count;
        if (is_all && part.unknown) first = lowest(part.unknown);
        found -= part.count - (part.is_exact ? part.most : part_value(part, 0, is_all ? &first : nullptr));
    }
    parts_.resize(first_part);
    return found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

#include "play/play_search_areas.hpp"
#include "play/play_search_sets.hpp"

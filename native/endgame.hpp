// The exact end of a game: once few layouts are left, every way to go on is tried.
//
// What a player knows is the set of layouts that still fit; cells that are safe in all of them and show the same clue in
// all of them tell nothing. So a position is that set, and its value is the number of its layouts that the best play
// wins. Positions are kept by two sums of random words, one word per layout: two sets of a game share both with a chance
// of about 2^-128 per pair.
#pragma once

#include "solve.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Endgame {
  public:
    // False where it would take more than `most_layouts`, or more than `most_steps` to find out or to play through, or where
    // memory is short.
    bool solve(const Problem& problem, u64 most_layouts, u64 most_steps, const Limits& limits);

    // After solve() has found a cell: gives every cell that is a mine in some layouts and safe in others, with the
    // layouts won by opening it and playing on as well as can be. False where that takes too much.
    template <class Give>
    bool weigh(const Limits& limits, Give&& give);

    bool stopped = false;  // from outside
    // Of memory, after a search that came to nothing.
    bool is_short() const {
        return short_ || cells_.failed() || near_.failed() || layout_.failed() || pool_.failed() || table_.failed() || rest_.failed() ||
               left_.failed() || first_.failed() || of_.failed() || choice_.failed();
    }
    u64 layouts = 0;       // that fit
    u64 wins = 0;          // of them, those that the best play wins
    u64 cell = ~u64{0};    // where the best play opens first

  private:
    struct Entry {
        u64 first, second;  // both 0: empty
        u32 wins;
    };
    static constexpr u32 unknown_value = ~u32{0};

    bool enumerate(const Problem& problem, u64 most_layouts, u64 most_steps);
    u32 value(u64 begin, u64 count, u32* best_cell);
    void sort_by_clue(u64 begin, u64 count, u64 place, u64 top, u32* clues);
    u32* found(u64 first, u64 second);
    bool grow();

    Array<u64> cells_;       // the unknown cells, by their place in a layout
    Array<u64> near_;        // neighbours of each as a set of places
    Array<u64> layout_;      // mined places
    Array<u32> pool_;        // numbers of layouts: the sets of all positions on the way down, one after the other
    Array<Entry> table_;
    u64 used_ = 0;
    u64 steps_ = 0, most_steps_ = 0;
    const Limits* limits_ = nullptr;
    bool failed_ = false, short_ = false;
    Array<i64> rest_;
    Array<u32> left_;
    Array<u32> first_, of_;  // place -> equations
    Array<u8> choice_;
};

inline bool Endgame::enumerate(const Problem& problem, u64 most_layouts, u64 most_steps) {
    cells_.clear();
    layout_.clear();
    first_.clear();
    of_.clear();
    const u64 equations = problem.equations.size();
    rest_.clear();
    left_.clear();
    near_.clear();
    choice_.clear();
    pool_.clear();
    table_.clear();
    if (!rest_.resize(equations) || !left_.resize(equations)) return false;
    for (u64 e = 0; e < equations; ++e) {
        rest_[e] = problem.equations[e].rest;
        left_[e] = problem.equations[e].left;
    }
    // Cells that share clues come one after the other, those that no clue sees last.
    for (u64 i = 0; i < problem.group_order.size(); ++i) {
        const u32 group = problem.group_order[i];
        for (u64 f = 0; f < problem.frontier.size(); ++f) {
            if (problem.group_of[f] != group) continue;
            if (cells_.size() == 64) return false;
            cells_.push(problem.frontier[f]);
            first_.push(u32(of_.size()));
            for (u32 j = problem.equations_of_cells_first[f]; j < problem.equations_of_cells_first[f + 1]; ++j) {
                of_.push(problem.equations_of_cells[j]);
            }
        }
    }
    if (cells_.size() + problem.unseen > 64) return false;
    if (problem.unseen) {
        for (u64 i = 0; i < problem.g->cells; ++i) {
            if (problem.cells[i] != Cell::unknown || problem.frontier_of[i] != no_group) continue;
            cells_.push(i);
            first_.push(u32(of_.size()));
        }
    }
    first_.push(u32(of_.size()));
    if (is_short()) return false;
    const u64 places = cells_.size();
    i64 mines = problem.mines_left;
    u64 mask = 0, steps = 0;
    if (!choice_.fill(places + 1, 0)) return false;
    // choice: 0 nothing tried, 1 safe tried, 2 mine tried.
    u64 place = 0;
    auto put = [&](u64 at, i64 mine) {
        bool fits = true;
        for (u32 j = first_[at]; j < first_[at + 1]; ++j) {
            const u32 e = of_[j];
            --left_[e];
            rest_[e] -= mine;
            fits = fits && rest_[e] >= 0 && rest_[e] <= i64(left_[e]);
        }
        mines -= mine;
        mask |= u64(mine) << at;
        return fits && mines >= 0 && mines <= i64(places - at - 1);
    };
    auto take = [&](u64 at, i64 mine) {
        for (u32 j = first_[at]; j < first_[at + 1]; ++j) {
            ++left_[of_[j]];
            rest_[of_[j]] += mine;
        }
        mines += mine;
        mask &= ~(u64(mine) << at);
    };
    for (;;) {
        if (place == places) {
            if (mines == 0) {
                if (layout_.size() == most_layouts) return false;
                layout_.push(mask);
            }
            if (place == 0) break;
            --place;
            continue;
        }
        if (choice_[place]) take(place, choice_[place] - 1);
        if (choice_[place] == 2) {
            choice_[place] = 0;
            if (place == 0) break;
            --place;
            continue;
        }
        const i64 mine = choice_[place]++;
        if (++steps > most_steps) return false;
        if ((steps & 0xfff) == 0 && limits_->stop && limits_->stop(limits_->stop_with)) {
            stopped = true;
            return false;
        }
        if (put(place, mine)) ++place;
    }
    if (!near_.resize(places)) return false;
    for (u64 i = 0; i < places; ++i) {
        u64 near = 0;
        problem.around(cells_[i], [&](u64 other) {
            if (problem.cells[other] != Cell::unknown) return;
            for (u64 j = 0; j < places; ++j) near |= u64(cells_[j] == other) << j;
        });
        near_[i] = near;
    }
    return !layout_.failed();
}

inline u32* Endgame::found(u64 first, u64 second) {
    const u64 mask = table_.size() - 1;
    for (u64 slot = first & mask;; slot = (slot + 1) & mask) {
        Entry& entry = table_[slot];
        if (entry.first == first && entry.second == second) return &entry.wins;
        if (entry.first == 0 && entry.second == 0) {
            entry = Entry{first, second, unknown_value};
            ++used_;
            return &entry.wins;
        }
    }
}

inline bool Endgame::grow() {
    Array<Entry> old;
    const u64 size = table_.size();
    short_ = !old.resize(size);
    if (short_) return false;
    std::memcpy(old.data(), table_.data(), size * sizeof(Entry));
    if (!table_.fill(size * 4, Entry{0, 0, 0})) return false;
    used_ = 0;
    for (u64 i = 0; i < size; ++i) {
        if (old[i].first || old[i].second) *found(old[i].first, old[i].second) = old[i].wins;
    }
    return true;
}

// Puts the layouts in which a cell is safe behind each other from pool_[top] on, by the clue that it shows there; those
// of clue t begin at clues[t].
inline void Endgame::sort_by_clue(u64 begin, u64 count, u64 place, u64 top, u32* clues) {
    const u64 near = near_[place];
    for (u64 i = 0; i < count; ++i) {
        const u64 mask = layout_[pool_[begin + i]];
        if (!((mask >> place) & 1)) ++clues[population(mask & near) + 1];
    }
    for (int clue = 1; clue < 66; ++clue) clues[clue] += clues[clue - 1];
    u32 ends[65];
    for (int clue = 0; clue < 65; ++clue) ends[clue] = clues[clue];
    for (u64 i = 0; i < count; ++i) {
        const u32 number = pool_[begin + i];
        const u64 mask = layout_[number];
        if (!((mask >> place) & 1)) pool_[top + ends[population(mask & near)]++] = number;
    }
}

// How many of the `count` layouts from pool_[begin] on the best play wins. The depth of calls is at most the number of
// unknown cells, 64.
inline u32 Endgame::value(u64 begin, u64 count, u32* best_cell) {
    if (count <= 1) return u32(count);
    u64 first = 0, second = 0;
    for (u64 i = 0; i < count; ++i) {
        first += stream_value(0x5eed, pool_[begin + i]);
        second += stream_value(0xca5e, pool_[begin + i]);
    }
    if (2 * used_ > table_.size() && !grow()) failed_ = true;
    if (failed_) return 0;
    const u32 known = *found(first, second);
    if (known != unknown_value && !best_cell) return known;

    const u64 places = cells_.size();
    steps_ += count;
    if (limits_->stop && limits_->stop(limits_->stop_with)) stopped = true;
    if (steps_ > most_steps_ || stopped) {
        failed_ = true;
        return 0;
    }
    u32 safe[64];
    u64 any = 0, every = ~u64{0};
    for (u64 i = 0; i < count; ++i) {
        any |= layout_[pool_[begin + i]];
        every &= layout_[pool_[begin + i]];
    }
    u8 order[64] = {};
    u64 candidates = 0;
    u64 free_cell = 64;
    for (u64 place = 0; place < places; ++place) {
        if ((every >> place) & 1) continue;
        if (!((any >> place) & 1)) {
            // Safe everywhere: worth a look only if the clue differs, and then it costs nothing.
            if (free_cell < 64) continue;
            const u64 near = near_[place];
            if (((any & ~every) & near) == 0) continue;
            const unsigned clue = population(layout_[pool_[begin]] & near);
            for (u64 i = 1; i < count; ++i) {
                if (population(layout_[pool_[begin + i]] & near) != clue) {
                    free_cell = place;
                    break;
                }
            }
            continue;
        }
        u32 number = 0;
        for (u64 i = 0; i < count; ++i) number += !((layout_[pool_[begin + i]] >> place) & 1);
        safe[place] = number;
        order[candidates++] = u8(place);
    }
    if (free_cell < 64) {
        order[0] = u8(free_cell);
        safe[free_cell] = u32(count);
        candidates = 1;
    } else {
        for (u64 i = 1; i < candidates; ++i) {
            const u8 own = order[i];
            u64 at = i;
            for (; at > 0 && safe[order[at - 1]] < safe[own]; --at) order[at] = order[at - 1];
            order[at] = own;
        }
    }
    u32 best = 0;
    u32 best_place = order[0];
    const u64 top = pool_.size();
    for (u64 c = 0; c < candidates; ++c) {
        const u64 place = order[c];
        u32 possible = safe[place];
        if (possible <= best) break;
        u32 clues[66] = {};
        if (!pool_.resize(top + possible)) {
            failed_ = true;
            return 0;
        }
        sort_by_clue(begin, count, place, top, clues);
        u32 sum = 0;
        for (int clue = 0; clue < 65; ++clue) {
            const u32 own = clues[clue + 1] - clues[clue];
            if (!own) continue;
            const u32 part = value(top + clues[clue], own, nullptr);
            if (failed_) return 0;
            sum += part;
            possible -= own - part;
            if (possible <= best) break;
        }
        pool_.resize(top);
        if (possible > best) {
            best = sum;
            best_place = u32(place);
        }
    }
    *found(first, second) = best;
    if (best_cell) *best_cell = best_place;
    return best;
}

template <class Give>
inline bool Endgame::weigh(const Limits& limits, Give&& give) {
    limits_ = &limits;
    most_steps_ += steps_;
    const u64 count = layouts;
    for (u64 place = 0; place < cells_.size(); ++place) {
        u32 clues[66] = {};
        if (!pool_.resize(2 * count)) return false;
        sort_by_clue(0, count, place, count, clues);
        const u64 safe = clues[65];
        if (safe == 0) continue;
        u64 sum = 0;
        for (int clue = 0; clue < 65; ++clue) {
            if (clues[clue + 1] == clues[clue]) continue;
            sum += value(count + clues[clue], clues[clue + 1] - clues[clue], nullptr);
            if (failed_) return false;
        }
        give(cells_[place], sum);
    }
    return true;
}

inline bool Endgame::solve(const Problem& problem, u64 most_layouts, u64 most_steps, const Limits& limits) {
    limits_ = &limits;
    stopped = short_ = false;
    if (!enumerate(problem, most_layouts, most_steps)) return false;
    layouts = layout_.size();
    if (layouts == 0) return false;
    pool_.clear();
    for (u64 i = 0; i < layouts; ++i) pool_.push(u32(i));
    if (pool_.failed()) return false;
    if (!table_.fill(1024, Entry{0, 0, 0})) return false;
    used_ = steps_ = 0;
    most_steps_ = most_steps;
    failed_ = pool_.failed();
    u32 place = 0;
    if (layouts == 1) {
        for (place = 0; place < cells_.size() && ((layout_[0] >> place) & 1);) ++place;
        wins = 1;
    } else {
        wins = value(0, layouts, &place);
    }
    cell = place < cells_.size() ? cells_[place] : ~u64{0};
    return !failed_;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

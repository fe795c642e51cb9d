// Finds the strategy that wins the most layouts of a sample, for a player who guesses until the first zero and then gets
// the helper of upper_bound.hpp. Its share of wins has an expectation of at least best play's chance.
//
// The helper speaks after the first guess that opens a zero or after the last guess, whichever comes first. Until then
// the player knows only the clues of the guessed cells, so the layouts of a position are those with the same clues
// there. Each layout is one bit of a word, and bit operations count the wins after each possible guess.
#pragma once

#include "array.hpp"
#include "board/bits.hpp"
#include "play/choice.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class ZeroSearch {
  public:
    explicit ZeroSearch(const Geometry& geometry) : g_(geometry), plane_count_(plane_clue + 1) {
        while ((geometry.most_neighbours + 1) >> (plane_count_ - plane_clue)) ++plane_count_;
    }

    // What a guess of one cell leads to on one layout.
    struct Outcome {
        bool is_mined;
        bool is_settled;  // the helper's information contains this outcome
        bool is_won;      // the helper wins the game after this guess, if no other guess is unsettled
        u32 clue;         // of a cell without a mine
    };

    // Adds the layout of results[result]. Its first cell shows `first_clue`; `outcome(cell)` returns an Outcome.
    template <class Each>
    bool add(u64 result, u32 first_clue, Each&& outcome) {
        const u64 from = rows_.size(), words = g_.words;
        if (!rows_.resize(from + plane_count_ * words)) return false;
        std::memset(rows_.data() + from, 0, std::size_t(plane_count_ * words) * sizeof(u64));
        for (u64 i = 0; i < g_.cells; ++i) {
            const Outcome own = outcome(i);
            if (own.is_mined) continue;
            const auto set = [&](u64 plane, bool value) {
                if (value) set_bit(rows_.data() + from + plane * words, i);
            };
            set(plane_won, own.is_won);
            set(plane_safe, true);
            set(plane_unsettled, !own.is_settled);
            for (u64 p = plane_clue; p < plane_count_; ++p) set(p, (own.clue >> (p - plane_clue)) & 1);
        }
        results_.push(result);
        clues_.push(first_clue);
        return !results_.failed() && !clues_.failed();
    }

    // Sets the value of each layout that was added to 1 if the best strategy with at most `guesses` guesses wins it,
    // otherwise to 0.
    Solved run(u64 first, u64 guesses, const Limits& limits, BoundResult* results) {
        if (!is_open_.fill(g_.cells, 0)) return Solved::out_of_memory;
        is_open_[first] = 1;
        for (u32 clue = 1; clue <= g_.most_neighbours; ++clue) {
            Level& level = levels_[guesses];
            level.members.clear();
            for (u64 i = 0; i < clues_.size(); ++i) {
                if (clues_[i] == clue) level.members.push(Member{i, plane_won});
            }
            if (level.members.failed()) return Solved::out_of_memory;
            const Solved found = level.members.size() ? store_wins(guesses, limits, results) : Solved::done;
            if (found != Solved::done) return found;
        }
        return Solved::done;
    }

  private:
    // Planes of a layout, with a bit per cell: what a guess there leads to. From plane_clue on, the bits of the clue.
    enum : u64 { plane_won, plane_safe, plane_unsettled, plane_clue };

    // A layout of a position. If the helper speaks after the next guess, the game is won at the cells in `win_plane`:
    // - plane_won, until a guess was unsettled
    // - plane_safe, if the helper wins the game after that guess
    // - plane_unsettled, if not: a layout with two unsettled guesses counts as won.
    struct Member {
        u64 layout, win_plane;
    };
    static u64 plane_after_unsettled(bool is_won) { return is_won ? plane_safe : plane_unsettled; }

    // Layouts of a position in which some number of guesses is left. The columns are the planes, with a bit per layout;
    // column plane_won has the bits of each layout's win_plane.
    struct Level {
        Array<Member> members;
        Array<u64> columns, chosen;
        u64 words = 0;
    };

    const u64* row(u64 layout, u64 plane) const { return rows_.data() + (layout * plane_count_ + plane) * g_.words; }
    const u64* column(const Level& level, u64 cell, u64 plane) const {
        return level.columns.data() + (cell * plane_count_ + plane) * level.words;
    }

    // Transposes 64 x 64 bits (Warren, Hacker's Delight, 7-3).
    static void transpose(u64* square) {
        u64 low = 0xffffffffu;
        for (unsigned step = 32; step; step >>= 1, low ^= low << step) {
            for (unsigned i = 0; i < 64; i = (i + step + 1) & ~step) {
                const u64 moved = ((square[i] >> step) ^ square[i + step]) & low;
                square[i] ^= moved << step;
                square[i + step] ^= moved;
            }
        }
    }

    // Fills the columns of a level from its members.
    bool fill_columns(Level& level) {
        const u64 count = level.members.size(), words = level.words = (count + 63) / 64;
        if (!level.columns.resize(g_.cells * plane_count_ * words) || !level.chosen.resize(words)) return false;
        u64 square[64];
        for (u64 w = 0; w < words; ++w) {
            const Member* const members = level.members.data() + 64 * w;
            const u64 size = count - 64 * w < 64 ? count - 64 * w : 64;
            for (u64 plane = 0; plane < plane_count_; ++plane) {
                for (u64 part = 0; part < g_.words; ++part) {
                    for (u64 i = 0; i < 64; ++i) {
                        square[i] = i < size ? row(members[i].layout, plane == plane_won ? members[i].win_plane : plane)[part] : 0;
                    }
                    transpose(square);
                    for (u64 i = 0; i < 64 && 64 * part + i < g_.cells; ++i) {
                        level.columns[((64 * part + i) * plane_count_ + plane) * words + w] = square[i];
                    }
                }
            }
        }
        return true;
    }

    // Stores in level.chosen which layouts show a clue at a cell, and returns whether any does.
    bool select_by_clue(Level& level, u64 cell, u32 clue) {
        const u64* const is_safe = column(level, cell, plane_safe);
        const u64* const bits = column(level, cell, plane_clue);
        u64 any = 0;
        for (u64 w = 0; w < level.words; ++w) {
            u64 own = is_safe[w];
            for (u64 p = 0; p < plane_count_ - plane_clue; ++p) {
                const u64 bit = bits[p * level.words + w];
                own &= (clue >> p) & 1 ? bit : ~bit;
            }
            level.chosen[w] = own;
            any |= own;
        }
        return any != 0;
    }

    // The wins among the chosen layouts if the helper speaks after opening `cell`.
    u64 wins_at_once(const Level& level, u64 cell) const {
        const u64* const win_column = column(level, cell, plane_won);
        u64 total = 0;
        for (u64 w = 0; w < level.words; ++w) total += population(level.chosen[w] & win_column[w]);
        return total;
    }

    // The most wins among the chosen layouts, those with the same clue at `cell`, if one more guess follows.
    u64 wins_after_another(const Level& level, u64 cell) const {
        const u64* const won_before = column(level, cell, plane_won);
        const u64* const was_unsettled = column(level, cell, plane_unsettled);
        u64 most = 0;
        for (u64 i = 0; i < g_.cells; ++i) {
            if (is_open_[i]) continue;
            const u64* const win_column = column(level, i, plane_won);
            const u64* const is_safe = column(level, i, plane_safe);
            const u64* const is_unsettled = column(level, i, plane_unsettled);
            u64 total = 0;
            for (u64 w = 0; w < level.words; ++w) {
                const u64 after_unsettled = (won_before[w] & is_safe[w]) | (~won_before[w] & is_unsettled[w]);
                const u64 wins = (was_unsettled[w] & after_unsettled) | (~was_unsettled[w] & win_column[w]);
                total += population(level.chosen[w] & wins);
            }
            if (total > most) most = total;
        }
        return most;
    }

    // After fill_columns(): the best guess of a level, and how many layouts it wins. `best` is the number of cells if there is
    // no guess.
    Solved search(u64 guesses, const Limits& limits, u64& most, u64& best) {
        Level& level = levels_[guesses];
        most = 0;
        best = g_.cells;
        for (u64 i = 0; i < g_.cells; ++i) {
            if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
            if (is_open_[i]) continue;
            is_open_[i] = 1;
            u64 wins = 0;
            if (guesses == 1) {
                for (u64 w = 0; w < level.words; ++w) level.chosen[w] = ~u64{0};
                wins = wins_at_once(level, i);
            } else {
                for (u32 clue = 0; clue <= g_.most_neighbours; ++clue) {
                    if (!select_by_clue(level, i, clue)) continue;
                    u64 own = 0, next;
                    if (clue == 0) {
                        own = wins_at_once(level, i);
                    } else if (guesses == 2) {
                        own = wins_after_another(level, i);
                    } else {
                        if (!descend(level, i, levels_[guesses - 1])) return Solved::out_of_memory;
                        const Solved found = search(guesses - 1, limits, own, next);
                        if (found != Solved::done) return found;
                    }
                    wins += own;
                }
            }
            is_open_[i] = 0;
            if (best < g_.cells && wins <= most) continue;
            most = wins;
            best = i;
        }
        return Solved::done;
    }

    // Makes the level of the chosen layouts after a guess of `cell`.
    bool descend(const Level& level, u64 cell, Level& next) {
        const u64* const is_won = column(level, cell, plane_won);
        const u64* const is_unsettled = column(level, cell, plane_unsettled);
        next.members.clear();
        for (u64 w = 0; w < level.words; ++w) {
            for (u64 rest = level.chosen[w]; rest; rest &= rest - 1) {
                const unsigned bit = lowest(rest);
                Member own = level.members[64 * w + bit];
                if ((is_unsettled[w] >> bit) & 1) own.win_plane = plane_after_unsettled((is_won[w] >> bit) & 1);
                next.members.push(own);
            }
        }
        return !next.members.failed() && fill_columns(next);
    }

    // Finds the best strategy for the members of a level, and stores which of them it wins.
    Solved store_wins(u64 guesses, const Limits& limits, BoundResult* results) {
        Level& level = levels_[guesses];
        u64 most, best;
        if (!fill_columns(level)) return Solved::out_of_memory;
        const Solved found = search(guesses, limits, most, best);
        if (found != Solved::done || best == g_.cells) return found;
        for (u64 n = 0; n < level.members.size(); ++n) {
            results[results_[level.members[n].layout]].value = test_bit(column(level, best, plane_won), n);
        }
        if (guesses == 1) return Solved::done;
        is_open_[best] = 1;
        for (u32 clue = 1; clue <= g_.most_neighbours; ++clue) {
            if (!select_by_clue(level, best, clue)) continue;
            if (!descend(level, best, levels_[guesses - 1])) return Solved::out_of_memory;
            const Solved next = store_wins(guesses - 1, limits, results);
            if (next != Solved::done) return next;
        }
        is_open_[best] = 0;
        return Solved::done;
    }

    const Geometry& g_;
    u64 plane_count_;
    Array<u64> rows_, results_;  // rows_: for each layout its planes
    Array<u32> clues_;
    Array<u8> is_open_;
    Level levels_[most_bound_guesses + 1];
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

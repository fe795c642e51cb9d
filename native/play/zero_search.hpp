// How often a player finds the first zero by guessing and then wins with the helper of upper_bound.hpp: the best strategy
// for a sample of layouts. Its share of wins has an expectation of at least best play's chance.
//
// The helper speaks after the first guess that opens a zero, and after the last guess. Until then the player knows only
// the clues of the guessed cells, so the layouts of a position are those with the same clues there. A layout is a bit,
// and the wins after each possible guess are counted by bit operations.
#pragma once

#include "array.hpp"
#include "board/bits.hpp"
#include "play/choice.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class ZeroSearch {
  public:
    explicit ZeroSearch(const Geometry& geometry) : g_(geometry), planes_(clue_bits + 1) {
        while ((geometry.most_neighbours + 1) >> (planes_ - clue_bits)) ++planes_;
    }

    // A guess of one cell on one layout.
    struct Guess {
        bool is_mined;
        bool is_settled;  // the helper would open the cell or know it
        bool is_won;      // the game is won if the helper speaks after this guess
        u32 clue;         // of a cell without a mine
    };

    // Adds a layout whose first cell shows `first_clue`; `guess(cell)` returns a Guess.
    template <class Each>
    bool add(u64 board, u32 first_clue, Each&& guess) {
        const u64 from = rows_.size(), words = g_.words;
        if (!rows_.resize(from + planes_ * words)) return false;
        std::memset(rows_.data() + from, 0, std::size_t(planes_ * words) * sizeof(u64));
        for (u64 i = 0; i < g_.cells; ++i) {
            const Guess own = guess(i);
            if (own.is_mined) continue;
            const auto set = [&](u64 plane, bool value) {
                if (value) set_bit(rows_.data() + from + plane * words, i);
            };
            set(won, own.is_won);
            set(safe, true);
            set(unsettled, !own.is_settled);
            for (u64 p = clue_bits; p < planes_; ++p) set(p, (own.clue >> (p - clue_bits)) & 1);
        }
        boards_.push(board);
        clues_.push(first_clue);
        return !boards_.failed() && !clues_.failed();
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
                if (clues_[i] == clue) level.members.push(Member{i, won});
            }
            if (level.members.failed()) return Solved::out_of_memory;
            const Solved found = level.members.size() ? follow(guesses, limits, results) : Solved::done;
            if (found != Solved::done) return found;
        }
        return Solved::done;
    }

  private:
    // Planes of a layout, with a bit per cell: what a guess there leads to. From clue_bits on, the bits of the clue.
    enum : u64 { won, safe, unsettled, clue_bits };

    // A layout of a position. If the helper speaks after the next guess, the game is won at the cells in plane `wins`:
    // - `won`, until a guess hit an unsettled cell
    // - `safe`, if the game is won after that guess
    // - `unsettled`, if it is lost after that guess. After two guesses at unsettled cells a layout counts as won.
    struct Member {
        u64 layout, wins;
    };

    // Layouts of a position in which some number of guesses is left. The columns are the planes, with a bit per layout;
    // `won` holds the plane `wins` of each layout.
    struct Level {
        Array<Member> members;
        Array<u64> columns, chosen;
        u64 words = 0;
    };

    const u64* row(u64 layout, u64 plane) const { return rows_.data() + (layout * planes_ + plane) * g_.words; }
    const u64* column(const Level& level, u64 cell, u64 plane) const {
        return level.columns.data() + (cell * planes_ + plane) * level.words;
    }

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

    // Makes the columns of a level from its members.
    bool make(Level& level) {
        const u64 count = level.members.size(), words = level.words = (count + 63) / 64;
        if (!level.columns.resize(g_.cells * planes_ * words) || !level.chosen.resize(words)) return false;
        u64 square[64];
        for (u64 w = 0; w < words; ++w) {
            const Member* const members = level.members.data() + 64 * w;
            const u64 size = count - 64 * w < 64 ? count - 64 * w : 64;
            for (u64 plane = 0; plane < planes_; ++plane) {
                for (u64 part = 0; part < g_.words; ++part) {
                    for (u64 i = 0; i < 64; ++i) {
                        square[i] = i < size ? row(members[i].layout, plane == won ? members[i].wins : plane)[part] : 0;
                    }
                    transpose(square);
                    for (u64 i = 0; i < 64 && 64 * part + i < g_.cells; ++i) {
                        level.columns[((64 * part + i) * planes_ + plane) * words + w] = square[i];
                    }
                }
            }
        }
        return true;
    }

    // Stores in level.chosen which layouts show a clue at a cell, and returns whether any does.
    bool choose(Level& level, u64 cell, u32 clue) {
        const u64* const is_safe = column(level, cell, safe);
        const u64* const bits = column(level, cell, clue_bits);
        u64 any = 0;
        for (u64 w = 0; w < level.words; ++w) {
            u64 own = is_safe[w];
            for (u64 p = 0; p < planes_ - clue_bits; ++p) {
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
        const u64* const wins = column(level, cell, won);
        u64 total = 0;
        for (u64 w = 0; w < level.words; ++w) total += population(level.chosen[w] & wins[w]);
        return total;
    }

    // The most wins among the chosen layouts, those with the same clue at `cell`, if one more guess follows.
    u64 wins_after_another(const Level& level, u64 cell) const {
        const u64* const first = column(level, cell, won);
        const u64* const hit = column(level, cell, unsettled);
        u64 most = 0;
        for (u64 i = 0; i < g_.cells; ++i) {
            if (is_open_[i]) continue;
            const u64* const wins = column(level, i, won);
            const u64* const is_safe = column(level, i, safe);
            const u64* const hit_again = column(level, i, unsettled);
            u64 total = 0;
            for (u64 w = 0; w < level.words; ++w) {
                const u64 after_hit = (first[w] & is_safe[w]) | (~first[w] & hit_again[w]);
                total += population(level.chosen[w] & ((hit[w] & after_hit) | (~hit[w] & wins[w])));
            }
            if (total > most) most = total;
        }
        return most;
    }

    // After make(): the best guess of a level, and how many layouts it wins. `best` is the number of cells if there is
    // no guess.
    Solved search(u64 guesses, const Limits& limits, u64& most, u64& best) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        Level& level = levels_[guesses];
        most = 0;
        best = g_.cells;
        for (u64 i = 0; i < g_.cells; ++i) {
            if (is_open_[i]) continue;
            is_open_[i] = 1;
            u64 wins = 0;
            if (guesses == 1) {
                for (u64 w = 0; w < level.words; ++w) level.chosen[w] = ~u64{0};
                wins = wins_at_once(level, i);
            } else {
                for (u32 clue = 0; clue <= g_.most_neighbours; ++clue) {
                    if (!choose(level, i, clue)) continue;
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
        const u64* const wins = column(level, cell, won);
        const u64* const hit = column(level, cell, unsettled);
        next.members.clear();
        for (u64 w = 0; w < level.words; ++w) {
            for (u64 rest = level.chosen[w]; rest; rest &= rest - 1) {
                const unsigned bit = lowest(rest);
                Member own = level.members[64 * w + bit];
                if ((hit[w] >> bit) & 1) own.wins = (wins[w] >> bit) & 1 ? safe : unsettled;
                next.members.push(own);
            }
        }
        return !next.members.failed() && make(next);
    }

    // Finds the best strategy for the members of a level, and stores which of them it wins.
    Solved follow(u64 guesses, const Limits& limits, BoundResult* results) {
        Level& level = levels_[guesses];
        u64 most, best;
        if (!make(level)) return Solved::out_of_memory;
        const Solved found = search(guesses, limits, most, best);
        if (found != Solved::done || best == g_.cells) return found;
        for (u64 n = 0; n < level.members.size(); ++n) {
            results[boards_[level.members[n].layout]].value = test_bit(column(level, best, won), n);
        }
        if (guesses == 1) return Solved::done;
        is_open_[best] = 1;
        for (u32 clue = 1; clue <= g_.most_neighbours; ++clue) {
            if (!choose(level, best, clue)) continue;
            if (!descend(level, best, levels_[guesses - 1])) return Solved::out_of_memory;
            const Solved next = follow(guesses - 1, limits, results);
            if (next != Solved::done) return next;
        }
        is_open_[best] = 0;
        return Solved::done;
    }

    const Geometry& g_;
    u64 planes_;
    Array<u64> rows_, boards_;  // rows_: for each layout its planes
    Array<u32> clues_;
    Array<u8> is_open_;
    Level levels_[most_bound_guesses + 1];
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// The search for few layouts: a position is a set of bits over columns (layout_columns.hpp). The operations correspond
// to those on lists of layouts in play_search.hpp.
#pragma once

#include "play/play_search.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Like part_value(), for the `count` layouts from pool[begin] on, which must fit into columns.
template <class Cells>
inline u64 PlaySearch<Cells>::set_value(u64 begin, u64 count, u64 unknown, u64 bar, u64* first) {
    const unsigned size = count <= 64 ? 0 : count <= 256 ? 1 : count <= 1024 ? 2 : 3;
    LayoutColumns& own = columns_[size];
    const u64 words = u64{1} << (2 * size);
    if (!own.make(count, unknown, words, [&](u64 i) { return pool[begin + i]; }, [&](u64 cell) { return cells.near(cell); })) {
        give_up(Solved::out_of_memory);
        return 0;
    }
    if (!go_on(count * own.cells * 4)) return 0;
    u64 found = 0;
    if (take_apart(own, begin, bar, first, found) || failed_) return found;
    const u64 set = sets_.size();
    for (u64 w = 0; w < words; ++w) {
        sets_.push(count >= 64 * (w + 1) ? ~u64{0} : count <= 64 * w ? 0 : low_mask(unsigned(count - 64 * w)));
    }
    if (sets_.failed()) {
        give_up(Solved::out_of_memory);
        return 0;
    }
    switch (size) {
        case 0:
            if (++round_ == 0) {
                // The round number wraps around: clear the cache, so that no number is reused.
                recent_.fill(recent_size, Recent{});
                round_ = 1;
            }
            found = value<1>(own, set, count, bar, first);
            break;
        case 1: found = value<4>(own, set, count, bar, first); break;
        case 2: found = value<16>(own, set, count, bar, first); break;
        default: found = value<64>(own, set, count, bar, first);
    }
    sets_.resize(set);
    return found;
}

// Copies the layouts of a set to the end of `pool`.
template <class Cells>
template <unsigned Words>
inline bool PlaySearch<Cells>::copy_out(const LayoutColumns& own, u64 set, u64 count) {
    u64 to = pool.size();
    if (!pool.resize(to + count)) return give_up(Solved::out_of_memory);
    for (unsigned w = 0; w < Words; ++w) {
        for (u64 left = sets_[set + w]; left; left &= left - 1) pool[to++] = own.layout(64 * w + lowest(left));
    }
    return true;
}

// Like settle(), for sets of bits: `done` is the set of cells that are certain and give no more information, `dead` the
// set of dead cells.
template <class Cells>
template <unsigned Words>
inline void PlaySearch<Cells>::settle_set(const LayoutColumns& own, u64 set, u64 done, u64 dead) {
    if (failed_) return;
    // One-word sets are their own keys, and it doesn't matter which of their dead cells are certain.
    if (Words == 1) done |= dead;
    u64 count = 0;
    for (unsigned w = 0; w < Words; ++w) count += population(sets_[set + w]);
    Part part{set, u32(count), 1, true, false, true, 0, PositionKey{0, 0}};
    if (Words > 1 && count > 2 && count <= few_per_word * Words) {
        // With so few layouts, looping over them is faster.
        u64 opened = cells.all();
        for (unsigned number = 0; number < own.cells; ++number) {
            opened &= ~(((~(done | dead) >> number) & 1) << own.cell[number]);
        }
        const u64 from = pool.size();
        if (copy_out<Words>(own, set, count)) settle(from, count, opened);
        return;
    }
    u64 fewest = count;
    if (count > 1) {
        for (unsigned number = 0; number < own.cells; ++number) {
            if ((done >> number) & 1) continue;
            const u64* const here = sets_.data() + set;
            const u64* const column = own.mines(number);
            u64 mines = 0;
            for (unsigned w = 0; w < Words; ++w) mines += population(here[w] & column[w]);
            if (mines == count) {
                done |= u64{1} << number;
            } else if (mines > 0) {
                if (!((dead >> number) & 1)) fewest = mines < fewest ? mines : fewest;
                part.unknown |= u64{1} << own.cell[number];
            } else {
                done |= u64{1} << number;
                if ((dead >> number) & 1) continue;
                bool is_alike = false;
                const unsigned clues = own.clues(number);
                const u64 top = sets_.size();
                for (unsigned c = 0; c < clues && !is_alike; ++c) {
                    const u64* const shown = own.clue(number, c);
                    u64 rest = 0, some = 0;
                    for (unsigned w = 0; w < Words; ++w) {
                        some |= sets_[set + w] & shown[w];
                        rest |= sets_[set + w] & ~shown[w];
                    }
                    is_alike = rest == 0;
                    if (some == 0 || is_alike) continue;
                    const u64 to = sets_.size();
                    if (!sets_.resize(to + Words)) {
                        give_up(Solved::out_of_memory);
                        return;
                    }
                    for (unsigned w = 0; w < Words; ++w) sets_[to + w] = sets_[set + w] & shown[w];
                }
                if (is_alike) continue;
                const u64 end = sets_.size();
                for (u64 each = top; each < end; each += Words) settle_set<Words>(own, each, done, dead);
                return;
            }
        }
    }
    // Without a live cell, exactly one layout is won.
    if (count > 2 && fewest < count) {
        part.most = u32(count - fewest);
        part.is_exact = false;
    }
    parts_.push(part);
    if (parts_.failed()) give_up(Solved::out_of_memory);
}

// Like lay_out(), for cell `number`. Every part lowers `possible`; once it is at most `goal`, its exact value is
// irrelevant.
template <class Cells>
template <unsigned Words>
inline bool PlaySearch<Cells>::answer_set(const LayoutColumns& own, u64 set, unsigned number, u64 done, u64 dead, u64 goal,
                                          u64& possible) {
    const u64 begin = sets_.size();
    u64 end = begin;
    for (unsigned clue = 0; clue < own.clues(number); ++clue) {
        const u64* const shown = own.clue(number, clue);
        if (!sets_.resize(end + Words)) return give_up(Solved::out_of_memory);
        u64 some = 0;
        for (unsigned w = 0; w < Words; ++w) some |= sets_[end + w] = sets_[set + w] & shown[w];
        end += some ? Words : 0;
    }
    sets_.resize(end);
    if (end <= begin + Words) return false;
    u64 settled = parts_.size();
    for (u64 each = begin; each < end && possible > goal; each += Words) {
        settle_set<Words>(own, each, done | (u64{1} << number), dead);
        for (u64 p = settled; p < parts_.size(); ++p) {
            possible -= parts_[p].count - parts_[p].most;
            // Parts with a known value need no memory.
            if (!parts_[p].is_exact) parts_[settled++] = parts_[p];
        }
        parts_.resize(settled);
    }
    return !failed_;
}

template <class Cells>
template <unsigned Words>
inline void PlaySearch<Cells>::look_up(const LayoutColumns& own, Part& part) {
    if (part.is_exact || part.is_named) return;
    if (Words == 1) {
        const u64 set = sets_[part.begin];
        const Recent& recent = recent_[stream_value(0x5eed, set) & (recent_size - 1)];
        if (recent.set != set || recent.round != round_) return;
        const KnownValue known{recent.wins, recent.is_exact};
        apply(part, &known);
        return;
    }
    const u64 top = pool.size();
    if (part.is_set && !copy_out<Words>(own, part.begin, part.count)) return;
    const u64 begin = part.is_set ? top : part.begin;
    part.key = cells.key(part.unknown, part.count, [&](u64 i) { return pool[begin + i]; });
    part.is_named = true;
    pool.resize(top);
    apply(part, known_.find(part.key));
    go_on(16 * u64(part.count));
}

template <class Cells>
template <unsigned Words>
inline u64 PlaySearch<Cells>::part_of_set_value(const LayoutColumns& own, const Part& part, u64 bar) {
    if (Words == 1) {
        const u64 found = value<1>(own, part.begin, part.count, bar, nullptr);
        if (failed_) return 0;
        const u64 set = sets_[part.begin];
        recent_[stream_value(0x5eed, set) & (recent_size - 1)] = Recent{set, round_, u8(found), found > bar};
        return found;
    }
    u64 found = 0;
    if (part.count <= 64 * (Words / 4)) {
        const u64 top = pool.size();
        if (part.is_set && !copy_out<Words>(own, part.begin, part.count)) return 0;
        const u64 begin = part.is_set ? top : part.begin;
        found = set_value(begin, part.count, part.unknown, bar, nullptr);
        pool.resize(top);
    } else {
        found = value<Words>(own, part.begin, part.count, bar, nullptr);
    }
    if (!failed_) note(part.key, found, found > bar);
    return found;
}

// Like list_value(), for a set.
template <class Cells>
template <unsigned Words>
inline u64 PlaySearch<Cells>::value(const LayoutColumns& own, u64 set, u64 count, u64 bar, u64* first) {
    if (!looked_at_one() || !go_on(64 * Words)) return 0;
    u8 number[64];
    u32 safe[64];
    unsigned candidates = 0;
    u64 done = 0, dead = own.dead, every = own.every;
    for (unsigned each = 0; each < own.cells; ++each) {
        const u64* const here = sets_.data() + set;
        const u64* const column = own.mines(each);
        u64 mines = 0;
        for (unsigned w = 0; w < Words; ++w) mines += population(here[w] & column[w]);
        if (mines == count) every |= u64{1} << own.cell[each];
        if (mines == count || mines == 0) {
            done |= u64{1} << each;
        } else if (!((dead >> each) & 1)) {
            number[candidates] = u8(each);
            safe[candidates++] = u32(count - mines);
        }
    }
    for (unsigned i = 1; i < candidates; ++i) {
        const u8 own_number = number[i];
        const u32 own_safe = safe[i];
        unsigned at = i;
        for (; at > 0 && safe[at - 1] < own_safe; --at) {
            safe[at] = safe[at - 1];
            number[at] = number[at - 1];
        }
        safe[at] = own_safe;
        number[at] = own_number;
    }
    // One layout is always won. `most` is the largest bound of the candidates that were abandoned.
    u64 best = 1, most = 1;
    if (first && candidates) *first = own.cell[number[0]];
    const u64 top = sets_.size(), first_part = parts_.size(), pool_top = pool.size();
    for (unsigned c = 0; c < candidates; ++c) {
        const u64 goal = best > bar ? best : bar;
        if (safe[c] <= goal) {
            most = safe[c] > most ? safe[c] : most;
            break;
        }
        bool is_new = true;
        for (unsigned i = 0; i < c && is_new; ++i) {
            is_new = safe[i] != safe[c] ||
                     !cells.are_twins(own.cell[number[c]], own.cell[number[i]], cells.all() & ~every);
        }
        if (!is_new) continue;
        u64 possible = safe[c];
        if (answer_set<Words>(own, set, number[c], done, dead, goal, possible)) {
            for (u64 p = first_part; possible > goal && p < parts_.size(); ++p) {
                possible -= parts_[p].most;
                look_up<Words>(own, parts_[p]);
                possible += parts_[p].most;
            }
            for (u64 p = first_part; possible > goal && p < parts_.size(); ++p) {
                const Part part = parts_[p];
                if (part.is_exact) continue;
                // With fewer wins than this, the part can't lift its candidate above the goal.
                const u64 slack = possible - goal;
                possible -= part.most;
                possible += part_of_set_value<Words>(own, part, part.most > slack ? part.most - slack : 0);
                if (failed_) return 0;
            }
            if (first && possible > goal) *first = own.cell[number[c]];
            best = possible > goal ? possible : best;
            most = possible > most ? possible : most;
        } else {
            dead |= u64{1} << number[c];
        }
        if (failed_) return 0;
        sets_.resize(top);
        parts_.resize(first_part);
        pool.resize(pool_top);
    }
    return best > bar ? best : most;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Simplification of positions: irrelevant layouts and independent areas.
//
// Dead cells show the same clue in all layouts in which they are safe. Layouts that agree on all other (live) cells, in
// mines and clues, can't be told apart by any open, and exactly one of them is won in the end. So they count as one.
//
// Cells depend on each other if they touch, directly or through unknown cells, or if their mines are correlated in the
// layouts. Independent areas are searched separately, and the wins are multiplied: whatever one area reveals, the
// layouts of the other and its best play stay the same. All neighbours of a cell are in its own area, so dead cells
// stay dead.
#pragma once

#include "play/play_search.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Finds the areas of connected unknown cells that contain a live cell.
template <class Cells>
inline unsigned PlaySearch<Cells>::find_areas(u64 live, u64 dead, u64* areas) const {
    unsigned count = 0;
    for (u64 left = live; left; ++count) {
        u64 area = count + 1 == most_areas ? left : left & (0 - left);
        for (u64 fresh = area; fresh;) {
            const u64 more = cells.near(lowest(fresh)) & (live | dead) & ~area;
            fresh = (fresh & (fresh - 1)) | more;
            area |= more;
        }
        areas[count] = area;
        left &= ~area;
    }
    return count;
}

// Computes sums of random words, one for each area and layout: two layouts have equal sums if and only if the area's
// live cells are equal in both, except with a chance of about 2^-128.
template <class Cells>
inline bool PlaySearch<Cells>::sign(const LayoutColumns& own, u64 live, const u64* areas, unsigned count) {
    if (!signatures_.fill(own.count * count, PositionKey{0, 0})) return give_up(Solved::out_of_memory);
    for (unsigned number = 0; number < own.cells; ++number) {
        const u64 cell = own.cell[number];
        if (!((live >> cell) & 1)) continue;
        unsigned area = 0;
        while (!((areas[area] >> cell) & 1)) ++area;
        PositionKey* const sums = signatures_.data() + area * own.count;
        // Mines need no word: they show no clue.
        for (unsigned which = 0; which < own.clues(number); ++which) {
            const u64 first = stream_value(0x5eed, 64 * cell + which), second = stream_value(0xca5e, 64 * cell + which);
            const u64* const column = own.clue(number, which);
            for (u64 w = 0; w < own.words; ++w) {
                for (u64 left = column[w]; left; left &= left - 1) {
                    PositionKey& sum = sums[64 * w + lowest(left)];
                    sum.first += first;
                    sum.second += second;
                }
            }
        }
    }
    return go_on(2 * own.count * own.cells);
}

// How many different layouts of a set of areas occur among the first `count` layouts. For each of them, distinct_, from
// `to` on, receives the first layout that has it.
template <class Cells>
inline u64 PlaySearch<Cells>::count_distinct(u64 count, unsigned areas, u64 taken, u64 to) {
    constexpr u32 none = ~u32{0};
    u64 found = 0;
    for (u64 slot = 0; slot < to; ++slot) distinct_[slot] = none;
    const auto sum = [&](u64 i) {
        PositionKey all{0, 0};
        for (unsigned a = 0; a < areas; ++a) {
            if (!((taken >> a) & 1)) continue;
            all.first += signatures_[a * count + i].first;
            all.second += signatures_[a * count + i].second;
        }
        return all;
    };
    for (u64 i = 0; i < count; ++i) {
        const PositionKey own = sum(i);
        u64 slot = own.first & (to - 1);
        for (; distinct_[slot] != none; slot = (slot + 1) & (to - 1)) {
            const PositionKey other = sum(distinct_[slot]);
            if (other.first == own.first && other.second == own.second) break;
        }
        if (distinct_[slot] != none) continue;
        distinct_[slot] = u32(i);
        distinct_[to + found++] = u32(i);
    }
    go_on(4 * count * areas);
    return found;
}

// Computes the value of the layouts from pool[begin] on, whose columns are `own`, from smaller positions; `found` is
// the result, as from part_value(). Returns false if the position can't be simplified.
template <class Cells>
inline bool PlaySearch<Cells>::take_apart(const LayoutColumns& own, u64 begin, u64 bar, u64* first, u64& found) {
    u64 live = 0, dead = 0;
    for (unsigned number = 0; number < own.cells; ++number) {
        (own.clues(number) > 1 ? live : dead) |= u64{1} << own.cell[number];
    }
    found = 1;
    if (!live) {
        u64 fewest = own.count;
        for (unsigned number = 0; first && number < own.cells; ++number) {
            u64 mines = 0;
            for (u64 w = 0; w < own.words; ++w) mines += population(own.mines(number)[w]);
            if (mines >= fewest) continue;
            fewest = mines;
            *first = own.cell[number];
        }
        return true;
    }
    u64 areas[most_areas];
    const unsigned count = find_areas(live, dead, areas);
    if (count == 1 && !dead) return false;
    const u64 layouts = own.count;
    u64 table = 16;
    while (table < 2 * layouts) table *= 2;
    if (!distinct_.resize(table + layouts)) return give_up(Solved::out_of_memory);
    if (!sign(own, live, areas, count)) return false;
    // Splits off, one by one, the areas whose layouts combine with every layout of the others.
    u64 taken[most_areas], rest = low_mask(count);
    unsigned pieces = 0;
    const u64 all = count_distinct(layouts, count, rest, table);
    u64 left = all;
    for (unsigned a = 0; a < count && (rest & (rest - 1)); ++a) {
        const u64 alone = count_distinct(layouts, count, u64{1} << a, table);
        if (left % alone) continue;
        const u64 others = count_distinct(layouts, count, rest & ~(u64{1} << a), table);
        if (alone * others != left) continue;
        taken[pieces++] = u64{1} << a;
        rest &= ~(u64{1} << a);
        left = others;
    }
    taken[pieces++] = rest;
    if (failed_ || (pieces == 1 && all == layouts)) return false;

    const u64 top = pool.size();
    Part piece[most_areas];
    for (unsigned p = 0; p < pieces; ++p) {
        u64 area = 0;
        for (u64 each = taken[p]; each; each &= each - 1) area |= areas[lowest(each)];
        // Other cells count as mines, because they are never opened.
        const u64 outside = (live | dead) & ~area;
        const u64 own_count = count_distinct(layouts, count, taken[p], table), from = pool.size();
        if (!pool.resize(from + own_count)) return give_up(Solved::out_of_memory);
        u64 any = 0, every = ~u64{0};
        for (u64 i = 0; i < own_count; ++i) {
            const u64 layout = pool[begin + distinct_[table + i]] | outside;
            pool[from + i] = layout;
            any |= layout;
            every &= layout;
        }
        piece[p] = Part{from, u32(own_count), 1, own_count <= 2, false, false, any & ~every, PositionKey{0, 0}};
        if (own_count > 2) piece[p].most = u32(own_count - fewest_mines(from, own_count, live & area));
    }
    // Upper bounds on the wins in the remaining pieces.
    u64 most[most_areas + 1];
    most[pieces] = 1;
    for (unsigned p = pieces; p-- > 0;) most[p] = most[p + 1] * piece[p].most;
    for (unsigned p = 0; p < pieces && !failed_; ++p) {
        const u64 others = found * most[p + 1], own_bar = bar / others;
        u64* const own_first = p == 0 ? first : nullptr;
        u64 wins = piece[p].most;
        if (own_first && piece[p].is_exact) *own_first = lowest(piece[p].unknown & live);
        if (!piece[p].is_exact && wins > own_bar) wins = part_value(piece[p], own_bar, own_first);
        if (wins <= own_bar) {
            // Even if the other pieces win everything, the bar isn't exceeded.
            found = wins * others;
            break;
        }
        found *= wins;
    }
    pool.resize(top);
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

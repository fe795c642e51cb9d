// Opening cells: one cascade both for games, which record changes, and for batches, which don't.
//
// A cascade works on chunks of up to 64 cells of one row. A chunk is dirty if newly opened cells in it may be zeros.
// Handling it fills the runs of zeros next to its open zeros, opens everything around them, and marks the chunks where
// something opened. Dirty chunks are handled in sweeps over the board, so a large opening handles each chunk about
// once. Dirty chunks are stored in a bitmap, so there is no recursion, and no stack that could grow with the length of
// a corridor.
#pragma once

#include "board/neighbours.hpp"
#include "board/pace.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr u64 none = ~u64{0};

HS_INLINE void index_set_insert(IndexSet& set, u64 member) {
    for (int level = 0; level < set.levels; ++level) {
        u64& word = set.level[level][member >> 6];
        const u64 before = word;
        word |= u64{1} << (member & 63);
        if (before) return;
        member >>= 6;
    }
}

HS_INLINE void index_set_erase(IndexSet& set, u64 member) {
    for (int level = 0; level < set.levels; ++level) {
        u64& word = set.level[level][member >> 6];
        word &= ~(u64{1} << (member & 63));
        if (word) return;
        member >>= 6;
    }
}

// The smallest member that is at least `from`, or none.
HS_INLINE u64 index_set_next(const IndexSet& set, u64 from) {
    for (int level = 0; level < set.levels; ++level) {
        const u64 word = from >> 6;
        if (word >= set.words[level]) return none;
        const u64 bits = set.level[level][word] & (~u64{0} << (from & 63));
        if (bits) {
            u64 member = (word << 6) | lowest(bits);
            while (level-- > 0) member = (member << 6) | lowest(set.level[level][member]);
            return member;
        }
        from = word + 1;
    }
    return none;
}

// Returns which of `count` cells in a row neither hold nor touch a mine, computed from the mines.
HS_INLINE u64 zeros_of_chunk(const Geometry& g, const u64* mines, const RowAround& around, const Edges& edges, u64 column,
                             unsigned count) {
    u64 wide = 0, narrow = 0, left = 0, right = 0;
    for_rows(around, [&](u64 other) {
        const u64 base = other * g.row_length;
        const u64 middle = load_bits(mines, base + column, count);
        if (g.moore || other == around.row) {
            wide |= middle;
            if (edges.has_left) left |= u64(test_bit(mines, base + edges.left));
            if (edges.has_right) right |= u64(test_bit(mines, base + edges.right));
        } else {
            narrow |= middle;
        }
    });
    return ~(narrow | wide | (wide << 1) | (wide >> 1) | left | (right << (count - 1))) & low_mask(count);
}

// A board that records each changed word before changing it.
struct Recorded {
    Board& board;
    Delta& delta;

    HS_INLINE_MEMBER u64 zeros(const RowAround& around, const Edges& edges, u64, u64 column, unsigned count) const {
        return zeros_of_chunk(*board.geometry, board.mines, around, edges, column, count);
    }
    HS_INLINE_MEMBER u64 closed_to_cascade(u64 bit, unsigned count) const {
        const u64 open = load_bits(board.open, bit, count);
        return board.rules.flag_protects_cascade ? open | load_bits(board.flags, bit, count) : open;
    }
    // Only zeros opened by this move spread: a neighbour that an earlier cascade left covered because of a flag isn't
    // opened now.
    HS_INLINE_MEMBER u64 newly_opened(u64 bit, unsigned count) const { return load_bits(board.fresh, bit, count); }
    HS_INLINE_MEMBER bool may_be_zero(u64, unsigned, u64) const { return true; }

    HS_INLINE_MEMBER bool add_word(u64 word, u64 bits) {
        if (!board.fresh[word]) {
            Touch* touch = delta_extend(delta);
            if (!touch) return false;
            touch->word = word;
            touch->opened = 0;
            touch->unflagged = board.flags[word];
        }
        board.fresh[word] |= bits;
        board.open[word] |= bits;
        const u64 flagged = board.flags[word] & bits;
        if (flagged) {
            board.covered_flags -= i64(population(flagged));
            if (!board.rules.flags_on_open) board.flags[word] &= ~flagged;
        }
        return true;
    }
    HS_INLINE_MEMBER bool add(u64 bit, u64 bits) {
        const unsigned shift = unsigned(bit & 63);
        if (u64 low = bits << shift; low && !add_word(bit >> 6, low)) return false;
        const u64 high = (bits >> 1) >> (63 - shift);
        if (high && !add_word((bit >> 6) + 1, high)) return false;
        board.opened += population(bits);
        return true;
    }
    HS_INLINE_MEMBER IndexSet& dirty() { return board.dirty; }
};

// A board in a batch: no changes are recorded, and the zeros are precomputed.
struct Unrecorded {
    const u64* zero_plane;
    u64* open;
    u64 count_opened;
    IndexSet* dirty_set;

    HS_INLINE_MEMBER u64 zeros(const RowAround&, const Edges&, u64 bit, u64, unsigned count) const {
        return load_bits(zero_plane, bit, count);
    }
    HS_INLINE_MEMBER u64 closed_to_cascade(u64 bit, unsigned count) const { return load_bits(open, bit, count); }
    // Without flags all earlier zeros have spread already, so new ones needn't be distinguished.
    HS_INLINE_MEMBER u64 newly_opened(u64 bit, unsigned count) const { return load_bits(open, bit, count); }
    HS_INLINE_MEMBER bool may_be_zero(u64 bit, unsigned count, u64 bits) const {
        return (load_bits(zero_plane, bit, count) & bits) != 0;
    }
    HS_INLINE_MEMBER void add_word(u64 word, u64 bits) {
        open[word] |= bits;
        count_opened += population(bits);
    }
    HS_INLINE_MEMBER bool add(u64 bit, u64 bits) {
        const unsigned shift = unsigned(bit & 63);
        open[bit >> 6] |= bits << shift;
        open[(bit >> 6) + 1] |= (bits >> 1) >> (63 - shift);
        count_opened += population(bits);
        return true;
    }
    HS_INLINE_MEMBER IndexSet& dirty() { return *dirty_set; }
};

// Fills the runs of zeros next to one chunk's open zeros, and opens everything around them. Returns false if memory ran
// out.
template <class Access>
HS_INLINE bool spread_chunk(const Geometry& g, Access& access, u64 chunk) {
    const u64 row = g.chunks_per_row == 1 ? chunk : chunk / g.chunks_per_row;
    const u64 place = chunk - row * g.chunks_per_row;
    const u64 column = place * 64;
    const unsigned count = g.row_length - column < 64 ? unsigned(g.row_length - column) : 64;
    const u64 bit = row * g.row_length + column;
    const Edges edges = row_edges(g, column, count);
    RowAround around;
    row_around(g, row, around);

    const u64 zeros = access.zeros(around, edges, bit, column, count);
    u64 sources = access.newly_opened(bit, count) & zeros;
    if (!sources) return true;
    sources = fill_row(sources, sources | (zeros & ~access.closed_to_cascade(bit, count)));
    const u64 mask = low_mask(count);
    const u64 wide = (sources | (sources << 1) | (sources >> 1)) & mask;
    const bool left = edges.has_left && (sources & 1);
    const bool right = edges.has_right && ((sources >> (count - 1)) & 1);

    bool done = true;
    auto open_one = [&](u64 base, u64 at) {
        if (!done || access.closed_to_cascade(base + at, 1)) return;
        done = access.add(base + at, 1);
        if (done && access.may_be_zero(base + at, 1, 1)) {
            index_set_insert(access.dirty(), base / g.row_length * g.chunks_per_row + at / 64);
        }
    };
    for_rows(around, [&](u64 other) HS_INLINE_LAMBDA {
        const u64 base = other * g.row_length;
        const bool own = other == row;
        const u64 reach = g.moore || own ? wide : sources;
        const u64 fresh = reach & ~access.closed_to_cascade(base + column, count);
        if (fresh && done) {
            done = access.add(base + column, fresh);
            // In the row itself all zeros in reach have just been filled.
            if (!own && done && access.may_be_zero(base + column, count, fresh)) {
                index_set_insert(access.dirty(), other * g.chunks_per_row + place);
            }
        }
        if (g.moore || own) {
            if (left) open_one(base, edges.left);
            if (right) open_one(base, edges.right);
        }
    });
    return done;
}

// Opens everything that the open zeros of `chunk` lead to. Returns false if memory ran out or the work was stopped.
template <class Access, class AnyPace>
HS_INLINE bool cascade(const Geometry& g, Access& access, u64 chunk, AnyPace& pace) {
    const u64 at_once = chunks_at_once(g);
    u64 left = at_once;
    IndexSet& dirty = access.dirty();
    index_set_insert(dirty, chunk);
    u64 next = chunk;
    for (;;) {
        index_set_erase(dirty, next);
        if (!spread_chunk(g, access, next)) return false;
        if (--left == 0) {
            left = at_once;
            if (pace.over(at_once * chunk_steps(g))) return false;
        }
        const u64 after = index_set_next(dirty, next);
        next = after != none ? after : index_set_next(dirty, 0);
        if (next == none) return true;
    }
}

HS_INLINE u64 chunk_of(const Geometry& g, u64 index) {
    const u64 row = index / g.row_length;
    return row * g.chunks_per_row + (index - row * g.row_length) / 64;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Statistics of a board: openings, safe cells outside them, and islands; on any grid.
//
// A cascade from each zero that no earlier one has reached finds the openings one by one. Each safe cell outside them
// needs its own click. 3BV is the number of openings plus the number of such cells.
#pragma once

#include "board/cascade.hpp"
#include "board/state.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Memory for the duration of a call.
struct ScratchPlane {
    explicit ScratchPlane(u64 words) : word(plane_make(words)) {}
    ~ScratchPlane() { plane_free(word); }
    ScratchPlane(const ScratchPlane&) = delete;
    ScratchPlane& operator=(const ScratchPlane&) = delete;
    u64* word;
};

struct ScratchSet {
    explicit ScratchSet(u64 bound) : made(index_set_make(set, bound)) {}
    ~ScratchSet() {
        if (made) index_set_free(set);
    }
    ScratchSet(const ScratchSet&) = delete;
    ScratchSet& operator=(const ScratchSet&) = delete;
    IndexSet set;
    bool made;
};

// Marks all zeros of a board. Returns false if stopped.
template <class AnyPace>
HS_INLINE bool zero_plane(const Geometry& g, const u64* mines, u64* zeros, AnyPace& pace) {
    const u64 at_once = chunks_at_once(g);
    u64 left = at_once;
    for (u64 row = 0; row < g.rows; ++row) {
        RowAround around;
        row_around(g, row, around);
        for (u64 column = 0; column < g.row_length; column += 64) {
            const unsigned count = g.row_length - column < 64 ? unsigned(g.row_length - column) : 64;
            const u64 bits = zeros_of_chunk(g, mines, around, row_edges(g, column, count), column, count);
            const u64 bit = row * g.row_length + column;
            const unsigned shift = unsigned(bit & 63);
            zeros[bit >> 6] |= bits << shift;
            // The spare word stays 0, because nothing is set past the last cell.
            zeros[(bit >> 6) + 1] |= (bits >> 1) >> (63 - shift);
            if (--left == 0) {
                left = at_once;
                if (pace.over(at_once * chunk_steps(g))) return false;
            }
        }
    }
    return true;
}

// Counts the connected groups of `through` that contain `seeds` (a subset). `reached`, empty at first, receives their
// cells and all neighbours. Returns false if stopped.
template <class AnyPace>
static inline bool count_groups(const Geometry& g, const u64* through, const u64* seeds, u64* reached, IndexSet& dirty,
                                AnyPace& pace, u64& groups) {
    Unrecorded access{through, reached, 0, &dirty};
    groups = 0;
    for (u64 w = 0; w < g.words; ++w) {
        for (u64 left; (left = seeds[w] & through[w] & ~reached[w]) != 0;) {
            const u64 index = w * 64 + lowest(left);
            access.add(index, 1);
            if (!cascade(g, access, chunk_of(g, index), pace)) return false;
            ++groups;
        }
        // The cost allows for one or two chunks that reach each cell.
        if (pace.over_in_round(w, 4 * chunk_steps(g))) return false;
    }
    return true;
}

HS_INLINE u64 cells_in_word(const Geometry& g, u64 word) {
    return word + 1 < g.words ? ~u64{0} : low_mask(unsigned((g.cells - 1) % 64) + 1);
}

// With `open`, also counts progress: openings with an open zero, and open single cells. Returns false if memory ran out
// or the work was stopped.
template <class AnyPace>
static bool value_of_board(const Geometry& g, const u64* mines, const u64* open, BoardValue& value, AnyPace& pace) {
    ScratchPlane zeros(g.words), reached(g.words), single(g.words), again(open ? g.words : 0);
    ScratchSet dirty(g.chunks);
    if (!zeros.word || !reached.word || !single.word || !again.word || !dirty.made) return false;
    value = BoardValue{};
    if (!zero_plane(g, mines, zeros.word, pace)) return false;
    if (!count_groups(g, zeros.word, zeros.word, reached.word, dirty.set, pace, value.openings)) return false;
    for (u64 w = 0; w < g.words; ++w) {
        single.word[w] = ~(mines[w] | reached.word[w]) & cells_in_word(g, w);
        value.single += population(single.word[w]);
        if (open) value.single_open += population(single.word[w] & open[w]);
        reached.word[w] = 0;
        if (pace.over_in_round(w, 4)) return false;
    }
    reached.word[g.words] = 0;
    if (!count_groups(g, single.word, single.word, reached.word, dirty.set, pace, value.islands)) return false;
    return !open || count_groups(g, zeros.word, open, again.word, dirty.set, pace, value.openings_open);
}

static bool board_value(const Geometry& g, const u64* mines, const u64* open, BoardValue& value, const Stop& stop) {
    Pace pace(stop);
    NoPace none_needed;
    return is_short(g) ? value_of_board(g, mines, open, value, none_needed) : value_of_board(g, mines, open, value, pace);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

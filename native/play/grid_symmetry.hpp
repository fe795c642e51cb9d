// Indistinguishable cells of a small grid, and a common key for equivalent positions.
//
// A position is the set of layouts that are still consistent. Cells that have the same state in all of them don't
// affect the rest of the game. So only the unknown cells count: their mines in each layout, and their adjacency. Any
// map of unknown cells that preserves both leads to a position of the same value: rotations and reflections of the
// grid, exchanges of cells with the same neighbours, and shifts, because known cells are ignored.
#pragma once

#include "array.hpp"
#include "board/neighbours.hpp"
#include "random/stream.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Two different positions have the same key with a chance of about 2^-128.
struct PositionKey {
    u64 first, second;
};

class GridSymmetry {
  public:
    // For grids of at most 64 cells. Returns false if memory ran out.
    bool make(const Geometry& g);

    u64 cells() const { return cells_; }
    u64 all() const { return low_mask(unsigned(cells_)); }
    u64 near(u64 cell) const { return near_[cell]; }

    // Whether exchanging two cells preserves all clues in `among`.
    bool are_twins(u64 one, u64 other, u64 among) const {
        const u64 both = (u64{1} << one) | (u64{1} << other);
        return ((near_[one] ^ near_[other]) & among & ~both) == 0;
    }

    // The lowest cell to which a symmetry of the whole grid maps a cell.
    u64 first_like(u64 cell) const {
        u64 least = twin_[cell];
        for (u64 m = 0; m < count_; ++m) {
            const u64 image = twin_[map_[m * 64 + twin_[cell]]];
            least = image < least ? image : least;
        }
        return least;
    }

    // The key of a position: `layout(i)` returns the mines of layout i, `unknown` is the set of uncertain cells.
    template <class Layout>
    PositionKey key(u64 unknown, u64 layouts, Layout&& layout) const;

  private:
    bool add_maps(const Geometry& g, int* order, int place);
    bool add_turns(const Geometry& g, const int* order, int axis, u64 flips, u64* shift);
    bool add_map(const u8* map);

    // The image, under a symmetry, of a cell that is the first of its twins.
    u64 image(const u8* map, u64 cell) const {
        if (!has_twins_) return map[cell];
        u64 to = twins_[twin_[map[twin_[cell]]]];
        for (u64 rank = population(twins_[twin_[cell]] & low_mask(unsigned(cell))); rank > 0; --rank) to &= to - 1;
        return lowest(to);
    }

    // The distance by which cells can be shifted towards 0 along all axes.
    u64 space_before(u64 cells) const {
        u64 shift = 0;
        for (int axis = 0; axis < shifts_; ++axis) {
            for (u64 edge = edge_[axis]; !(cells & edge); edge <<= step_[axis]) shift += step_[axis];
        }
        return shift;
    }

    u64 cells_ = 0;
    u64 near_[64] = {};
    u8 twin_[64] = {};     // per cell: the first cell with the same neighbours
    u64 twins_[64] = {};   // per such first cell: the set of its twins
    bool has_twins_ = false;
    int shifts_ = 0;       // number of axes that don't wrap
    u64 step_[most_axes] = {}, edge_[most_axes] = {};
    Array<u8> map_;        // symmetries, 64 numbers each; twins count as one
    u64 count_ = 0;
};

inline bool GridSymmetry::make(const Geometry& g) {
    cells_ = g.cells;
    count_ = 0;
    map_.clear();
    for (u64 i = 0; i < cells_; ++i) {
        near_[i] = 0;
        for_neighbours(g, i, [&](u64 other) { near_[i] |= u64{1} << other; });
    }
    has_twins_ = false;
    for (u64 i = 0; i < cells_; ++i) {
        twins_[i] = 0;
        twin_[i] = u8(i);
        for (u64 j = 0; j < i && twin_[i] == i; ++j) {
            if (twin_[j] == j && are_twins(i, j, all())) twin_[i] = u8(j);
        }
        has_twins_ = has_twins_ || twin_[i] != i;
        twins_[twin_[i]] |= u64{1} << i;
    }
    shifts_ = 0;
    for (int axis = 0; axis < g.axes; ++axis) {
        if (g.wrap[axis]) continue;
        u64 edge = 0;
        for (u64 i = 0; i < cells_; ++i) edge |= u64{(i / g.stride[axis]) % g.side[axis] == 0} << i;
        step_[shifts_] = g.stride[axis];
        edge_[shifts_++] = edge;
    }
    int order[most_axes];
    for (int axis = 0; axis < g.axes; ++axis) order[axis] = axis;
    return add_maps(g, order, 0);
}

// Adds the symmetries that permute axes of equal length, starting at `place`.
inline bool GridSymmetry::add_maps(const Geometry& g, int* order, int place) {
    if (place == g.axes) {
        u64 shift[most_axes] = {};
        return add_turns(g, order, 0, 0, shift);
    }
    for (int i = place; i < g.axes; ++i) {
        const int own = order[i];
        if (g.side[own] != g.side[place] || g.wrap[own] != g.wrap[place]) continue;
        order[i] = order[place];
        order[place] = own;
        const bool done = add_maps(g, order, place + 1);
        order[place] = order[i];
        order[i] = own;
        if (!done) return false;
    }
    return true;
}

// Adds both directions of every axis, starting at `axis`, and every shift of a wrapped one.
inline bool GridSymmetry::add_turns(const Geometry& g, const int* order, int axis, u64 flips, u64* shift) {
    if (axis == g.axes) {
        u8 map[64] = {};
        for (u64 i = 0; i < cells_; ++i) {
            u64 to = 0;
            for (int a = 0; a < g.axes; ++a) {
                u64 coordinate = (i / g.stride[a]) % g.side[a];
                if ((flips >> a) & 1) coordinate = g.side[a] - 1 - coordinate;
                to += (coordinate + shift[a]) % g.side[a] * g.stride[order[a]];
            }
            map[i] = u8(to);
        }
        return add_map(map);
    }
    for (u64 flip = 0; flip < 2; ++flip) {
        for (u64 by = 0; by < (g.wrap[axis] ? g.side[axis] : 1); ++by) {
            shift[axis] = by;
            if (!add_turns(g, order, axis + 1, flips | (flip << axis), shift)) return false;
        }
    }
    return true;
}

// Skip a symmetry if an earlier one has the same effect on all twins.
inline bool GridSymmetry::add_map(const u8* map) {
    for (u64 m = 0; m < count_ && has_twins_; ++m) {
        bool is_same = true;
        for (u64 i = 0; i < cells_ && is_same; ++i) is_same = twin_[map_[m * 64 + i]] == twin_[map[i]];
        if (is_same) return true;
    }
    if (!map_.resize((count_ + 1) * 64)) return false;
    std::memcpy(map_.data() + count_ * 64, map, 64);
    ++count_;
    return true;
}

template <class Layout>
inline PositionKey GridSymmetry::key(u64 unknown, u64 layouts, Layout&& layout) const {
    // Unknown twins are replaced by the first ones of their kind.
    u8 cell[64], place[64];
    unsigned count = 0;
    for (u64 left = unknown; left;) {
        const u64 home = twin_[lowest(left)];
        u64 to = twins_[home];
        for (u64 own = twins_[home] & unknown; own; own &= own - 1) {
            cell[count] = u8(lowest(own));
            place[count++] = u8(lowest(to));
            to &= to - 1;
        }
        left &= ~twins_[home];
    }
    // The symmetries that map the unknown cells to the lowest set, up to the capacity. A limit is harmless: several
    // keys for one position only cost time.
    constexpr unsigned most_ties = 64;
    u64 least = ~u64{0};
    u64 tied[most_ties];
    unsigned ties = 0;
    for (u64 m = 0; m < count_; ++m) {
        const u8* const map = map_.data() + m * 64;
        u64 taken = 0;
        for (unsigned i = 0; i < count; ++i) taken |= u64{1} << image(map, place[i]);
        taken >>= space_before(taken);
        if (taken < least) {
            least = taken;
            ties = 0;
        }
        if (taken == least && ties < most_ties) tied[ties++] = m;
    }
    PositionKey found{~u64{0}, ~u64{0}};
    for (unsigned t = 0; t < ties; ++t) {
        const u8* const map = map_.data() + tied[t] * 64;
        u8 to[64];
        u64 taken = 0;
        for (unsigned i = 0; i < count; ++i) taken |= u64{1} << image(map, place[i]);
        const u64 shift = space_before(taken);
        for (unsigned i = 0; i < count; ++i) to[cell[i]] = u8(image(map, place[i]) - shift);
        PositionKey own{stream_value(0xb0a2, least), stream_value(0x1dea, least)};
        for (u64 i = 0; i < layouts; ++i) {
            u64 mines = 0;
            for (u64 left = layout(i) & unknown; left; left &= left - 1) mines |= u64{1} << to[lowest(left)];
            own.first += stream_value(0x5eed, mines);
            own.second += stream_value(0xca5e, mines);
        }
        if (own.first < found.first || (own.first == found.first && own.second < found.second)) found = own;
    }
    return found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

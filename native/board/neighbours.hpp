// Neighbouring rows and cells on any grid.
//
// A row is a run of cells along the last axis. In any number of dimensions the neighbours of a row's cells lie in the
// same row and in rows at a few constant distances, so whole chunks of a row are handled at once.
#pragma once

#include "board/bits.hpp"
#include "board/state.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// A row and the rows around it, as up to three offsets along each of the slower axes.
struct RowAround {
    int axes;
    bool moore;
    u64 row;
    int count[most_axes];
    u64 offset[most_axes][3];  // the first is always 0; negative offsets wrap around 2^64
};

HS_INLINE void row_offsets(const Geometry& g, int axis, u64 coordinate, u64 step, int& count, u64* offset) {
    offset[0] = 0;
    count = 1;
    if (coordinate > 0) {
        offset[count++] = 0 - step;
    } else if (g.wrap[axis]) {
        offset[count++] = step * (g.side[axis] - 1);
    }
    if (coordinate + 1 < g.side[axis]) {
        offset[count++] = step;
    } else if (g.wrap[axis]) {
        offset[count++] = 0 - step * (g.side[axis] - 1);
    }
}

HS_INLINE void row_around(const Geometry& g, u64 row, RowAround& around) {
    around.axes = g.axes - 1;
    around.moore = g.moore;
    around.row = row;
    u64 rest = row;
    u64 step = 1;
    for (int axis = around.axes; axis-- > 0;) {
        u64 coordinate = rest;
        if (axis > 0) {
            const u64 next = rest / g.side[axis];
            coordinate = rest - next * g.side[axis];
            rest = next;
        }
        row_offsets(g, axis, coordinate, step, around.count[axis], around.offset[axis]);
        step *= g.side[axis];
    }
}

// Calls visit(row) once for every row around, including the row itself.
template <class Visit>
HS_INLINE void for_rows(const RowAround& around, Visit&& visit) {
    const int last = around.axes - 1;
    if (last < 0) {
        visit(around.row);
        return;
    }
    if (!around.moore) {
        visit(around.row);
        for (int axis = 0; axis <= last; ++axis) {
            for (int i = 1; i < around.count[axis]; ++i) visit(around.row + around.offset[axis][i]);
        }
        return;
    }
    if (last == 0) {
        for (int i = 0; i < around.count[0]; ++i) visit(around.row + around.offset[0][i]);
        return;
    }
    int digit[most_axes];
    for (int axis = 0; axis < last; ++axis) digit[axis] = 0;
    u64 row = around.row;
    for (;;) {
        for (int i = 0; i < around.count[last]; ++i) visit(row + around.offset[last][i]);
        int axis = last - 1;
        for (; axis >= 0; --axis) {
            row -= around.offset[axis][digit[axis]];
            if (++digit[axis] < around.count[axis]) {
                row += around.offset[axis][digit[axis]];
                break;
            }
            digit[axis] = 0;
        }
        if (axis < 0) return;
    }
}

// The columns just left and right of a chunk.
struct Edges {
    bool has_left, has_right;
    u64 left, right;
};

HS_INLINE Edges row_edges(const Geometry& g, u64 column, unsigned count) {
    const bool wrap = g.wrap[g.axes - 1];
    Edges edges;
    edges.has_left = column > 0 || wrap;
    edges.left = column > 0 ? column - 1 : g.row_length - 1;
    edges.has_right = column + count < g.row_length || wrap;
    edges.right = column + count < g.row_length ? column + count : 0;
    return edges;
}

// Calls visit(index) for every neighbour of a cell, each once.
template <class Visit>
HS_INLINE void for_neighbours(const Geometry& g, u64 index, Visit&& visit) {
    const u64 row = index / g.row_length;
    const u64 column = index - row * g.row_length;
    const Edges edges = row_edges(g, column, 1);
    RowAround around;
    row_around(g, row, around);
    for_rows(around, [&](u64 other) {
        const u64 base = other * g.row_length;
        if (other != row) visit(base + column);
        if (g.moore || other == row) {
            if (edges.has_left) visit(base + edges.left);
            if (edges.has_right) visit(base + edges.right);
        }
    });
}

// Number of a cell's neighbours that are set in a plane.
HS_INLINE u64 count_around(const Geometry& g, const u64* plane, u64 index) {
    const u64 row = index / g.row_length;
    const u64 column = index - row * g.row_length;
    RowAround around;
    row_around(g, row, around);
    u64 total = 0;
    if (g.moore && column > 0 && column + 1 < g.row_length) {
        for_rows(around, [&](u64 other) { total += population(load_bits(plane, other * g.row_length + column - 1, 3)); });
        return total - test_bit(plane, index);
    }
    const Edges edges = row_edges(g, column, 1);
    for_rows(around, [&](u64 other) {
        const u64 base = other * g.row_length;
        if (other != row) total += test_bit(plane, base + column);
        if (g.moore || other == row) {
            if (edges.has_left) total += test_bit(plane, base + edges.left);
            if (edges.has_right) total += test_bit(plane, base + edges.right);
        }
    });
    return total;
}

// Neighbour counts of up to 64 cells of one row, bit-sliced: bit i of sums[j] is bit j of the count of cell i. There
// are `planes` sums, which must suffice for the grid's maximum number of neighbours.
HS_INLINE void count_chunk(const Geometry& g, const u64* plane, u64 row, u64 column, unsigned count, u64* sums, int planes) {
    const Edges edges = row_edges(g, column, count);
    RowAround around;
    row_around(g, row, around);
    for (int j = 0; j < planes; ++j) sums[j] = 0;
    auto add = [&](u64 bits, int j) {
        for (; bits && j < planes; ++j) {
            const u64 carry = sums[j] & bits;
            sums[j] ^= bits;
            bits = carry;
        }
    };
    for_rows(around, [&](u64 other) {
        const u64 base = other * g.row_length;
        const u64 middle = load_bits(plane, base + column, count);
        if (!g.moore && other != row) {
            add(middle, 0);
            return;
        }
        const u64 from_left = (middle << 1) | u64(edges.has_left && test_bit(plane, base + edges.left));
        const u64 from_right =
            (middle >> 1) | (u64(edges.has_right && test_bit(plane, base + edges.right)) << (count - 1));
        const u64 own = other == row ? 0 : middle;
        const u64 mask = low_mask(count);
        const u64 either = from_left ^ from_right;
        add((either ^ own) & mask, 0);
        add(((from_left & from_right) | (either & own)) & mask, 1);
    });
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

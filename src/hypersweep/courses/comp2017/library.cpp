// init_game and select_cell of COMP2017 ND-Minesweeper, on the kernels of hypersweep.
//
// The caller's array is all there is between two calls: cells lie in it by their raveled index (C order, the last
// dimension fastest), and what the cascade needs to know of a cell is read from its struct and written back to it.
#include "minesweeper.h"

#include "cascade.hpp"

namespace {

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

// The kernels' idea of the board; false for what can't be a board, or has more dimensions than a cell has coordinates.
bool read_geometry(Geometry& geometry, int dim, const int* dim_sizes) {
    if (!dim_sizes || dim < 1 || dim > MAX_DIM) return false;
    // Sides of 1 change neither indices nor neighbours; without them any number of dimensions fits.
    u64 sides[most_axes];
    const bool wrap[most_axes] = {};
    int axes = 0;
    for (int axis = 0; axis < dim; ++axis) {
        if (dim_sizes[axis] < 1) return false;
        if (dim_sizes[axis] == 1) continue;
        if (axes == most_axes) return false;
        sides[axes++] = u64(dim_sizes[axis]);
    }
    return geometry_make(geometry, axes, sides, wrap, true);
}

// The raveled index of a cell, or none.
u64 read_index(int dim, const int* dim_sizes, const int* coords) {
    if (!coords) return none;
    u64 index = 0;
    for (int axis = 0; axis < dim; ++axis) {
        if (coords[axis] < 0 || coords[axis] >= dim_sizes[axis]) return none;
        index = index * u64(dim_sizes[axis]) + u64(coords[axis]);
    }
    return index;
}

void write_coords(struct cell* game, u64 index, int dim, const int* dim_sizes) {
    for (int axis = 0; axis < dim; ++axis) game[index].coords[axis] = index ? game[index - 1].coords[axis] : 0;
    if (index == 0) return;
    for (int axis = dim; axis-- > 0;) {
        if (++game[index].coords[axis] < dim_sizes[axis]) return;
        game[index].coords[axis] = 0;
    }
}

// The array as the cascade sees it. Hints are right from the start, and every selected zero has been followed to its
// end, so a selected zero needs no mark that tells a new one from an old one.
struct Cells {
    struct cell* game;
    IndexSet dirty_set{};
    bool changed = false;

    template <class Test>
    u64 gather(u64 bit, unsigned count, Test&& test) const {
        u64 bits = 0;
        for (unsigned i = 0; i < count; ++i) bits |= u64(test(game[bit + i])) << i;
        return bits;
    }
    static bool is_zero(const struct cell& cell) { return !cell.mined && cell.hint == 0; }
    static bool is_selected(const struct cell& cell) { return cell.selected != 0; }

    u64 zeros(const RowAround&, const Edges&, u64 bit, u64, unsigned count) const { return gather(bit, count, is_zero); }
    u64 closed_to_cascade(u64 bit, unsigned count) const { return gather(bit, count, is_selected); }
    u64 newly_opened(u64 bit, unsigned count) const { return gather(bit, count, is_selected); }
    bool may_be_zero(u64 bit, unsigned count, u64 bits) const { return (gather(bit, count, is_zero) & bits) != 0; }
    bool add(u64 bit, u64 bits) {
        for (; bits; bits &= bits - 1) game[bit + lowest(bits)].selected = 1;
        return changed = true;
    }
    IndexSet& dirty() { return dirty_set; }
};

// Selects all that a selected zero leads to.
void follow_zero(const Geometry& geometry, struct cell* game, u64 index) {
    Cells cells{game};
    if (index_set_make(cells.dirty_set, geometry.chunks)) {
        cascade(geometry, cells, chunk_of(geometry, index));
        index_set_free(cells.dirty_set);
        return;
    }
    // No memory even for one bit in 64 cells: without a note of where to look next, look everywhere until nothing changes.
    cells.dirty_set = IndexSet{};
    do {
        cells.changed = false;
        for (u64 chunk = 0; chunk < geometry.chunks; ++chunk) spread_chunk(geometry, cells, chunk);
    } while (cells.changed);
}

// Whether every safe cell is selected. The search starts at the latest selection, around which others are likely to be
// missing, and ends at the first that is.
bool is_won(const struct cell* game, u64 cells, u64 start) {
    for (u64 step = 0; step < cells; ++step) {
        const u64 index = start < cells - step ? start + step : start - (cells - step);
        if (!game[index].selected && !game[index].mined) return false;
    }
    return true;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void init_game(struct cell* game, int dim, int* dim_sizes, int num_mines, int** mined_cells) {
    Geometry geometry;
    if (!game || !read_geometry(geometry, dim, dim_sizes)) return;
    for (u64 index = 0; index < geometry.cells; ++index) {
        game[index].mined = 0;
        game[index].selected = 0;
        write_coords(game, index, dim, dim_sizes);
    }
    for (int mine = 0; mined_cells && mine < num_mines; ++mine) {
        const u64 index = read_index(dim, dim_sizes, mined_cells[mine]);
        if (index != none) game[index].mined = 1;
    }
    for (u64 index = 0; index < geometry.cells; ++index) {
        struct cell& cell = game[index];
        cell.num_adjacent = 0;
        cell.hint = 0;
        for_neighbours(geometry, index, [&](u64 other) {
            cell.hint += game[other].mined;
            // Neighbours that don't fit count for the hint alone.
            if (cell.num_adjacent < MAX_ADJACENT) cell.adjacent[cell.num_adjacent++] = &game[other];
        });
    }
}

EXPORTED int select_cell(struct cell* game, int dim, int* dim_sizes, int* coords) {
    Geometry geometry;
    if (!game || !read_geometry(geometry, dim, dim_sizes)) return 0;
    const u64 index = read_index(dim, dim_sizes, coords);
    if (index == none || game[index].selected) return 0;
    game[index].selected = 1;
    if (game[index].mined) return 1;
    if (game[index].hint == 0) follow_zero(geometry, game, index);
    return is_won(game, geometry.cells, index) ? 2 : 0;
}

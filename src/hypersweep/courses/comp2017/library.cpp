// init_game and select_cell from COMP2017 ND-Minesweeper, implemented with hypersweep's kernels.
//
// The caller's array is the only state between calls. Cells are at their raveled index (C order, the last
// dimension fastest), and the cascade reads a cell's state from its struct and writes it back.
//
// params.h, which is written for each build, gives the two functions names that contain the constants, so a program
// compiled with other constants fails to link. The plain names are optional aliases.
#include "minesweeper.h"

#include "board/cascade.hpp"

// Defined in programs that run under the address sanitizer; null in others.
#ifdef __ELF__
extern "C" __attribute__((weak)) void* __asan_region_is_poisoned(void* begin, std::size_t size);
extern "C" __attribute__((weak)) void __asan_report_store_n(void* address, std::size_t size);
#endif

namespace {

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

// A board's size; most selections need no other part of its geometry.
struct Size {
    u64 cells = 1;
    int axes = 0;  // without sides of 1, which change neither indices nor neighbours
};

// Returns false if the board is impossible, has more dimensions than a cell has coordinates, or needs more memory than
// can be addressed.
bool read_size(Size& size, int dim, const int* dim_sizes) {
    if (!dim_sizes || dim < 1 || dim > MAX_DIM) return false;
    for (int axis = 0; axis < dim; ++axis) {
        if (dim_sizes[axis] < 1 || __builtin_mul_overflow(size.cells, u64(dim_sizes[axis]), &size.cells)) return false;
        size.axes += dim_sizes[axis] > 1;
    }
    // This limit on cells also keeps the number of axes within most_axes.
    return size.cells <= (u64{1} << 62) && size.cells <= SIZE_MAX / sizeof(struct cell);
}

// Returns the kernels' geometry for a board whose size has been checked.
Geometry make_geometry(int dim, const int* dim_sizes) {
    u64 sides[most_axes];
    const bool wrap[most_axes] = {};
    int axes = 0;
    for (int axis = 0; axis < dim; ++axis) {
        if (dim_sizes[axis] > 1) sides[axes++] = u64(dim_sizes[axis]);
    }
    Geometry geometry;
    geometry_make(geometry, axes, sides, wrap, true);
    return geometry;
}

// Returns false if the caller's array is known to be too short, as in a program compiled with smaller constants. Only
// the address sanitizer knows where the array ends; it reports the access.
bool is_large_enough([[maybe_unused]] struct cell* game, [[maybe_unused]] u64 cells) {
#ifdef __ELF__
    if (__asan_region_is_poisoned && __asan_report_store_n) {
        if (void* beyond = __asan_region_is_poisoned(game, cells * sizeof(struct cell))) {
            __asan_report_store_n(beyond, 1);
            __asm__ volatile("");  // prevents a tail call, after which the report wouldn't name this library
            return false;
        }
    }
#endif
    return true;
}

// Returns the raveled index of a cell, or none if it isn't on the board.
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

// The caller's array as the cascade's cells. Hints are correct from the start, and all selected zeros have already been
// followed completely, so the cascade needn't distinguish new zeros from old ones.
struct Cells {
    struct cell* game;
    IndexSet dirty_set{};
    bool changed = false;
    // Cache of the latest cells read, as bits: the cascade asks several questions in a row about the same cells.
    mutable u64 first = none;
    mutable unsigned length = 0;
    mutable u64 zero = 0;
    mutable u64 selected = 0;

    void read(u64 bit, unsigned count) const {
        if (first == bit && length == count) return;
        first = bit;
        length = count;
        zero = selected = 0;
        for (unsigned i = 0; i < count; ++i) {
            const struct cell& cell = game[bit + i];
            zero |= u64(!cell.mined && cell.hint == 0) << i;
            selected |= u64(cell.selected != 0) << i;
        }
    }
    u64 zeros(const RowAround&, const Edges&, u64 bit, u64, unsigned count) const {
        read(bit, count);
        return zero;
    }
    u64 closed_to_cascade(u64 bit, unsigned count) const {
        if (count == 1) return u64(game[bit].selected != 0);
        read(bit, count);
        return selected;
    }
    u64 newly_opened(u64 bit, unsigned count) const { return closed_to_cascade(bit, count); }
    bool may_be_zero(u64 bit, unsigned count, u64 bits) const {
        if (count == 1) return !game[bit].mined && game[bit].hint == 0;
        read(bit, count);
        return (zero & bits) != 0;
    }
    bool add(u64 bit, u64 bits) {
        if (bit == first) {
            selected |= bits;
        } else {
            first = none;
        }
        for (; bits; bits &= bits - 1) game[bit + lowest(bits)].selected = 1;
        return changed = true;
    }
    IndexSet& dirty() { return dirty_set; }
};

// Selects all cells that a selected zero reveals.
void follow_zero(const Geometry& geometry, struct cell* game, u64 index) {
    Cells cells{game};
    if (index_set_make(cells.dirty_set, geometry.chunks)) {
        Pace pace{Stop{}};  // a C program's call can't be stopped
        cascade(geometry, cells, chunk_of(geometry, index), pace);
        index_set_free(cells.dirty_set);
        return;
    }
    // There isn't even memory for one bit per 64 cells: instead of tracking dirty chunks, scan until nothing changes.
    cells.dirty_set = IndexSet{};
    do {
        cells.changed = false;
        for (u64 chunk = 0; chunk < geometry.chunks; ++chunk) spread_chunk(geometry, cells, chunk);
    } while (cells.changed);
}

// Initialises every cell for a board without mines.
void write_cells(struct cell* game, const Geometry& geometry, int dim, const int* dim_sizes) {
    u64 column = 0;
    for (u64 index = 0; index < geometry.cells; ++index) {
        struct cell& cell = game[index];
        cell.mined = 0;
        cell.selected = 0;
        cell.hint = 0;
        cell.num_adjacent = 0;
        write_coords(game, index, dim, dim_sizes);
        if (column < 2 || column + 1 == geometry.row_length) {
            for_neighbours(geometry, index, [&](u64 other) {
                // Leave out neighbours that don't fit.
                if (cell.num_adjacent < MAX_ADJACENT) cell.adjacent[cell.num_adjacent++] = &game[other];
            });
        } else {
            // Between the ends of a row, all neighbours are one index further than those of the previous cell.
            const struct cell& before = game[index - 1];
            cell.num_adjacent = before.num_adjacent;
            for (int i = 0; i < before.num_adjacent; ++i) cell.adjacent[i] = before.adjacent[i] + 1;
        }
        column = column + 1 == geometry.row_length ? 0 : column + 1;
    }
}

// Returns the entry that stores where the search for an unselected safe cell continues: the last one in the first
// cell's `adjacent`; null if that entry is in use. The first cell is a corner; no cell has fewer neighbours. If none
// has more, all cells are neighbours and the search is short. The entry is only a hint: if it holds anything else, as
// after the array was copied or edited, the search still visits the whole array before it reports a win.
struct cell** search_entry(struct cell* game, const Size& size) {
    const bool is_free = (u64{1} << size.axes) - 1 < u64(MAX_ADJACENT);
    return is_free ? &game[0].adjacent[MAX_ADJACENT - 1] : nullptr;
}

// Returns whether every safe cell is selected. Cells that the search has passed stay selected, so all searches in a
// game together visit the array about once, whatever the order of selections.
bool is_won(struct cell* game, const Size& size, u64 index) {
    struct cell** entry = search_entry(game, size);
    u64 start = index;
    if (entry) {
        const u64 place = (std::uintptr_t(*entry) - std::uintptr_t(game)) / sizeof(struct cell);
        start = place < size.cells ? place : 0;
    }
    u64 place = start;
    do {
        if (!game[place].selected && !game[place].mined) {
            if (entry) *entry = &game[place];
            return false;
        }
        place = place + 1 == size.cells ? 0 : place + 1;
    } while (place != start);
    return true;
}

void start_game(struct cell* game, int dim, const int* dim_sizes, int num_mines, int** mined_cells) {
    Size size;
    if (!game || !read_size(size, dim, dim_sizes) || !is_large_enough(game, size.cells)) return;
    const Geometry geometry = make_geometry(dim, dim_sizes);
    write_cells(game, geometry, dim, dim_sizes);
    if (struct cell** entry = search_entry(game, size)) *entry = game;
    for (int mine = 0; mined_cells && mine < num_mines; ++mine) {
        const u64 index = read_index(dim, dim_sizes, mined_cells[mine]);
        if (index == none || game[index].mined) continue;
        game[index].mined = 1;
        for_neighbours(geometry, index, [&](u64 other) { ++game[other].hint; });
    }
}

int select(struct cell* game, int dim, const int* dim_sizes, const int* coords) {
    Size size;
    if (!game || !read_size(size, dim, dim_sizes)) return 0;
    const u64 index = read_index(dim, dim_sizes, coords);
    if (index == none || game[index].selected) return 0;
    game[index].selected = 1;
    if (game[index].mined) return 1;
    if (game[index].hint == 0) follow_zero(make_geometry(dim, dim_sizes), game, index);
    return is_won(game, size, index) ? 2 : 0;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void init_game(struct cell* game, int dim, int* dim_sizes, int num_mines, int** mined_cells) {
    start_game(game, dim, dim_sizes, num_mines, mined_cells);
}

EXPORTED int select_cell(struct cell* game, int dim, int* dim_sizes, int* coords) {
    return select(game, dim, dim_sizes, coords);
}

#ifdef PLAIN_NAMES
#undef init_game
#undef select_cell

EXPORTED void init_game(struct cell* game, int dim, int* dim_sizes, int num_mines, int** mined_cells) {
    start_game(game, dim, dim_sizes, num_mines, mined_cells);
}

EXPORTED int select_cell(struct cell* game, int dim, int* dim_sizes, int* coords) {
    return select(game, dim, dim_sizes, coords);
}
#endif

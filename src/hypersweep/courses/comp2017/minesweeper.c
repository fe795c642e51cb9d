/*
 * COMP2017 ND-Minesweeper: init_game and select_cell in C11, for any constants in params.h.
 *
 * Written by `hypersweep comp2017 build --source`. Copyright (c) 2026 The hypersweep authors, MIT licence: use, change
 * and pass it on as you like, as long as this notice stays.
 *
 * Cells are in C order: the last coordinate changes fastest. There is no state outside the array, so any number of
 * games can be played at once. Nothing is allocated, nothing recurses, nothing is printed.
 */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The course's minesweeper.h defines the same struct and has no include guard. It includes params.h, so if the
 * constants are already defined here, that header was included first.
 */
#if defined(MAX_ADJACENT) && !defined(MINESWEEPER_H)
#define MINESWEEPER_H
#endif

#include "params.h"

#ifndef MINESWEEPER_H
struct cell {
    int mined;
    int selected;
    int num_adjacent;
    struct cell * adjacent[MAX_ADJACENT];
    int coords[MAX_DIM];
    int hint;
};

void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells);
int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords);
#endif

/* A grid has at most INT_MAX cells, so no more than 30 of its sizes can be above 1. */
#define MOST_AXES 30
#define NO_CELL (-1)

/* The sizes above 1, and for each such dimension the distance in the array between neighbours along it. */
struct grid {
    int axes;
    int size[MOST_AXES];
    int stride[MOST_AXES];
    int cells;
};

/* An iteration over the cells around one cell: steps along each axis go from `first` (-1 or 0) to `last` (0 or 1). */
struct walk {
    const struct grid * grid;
    int centre;
    int place;
    int step[MOST_AXES];
    int first[MOST_AXES];
    int last[MOST_AXES];
    bool ended;
};

/* ---- The grid ---- */

/* Fills in the grid; returns false if it is impossible, or exceeds MAX_DIM dimensions or INT_MAX cells. */
static bool read_grid(struct grid * grid, int dim, const int * dim_sizes) {
    if (dim_sizes == NULL || dim < 1 || dim > MAX_DIM) return false;
    grid->axes = 0;
    grid->cells = 1;
    for (int i = dim - 1; i >= 0; --i) {
        if (dim_sizes[i] < 1 || dim_sizes[i] > INT_MAX / grid->cells) return false;
        /* A size of 1 adds neither cells nor neighbours. */
        if (dim_sizes[i] == 1) continue;
        grid->size[grid->axes] = dim_sizes[i];
        grid->stride[grid->axes] = grid->cells;
        grid->cells *= dim_sizes[i];
        ++grid->axes;
    }
    return true;
}

/* Returns the index of the cell with these coordinates, or NO_CELL. */
static int find_cell(int dim, const int * dim_sizes, const int * coords) {
    if (coords == NULL) return NO_CELL;
    int index = 0;
    for (int i = 0; i < dim; ++i) {
        if (coords[i] < 0 || coords[i] >= dim_sizes[i]) return NO_CELL;
        index = index * dim_sizes[i] + coords[i];
    }
    return index;
}

static void write_coords(struct cell * cell, int index, int dim, const int * dim_sizes) {
    for (int i = dim - 1; i >= 0; --i) {
        cell->coords[i] = index % dim_sizes[i];
        index /= dim_sizes[i];
    }
}

/* ---- Neighbours ---- */

static void start_walk(struct walk * walk, const struct grid * grid, int index) {
    walk->grid = grid;
    walk->centre = walk->place = index;
    walk->ended = false;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const int coordinate = index / grid->stride[axis] % grid->size[axis];
        walk->first[axis] = coordinate > 0 ? -1 : 0;
        walk->last[axis] = coordinate < grid->size[axis] - 1 ? 1 : 0;
        walk->step[axis] = walk->first[axis];
        walk->place += walk->first[axis] * grid->stride[axis];
    }
}

/* Advances the steps to the next combination, like an odometer. */
static void turn(struct walk * walk) {
    for (int axis = 0; axis < walk->grid->axes; ++axis) {
        const int stride = walk->grid->stride[axis];
        if (walk->step[axis] < walk->last[axis]) {
            ++walk->step[axis];
            walk->place += stride;
            return;
        }
        walk->place -= (walk->last[axis] - walk->first[axis]) * stride;
        walk->step[axis] = walk->first[axis];
    }
    walk->ended = true;
}

/* The index of the next cell around the centre, or NO_CELL after the last. */
static int next_neighbour(struct walk * walk) {
    if (!walk->ended && walk->place == walk->centre) turn(walk);
    if (walk->ended) return NO_CELL;
    const int place = walk->place;
    turn(walk);
    return place;
}

/* Fills in the pointers to the neighbours. Neighbours that don't fit are left out, but still count for hints. */
static void write_adjacent(struct cell * game, const struct grid * grid, int index) {
    struct cell * cell = &game[index];
    const int row = grid->axes > 0 ? grid->size[0] : 1;
    const int column = index % row;
    cell->num_adjacent = 0;
    if (column >= 2 && column < row - 1) {
        /* Between the ends of a row, each neighbour's index is one more than for the previous cell. */
        const struct cell * before = cell - 1;
        while (cell->num_adjacent < before->num_adjacent) {
            cell->adjacent[cell->num_adjacent] = before->adjacent[cell->num_adjacent] + 1;
            ++cell->num_adjacent;
        }
        return;
    }
    struct walk walk;
    start_walk(&walk, grid, index);
    for (int i = next_neighbour(&walk); i != NO_CELL; i = next_neighbour(&walk)) {
        if (cell->num_adjacent < MAX_ADJACENT) cell->adjacent[cell->num_adjacent++] = &game[i];
    }
}

/* ---- Selecting ---- */

/*
 * Selects all cells revealed by a selected cell without adjacent mines. Cells to follow later form a linked list: the
 * hint of such a cell is known to be 0, so until its turn comes, the field can hold the index of the next one.
 */
static void follow_zero(struct cell * game, const struct grid * grid, int zero) {
    game[zero].hint = NO_CELL;
    for (int waiting = zero; waiting != NO_CELL;) {
        struct walk walk;
        start_walk(&walk, grid, waiting);
        const int next = game[waiting].hint;
        game[waiting].hint = 0;
        waiting = next;
        for (int i = next_neighbour(&walk); i != NO_CELL; i = next_neighbour(&walk)) {
            if (game[i].selected) continue;
            game[i].selected = 1;
            if (game[i].hint != 0) continue;
            game[i].hint = waiting;
            waiting = i;
        }
    }
}

/*
 * Returns the entry that stores where to continue the search for an unselected safe cell: the last one of the first
 * cell's `adjacent`; NULL if that entry is in use. The first cell is a corner with 2^axes - 1 neighbours. If no other
 * cell has more, all cells are neighbours of each other, and the search is short.
 */
static struct cell ** search_entry(struct cell * game, const struct grid * grid) {
    return (1L << grid->axes) - 1 < MAX_ADJACENT ? &game[0].adjacent[MAX_ADJACENT - 1] : NULL;
}

/*
 * Returns whether all safe cells are selected. Cells that the search has passed stay selected, so in a whole game it
 * visits the array about once, whatever the order of moves. If the entry holds anything else, for example because the
 * array was copied, the search takes longer, but still visits every cell before it reports a win.
 */
static bool is_won(struct cell * game, const struct grid * grid, int index) {
    struct cell ** entry = search_entry(game, grid);
    int start = index;
    if (entry != NULL) {
        const uintptr_t place = ((uintptr_t)*entry - (uintptr_t)game) / sizeof(struct cell);
        start = place < (uintptr_t)grid->cells ? (int)place : 0;
    }
    int i = start;
    do {
        if (!game[i].selected && !game[i].mined) {
            if (entry != NULL) *entry = &game[i];
            return false;
        }
        i = i + 1 < grid->cells ? i + 1 : 0;
    } while (i != start);
    return true;
}

/* ---- The two functions of the assignment ---- */

void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells) {
    struct grid grid;
    if (game == NULL || !read_grid(&grid, dim, dim_sizes)) return;
    for (int index = 0; index < grid.cells; ++index) {
        struct cell * cell = &game[index];
        cell->mined = 0;
        cell->selected = 0;
        cell->hint = 0;
        write_coords(cell, index, dim, dim_sizes);
        write_adjacent(game, &grid, index);
    }
    struct cell ** entry = search_entry(game, &grid);
    if (entry != NULL) *entry = game;
    for (int mine = 0; mined_cells != NULL && mine < num_mines; ++mine) {
        const int index = find_cell(dim, dim_sizes, mined_cells[mine]);
        if (index == NO_CELL || game[index].mined) continue;
        game[index].mined = 1;
        struct walk walk;
        start_walk(&walk, &grid, index);
        for (int i = next_neighbour(&walk); i != NO_CELL; i = next_neighbour(&walk)) ++game[i].hint;
    }
}

int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords) {
    struct grid grid;
    if (game == NULL || !read_grid(&grid, dim, dim_sizes)) return 0;
    const int index = find_cell(dim, dim_sizes, coords);
    if (index == NO_CELL || game[index].selected) return 0;
    game[index].selected = 1;
    if (game[index].mined) return 1;
    if (game[index].hint == 0) follow_zero(game, &grid, index);
    return is_won(game, &grid, index) ? 2 : 0;
}

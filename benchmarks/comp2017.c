/*
 * Plain C versions of init_game and select_cell for two dimensions, a yardstick for the library that `hypersweep
 * comp2017 build` writes: nested loops over rows and columns, a stack for the cells still to be followed, and a counter
 * of safe cells to detect the win. `play` selects cells in a given order with either.
 */
#include <stdlib.h>

#include "params.h"

struct cell {
    int mined;
    int selected;
    int num_adjacent;
    struct cell * adjacent[MAX_ADJACENT];
    int coords[MAX_DIM];
    int hint;
};

static long missing;
static struct cell ** waiting;

void plain_init(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells) {
    (void)dim;
    const int rows = dim_sizes[0], columns = dim_sizes[1];
    free(waiting);
    waiting = malloc((size_t)rows * (size_t)columns * sizeof *waiting);
    missing = (long)rows * columns;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            struct cell * cell = &game[(long)row * columns + column];
            cell->mined = 0;
            cell->selected = 0;
            cell->num_adjacent = 0;
            cell->hint = 0;
            cell->coords[0] = row;
            cell->coords[1] = column;
            const int top = row > 0 ? row - 1 : 0, bottom = row + 1 < rows ? row + 1 : row;
            const int left = column > 0 ? column - 1 : 0, right = column + 1 < columns ? column + 1 : column;
            for (int y = top; y <= bottom; ++y) {
                for (int x = left; x <= right; ++x) {
                    if (y == row && x == column) continue;
                    cell->adjacent[cell->num_adjacent++] = &game[(long)y * columns + x];
                }
            }
        }
    }
    for (int i = 0; i < num_mines; ++i) {
        struct cell * cell = &game[(long)mined_cells[i][0] * columns + mined_cells[i][1]];
        cell->mined = 1;
        --missing;
        for (int j = 0; j < cell->num_adjacent; ++j) ++cell->adjacent[j]->hint;
    }
}

int plain_select(struct cell * game, int dim, int * dim_sizes, int * coords) {
    (void)dim;
    struct cell * cell = &game[(long)coords[0] * dim_sizes[1] + coords[1]];
    if (cell->selected) return 0;
    cell->selected = 1;
    if (cell->mined) return 1;
    --missing;
    long count = 0;
    if (cell->hint == 0) waiting[count++] = cell;
    while (count > 0) {
        const struct cell * zero = waiting[--count];
        for (int i = 0; i < zero->num_adjacent; ++i) {
            struct cell * other = zero->adjacent[i];
            if (other->selected) continue;
            other->selected = 1;
            --missing;
            if (other->hint == 0) waiting[count++] = other;
        }
    }
    return missing == 0 ? 2 : 0;
}

typedef int selects(struct cell * game, int dim, int * dim_sizes, int * coords);

/* Selects the cells of `order`, pairs of coordinates, until one ends the game. Returns the number selected. */
long play(selects * select, struct cell * game, int * dim_sizes, int * order, long count) {
    for (long i = 0; i < count; ++i) {
        if (select(game, 2, dim_sizes, &order[2 * i]) != 0) return i + 1;
    }
    return -1;
}

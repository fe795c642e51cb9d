/* Right, but written differently: column-major order, neighbours found pair by pair from the last cell backwards,
   the cascade recursive, the hint set when a cell is selected and not before. */
#include <stdlib.h>
#include "minesweeper.h"

static int count_cells(int dim, const int * sizes) {
    int cells = 1;
    for (int i = 0; i < dim; ++i) cells *= sizes[i];
    return cells;
}

static int touches(const struct cell * a, const struct cell * b, int dim) {
    if (a == b) return 0;
    for (int i = 0; i < dim; ++i) {
        if (abs(a->coords[i] - b->coords[i]) > 1) return 0;
    }
    return 1;
}

static struct cell * find(struct cell * game, int dim, const int * sizes, const int * coords) {
    int at = 0;
    for (int i = dim - 1; i >= 0; --i) {
        if (coords[i] < 0 || coords[i] >= sizes[i]) return NULL;
        at = at * sizes[i] + coords[i];
    }
    return game + at;
}

void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells) {
    const int cells = count_cells(dim, dim_sizes);
    for (int i = 0; i < cells; ++i) {
        int rest = i;
        for (int axis = 0; axis < dim; ++axis) {
            game[i].coords[axis] = rest % dim_sizes[axis];
            rest /= dim_sizes[axis];
        }
        game[i].mined = game[i].selected = game[i].num_adjacent = 0;
    }
    for (int i = 0; i < cells; ++i) {
        for (int j = cells - 1; j >= 0; --j) {
            if (touches(game + i, game + j, dim)) game[i].adjacent[game[i].num_adjacent++] = game + j;
        }
    }
    for (int i = 0; i < num_mines; ++i) find(game, dim, dim_sizes, mined_cells[i])->mined = 1;
}

static void follow(struct cell * cell) {
    cell->selected = 1;
    cell->hint = 0;
    for (int i = 0; i < cell->num_adjacent; ++i) cell->hint += cell->adjacent[i]->mined;
    if (cell->hint > 0) return;
    for (int i = 0; i < cell->num_adjacent; ++i) {
        if (!cell->adjacent[i]->selected) follow(cell->adjacent[i]);
    }
}

int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords) {
    struct cell * cell = find(game, dim, dim_sizes, coords);
    if (cell == NULL || cell->selected) return 0;
    if (cell->mined) {
        cell->selected = 1;
        return 1;
    }
    follow(cell);
    const int cells = count_cells(dim, dim_sizes);
    for (int i = 0; i < cells; ++i) {
        if (!game[i].mined && !game[i].selected) return 0;
    }
    return 2;
}

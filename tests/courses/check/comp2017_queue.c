/* Right, but written differently: cells in a scrambled order, a queue on the heap, a counter in a static variable. */
#include <stdlib.h>
#include <string.h>
#include "minesweeper.h"

static int total, left;

static int is_near(const int * a, const int * b, int dim) {
    int same = 1;
    for (int i = 0; i < dim; ++i) {
        const int d = a[i] - b[i];
        if (d < -1 || d > 1) return 0;
        if (d) same = 0;
    }
    return !same;
}

static struct cell * find(struct cell * game, int dim, const int * coords) {
    for (int i = 0; i < total; ++i) {
        if (memcmp(game[i].coords, coords, (size_t)dim * sizeof(int)) == 0) return &game[i];
    }
    return NULL;
}

void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells) {
    total = 1;
    for (int i = 0; i < dim; ++i) total *= dim_sizes[i];
    int step = total / 2 + 1;
    for (;; ++step) {
        int a = step, b = total;
        while (b) { int t = a % b; a = b; b = t; }
        if (a == 1) break;
    }
    for (int i = 0; i < total; ++i) {
        struct cell * cell = &game[(int)((long)i * step % total)];
        memset(cell, 0, sizeof *cell);
        int rest = i;
        for (int axis = dim - 1; axis >= 0; --axis) {
            cell->coords[axis] = rest % dim_sizes[axis];
            rest /= dim_sizes[axis];
        }
        cell->hint = -7;
    }
    for (int i = 0; i < num_mines; ++i) find(game, dim, mined_cells[i])->mined = 1;
    for (int i = 0; i < total; ++i)
        for (int j = 0; j < total; ++j)
            if (is_near(game[i].coords, game[j].coords, dim)) game[i].adjacent[game[i].num_adjacent++] = &game[j];
    left = total - num_mines;
}

int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords) {
    (void)dim_sizes;
    struct cell * first = find(game, dim, coords);
    if (!first || first->selected) return 0;
    first->selected = 1;
    if (first->mined) return 1;
    struct cell ** queue = malloc((size_t)total * sizeof *queue);
    int head = 0, tail = 0;
    queue[tail++] = first;
    while (head < tail) {
        struct cell * cell = queue[head++];
        --left;
        cell->hint = 0;
        for (int i = 0; i < cell->num_adjacent; ++i) cell->hint += cell->adjacent[i]->mined;
        for (int i = 0; i < cell->num_adjacent && !cell->hint; ++i) {
            if (!cell->adjacent[i]->selected) {
                cell->adjacent[i]->selected = 1;
                queue[tail++] = cell->adjacent[i];
            }
        }
    }
    free(queue);
    return left ? 0 : 2;
}

/* A client of the C library of COMP2017 ND-Minesweeper: a game on a board of any dimension, played line by line.

       hypersweep comp2017 build --output library
       cc examples/comp2017_client.c -Ilibrary -Llibrary -lminesweeper -Wl,-rpath,library -std=c11 -o client
       ./client 4 6 3x4x2

   The words are the seed, how many mines, and the board. Each line of input is a cell, "1 0 2"; a line of output is a
   row of the last axis: hints, # for cells that aren't selected, * for the mine that ends the game. */
#include <stdio.h>
#include <stdlib.h>

#include "minesweeper.h"

static int sizes[MAX_DIM], dim;

/* Reads "3x4x2" into sizes. Returns the number of cells, or 0 if the text is invalid or names too many. */
static int read_board(const char *text) {
    int cells = 1;
    for (char *end; dim < MAX_DIM; text = end + 1) {
        const long side = strtol(text, &end, 10);
        if (end == text || side < 1 || side > 1000000 / cells) return 0;
        sizes[dim++] = (int)side;
        cells *= (int)side;
        if (*end == 0) return cells;
        if (*end != 'x') return 0;
    }
    return 0;
}

/* Draws different cells: each is taken with the chance that the remaining cells need. */
static int draw_mines(int **mined, int *coords, int cells, int mines) {
    int drawn = 0;
    for (int place = 0; place < cells; place++) {
        if (rand() / (RAND_MAX + 1.0) * (cells - place) >= mines - drawn) continue;
        mined[drawn] = coords + drawn * dim;
        for (int axis = dim - 1, rest = place; axis >= 0; rest /= sizes[axis--]) mined[drawn][axis] = rest % sizes[axis];
        drawn++;
    }
    return drawn;
}

static void print_board(const struct cell *game, int cells) {
    for (int place = 0, row = sizes[dim - 1]; place < cells; place++) {
        if (!game[place].selected) printf(" #");
        else if (game[place].mined) printf(" *");
        else printf(" %d", game[place].hint);
        if ((place + 1) % row == 0) putchar('\n');
        if (dim > 1 && (place + 1) % (row * sizes[dim - 2]) == 0) putchar('\n');
    }
    fflush(stdout);
}

static int read_cell(int *cell) {
    int axis = 0;
    while (axis < dim && scanf("%d", &cell[axis]) == 1) axis++;
    return axis == dim;
}

int main(int count, char **words) {
    const int cells = count == 4 ? read_board(words[3]) : 0, mines = count == 4 ? atoi(words[2]) : 0;
    if (!cells || mines < 0 || mines > cells) {
        fprintf(stderr, "usage: %s SEED MINES SIDExSIDEx... (at most %d sides)\n", words[0], MAX_DIM);
        return 2;
    }
    struct cell *game = malloc((size_t)cells * sizeof *game);
    int **mined = malloc(((size_t)mines + 1) * sizeof *mined);
    int *coords = malloc(((size_t)mines + 1) * (size_t)dim * sizeof *coords), cell[MAX_DIM], code = 0;
    if (game && mined && coords) {
        srand((unsigned)atoi(words[1]));
        init_game(game, dim, sizes, draw_mines(mined, coords, cells, mines), mined);
        for (print_board(game, cells); code == 0 && read_cell(cell); print_board(game, cells))
            code = select_cell(game, dim, sizes, cell);
        if (code) puts(code == 1 ? "lost" : "won");
    }
    free(game), free(mined), free(coords);
    return 0;
}

/*
 * What init_game and select_cell do with arguments that make no sense. Built for MAX_ADJACENT 26 and MAX_DIM 3.
 *
 * Prints "done", or where something is not as it should be.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesweeper.h"

enum { CELLS = 24 };

#define EXPECT(condition)                                      \
    do {                                                       \
        if (!(condition)) {                                    \
            printf("line %d: %s\n", __LINE__, #condition);     \
            exit(1);                                           \
        }                                                      \
    } while (0)

static struct cell game[CELLS], before[CELLS];

static int is_untouched(void) { return memcmp(game, before, sizeof game) == 0; }

/* Whether neither function does anything in this grid. */
static int is_refused(int dim, int * sizes) {
    int origin[4] = {0, 0, 0, 0};
    int * mines[] = {origin};
    memcpy(before, game, sizeof game);
    init_game(game, dim, sizes, 1, mines);
    return is_untouched() && select_cell(game, dim, sizes, origin) == 0 && is_untouched();
}

static int is_ignored(int * coords) {
    int sizes[] = {6, 4};
    memcpy(before, game, sizeof game);
    return select_cell(game, 2, sizes, coords) == 0 && is_untouched();
}

int main(void) {
    int sizes[] = {6, 4}, first[] = {1, 3}, second[] = {2, 2};
    memset(game, 0xa5, sizeof game);
    EXPECT(is_refused(2, NULL));
    EXPECT(is_refused(0, sizes));
    EXPECT(is_refused(-1, sizes));
    EXPECT(is_refused(INT_MIN, sizes));
    EXPECT(is_refused(INT_MAX, sizes));
    EXPECT(is_refused(4, (int[]){1, 1, 1, 1}));
    EXPECT(is_refused(2, (int[]){6, 0}));
    EXPECT(is_refused(2, (int[]){-6, -4}));
    EXPECT(is_refused(2, (int[]){INT_MIN, 4}));
    EXPECT(is_refused(3, (int[]){INT_MAX, INT_MAX, INT_MAX}));
    EXPECT(is_refused(3, (int[]){1 << 22, 1 << 21, 1 << 21})); /* 2^64 cells */
    EXPECT(is_refused(3, (int[]){1 << 21, 1 << 20, 1 << 20})); /* 2^61 cells, more than 2^64 bytes */
    init_game(NULL, 2, sizes, 0, NULL);
    EXPECT(select_cell(NULL, 2, sizes, first) == 0);

    /* Mines off the grid, given twice, or missing. */
    int * mines[] = {first, (int[]){6, 0}, (int[]){0, 4}, (int[]){-1, 0}, first, NULL, (int[]){INT_MAX, INT_MIN}, second};
    init_game(game, 2, sizes, 8, mines);
    int mined = 0;
    for (int i = 0; i < CELLS; ++i) mined += game[i].mined;
    EXPECT(mined == 2 && game[7].mined == 1 && game[10].mined == 1 && game[6].hint == 2 && game[3].hint == 1);
    EXPECT(is_ignored(NULL));
    EXPECT(is_ignored((int[]){6, 0}));
    EXPECT(is_ignored((int[]){0, 4}));
    EXPECT(is_ignored((int[]){0, -1}));
    EXPECT(is_ignored((int[]){INT_MIN, INT_MAX}));
    EXPECT(is_refused(2, NULL));
    EXPECT(is_refused(0, sizes));
    EXPECT(select_cell(game, 2, sizes, (int[]){1, 2}) == 0 && game[6].selected == 1);
    EXPECT(is_ignored((int[]){1, 2}));
    EXPECT(select_cell(game, 2, sizes, first) == 1 && game[7].selected == 1);
    EXPECT(is_ignored(first));

    /* No mines: none announced, fewer than none, or nowhere to find them. */
    init_game(game, 2, sizes, 0, mines);
    EXPECT(select_cell(game, 2, sizes, first) == 2);
    init_game(game, 2, sizes, -5, mines);
    EXPECT(select_cell(game, 2, sizes, first) == 2);
    init_game(game, 2, sizes, 2, NULL);
    EXPECT(select_cell(game, 2, sizes, first) == 2);
    EXPECT(is_ignored(second));
    printf("done\n");
    return 0;
}

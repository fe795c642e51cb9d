/* A row of LENGTH cells as a grid of two dimensions: selections that open all of it, or half, in one call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesweeper.h"

enum { LENGTH = 1000000 };

static int selected_from(const struct cell *game, int first, int last) {
    int count = 0;
    for (int i = first; i <= last; ++i) count += game[i].selected;
    return count;
}

static int sizes[] = {1, LENGTH};

static void select_and_count(struct cell *game, int place, int first, int last) {
    int coords[] = {0, place};
    const int code = select_cell(game, 2, sizes, coords);
    printf("%d %d\n", code, selected_from(game, first, last));
}

int main(void) {
    int first[] = {0, 0}, middle[] = {0, 400000}, last[] = {0, LENGTH - 1};
    int *ends[] = {first, last}, *halves[] = {first, middle};
    struct cell *game = malloc(LENGTH * sizeof(struct cell));
    if (!game) return 1;
    memset(game, 0xa5, LENGTH * sizeof(struct cell));
    init_game(game, 2, sizes, 0, NULL);
    select_and_count(game, LENGTH - 1, 0, LENGTH - 1);
    init_game(game, 2, sizes, 2, ends);
    select_and_count(game, 700000, 1, LENGTH - 2);
    init_game(game, 2, sizes, 2, halves);
    select_and_count(game, 700000, 400001, LENGTH - 1);
    select_and_count(game, 200000, 0, LENGTH - 1);
    select_and_count(game, 400000, 400000, 400000);
    free(game);
    return 0;
}

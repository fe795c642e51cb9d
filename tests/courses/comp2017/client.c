/*
 * A caller of the library, as the course's checker would be one: it reads games from standard input, plays them, and
 * prints what it finds in the array.
 *
 * Input, all numbers: "game DIM SIZES... MINES COORDS...", then "select COORDS..." as often as wanted, then "end".
 * Output: "cell COORDS... : ADJACENT..." for each struct, adjacent cells by their place in the array; then for each
 * selection "code CODE" and a word for each struct, "-" or, where it is selected, the hint.
 *
 * The array lies between two structs that must not change, in memory filled with garbage.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesweeper.h"

/* The struct and the two functions word by word as they were published. */
struct published {
    int mined;
    int selected;
    int num_adjacent;
    struct cell * adjacent[MAX_ADJACENT];
    int coords[MAX_DIM];
    int hint;
};

#define SAME_PLACE(field) \
    _Static_assert(offsetof(struct cell, field) == offsetof(struct published, field), "place of " #field)
_Static_assert(sizeof(struct cell) == sizeof(struct published), "size");
SAME_PLACE(mined);
SAME_PLACE(selected);
SAME_PLACE(num_adjacent);
SAME_PLACE(adjacent);
SAME_PLACE(coords);
SAME_PLACE(hint);

static void (*const init)(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells) = init_game;
static int (*const choose)(struct cell * game, int dim, int * dim_sizes, int * coords) = select_cell;

static void stop(const char *why) {
    fprintf(stderr, "client: %s\n", why);
    exit(3);
}

#ifdef NO_MEMORY
/* Stands before the C library's: every calloc of the library under test fails. */
void *calloc(size_t count, size_t size) {
    (void)count;
    (void)size;
    return NULL;
}
#endif

static void *memory(size_t size) {
    void *block = malloc(size ? size : 1);
    if (!block) stop("no memory");
    return block;
}

static int number(void) {
    int value;
    if (scanf("%d", &value) != 1) stop("expected a number");
    return value;
}

static int *numbers(int count) {
    int *values = memory((size_t)count * sizeof(int));
    for (int i = 0; i < count; ++i) values[i] = number();
    return values;
}

/* Bytes that are neither zero nor any sensible number, different at every place. */
static void fill(void *block, size_t size, unsigned seed) {
    unsigned char *bytes = block;
    for (size_t i = 0; i < size; ++i) {
        seed = seed * 1103515245u + 12345u;
        bytes[i] = (unsigned char)(seed >> 16) | 0x81u;
    }
}

static int is_filled(const void *block, size_t size, unsigned seed) {
    unsigned char *expected = memory(size);
    fill(expected, size, seed);
    const int same = memcmp(block, expected, size) == 0;
    free(expected);
    return same;
}

static void print_cells(const struct cell *game, size_t cells, int dim) {
    for (size_t i = 0; i < cells; ++i) {
        printf("cell");
        for (int axis = 0; axis < dim; ++axis) printf(" %d", game[i].coords[axis]);
        printf(" : %d %d %d %d :", game[i].mined, game[i].selected, game[i].hint, game[i].num_adjacent);
        if (game[i].num_adjacent < 0 || game[i].num_adjacent > MAX_ADJACENT) stop("num_adjacent is beyond adjacent");
        for (int j = 0; j < game[i].num_adjacent; ++j) printf(" %td", game[i].adjacent[j] - game);
        printf("\n");
    }
}

static void print_selected(const struct cell *game, size_t cells, int code) {
    printf("code %d", code);
    for (size_t i = 0; i < cells; ++i) {
        if (game[i].selected == 0) {
            printf(" -");
        } else if (game[i].selected == 1) {
            printf(" %d", game[i].hint);
        } else {
            stop("selected is neither 0 nor 1");
        }
    }
    printf("\n");
}

static void play(unsigned seed) {
    const int dim = number();
    int *sizes = numbers(dim);
    size_t cells = 1;
    for (int axis = 0; axis < dim; ++axis) cells *= (size_t)sizes[axis];
    const int mines = number();
    int **mined = memory((size_t)mines * sizeof(int *));
    for (int i = 0; i < mines; ++i) mined[i] = numbers(dim);

    const size_t size = sizeof(struct cell), whole = (cells + 2) * size;
    struct cell *block = memory(whole);
    fill(block, whole, seed);
    struct cell *game = block + 1;
    init(game, dim, sizes, mines, mined);
    if (dim > MAX_DIM) {
        printf("untouched %d\n", is_filled(block, whole, seed));
    } else {
        print_cells(game, cells, dim);
    }

    char word[16];
    while (scanf("%15s", word) == 1 && strcmp(word, "select") == 0) {
        int *coords = numbers(dim);
        const int code = choose(game, dim, sizes, coords);
        if (dim > MAX_DIM) {
            printf("code %d untouched %d\n", code, is_filled(block, whole, seed));
        } else {
            print_selected(game, cells, code);
        }
        free(coords);
    }
    if (strcmp(word, "end") != 0) stop("expected the end of the game");

    struct cell *before = memory(whole);
    fill(before, whole, seed);
    if (memcmp(before, block, size) || memcmp(before + cells + 1, game + cells, size)) stop("a neighbouring struct changed");
    free(before);
    for (int i = 0; i < mines; ++i) free(mined[i]);
    free(mined);
    free(sizes);
    free(block);
}

int main(void) {
    char word[16];
    unsigned seed = 1;
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "game") != 0) stop("expected a game");
        play(seed++);
    }
    return 0;
}

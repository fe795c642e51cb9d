/*
 * Games in which every safe cell is selected, in all sorts of orders, while the caller does all sorts of things to the
 * array between two calls: the code must be 2 exactly when nothing safe is left. Needs MAX_ADJACENT 8 and MAX_DIM 2 or more.
 *
 * Prints "done", or where something is not as it should be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesweeper.h"

static unsigned long long state = 2017;

static int draw(int below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((state >> 33) % (unsigned)below);
}

struct board {
    int sizes[2];
    int cells;
    int mines;
    int * coords;
    int ** mined;
    int * order;
    struct cell * game;
};

static void * memory(size_t size) {
    void * block = malloc(size);
    if (!block) exit(3);
    memset(block, 0xa5, size);
    return block;
}

static void shuffle(int * order, int count) {
    for (int i = count - 1; i > 0; --i) {
        const int j = draw(i + 1), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
}

static struct board make(int rows, int columns, int mines) {
    struct board board = {.sizes = {rows, columns}, .cells = rows * columns, .mines = mines};
    const size_t cells = (size_t)board.cells;
    board.coords = memory(cells * 2 * sizeof(int));
    board.mined = memory(cells * sizeof(int *));
    board.order = memory(cells * sizeof(int));
    board.game = memory(cells * sizeof(struct cell));
    for (int i = 0; i < board.cells; ++i) {
        board.coords[2 * i] = i / columns;
        board.coords[2 * i + 1] = i % columns;
        board.order[i] = i;
    }
    shuffle(board.order, board.cells);
    for (int i = 0; i < mines; ++i) board.mined[i] = &board.coords[2 * board.order[i]];
    init_game(board.game, 2, board.sizes, mines, board.mined);
    for (int i = 0; i < board.cells; ++i) board.order[i] = i;
    return board;
}

static void discard(struct board * board) {
    free(board->coords);
    free(board->mined);
    free(board->order);
    free(board->game);
}

static int missing(const struct board * board) {
    int count = 0;
    for (int i = 0; i < board->cells; ++i) count += !board->game[i].mined && !board->game[i].selected;
    return count;
}

static int choose(struct board * board, int index) {
    return select_cell(board->game, 2, board->sizes, &board->coords[2 * index]);
}

static void stop(const char * what, int step) {
    printf("%s, step %d\n", what, step);
    exit(1);
}

/* Large boards: a search that restarts with every call would not end. At most `left` safe cells aren't selected yet. */
static void play_through(const char * what, int rows, int columns, int mines, int direction) {
    struct board board = make(rows, columns, mines);
    if (direction == 0) shuffle(board.order, board.cells);
    for (int i = 0; i < board.cells; ++i) {
        const int index = board.order[direction < 0 ? board.cells - 1 - i : i];
        if (board.game[index].mined || board.game[index].selected) continue;
        const int code = choose(&board, index);
        if (code == 2 && missing(&board) != 0) stop(what, i);
        if (code == 2) {
            discard(&board);
            return;
        }
        if (code != 0) stop(what, i);
    }
    stop(what, -1);
}

/* Small boards, meddled with. */
static void meddle(int rows, int columns, int mines) {
    struct board board = make(rows, columns, mines);
    for (int step = 0; missing(&board) > 0; ++step) {
        const int index = draw(board.cells);
        if (board.game[index].mined) continue;
        const int expected = !board.game[index].selected;
        const int code = choose(&board, index);
        if (code != (expected && missing(&board) == 0 ? 2 : 0)) stop("meddled with", step);
        const size_t size = (size_t)board.cells * sizeof(struct cell);
        const int other = draw(board.cells);
        switch (draw(12)) {
            case 0: /* moved to another place, as realloc would */
            {
                struct cell * copy = memory(size);
                memcpy(copy, board.game, size);
                memset(board.game, 0x5a, size);
                free(board.game);
                board.game = copy;
                break;
            }
            case 1: /* taken back */
                if (step < 200) board.game[other].selected = 0;
                break;
            case 2: /* selected by hand */
                if (missing(&board) > 1) board.game[other].selected = 1;
                break;
            case 3: /* entries of adjacent that hold nothing, overwritten */
                for (int i = 0; i < board.cells; ++i) {
                    for (int j = board.game[i].num_adjacent; j < MAX_ADJACENT; ++j) {
                        board.game[i].adjacent[j] = step % 2 ? NULL : (struct cell *)((char *)board.game + draw(1 << 20));
                    }
                }
                break;
            default:
                break;
        }
    }
    discard(&board);
}

int main(void) {
    play_through("from the back", 1000, 1000, 160000, -1);
    play_through("from the front", 1000, 1000, 160000, 1);
    play_through("in any order", 1000, 1000, 160000, 0);
    play_through("a row from the back", 1, 1000000, 160000, -1);
    for (int i = 0; i < 3000; ++i) {
        const int rows = 1 + draw(7), columns = 1 + draw(7);
        meddle(rows, columns, draw(rows * columns));
    }
    printf("done\n");
    return 0;
}

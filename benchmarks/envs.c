/* A batch of games in tight, handwritten C: the cost of an environment that doesn't process
   64 cells per word. A rim around each board allows any number of dimensions. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MINE = 1, OPEN = 2, RIM = 4 };

typedef struct {
    uint32_t cells, padded, mines, neighbours;
    int64_t count;
    int eager; /* count all clues when a board is dealt, not each clue when its cell opens */
    uint64_t state;
    ptrdiff_t *around;
    uint32_t *padded_of, *cell_of, *stack, *first;
    uint8_t *rim, *boards, *clues;
    uint32_t *opened;
} Batch;

static inline uint32_t below(uint64_t *state, uint32_t n)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

void envs_free(Batch *b)
{
    if (!b)
        return;
    free(b->around), free(b->padded_of), free(b->cell_of), free(b->stack), free(b->first);
    free(b->rim), free(b->boards), free(b->clues), free(b->opened);
    free(b);
}

Batch *envs_make(int axes, const int64_t *sides, uint32_t mines, int64_t count, int eager, uint64_t seed)
{
    Batch *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->cells = b->padded = b->neighbours = 1;
    for (int i = 0; i < axes; i++) {
        b->cells *= (uint32_t)sides[i];
        b->padded *= (uint32_t)sides[i] + 2;
        b->neighbours *= 3;
    }
    b->mines = mines, b->count = count, b->eager = eager, b->state = seed;
    b->around = malloc(b->neighbours * sizeof *b->around);
    b->padded_of = malloc(b->cells * sizeof *b->padded_of);
    b->cell_of = calloc(b->padded, sizeof *b->cell_of);
    b->stack = malloc(b->cells * sizeof *b->stack);
    b->rim = malloc(b->padded);
    b->boards = malloc((size_t)count * b->padded);
    b->clues = calloc((size_t)count, b->padded);
    b->opened = malloc((size_t)count * sizeof *b->opened);
    if (!b->around || !b->padded_of || !b->cell_of || !b->stack || !b->rim || !b->boards || !b->clues || !b->opened) {
        envs_free(b);
        return NULL;
    }
    memset(b->rim, OPEN | RIM, b->padded);
    for (uint32_t cell = 0; cell < b->cells; cell++) {
        uint32_t rest = cell, at = 0, step = 1;
        for (int i = axes; i-- > 0; rest /= (uint32_t)sides[i], step *= (uint32_t)sides[i] + 2)
            at += (rest % (uint32_t)sides[i] + 1) * step;
        b->padded_of[cell] = at;
        b->cell_of[at] = cell;
        b->rim[at] = 0;
    }
    uint32_t found = 0;
    for (uint32_t which = 0; which < b->neighbours; which++) {
        ptrdiff_t offset = 0, step = 1;
        uint32_t rest = which;
        for (int i = axes; i-- > 0; rest /= 3, step *= (ptrdiff_t)sides[i] + 2)
            offset += ((ptrdiff_t)(rest % 3) - 1) * step;
        if (offset)
            b->around[found++] = offset;
    }
    b->neighbours = found;
    return b;
}

static void begin(Batch *b, int64_t i, int8_t *codes, int8_t *masks)
{
    b->opened[i] = 0;
    memset(codes + (size_t)i * b->cells, -1, b->cells);
    memset(masks + (size_t)i * b->cells, 1, b->cells);
}

static void deal(Batch *b, int64_t i, uint32_t first)
{
    uint8_t *board = b->boards + (size_t)i * b->padded, *clues = b->clues + (size_t)i * b->padded;
    memcpy(board, b->rim, b->padded);
    if (b->eager)
        memset(clues, 0, b->padded);
    for (uint32_t placed = 0; placed < b->mines;) {
        uint32_t cell = below(&b->state, b->cells);
        uint8_t *at = board + b->padded_of[cell];
        if (cell == first || *at & MINE)
            continue;
        *at |= MINE;
        placed++;
        if (b->eager)
            for (uint32_t k = 0; k < b->neighbours; k++)
                clues[b->padded_of[cell] + b->around[k]]++;
    }
}

void envs_begin(Batch *b, int8_t *codes, int8_t *masks)
{
    for (int64_t i = 0; i < b->count; i++)
        begin(b, i, codes, masks);
}

/* Makes a number of random opens on covered cells in all games; the step after a game's end begins the next one. */
void envs_steps(Batch *b, int64_t steps, int8_t *codes, int8_t *masks, float *rewards, uint8_t *ends)
{
    for (int64_t step = 0; step < steps; step++) {
        for (int64_t i = 0; i < b->count; i++) {
            uint8_t *board = b->boards + (size_t)i * b->padded;
            const uint8_t *clues = b->clues + (size_t)i * b->padded;
            int8_t *own_codes = codes + (size_t)i * b->cells, *mask = masks + (size_t)i * b->cells;
            uint32_t cell, depth = 0;
            do
                cell = below(&b->state, b->cells);
            while (!mask[cell]);
            if (!b->opened[i])
                deal(b, i, cell);
            uint32_t at = b->padded_of[cell];
            if (board[at] & MINE) {
                rewards[i] = -1, ends[i] = 1;
                begin(b, i, codes, masks);
                continue;
            }
            board[at] |= OPEN;
            b->stack[depth++] = at;
            while (depth) {
                const uint32_t centre = b->stack[--depth];
                int clue = 0;
                if (b->eager)
                    clue = clues[centre];
                else
                    for (uint32_t k = 0; k < b->neighbours; k++)
                        clue += board[centre + b->around[k]] & MINE;
                b->opened[i]++;
                own_codes[b->cell_of[centre]] = (int8_t)clue;
                mask[b->cell_of[centre]] = 0;
                if (clue)
                    continue;
                for (uint32_t k = 0; k < b->neighbours; k++) {
                    const uint32_t other = centre + (uint32_t)b->around[k];
                    if (board[other] & OPEN)
                        continue;
                    board[other] |= OPEN;
                    b->stack[depth++] = other;
                }
            }
            ends[i] = b->opened[i] == b->cells - b->mines;
            rewards[i] = ends[i];
            if (ends[i])
                begin(b, i, codes, masks);
        }
    }
}

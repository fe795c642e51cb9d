/* Yardsticks for benchmarks/board.py: plain C by a good programmer.
 *
 * No intrinsics, no bit boards, no threads: a byte per cell, arrays of indices, ordinary loops. If several plain ways
 * are plausible, they are all here, and the benchmark takes the fastest. Random numbers come from splitmix64, which is
 * about the cheapest generator that passes the usual tests, and are brought below n by one multiplication. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_AXES 8

static inline uint64_t next64(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint32_t below(uint64_t *state, uint32_t n)
{
    return (uint32_t)(((next64(state) >> 32) * n) >> 32);
}

/* ---- mines ------------------------------------------------------------------------------------------------------ */

enum { REJECTION = 0, SHUFFLE = 1 };

/* Writes the indices of the mines to list and a byte per cell to mine. A negative first allows a mine anywhere. */
static void by_rejection(uint64_t *state, uint32_t cells, uint32_t mines, int64_t first, uint8_t *mine, uint32_t *list)
{
    memset(mine, 0, cells);
    if (first >= 0)
        mine[first] = 1;
    for (uint32_t placed = 0; placed < mines;) {
        uint32_t cell = below(state, cells);
        if (!mine[cell]) {
            mine[cell] = 1;
            list[placed++] = cell;
        }
    }
    if (first >= 0)
        mine[first] = 0;
}

/* The first steps of a Fisher-Yates shuffle. The order left by one board serves the next: any order may be shuffled. */
static void by_shuffle(uint64_t *state, uint32_t cells, uint32_t mines, int64_t first, uint8_t *mine, uint32_t *list,
                       uint32_t *order)
{
    uint32_t free_cells = first >= 0 ? cells - 1 : cells;
    memset(mine, 0, cells);
    for (uint32_t placed = 0; placed < mines; placed++) {
        uint32_t other = placed + below(state, free_cells - placed);
        uint32_t cell = order[other];
        order[other] = order[placed];
        order[placed] = cell;
        list[placed] = cell;
        mine[cell] = 1;
    }
}

/* Every cell except first, in order. */
static uint32_t *new_order(uint32_t cells, int64_t first)
{
    uint32_t *order = malloc(cells * sizeof *order);
    for (uint32_t cell = 0, at = 0; order && cell < cells; cell++)
        if (cell != first)
            order[at++] = cell;
    return order;
}

/* ---- clues ------------------------------------------------------------------------------------------------------ */

enum { NO_CLUES = 0, LISTS = 1, SCATTER = 2, SCATTER_2D = 3, GATHER_2D = 4, SEPARABLE = 5 };

typedef struct {
    int axes;
    uint32_t sides[MAX_AXES], cells, row;
    uint32_t padded_cells, rows;
    int32_t *offsets, neighbours;  /* of an inner cell, on the padded board */
    uint32_t stride[MAX_AXES];     /* on the padded board */
    uint32_t *padded_of;           /* index on the padded board of each cell */
    uint32_t *begin, *list;        /* neighbours of each cell, one after the other */
} Plan;

void free_plan(Plan *plan)
{
    if (plan) {
        free(plan->offsets);
        free(plan->padded_of);
        free(plan->begin);
        free(plan->list);
        free(plan);
    }
}

/* Data shared by all boards of a shape; NULL if memory ran out. The caller frees it with free_plan. */
Plan *make_plan(int axes, const int32_t *sides)
{
    int32_t stride[MAX_AXES], padded_stride[MAX_AXES], step[MAX_AXES], cell[MAX_AXES] = {0};
    uint32_t cells = 1, padded = 1, directions = 1;

    Plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    plan->axes = axes;
    for (int a = axes - 1; a >= 0; a--) {
        plan->sides[a] = (uint32_t)sides[a];
        stride[a] = (int32_t)cells;
        padded_stride[a] = (int32_t)padded;
        plan->stride[a] = padded;
        cells *= (uint32_t)sides[a];
        padded *= (uint32_t)sides[a] + 2;
        directions *= 3;
    }
    plan->cells = cells;
    plan->padded_cells = padded;
    plan->row = plan->sides[axes - 1];
    plan->rows = cells / plan->row;
    plan->offsets = malloc(directions * sizeof *plan->offsets);
    plan->padded_of = malloc(cells * sizeof *plan->padded_of);
    plan->begin = malloc((cells + 1) * sizeof *plan->begin);
    plan->list = malloc((size_t)cells * directions * sizeof *plan->list);
    if (!plan->offsets || !plan->padded_of || !plan->begin || !plan->list) {
        free_plan(plan);
        return NULL;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t padded_index = 0;
        for (int a = 0; a < axes; a++)
            padded_index += (uint32_t)((cell[a] + 1) * padded_stride[a]);
        plan->padded_of[i] = padded_index;
        plan->begin[i] = at;
        plan->neighbours = 0;
        for (uint32_t direction = 0; direction < directions; direction++) {
            int32_t offset = 0, padded_offset = 0, inside = 1;
            uint32_t rest = direction;
            for (int a = axes - 1; a >= 0; a--) {
                step[a] = (int32_t)(rest % 3) - 1;
                rest /= 3;
                offset += step[a] * stride[a];
                padded_offset += step[a] * padded_stride[a];
                inside &= cell[a] + step[a] >= 0 && cell[a] + step[a] < sides[a];
            }
            if (padded_offset == 0)
                continue;
            plan->offsets[plan->neighbours++] = padded_offset;
            if (inside)
                plan->list[at++] = (uint32_t)((int32_t)i + offset);
        }
        for (int a = axes - 1; a >= 0 && ++cell[a] == sides[a]; a--)
            cell[a] = 0;
    }
    plan->begin[cells] = at;
    return plan;
}

/* Each mine adds one to the cells in its list of neighbours, straight into the result. */
static void clues_by_lists(const Plan *plan, const uint32_t *list, uint32_t mines, uint8_t *restrict clues)
{
    const uint32_t *restrict begin = plan->begin, *restrict neighbours = plan->list;
    memset(clues, 0, plan->cells);
    for (uint32_t m = 0; m < mines; m++) {
        uint32_t end = begin[list[m] + 1];
        for (uint32_t k = begin[list[m]]; k < end; k++)
            clues[neighbours[k]]++;
    }
}

static void copy_rows(const Plan *plan, const uint8_t *padded, uint8_t *clues)
{
    for (uint32_t r = 0; r < plan->rows; r++)
        memcpy(clues + (size_t)r * plan->row, padded + plan->padded_of[r * plan->row], plan->row);
}

/* Each mine adds one at fixed offsets on a board with a rim; the rows are then copied out. */
static void clues_by_scatter(const Plan *plan, const uint32_t *list, uint32_t mines, uint8_t *restrict padded,
                             uint8_t *restrict clues)
{
    const int32_t *restrict offsets = plan->offsets, neighbours = plan->neighbours;
    memset(padded, 0, plan->padded_cells);
    for (uint32_t m = 0; m < mines; m++) {
        uint8_t *centre = padded + plan->padded_of[list[m]];
        for (int32_t k = 0; k < neighbours; k++)
            centre[offsets[k]]++;
    }
    copy_rows(plan, padded, clues);
}

/* The same with the eight neighbours of the plane written out. */
static void clues_by_scatter_2d(const Plan *plan, const uint32_t *list, uint32_t mines, uint8_t *restrict padded,
                                uint8_t *restrict clues)
{
    ptrdiff_t s = (ptrdiff_t)plan->row + 2;
    memset(padded, 0, plan->padded_cells);
    for (uint32_t m = 0; m < mines; m++) {
        uint8_t *c = padded + plan->padded_of[list[m]];
        c[-s - 1]++, c[-s]++, c[-s + 1]++;
        c[-1]++, c[1]++;
        c[s - 1]++, c[s]++, c[s + 1]++;
    }
    copy_rows(plan, padded, clues);
}

/* Each cell of the plane sums its neighbours, on a board with a rim. The compiler vectorises the loop. */
static void clues_by_gather_2d(const Plan *plan, const uint32_t *list, uint32_t mines, uint8_t *restrict padded,
                               uint8_t *restrict sums, uint8_t *restrict clues)
{
    ptrdiff_t s = (ptrdiff_t)plan->row + 2, end = (ptrdiff_t)plan->padded_cells - s - 1;
    memset(padded, 0, plan->padded_cells);
    for (uint32_t m = 0; m < mines; m++)
        padded[plan->padded_of[list[m]]] = 1;
    for (ptrdiff_t i = s + 1; i < end; i++)
        sums[i] = (uint8_t)(padded[i - s - 1] + padded[i - s] + padded[i - s + 1] + padded[i - 1] + padded[i + 1] +
                            padded[i + s - 1] + padded[i + s] + padded[i + s + 1]);
    copy_rows(plan, sums, clues);
}

/* sums[i] = values[i - stride] + values[i] + values[i + stride], away from both ends. */
static void sum_of_three(const uint8_t *restrict values, uint8_t *restrict sums, ptrdiff_t size, ptrdiff_t stride)
{
    for (ptrdiff_t i = stride; i < size - stride; i++)
        sums[i] = (uint8_t)(values[i - stride] + values[i] + values[i + stride]);
}

/* Sums of three along one axis after the other, on a board with a rim. This isn't the obvious way, but it is plain C,
 * and the compiler vectorises it. The sums left on the rim are never read for a cell of the board. */
static void clues_by_separable(const Plan *plan, const uint32_t *list, uint32_t mines, uint8_t *one, uint8_t *two,
                               uint8_t *restrict clues)
{
    memset(one, 0, plan->padded_cells);
    memset(two, 0, plan->padded_cells);
    for (uint32_t m = 0; m < mines; m++)
        one[plan->padded_of[list[m]]] = 1;
    for (int a = plan->axes - 1; a >= 0; a--) {
        sum_of_three(one, two, plan->padded_cells, plan->stride[a]);
        uint8_t *other = one;
        one = two, two = other;
    }
    for (uint32_t m = 0; m < mines; m++)
        one[plan->padded_of[list[m]]]--;
    copy_rows(plan, one, clues);
}

/* Writes count boards, a byte per cell each to mine_out and clue_out. Returns 0, or -1 if memory ran out. */
int boards(const Plan *plan, int sampler, int method, uint32_t mines, int64_t first, int64_t count, uint64_t seed,
           uint8_t *mine_out, uint8_t *clue_out)
{
    uint32_t *list = malloc((mines + 1) * sizeof *list), *order = new_order(plan->cells, first);
    uint8_t *padded = malloc(plan->padded_cells), *spare = malloc(plan->padded_cells);
    int status = list && order && padded && spare ? 0 : -1;
    for (int64_t b = 0; status == 0 && b < count; b++) {
        uint8_t *mine = mine_out + b * plan->cells, *clues = clue_out + b * plan->cells;
        if (sampler == REJECTION)
            by_rejection(&seed, plan->cells, mines, first, mine, list);
        else
            by_shuffle(&seed, plan->cells, mines, first, mine, list, order);
        switch (method) {
        case LISTS: clues_by_lists(plan, list, mines, clues); break;
        case SCATTER: clues_by_scatter(plan, list, mines, padded, clues); break;
        case SCATTER_2D: clues_by_scatter_2d(plan, list, mines, padded, clues); break;
        case GATHER_2D: clues_by_gather_2d(plan, list, mines, padded, spare, clues); break;
        case SEPARABLE: clues_by_separable(plan, list, mines, padded, spare, clues); break;
        default: break;
        }
    }
    free(list);
    free(order);
    free(padded);
    free(spare);
    return status;
}

/* ---- games ------------------------------------------------------------------------------------------------------ */

enum { MINE = 16, OPEN = 32 };

/* Plays count games on rows x columns cells: random covered cells are opened until the game is won or lost. The first
 * open is never a mine. With lazy set, a clue is counted when its cell is opened; otherwise all are counted at the start.
 * Writes each game's won (0 or 1), clicks and opened (safe cells). Returns 0, or -1 if memory ran out. */
int games(int lazy, int sampler, int32_t rows, int32_t columns, uint32_t mines, int64_t count, uint64_t seed,
          uint8_t *won, uint32_t *clicks, uint32_t *opened)
{
    ptrdiff_t s = columns + 2;
    const ptrdiff_t around[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    uint32_t cells = (uint32_t)(rows * columns), padded_cells = (uint32_t)((rows + 2) * s);
    uint8_t *board = malloc(padded_cells), *rim = malloc(padded_cells);
    uint32_t *padded_of = malloc(cells * sizeof *padded_of), *stack = malloc(cells * sizeof *stack);
    uint32_t *order = new_order(cells, -1), *mined = malloc((mines + 1) * sizeof *mined);
    int status = board && rim && padded_of && stack && order && mined ? 0 : -1;
    if (status == 0) {
        memset(rim, OPEN, padded_cells);  /* the rim counts as open, so that no flood leaves the board */
        for (uint32_t i = 0; i < cells; i++) {
            padded_of[i] = (uint32_t)((i / (uint32_t)columns + 1) * s + i % (uint32_t)columns + 1);
            rim[padded_of[i]] = 0;
        }
    }
    for (int64_t g = 0; status == 0 && g < count; g++) {
        uint32_t clicked = 0, open_cells = 0, lost = 0, first = below(&seed, cells);
        memcpy(board, rim, padded_cells);
        if (sampler == REJECTION) {
            for (uint32_t placed = 0; placed < mines;) {
                uint32_t cell = below(&seed, cells);
                if (cell != first && !(board[padded_of[cell]] & MINE)) {
                    board[padded_of[cell]] |= MINE;
                    mined[placed++] = padded_of[cell];
                }
            }
        } else {
            for (uint32_t placed = 0, at = 0; placed < mines; at++) {
                uint32_t other = at + below(&seed, cells - at), cell = order[other];
                order[other] = order[at];
                order[at] = cell;
                if (cell != first) {
                    board[padded_of[cell]] |= MINE;
                    mined[placed++] = padded_of[cell];
                }
            }
        }
        if (!lazy)
            for (uint32_t m = 0; m < mines; m++)
                for (int k = 0; k < 8; k++)
                    board[mined[m] + around[k]]++;
        while (!lost && open_cells < cells - mines) {
            uint32_t cell = padded_of[clicked ? below(&seed, cells) : first], depth = 0;
            if (board[cell] & OPEN)
                continue;
            clicked++;
            if (board[cell] & MINE) {
                lost = 1;
                break;
            }
            board[cell] |= OPEN;
            stack[depth++] = cell;
            while (depth) {
                uint8_t *centre = board + stack[--depth];
                open_cells++;
                if (lazy) {
                    int clue = 0;
                    for (int k = 0; k < 8; k++)
                        clue += (centre[around[k]] & MINE) != 0;
                    *centre = (uint8_t)(OPEN | clue);
                }
                if (*centre & 15)
                    continue;
                for (int k = 0; k < 8; k++)
                    if (!(centre[around[k]] & OPEN)) {
                        centre[around[k]] |= OPEN;
                        stack[depth++] = (uint32_t)(centre + around[k] - board);
                    }
            }
        }
        won[g] = !lost;
        clicks[g] = clicked;
        opened[g] = open_cells;
    }
    free(board);
    free(rim);
    free(padded_of);
    free(stack);
    free(order);
    free(mined);
    return status;
}

/* ---- the ESP map ------------------------------------------------------------------------------------------------ */

/* The map of the ESP specification, a byte per field, with the C library's rand(). */
void esp_map_library(uint32_t seed, uint64_t fields, uint64_t mines, uint64_t first, uint8_t *mine)
{
    uint64_t left = fields - 1;
    srand(seed);
    for (uint64_t i = 0; i < fields; i++) {
        if (i == first) {
            mine[i] = 0;
            continue;
        }
        uint64_t high = (uint32_t)rand(), low = (uint32_t)rand();
        mine[i] = (high << 32 | low) % left < mines;
        mines -= mine[i];
        left--;
    }
}

/* The additive-feedback generator behind glibc's rand(): degree 31, separation 3, the lowest bit dropped. */
typedef struct {
    uint32_t word[31];
    int front, rear;
} Feedback;

static inline uint32_t feedback_next(Feedback *f)
{
    uint32_t value = f->word[f->front] += f->word[f->rear];
    f->front = f->front == 30 ? 0 : f->front + 1;
    f->rear = f->rear == 30 ? 0 : f->rear + 1;
    return value >> 1;
}

static void feedback_seed(Feedback *f, uint32_t seed)
{
    int64_t word = seed ? (int32_t)seed : 1;
    f->word[0] = (uint32_t)word;
    for (int i = 1; i < 31; i++) {
        word = 16807 * word % 2147483647;
        if (word < 0)
            word += 2147483647;
        f->word[i] = (uint32_t)word;
    }
    f->front = 3;
    f->rear = 0;
    for (int i = 0; i < 310; i++)
        feedback_next(f);
}

/* The same map with the generator inlined into the loop. */
void esp_map_inlined(uint32_t seed, uint64_t fields, uint64_t mines, uint64_t first, uint8_t *mine)
{
    Feedback f;
    uint64_t left = fields - 1;
    feedback_seed(&f, seed);
    for (uint64_t i = 0; i < fields; i++) {
        if (i == first) {
            mine[i] = 0;
            continue;
        }
        uint64_t high = feedback_next(&f), low = feedback_next(&f);
        mine[i] = (high << 32 | low) % left < mines;
        mines -= mine[i];
        left--;
    }
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* Writes `bytes` zeros: a lower bound on the time any kernel needs to write that much. */
void write_bytes(uint8_t *to, int64_t bytes)
{
    memset(to, 0, (size_t)bytes);
}

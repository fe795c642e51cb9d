/* Yardsticks for one open on a huge board: two plain floods over a board of one byte per cell, with a rim around it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_AXES 8
#define MAX_DIRECTIONS 6561

enum { MINE = 16, OPEN = 32 };

/* A board with a rim for flood_*: clue in the low bits, MINE, OPEN on the rim. mines are raveled indices. */
void flood_board(int axes, const int32_t *sides, const int64_t *mines, int64_t count, uint8_t *padded)
{
    int64_t stride[MAX_AXES], size = 1, offsets[MAX_DIRECTIONS], directions = 1;
    for (int a = axes - 1; a >= 0; a--) {
        stride[a] = size;
        size *= sides[a] + 2;
        directions *= 3;
    }
    for (int64_t direction = 0; direction < directions; direction++) {
        int64_t rest = direction;
        offsets[direction] = 0;
        for (int a = 0; a < axes; a++, rest /= 3)
            offsets[direction] += (rest % 3 - 1) * stride[a];
    }
    memset(padded, 0, (size_t)size);
    for (int a = 0; a < axes; a++) {
        int64_t side = sides[a] + 2, block = stride[a] * side;
        for (int64_t at = 0; at < size; at += block) {
            memset(padded + at, OPEN, (size_t)stride[a]);
            memset(padded + at + block - stride[a], OPEN, (size_t)stride[a]);
        }
    }
    for (int64_t m = 0; m < count; m++) {
        int64_t at = 0, rest = mines[m];
        for (int a = axes - 1; a >= 0; a--) {
            at += (rest % sides[a] + 1) * stride[a];
            rest /= sides[a];
        }
        padded[at] |= MINE;
        for (int64_t direction = 0; direction < directions; direction++)
            if (offsets[direction])
                padded[at + offsets[direction]]++;
    }
}

/* Opens the cell at start (an index on the padded board) with a stack of cells. Returns the number of cells opened, or
 * -1 if memory ran out. */
int64_t flood_by_cells(int axes, const int32_t *sides, uint8_t *board, int64_t start)
{
    int64_t stride[MAX_AXES], size = 1, directions = 1, opened = 0, depth = 0, capacity = 1 << 16;
    int32_t offsets[MAX_DIRECTIONS], neighbours = 0;
    for (int a = axes - 1; a >= 0; a--) {
        stride[a] = size;
        size *= sides[a] + 2;
        directions *= 3;
    }
    for (int64_t direction = 0; direction < directions; direction++) {
        int64_t rest = direction, offset = 0;
        for (int a = axes - 1; a >= 0; a--, rest /= 3)
            offset += (rest % 3 - 1) * stride[a];
        if (offset)
            offsets[neighbours++] = (int32_t)offset;
    }
    uint32_t *stack = malloc((size_t)capacity * sizeof *stack);
    if (!stack)
        return -1;
    board[start] |= OPEN;
    stack[depth++] = (uint32_t)start;
    while (depth) {
        uint8_t *centre = board + stack[--depth];
        opened++;
        if (*centre & ~OPEN)
            continue;
        if (depth + neighbours > capacity) {
            uint32_t *larger = realloc(stack, (size_t)(capacity *= 2) * sizeof *stack);
            if (!larger) {
                free(stack);
                return -1;
            }
            stack = larger;
        }
        for (int32_t k = 0; k < neighbours; k++)
            if (!(centre[offsets[k]] & OPEN)) {
                centre[offsets[k]] |= OPEN;
                stack[depth++] = (uint32_t)(centre + offsets[k] - board);
            }
    }
    free(stack);
    return opened;
}

/* The same in two dimensions with a stack of runs: a row's run of zeros at a time, with the rows above and below it. */
int64_t flood_by_runs(int32_t columns, uint8_t *board, int64_t start)
{
    int64_t opened = 0, depth = 0, capacity = 1 << 12, s = (int64_t)columns + 2;
    int64_t *stack = malloc((size_t)capacity * sizeof *stack);
    if (!stack)
        return -1;
    if (board[start]) {
        board[start] |= OPEN;
        free(stack);
        return 1;
    }
    stack[depth++] = start;
    while (depth) {
        int64_t left = stack[--depth], right = left;
        if (board[left])
            continue;
        while (!board[left - 1])
            left--;
        while (!board[right + 1])
            right++;
        if (!(board[left - 1] & OPEN))
            board[left - 1] |= OPEN, opened++;
        if (!(board[right + 1] & OPEN))
            board[right + 1] |= OPEN, opened++;
        memset(board + left, OPEN, (size_t)(right - left + 1));
        opened += right - left + 1;
        if (depth + right - left + 4 > capacity) {
            while (depth + right - left + 4 > capacity)
                capacity *= 2;
            int64_t *larger = realloc(stack, (size_t)capacity * sizeof *stack);
            if (!larger) {
                free(stack);
                return -1;
            }
            stack = larger;
        }
        for (int64_t row = -s; row <= s; row += 2 * s) {
            int in_run = 0;
            for (int64_t at = left - 1 + row; at <= right + 1 + row; at++) {
                if (board[at] == 0) {
                    if (!in_run)
                        stack[depth++] = at;
                    in_run = 1;
                } else {
                    in_run = 0;
                    if (!(board[at] & OPEN))
                        board[at] |= OPEN, opened++;
                }
            }
        }
    }
    free(stack);
    return opened;
}

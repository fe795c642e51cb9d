/*
 * Plays games with a student's init_game and select_cell, each game in its own process, and reports the contents of the
 * array after each call. It is linked with the student's minesweeper.c and compiled with the same params.h.
 *
 * Arguments: REQUESTS RESULTS FILL, two file descriptors and the byte to fill the memory with before init_game.
 * A request is a length and that many ints: dim, sizes, number of mines, mines, number of selections, selections.
 * An answer is four ints (signal or 0, exit status, number of calls that returned, length) and `length` ints of data:
 *   after init_game and after the last call, for each cell: mined, selected, hint, num_adjacent, coords, the number of
 *   pointers that follow (0 if num_adjacent is impossible), and the array indices that adjacent points to, with -1 for
 *   a pointer elsewhere;
 *   after each select_cell: its return value, then for each cell mined, selected and hint.
 * The first answer, before any request, is MAX_ADJACENT and MAX_DIM.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "published.h"

/* Processor and wall-clock time limits for a game, in seconds; a correct program needs a few milliseconds. */
enum { CPU_SECONDS = 1, WALL_SECONDS = 20, MOST_INTS = 1 << 22 };

/* Shared memory in which the game's process reports, so that the report survives a crash. */
struct report {
    int calls;
    int length;
    int data[MOST_INTS];
};

static struct report * report;

/* Functions of the leak sanitizer; null in builds without it. */
void __lsan_ignore_object(const void * block) __attribute__((weak));
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

/* Marks memory of the driver, so that the sanitizer doesn't report it, or anything it points to, as leaked. */
static void * owned(void * block) {
    if (block != NULL && __lsan_ignore_object != NULL) __lsan_ignore_object(block);
    return block;
}

static void put(int value) {
    if (report->length < MOST_INTS) report->data[report->length++] = value;
}

static int read_whole(int from, void * block, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t count = read(from, (char *)block + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        done += (size_t)count;
    }
    return 1;
}

static void write_whole(int to, const void * block, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t count = write(to, (const char *)block + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) _exit(1);
        done += (size_t)count;
    }
}

/* Returns a copy in a block of exactly this size, so that a sanitizer detects accesses beyond it. */
static void * copy(const void * from, size_t size) {
    void * block = owned(malloc(size));
    if (block == NULL) _exit(1);
    if (size > 0) memcpy(block, from, size);
    return block;
}

/* Overwrites the stack that the next call will use for its local variables with garbage. */
static void dirty_stack(void) {
    volatile unsigned char garbage[1 << 14];
    for (size_t i = 0; i < sizeof garbage; ++i) garbage[i] = 0xAB;
}

static int place_of(const struct cell * game, size_t cells, const struct cell * cell) {
    const uintptr_t distance = (uintptr_t)cell - (uintptr_t)game;
    if (distance % sizeof(struct cell) != 0 || distance / sizeof(struct cell) >= cells) return -1;
    return (int)(distance / sizeof(struct cell));
}

static void put_cells(const struct cell * game, size_t cells, int dim) {
    for (size_t i = 0; i < cells; ++i) {
        put(game[i].mined);
        put(game[i].selected);
        put(game[i].hint);
        put(game[i].num_adjacent);
        for (int axis = 0; axis < dim; ++axis) put(game[i].coords[axis]);
        const int is_possible = game[i].num_adjacent >= 0 && game[i].num_adjacent <= MAX_ADJACENT;
        const int pointers = is_possible ? game[i].num_adjacent : 0;
        put(pointers);
        for (int j = 0; j < pointers; ++j) put(place_of(game, cells, game[i].adjacent[j]));
    }
}

static void play(const int * request, int fill) {
    const int dim = *request++;
    const size_t point = (size_t)dim * sizeof(int);
    const int * sizes = request;
    request += dim;
    size_t cells = 1;
    for (int axis = 0; axis < dim; ++axis) cells *= (size_t)sizes[axis];
    const int num_mines = *request++;
    int ** mines = owned(malloc((size_t)num_mines * sizeof(int *)));
    for (int i = 0; i < num_mines; ++i, request += dim) mines[i] = copy(request, point);
    struct cell * game = owned(malloc(cells * sizeof(struct cell)));
    if (game == NULL || (mines == NULL && num_mines > 0)) _exit(1);
    memset(game, fill, cells * sizeof(struct cell));

    int * given = copy(sizes, point);
    dirty_stack();
    init_game(game, dim, given, num_mines, mines);
    put_cells(game, cells, dim);
    report->calls = 1;
    for (int left = *request++; left > 0; --left, request += dim) {
        int * coords = copy(request, point);
        given = copy(sizes, point);
        dirty_stack();
        put(select_cell(game, dim, given, coords));
        for (size_t i = 0; i < cells; ++i) {
            put(game[i].mined);
            put(game[i].selected);
            put(game[i].hint);
        }
        ++report->calls;
    }
    put_cells(game, cells, dim);
    ++report->calls;
}

static void limit(void) {
    const struct rlimit seconds = {CPU_SECONDS, CPU_SECONDS + 1};
    setrlimit(RLIMIT_CPU, &seconds);
    alarm(WALL_SECONDS);
}

int main(int argc, char ** argv) {
    if (argc != 4) return 1;
    const int requests = atoi(argv[1]), results = atoi(argv[2]), fill = atoi(argv[3]);
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) return 1;
    const int constants[2] = {MAX_ADJACENT, MAX_DIM};
    write_whole(results, constants, sizeof constants);
    int length;
    while (read_whole(requests, &length, sizeof length)) {
        int * request = owned(malloc((size_t)length * sizeof(int)));
        if (request == NULL || !read_whole(requests, request, (size_t)length * sizeof(int))) return 1;
        report->calls = report->length = 0;
        const pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) {
            close(requests);
            close(results);
            limit();
            play(request, fill);
            /* A pointer left on the stack by a call would hide a leaked block from the sanitizer. */
            dirty_stack();
            if (__lsan_do_recoverable_leak_check != NULL) __lsan_do_recoverable_leak_check();
            fflush(NULL);
            _exit(0);
        }
        free(request);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
        int used = report->length;
        if (used < 0 || used > MOST_INTS) used = 0;
        const int head[4] = {
            WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            WIFEXITED(status) ? WEXITSTATUS(status) : 0,
            report->calls,
            used,
        };
        write_whole(results, head, sizeof head);
        write_whole(results, report->data, (size_t)used * sizeof(int));
    }
    return 0;
}

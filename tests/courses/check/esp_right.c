/*
 * ESP Minesweeper, small and right, written from the specification for the tests of `hypersweep check esp`. What the
 * specification leaves open it decides in its own way: before the first start it takes every command, say.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAG "\033[31m¶\033[0m"
#define MINE "\033[33m@\033[0m"
#define HIT "\033[33m\033[41m@\033[0m"

typedef struct {
    unsigned char mine, open, flag;
} Field;

static uint64_t height = 9, width = 9, mines = 10;
static Field * board;

static Field * at(uint64_t row, uint64_t column) {
    return &board[row * width + column];
}

static int count_around(uint64_t row, uint64_t column) {
    int count = 0;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            const uint64_t r = row + (uint64_t)down, c = column + (uint64_t)right;
            if (r < height && c < width && (down || right)) count += at(r, c)->mine;
        }
    }
    return count;
}

static void print_number(uint64_t row, uint64_t column) {
    const int count = count_around(row, column);
    if (count) printf("%d", count);
    else printf("·");
}

enum { NORMAL, UNCOVERED, LOST };

static void print_field(uint64_t row, uint64_t column, int view, const Field * hit) {
    const Field * field = at(row, column);
    if (field->mine && (view != NORMAL || field->open)) printf("%s", field == hit ? HIT : MINE);
    else if (view == UNCOVERED || field->open) print_number(row, column);
    else printf("%s", field->flag ? FLAG : "░");
}

static void print_border(void) {
    printf("  ");
    for (uint64_t i = 0; i < width; ++i) putchar('=');
    printf(" \n");
}

static void print_board(int view, const Field * hit) {
    int64_t left = 0;
    for (uint64_t i = 0; i < height * width; ++i) {
        left += board[i].mine;
        left -= board[i].flag && (!board[i].open || &board[i] == hit);
    }
    printf("\n  " FLAG ": %lld\n", (long long)left);
    print_border();
    for (uint64_t row = 0; row < height; ++row) {
        printf(" |");
        for (uint64_t column = 0; column < width; ++column) print_field(row, column, view, hit);
        printf("|\n");
    }
    print_border();
}

static void open_field(uint64_t row, uint64_t column) {
    Field * field = at(row, column);
    if (field->open) return;
    field->open = 1;
    if (field->mine || count_around(row, column)) return;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            const uint64_t r = row + (uint64_t)down, c = column + (uint64_t)right;
            if (r < height && c < width) open_field(r, c);
        }
    }
}

static void open_and_show(uint64_t row, uint64_t column) {
    open_field(row, column);
    if (at(row, column)->mine) {
        printf("\n=== You lost! ===\n");
        print_board(LOST, at(row, column));
        exit(0);
    }
    for (uint64_t i = 0; i < height * width; ++i) {
        if (board[i].mine || board[i].open) continue;
        print_board(NORMAL, NULL);
        return;
    }
    printf("\n=== You won! ===\n");
    print_board(UNCOVERED, NULL);
    exit(0);
}

static uint64_t random_number(void) {
    const uint64_t high = (uint64_t)rand();
    return high << 32 | (uint64_t)rand();
}

static void make_map(uint64_t row, uint64_t column) {
    uint64_t fields_left = height * width - 1, mines_left = mines;
    for (uint64_t i = 0; i < height * width; ++i) {
        memset(&board[i], 0, sizeof board[i]);
        if (i == row * width + column) continue;
        if (random_number() % fields_left < mines_left) {
            board[i].mine = 1;
            --mines_left;
        }
        --fields_left;
    }
}

static int save(const char * name) {
    FILE * file = fopen(name, "wb");
    if (!file) return 0;
    fwrite("ESP", 1, 4, file);
    for (int i = 0; i < 8; ++i) fputc((int)(height >> 8 * i & 255), file);
    for (int i = 0; i < 8; ++i) fputc((int)(width >> 8 * i & 255), file);
    for (uint64_t first = 0; first < height * width; first += 8) {
        unsigned char block[4] = {0, 0, 0, 0};
        for (uint64_t bit = 0; bit < 8 && first + bit < height * width; ++bit) {
            const Field * field = &board[first + bit];
            block[0] |= (unsigned char)(1u << bit);
            block[1] |= (unsigned char)((unsigned)field->mine << bit);
            block[2] |= (unsigned char)((unsigned)field->open << bit);
            block[3] |= (unsigned char)((unsigned)field->flag << bit);
        }
        fwrite(block, 1, 4, file);
    }
    fclose(file);
    return 1;
}

static uint64_t read_side(const unsigned char * bytes) {
    uint64_t side = 0;
    for (int i = 7; i >= 0; --i) side = side << 8 | bytes[i];
    return side;
}

static const char * load(const char * name) {
    FILE * file = fopen(name, "rb");
    if (!file) return "Error: Failed to open file!";
    unsigned char head[20];
    if (fread(head, 1, 20, file) != 20 || memcmp(head, "ESP", 4) != 0) {
        fclose(file);
        return "Error: Invalid file content!";
    }
    free(board);
    height = read_side(head + 4);
    width = read_side(head + 12);
    board = calloc(height * width + 1, sizeof *board);
    mines = 0;
    unsigned char block[4];
    for (uint64_t first = 0; first < height * width && fread(block, 1, 4, file) == 4; first += 8) {
        for (uint64_t bit = 0; bit < 8 && first + bit < height * width; ++bit) {
            board[first + bit] = (Field){block[1] >> bit & 1, block[2] >> bit & 1, block[3] >> bit & 1};
            mines += block[1] >> bit & 1;
        }
    }
    fclose(file);
    return NULL;
}

static int read_int(const char * word, long long * value) {
    char * end;
    *value = strtoll(word, &end, 10);
    return *word && !*end;
}

static void leave(int status, const char * message) {
    printf("%s\n", message);
    exit(status);
}

static void read_arguments(int count, char ** words) {
    long long seed = 0;
    for (int i = 1; i < count; ++i) {
        const int is_size = !strcmp(words[i], "--size");
        if (!is_size && strcmp(words[i], "--mines") && strcmp(words[i], "--seed")) {
            leave(3, "Unexpected argument provided!");
        }
        if (i + 1 + is_size >= count) leave(2, "Invalid number of parameters given!");
        long long value, other = 0;
        const char * word = words[i + 1];
        char * end;
        const uint64_t large = strtoull(word, &end, 10);
        if (!read_int(word, &value) || (is_size && !read_int(words[i + 2], &other))) {
            leave(4, "Invalid type for argument!");
        }
        if (is_size) {
            if (value <= 0 || other <= 0) leave(5, "Invalid value for argument!");
            height = large;
            width = (uint64_t)other;
        } else if (words[i][2] == 'm') {
            if (value < 0) leave(5, "Invalid value for argument!");
            mines = (uint64_t)value;
        } else {
            seed = value;
        }
        i += 1 + is_size;
    }
    if (mines >= height * width) leave(5, "Invalid value for argument!");
    srand((unsigned)seed);
}

static const char * answer(char * line) {
    static const char * const names[] = {"start", "open", "flag", "dump", "save", "load", "quit"};
    static const int counts[] = {2, 2, 2, 0, 1, 1, 0};
    char * words[8];
    int given = 0;
    for (char * word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (given < 8) words[given++] = word;
    }
    int which = 0;
    while (which < 7 && (!given || strcmp(words[0], names[which]))) ++which;
    if (which == 7) return "Error: Unknown command!";
    if (given - 1 < counts[which]) return "Error: Command is missing arguments!";
    if (given - 1 > counts[which]) return "Error: Too many arguments given for command!";
    long long row = 0, column = 0;
    if (which < 3) {
        if (!read_int(words[1], &row) || !read_int(words[2], &column)) return "Error: Invalid arguments given!";
        if (row < 0 || column < 0 || (uint64_t)row >= height || (uint64_t)column >= width) {
            return "Error: Coordinates are invalid for this game board!";
        }
    }
    const uint64_t r = (uint64_t)row, c = (uint64_t)column;
    if (which == 0) make_map(r, c);
    if (which == 5) {
        const char * error = load(words[1]);
        if (error) return error;
    }
    if (which == 4 && !save(words[1])) return "Error: Failed to open file!";
    if (which == 2) at(r, c)->flag ^= 1;
    if (which == 3) print_board(UNCOVERED, NULL);
    if (which < 2) open_and_show(r, c);
    else print_board(NORMAL, NULL);
    if (which == 6) exit(0);
    return NULL;
}

int main(int count, char ** words) {
    read_arguments(count, words);
    board = height > SIZE_MAX / width / sizeof *board ? NULL : calloc(height * width, sizeof *board);
    if (!board) leave(1, "Out of memory!");
    printf("Welcome to ESP Minesweeper!\n");
    printf("Chosen field size: %llu x %llu.\n", (unsigned long long)height, (unsigned long long)width);
    printf("After map generation %llu mines will be hidden in the playing field.\n", (unsigned long long)mines);
    char line[1 << 14];
    for (;;) {
        printf(" > ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 0;
        const char * error = answer(line);
        if (error) printf("%s\n", error);
    }
}

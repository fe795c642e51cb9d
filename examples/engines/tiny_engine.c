/* A complete engine in one file of C, to start your own from. It opens a covered cell that a clue makes safe, because
   the mines around it are known or because it is 0, else the first covered cell that isn't a known mine. docs/engine.md
   tells the protocol. To try it:

       cc -O2 -o tiny_engine examples/engines/tiny_engine.c
       hypersweep analyse position.txt --engine ./tiny_engine */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_axes = 32, most_line = 1 << 24, covered = -1, flagged = -2 };

static int axes, shape[most_axes], wraps[most_axes], is_orthogonal;
static long cells;
static int *codes;
static char *is_mine;

/* The codes of a position's cells: clues, -1 covered, -2 a flag, -3 a mine, -4 exploded, -5 a wrong flag. 0 if wrong. */
static int read_codes(const char *text) {
    const char *digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    long place = 0;
    while (*text && *text != ' ') {
        if (isalpha((unsigned char)*text)) {
            int upper = isupper((unsigned char)*text) != 0;
            long count = 0;
            while (isalpha((unsigned char)*text) && (isupper((unsigned char)*text) != 0) == upper && count <= cells)
                count = 26 * count + toupper((unsigned char)*text++) - 'A' + 1;
            if (count > cells - place) return 0;
            while (count--) codes[place++] = upper ? covered : 0;
            continue;
        }
        int code;
        if (*text == '_') code = flagged;
        else if (*text == '0') code = -3;
        else if (*text == '~') code = *++text == '-' ? -4 : -5;
        else if (*text == '.' && text[1] == '-') {
            char *end;
            code = (int)strtol(text + 2, &end, 10);
            text = end;
        } else if (*text == '.') {
            const char *found = *++text ? strchr(digits, *text) : NULL;
            if (!found) return 0;
            code = 10 + (int)(found - digits);
        } else if (isdigit((unsigned char)*text)) code = *text - '0';
        else return 0;
        if (!*text || place == cells) return 0;
        codes[place++] = code;
        ++text;
    }
    return place == cells;
}

/* A position: "2x3-1-A1aA1a" is a grid, the number of mines, and the cells. Returns the fault, or NULL. */
static const char *read_board(const char *text) {
    const char *wrong = "expected a position such as 2x3-1-A1aA1a";
    char *end;
    cells = 1;
    axes = is_orthogonal = 0;
    memset(wraps, 0, sizeof wraps);
    do {
        if (axes == most_axes) return "expected at most 32 axes";
        shape[axes] = (int)strtol(text, &end, 10);
        if (end == text || shape[axes] < 1) return wrong;
        /* A short line may state any number of cells. */
        if (cells > 1000000 / shape[axes]) return "expected at most 1000000 cells";
        cells *= shape[axes++];
        text = end + 1;
    } while (*end == 'x');
    if (*end == 'o') is_orthogonal = 1, ++end;
    if (*end == 'w') {
        if (!isdigit((unsigned char)*++end))
            for (int axis = 0; axis < axes; ++axis) wraps[axis] = 1;
        while (isdigit((unsigned char)*end)) {
            long axis = strtol(end, &end, 10);
            if (axis >= axes) return wrong;
            wraps[axis] = 1;
            if (*end == '.') ++end;
        }
    }
    if (*end != '-' || (strtol(end + 1, &end, 10), *end) != '-') return wrong;
    free(codes);
    free(is_mine);
    codes = malloc(sizeof *codes * (size_t)cells);
    is_mine = calloc((size_t)cells, 1);
    if (!codes || !is_mine) return "expected a board that fits into memory";
    return read_codes(end + 1) ? NULL : "expected a code for each cell of the board";
}

/* Calls each(neighbour, about) once for every covered neighbour of a cell. Returns their number. */
static int around(long cell, void (*each)(long, void *), void *about) {
    int coordinates[most_axes], step[most_axes], found = 0;
    long rest = cell;
    for (int axis = axes; axis--;) coordinates[axis] = (int)(rest % shape[axis]), rest /= shape[axis], step[axis] = -1;
    for (;;) {
        long other = 0;
        int moved = 0, is_there = 1, is_double = 0;
        for (int axis = 0; axis < axes; ++axis) {
            int side = shape[axis], place = coordinates[axis] + step[axis];
            /* On a wrapped axis of side 1 or 2 several steps lead to the same cell: one of them counts. */
            if (wraps[axis] && ((side == 1 && step[axis]) || (side == 2 && step[axis] < 0))) is_double = 1;
            if (wraps[axis]) place = (place + side) % side;
            if (place < 0 || place >= side) is_there = 0;
            moved += step[axis] != 0;
            other = other * side + place;
        }
        if (is_there && !is_double && moved && !(is_orthogonal && moved > 1) && (codes[other] == covered || codes[other] == flagged)) {
            ++found;
            if (each) each(other, about);
        }
        int axis = 0;
        while (axis < axes && ++step[axis] > 1) step[axis++] = -1;
        if (axis == axes) return found;
    }
}

static void mark(long cell, void *about) { (void)about, is_mine[cell] = 1; }
static void count(long cell, void *about) { *(int *)about += is_mine[cell]; }
static void take(long cell, void *about) { if (!is_mine[cell]) *(long *)about = cell; }

static long best_cell(void) {
    for (long cell = 0; cell < cells; ++cell)
        if (codes[cell] > 0 && around(cell, NULL, NULL) == codes[cell]) around(cell, mark, NULL);
    for (long cell = 0; cell < cells; ++cell) {
        int mines = 0;
        long safe = -1;
        if (codes[cell] < 0) continue;
        around(cell, count, &mines);
        if (mines == codes[cell]) around(cell, take, &safe);
        if (safe >= 0) return safe;
    }
    for (long cell = 0; cell < cells; ++cell)
        if ((codes[cell] == covered || codes[cell] == flagged) && !is_mine[cell]) return cell;
    return -1;
}

/* The value of a field such as "id=" in a line, up to the next blank; NULL if it is missing. */
static const char *field(const char *line, const char *name) {
    for (const char *place = line; (place = strstr(place, name)); ++place)
        if (place > line && place[-1] == ' ') return place + strlen(name);
    return NULL;
}

/* Whether that is the first word of a line. */
static int begins(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) && (!line[length] || line[length] == ' ');
}

int main(void) {
    char *line = malloc(most_line), *kept = malloc(most_line), *place;
    int has_board = 0;
    if (!line || !kept) return 1;
    while (fgets(line, most_line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        while ((place = strchr(line, '\t'))) *place = ' ';
        /* The field "text" takes the rest of its line. */
        if ((place = strstr(line, " text="))) *place = 0;
        if (begins(line, "hsp")) puts("id name Tiny (C)\nid version 1\nready");
        else if (begins(line, "quit")) break;
        else if (begins(line, "ping")) {
            const char *token = line + 4 + strspn(line + 4, " ");
            if (*token) printf("pong %.*s\n", (int)strcspn(token, " "), token);
            else puts("error kind=line text=expected a token after ping");
        } else if (begins(line, "position")) {
            const char *view = field(line, "view="), *wrong = read_board(view ? view : "");
            if (wrong) printf("error kind=line text=%s\n", wrong);
            /* A refused position leaves the previous one in place. */
            if (!wrong) strcpy(kept, view), has_board = 1;
            else if (has_board) read_board(kept);
        } else if (begins(line, "go")) {
            const char *own = field(line, "id=");
            long best = has_board ? best_cell() : -1, rest = best;
            int cell[most_axes];
            printf("best");
            if (own) printf(" id=%.*s", (int)strcspn(own, " "), own);
            if (best < 0) puts(" cell=none");
            else {
                for (int axis = axes; axis--; rest /= shape[axis]) cell[axis] = (int)(rest % shape[axis]);
                for (int axis = 0; axis < axes; ++axis) printf("%s%d", axis ? "," : " cell=", cell[axis]);
                puts("");
            }
        }
        fflush(stdout);
    }
    return 0;
}

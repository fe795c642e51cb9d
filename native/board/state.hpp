// The plain data that kernels work on. No inline code here: these types are shared by every instruction set.
#pragma once

#include "variant.hpp"

namespace hypersweep {

// A board of fewer than 2^64 cells has at most 63 axes of side 2 or more; axes of side 1 are left out.
constexpr int most_axes = 64;

// Axes from slowest to fastest. The last one is the row: its cells lie side by side in a plane.
struct Geometry {
    int axes;                 // effective axes, at least 1
    u64 side[most_axes];      // cells along each axis
    u64 stride[most_axes];    // distance in the plane between neighbours along each axis
    bool wrap[most_axes];     // only ever true for sides of 3 and more, where wrapping adds neighbours
    bool moore;               // all 3^N - 1 neighbours, otherwise the 2 N along the axes
    u64 cells;
    u64 row_length;           // side of the last axis
    u64 rows;
    u64 chunks_per_row;       // a chunk is up to 64 cells of one row
    u64 chunks;
    u64 words;                // 64-cell words of a plane, the spare one not counted
    u64 most_neighbours;
};

// Work on boards of fewer cells, where all cells with all around them are fewer steps as well, is short: nobody asks on the
// way whether to stop, and no other thread is let run. In many dimensions small boards take long, too.
constexpr u64 short_cells = u64{1} << 18, short_steps = u64{1} << 22;

// What a player sees of a cell, as a number: a clue from 0 on, or one of these. hypersweep.codes has them once more, for programs
// that load no compiled code, and tests/test_codes.py compares the two.
enum : int {
    code_covered = -1,
    code_flagged = -2,
    code_mine = -3,
    code_exploded = -4,
    code_wrong_flag = -5,
    code_silent = -6,        // an open cell whose clue isn't to be used; for the solver alone, no view has it
};

// Who may end long work: `stop` is asked now and then, and ends it where it says so. Null never does.
struct Stop {
    bool (*stop)(void*) = nullptr;
    void* stop_with = nullptr;
};

// A set of numbers below a bound: a bitmap with summaries above it, so that the next member is found in a few steps.
struct IndexSet {
    u64* level[11];
    u64 words[11];
    int levels;
};

// What one word of the open and flag planes lost or gained in a move.
struct Touch {
    u64 word;
    u64 opened;      // the cells it opened
    u64 unflagged;   // the flags that went away with the cover; while the move runs: the flags before it
};

struct TouchBlock {
    TouchBlock* next;
    u64 used;
    u64 room;
    Touch* touches;
};

enum class MoveKind : u8 { open, flag, chord };

// One move's effect; enough to tell it and to take it back.
struct Delta {
    MoveKind kind;
    bool single;             // the move changed just `index`, and `touches` is empty
    bool mine;               // it opened at least one mine
    u64 index;               // where the player moved
    u64 opened;              // safe cells opened
    i64 flag_change;         // how the number of covered flags changed
    bool unflagged;          // single only: a flag went away with the cell's cover
    TouchBlock* first;
    TouchBlock* last;
};

struct RuleFlags {
    bool flag_protects_click;
    bool flag_protects_cascade;
    bool flags_on_open;
    bool chord;
    bool flag_toggles = true;  // a second flag takes the first one away
};

enum class Outcome : u8 { ongoing, won, lost };

// What the first open is promised.
enum class FirstOpen : u8 { any, safe, opening };

struct Board {
    const Geometry* geometry;
    const u64* mines;
    u64* open;
    u64* flags;
    RuleFlags rules;
    u64 mine_count;
    u64 opened;              // safe cells open
    i64 covered_flags;
    Outcome outcome;
    IndexSet dirty;          // chunks whose open zeros may have covered neighbours; empty between moves
    u64* fresh;              // cells that the running move has opened; empty between moves
    Stop stop{};             // asked while a move runs; one that is ended leaves the board as it was
};

// The additive-feedback generator of the GNU C library: the last 31 values, `position` is the oldest.
struct GnuRandom {
    u32 value[31];
    unsigned position;
};

// Storage, written once for all instruction sets (storage.cpp).
bool geometry_make(Geometry& geometry, int axes, const u64* sides, const bool* wrap, bool moore);
u64* plane_make(u64 words);  // zeros, taken lazily by the operating system; null when memory is short
void plane_free(u64* plane);
bool index_set_make(IndexSet& set, u64 bound);
void index_set_free(IndexSet& set);
Touch* delta_extend(Delta& delta);  // null when memory is short
void delta_free(Delta& delta);

}  // namespace hypersweep

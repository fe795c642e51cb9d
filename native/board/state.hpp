// The plain data that kernels work on. No inline functions here: all instruction sets share these types.
#pragma once

#include "variant.hpp"

namespace hypersweep {

// A board of fewer than 2^64 cells has at most 63 axes of side 2 or more; axes of side 1 are left out.
constexpr int most_axes = 64;

// Axes from slowest to fastest. The last one is the row: its cells are adjacent in a plane.
struct Geometry {
    int axes;                 // effective axes, at least 1
    u64 side[most_axes];      // cells along each axis
    u64 stride[most_axes];    // distance in the plane between neighbours along each axis
    bool wrap[most_axes];     // only ever true for sides of 3 or more, where wrapping adds neighbours
    bool moore;               // all 3^N - 1 neighbours; otherwise the 2 N along the axes
    u64 cells;
    u64 row_length;           // side of the last axis
    u64 rows;
    u64 chunks_per_row;       // a chunk is up to 64 cells of one row
    u64 chunks;
    u64 words;                // 64-cell words of a plane, not counting the spare one
    u64 most_neighbours;
};

// Work is short if it stays below both limits, in cells and in neighbours visited. Short work can't be stopped, and
// keeps the GIL. A limit on cells alone isn't enough: in many dimensions, even a few cells take long.
constexpr u64 short_cells = u64{1} << 18, short_steps = u64{1} << 22;

// Codes of displayed cells: a clue (0 or more), or one of these. Keep in sync with hypersweep.codes, which exists to
// avoid loading compiled code; tests/test_codes.py compares the two.
enum : int {
    code_covered = -1,
    code_flagged = -2,
    code_mine = -3,
    code_exploded = -4,
    code_wrong_flag = -5,
    code_silent = -6,        // an open cell whose clue isn't used; internal to the solver
};

// Cancellation of long work: `stop` is called regularly, and work ends once it returns true. If it is null, work is
// never stopped.
struct Stop {
    bool (*stop)(void*) = nullptr;
    void* stop_with = nullptr;
};

// A set of integers below a bound: a bitmap with summary levels, which find the next member in a few steps.
struct IndexSet {
    u64* level[11];
    u64 words[11];
    int levels;
};

// What a move changed in one word of the open and flag planes.
struct Touch {
    u64 word;
    u64 opened;      // the cells that the move opened
    u64 unflagged;   // flags removed because their cells opened; while the move runs, the flags before it
};

struct TouchBlock {
    TouchBlock* next;
    u64 used;
    u64 capacity;
    Touch* touches;
};

enum class MoveKind : u8 { open, flag, chord };

// The effect of a move: all that is needed to report it and undo it.
struct Delta {
    MoveKind kind;
    bool single;             // the move changed only `index`, and `touches` is empty
    bool mine;               // the move opened at least one mine
    u64 index;               // cell of the move
    u64 opened;              // safe cells opened
    i64 flag_change;         // change in the number of flags on covered cells
    bool unflagged;          // only if `single`: the opened cell had a flag
    TouchBlock* first;
    TouchBlock* last;
};

struct RuleFlags {
    bool flag_protects_click;
    bool flag_protects_cascade;
    bool flags_on_open;
    bool chord;
    bool flag_toggles = true;  // flagging a flagged cell removes the flag
};

enum class Outcome : u8 { ongoing, won, lost };

// What the first open is guaranteed to be.
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
    u64* fresh;              // cells opened so far by the running move; empty between moves
    Stop stop{};             // polled while a move runs; a stopped move leaves the board unchanged
};

// The additive-feedback generator of the GNU C library: its last 31 values, of which `position` is the oldest.
struct GnuRandom {
    u32 value[31];
    unsigned position;
};

// The parts of a board's 3BV, and how far they are solved.
struct BoardValue {
    u64 openings;        // groups of zeros
    u64 single;          // safe cells outside openings and their rims
    u64 islands;         // connected groups of single cells
    u64 openings_open;   // openings with an open zero
    u64 single_open;
};

// Memory management, compiled once for all instruction sets (storage.cpp).
bool geometry_make(Geometry& geometry, int axes, const u64* sides, const bool* wrap, bool moore);
u64* plane_make(u64 words);  // all zeros, committed lazily; null if memory ran out
void plane_free(u64* plane);
bool index_set_make(IndexSet& set, u64 bound);
void index_set_free(IndexSet& set);
Touch* delta_extend(Delta& delta);  // null if memory ran out
void delta_free(Delta& delta);

}  // namespace hypersweep

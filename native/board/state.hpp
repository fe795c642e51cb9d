// The plain data that kernels work on. No inline code here: these types are shared by every instruction set.
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

// Limits in cells and in visits of neighbours below which work counts as short: it can't be stopped, and keeps the GIL.
// Both matter, because in many dimensions small boards take long.
constexpr u64 short_cells = u64{1} << 18, short_steps = u64{1} << 22;

// Codes of displayed cells: a clue from 0 on, or one of these. Keep in sync with hypersweep.codes, which avoids loading
// compiled code; tests/test_codes.py compares the two.
enum : int {
    code_covered = -1,
    code_flagged = -2,
    code_mine = -3,
    code_exploded = -4,
    code_wrong_flag = -5,
    code_silent = -6,        // an open cell whose clue isn't used; internal to the solver
};

// Cancellation of long work: `stop` is called regularly, and work ends if it returns true. Null never stops.
struct Stop {
    bool (*stop)(void*) = nullptr;
    void* stop_with = nullptr;
};

// A set of integers below a bound: a bitmap with summary levels, so that the next member is found in a few steps.
struct IndexSet {
    u64* level[11];
    u64 words[11];
    int levels;
};

// Change of one word of the open and flag planes in a move.
struct Touch {
    u64 word;
    u64 opened;      // the cells it opened
    u64 unflagged;   // flags removed with the cover; while the move runs: the flags before it
};

struct TouchBlock {
    TouchBlock* next;
    u64 used;
    u64 capacity;
    Touch* touches;
};

enum class MoveKind : u8 { open, flag, chord };

// The effect of a move; enough to report and to undo it.
struct Delta {
    MoveKind kind;
    bool single;             // the move changed only `index`, and `touches` is empty
    bool mine;               // it opened at least one mine
    u64 index;               // cell of the move
    u64 opened;              // safe cells opened
    i64 flag_change;         // change of the number of covered flags
    bool unflagged;          // single only: a flag was removed with the cell's cover
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

// Promise for the first open.
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
    Stop stop{};             // called while a move runs; a stopped move leaves the board unchanged
};

// The additive-feedback generator of the GNU C library: the last 31 values, `position` is the oldest.
struct GnuRandom {
    u32 value[31];
    unsigned position;
};

// The parts of 3BV, and the progress on them.
struct BoardValue {
    u64 openings;        // groups of zeros
    u64 single;          // safe cells outside openings and their rims
    u64 islands;         // groups of those
    u64 openings_open;   // openings with an open zero
    u64 single_open;
};

// Storage, written once for all instruction sets (storage.cpp).
bool geometry_make(Geometry& geometry, int axes, const u64* sides, const bool* wrap, bool moore);
u64* plane_make(u64 words);  // zeros, committed lazily; null if memory ran out
void plane_free(u64* plane);
bool index_set_make(IndexSet& set, u64 bound);
void index_set_free(IndexSet& set);
Touch* delta_extend(Delta& delta);  // null if memory ran out
void delta_free(Delta& delta);

}  // namespace hypersweep

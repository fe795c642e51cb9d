// What a batch is asked for, and where its results go.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// Layouts `first_index`, `first_index` + 1, ... of the stream (seed, name).
struct SampleJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 name;
    u64 first_index;
    u64 count;
    const u64* excluded;     // cells without a mine, each once
    u64 excluded_count;
    u8* bits;                // count x ceil(cells / 8) bytes, or null
    u8* clues;               // count x cells numbers of `clue_bytes` bytes, or null
    int clue_bytes;          // 1 or 2
    Stop stop{};
};

// Random games: the first click anywhere, then uniform clicks on covered cells until the game is won or lost.
struct PlayJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 layout_name;
    u64 click_name;
    u64 first_index;
    u64 count;
    FirstOpen first_open;
    u8* outcomes;            // 1 won, 2 lost
    u64* clicks;
    u64* opened;             // safe cells open at the end
    Stop stop{};
};

}  // namespace hypersweep

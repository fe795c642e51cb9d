// How hard a board is to finish by deduction, and what a search for such boards is asked and finds.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// The hardest deduction needed: single clues, pairs of them, sets of them, or the number of mines.
enum class Effort : u8 { clue, pair, set, count };

struct Deduced {
    bool is_finished;  // every safe cell is open
    Effort effort;     // the hardest deduction that was of use
    u64 opened;        // safe cells opened
    u64 asked;         // how often clues and pairs of them said nothing more
};

// Layouts `first_index`, ... of the stream (seed, name), `tries` of them at most, until one is as wished for.
struct SearchJob {
    u64 mines, seed, name, first_index, tries, first;
    const u64* excluded;
    u64 excluded_count;
    Effort hardest;
    bool exactly;        // nothing easier than `hardest` either
    u64 repairs;         // changes to each layout at most; 0 takes layouts as they come
};

struct Search {
    bool found;
    u64 index;           // of the layout that was found
    u64 tried;
    u64 too_large;       // layouts given up because a set of clues was past the budget
    u64 most_opened;     // of all layouts tried
    u64 changes;         // made in repairing the layout that was found
    Effort effort;
};

}  // namespace hypersweep

// How hard a board is to finish by deduction; the job and the results of a search for such boards.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// The hardest deduction needed: single clues, pairs, sets, or the number of mines.
enum class Effort : u8 { clue, pair, set, count };

struct Deduced {
    bool is_finished;  // every safe cell is open
    Effort effort;     // the hardest deduction used
    u64 opened;        // safe cells opened
    u64 states;        // of the largest set of clues that was counted
};

// Searches the layouts of the stream (seed, name), at most `tries` of them, for one that fits. The first `uniform`
// layouts aren't changed, later ones are repaired. All limits are counted, so that the search ends at the same place
// everywhere.
struct SearchJob {
    u64 mines, seed, name, tries, first;
    const u64* excluded;
    u64 excluded_count;
    Effort hardest;
    bool exactly;        // nothing easier than `hardest` either
    u64 uniform;
    u64 uniform_work;    // and maximum work on them, in cells visited
    u64 changes;         // maximum number of changes to one layout
    u64 work;            // maximum work in total
    u64 pause = ~u64{0};  // the search pauses after this much work, even within a layout
};

// Updated while it runs.
struct Search {
    bool found;
    u64 tried;
    u64 too_large;       // layouts given up because a set of clues was past the budget
    u64 most_opened;     // of all layouts tried
    u64 changes;         // made to the layout that was found
    u64 work;
    u64 states;          // of the largest set of clues that was counted
    bool is_spent;       // `work` was used up
    bool is_exhausted;   // every layout was tried; only possible if there are few
    bool is_paused;      // another call with the same job but a later `pause` continues
    Effort effort;
};

}  // namespace hypersweep

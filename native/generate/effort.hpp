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
    u64 states;        // of the largest set of clues that was counted
};

// The layouts of the stream (seed, name), `tries` of them at most, until one is as wished for. The first `uniform` of them are taken
// as they come, the others are repaired. All of it is counted, so that it ends at the same place everywhere.
struct SearchJob {
    u64 mines, seed, name, tries, first;
    const u64* excluded;
    u64 excluded_count;
    Effort hardest;
    bool exactly;        // nothing easier than `hardest` either
    u64 uniform;
    u64 uniform_work;    // and as much work for them at most, in cells looked at
    u64 changes;         // in repairing a layout, at most
    u64 work;            // for all, at most
    u64 pause = ~u64{0};  // once so much is done it comes back, in the middle of a layout as well
};

// Kept up to date while it runs.
struct Search {
    bool found;
    u64 tried;
    u64 too_large;       // layouts given up because a set of clues was past the budget
    u64 most_opened;     // of all layouts tried
    u64 changes;         // made in repairing the layout that was found
    u64 work;
    u64 states;          // of the largest set of clues that was counted
    bool is_spent;       // `work` was used up
    bool is_exhausted;   // every layout there is was tried; only where they are few
    bool is_paused;      // given to another call with the same job, but for a later `pause`, it goes on where it was
    Effort effort;
};

}  // namespace hypersweep

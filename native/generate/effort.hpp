// How hard a board is to finish by deduction; the parameters and results of a search for no-guess boards.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// The hardest deduction needed: single clues, pairs or sets of clues, or the total number of mines.
enum class Effort : u8 { clue, pair, set, count };

struct Deduced {
    bool is_finished;  // every safe cell is open
    Effort effort;     // the hardest deduction used
    u64 opened;        // safe cells opened
    u64 states;        // states of the largest set of clues counted
};

// Searches up to `tries` layouts of the stream (seed, name) for one that fits. The first `uniform` layouts are tried
// unchanged, later ones are repaired. All limits count work, so that the search ends at the same point on every
// machine.
struct SearchJob {
    u64 mines, seed, name, tries, first;
    const u64* excluded;
    u64 excluded_count;
    Effort hardest;
    bool exactly;        // the board must need a deduction as hard as `hardest`
    u64 uniform;
    u64 uniform_work;    // maximum work on unchanged layouts, in cells visited
    u64 changes;         // maximum number of changes per layout
    u64 work;            // maximum work in total
    u64 pause = ~u64{0};  // the search pauses once its work reaches this, even within a layout
};

// Progress and result of a search, updated while it runs.
struct Search {
    bool found;
    u64 tried;
    u64 too_large;       // layouts abandoned because a set of clues exceeded the limits
    u64 most_opened;     // maximum number of cells opened in any layout tried
    u64 changes;         // changes made to the layout that was found
    u64 work;
    u64 states;          // states of the largest set of clues counted
    bool is_spent;       // `work` was used up
    bool is_exhausted;   // every layout was tried; possible only if there are few
    bool is_paused;      // another call with the same job but a later `pause` continues
    Effort effort;
};

}  // namespace hypersweep

// Names of the evaluation's inputs.
#pragma once

#include "play/evaluation_weights.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Inputs of a described cell. Unless stated otherwise, neighbours are those that are covered and may be safe.
namespace cell_inputs {
enum : u8 {
    one,
    mine,             // chance of a mine
    doubt,            // 0 if certain, 1 for a chance of one half
    is_safe,
    is_unseen,        // no clue sees it
    expected,         // expected number of future clues next to it
    safe,             // number of certainly safe neighbours
    open_questions,   // number of other neighbours
    unseen,           // number of these that no clue sees
    variance,         // variance of the clue that it would show
    zero,             // chance to show a zero
    clues,            // number of clues that see it
    alike,            // number of cells seen by the same clues, capped at 4
    mines_alike,      // mines expected among these cells, capped at 3
    like,             // chance that no future clue distinguishes it from some cell of its group
    like_doubt,
    neighbours,       // neighbours of any state, divided by eight
    groups,           // number of groups connected to its own, on a logarithmic scale
    gap,              // how much less safe it is than the safest cell
    doubt_alone,      // doubt, if few clues are to come next to it
    fewest_cells,     // minimum number of unknown cells among the clues that see it
    fewest_mines,     // minimum number of mines, or of safe cells, among these clues' unknown cells
    tightness,        // sum of 1 / unknown cells over the clues that see it
    single,           // number of these clues that lack one mine
    own,              // number of inputs above; ten sums over described neighbours follow
    count = own + 10
};
static_assert(count == learned::cell_inputs);
}  // namespace cell_inputs

// Inputs of a position.
namespace whole_inputs {
enum : u8 {
    layouts, log_layouts, doubtful, log_doubtful, mines, density, unseen, log_unseen, unseen_mine, log_safe, is_any_safe, risk,
    components, variance, lesser, open, known_mines, best_zero, best_safe_zero, log_safe_zeros, log_safe_variance,
    log_safe_beside_unseen, unseen_inside, unseen_edges, unseen_corners, dead, twins, log_near_best, best_variance, log_cells,
    count
};
static_assert(count == learned::whole_inputs);
}  // namespace whole_inputs

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

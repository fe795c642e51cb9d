// Names of the inputs of an evaluation.
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
    expected,         // number of future clues next to it
    safe,             // neighbours that are certainly safe
    open_questions,   // other neighbours
    unseen,           // of these, those that no clue sees
    variance,         // of the clue that it would show
    zero,             // chance to show a zero
    clues,            // number of clues that see it
    alike,            // cells seen by the same clues, up to 4
    mines_alike,      // mines expected among them, up to 3
    like,             // chance that no future clue distinguishes it from one of them
    like_doubt,
    neighbours,       // of any kind, divided by eight
    groups,           // number of groups connected to its own, as a logarithm
    gap,              // loss of safety, compared with the safest cell
    doubt_alone,      // doubt, if few clues are to come next to it
    fewest_cells,     // fewest unknown cells of a clue that sees it
    fewest_mines,     // and fewest mines or safe cells among them
    tightness,        // sum of 1 / unknown cells over the clues that see it
    single,           // number of these clues that miss one mine
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

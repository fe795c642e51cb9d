// What an evaluation is made from, by name.
#pragma once

#include "play/evaluation_weights.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Of a cell that is described. Neighbours are those that are covered and may be safe, where nothing else is said.
namespace cell_inputs {
enum : u8 {
    one,
    mine,             // the chance of one
    doubt,            // 0 where that is 0 or 1, 1 where it is a half
    is_safe,
    is_unseen,        // by any clue
    expected,         // clues to come beside it
    safe,             // neighbours that are safe for certain
    open_questions,   // those that are not
    unseen,           // of these, those that no clue sees
    variance,         // of the clue that it would show
    zero,             // the chance that it shows that it touches no mine
    clues,            // that see it
    alike,            // cells that the same clues see, up to 4
    mines_alike,      // mines expected among them, up to 3
    like,             // the chance that nothing to come tells it from one of them
    like_doubt,
    neighbours,       // of any kind, as a share of eight
    groups,           // that hang together with its own, as a logarithm
    gap,              // how much less safe it is than the safest cell
    doubt_alone,      // doubt, where little is to come beside it
    fewest_cells,     // of the clues that see it, the fewest they still see
    fewest_mines,     // and the fewest that differ from the others
    tightness,        // the sum of one over what each of them sees
    single,           // those that miss one mine
    own,              // so many; ten sums over neighbours that are described follow
    count = own + 10
};
static_assert(count == learned::cell_inputs);
}  // namespace cell_inputs

// Of a position.
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

// What one clue says, and what two say of each other: the rules that the reading of a view, the reasons and the making of boards
// that need no guess have in common. Each keeps count in its own way of what is not known yet around a clue.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Around a clue, `left` cells of which nothing is known yet, at least one, and `need` mines among them: whether the clue settles
// them. They are mines where it needs any.
template <class Number>
HS_INLINE bool clue_settles(Number need, Number left) {
    return need == 0 || need == left;
}

enum class PairSays : u8 { nothing, mines_in_first, mines_in_second };

// Of the cells that only one of two clues touches: `first_own` and `second_own` unknown ones. Where one clue needs as many mines
// more than the other as it has cells of its own, those are mines, and the other one's own cells are safe.
template <class Number>
HS_INLINE PairSays pair_says(Number first_need, Number second_need, Number first_own, Number second_own) {
    if (first_own + second_own == 0) return PairSays::nothing;
    const Number more = first_need - second_need;
    return more == first_own ? PairSays::mines_in_first : -more == second_own ? PairSays::mines_in_second : PairSays::nothing;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

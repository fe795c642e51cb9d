// What one clue implies, and what two imply together. The code that reads views, the code that finds reasons and the
// no-guess generator share these rules, but each counts the unknown cells around a clue in its own way.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Whether a clue settles the `left` unknown cells around it (at least one), `need` of which are mines. If so, and
// `need` isn't 0, all are mines; otherwise all are safe.
template <class Number>
HS_INLINE bool clue_settles(Number need, Number left) {
    return need == 0 || need == left;
}

enum class PairSays : u8 { nothing, mines_in_first, mines_in_second };

// For two clues with `first_own` and `second_own` unknown cells that the other doesn't see: if one needs k more mines
// than the other and has k such cells, these are mines, and the other's are safe.
template <class Number>
HS_INLINE PairSays pair_says(Number first_need, Number second_need, Number first_own, Number second_own) {
    if (first_own + second_own == 0) return PairSays::nothing;
    const Number more = first_need - second_need;
    return more == first_own ? PairSays::mines_in_first : -more == second_own ? PairSays::mines_in_second : PairSays::nothing;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

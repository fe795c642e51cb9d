// The figures of a board.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// The parts of 3BV, and the progress on them.
struct BoardValue {
    u64 openings;        // groups of zeros
    u64 single;          // safe cells outside openings and their rims
    u64 islands;         // groups of those
    u64 openings_open;   // openings with an open zero
    u64 single_open;
};

}  // namespace hypersweep

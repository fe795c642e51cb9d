// The weights for evaluation_network.hpp. The numbers are in evaluation_weights.inc, which benchmarks/fit_value.py
// writes.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {
namespace learned {

// Must match the network in benchmarks/fit_network.py.
constexpr int cell_inputs = 34, whole_inputs = 30, clue_inputs = 4;
constexpr int units = 32, rounds = 2, last_units = 32;

// Each array has a row for each input.
struct alignas(64) Weights {
    float first[cell_inputs][units];
    float first_offset[units];
    float cell_of_cell[rounds][units][units];
    float cell_offset[rounds][units];
    float cell_of_near[rounds][units][units];
    float cell_of_clues[rounds][units][units];
    float clue_of_cells[rounds][units][units];
    float clue_offset[rounds][units];
    float clue_of_clue[rounds][clue_inputs][units];
    float area_of_cells[units][units];
    float area_of_whole[whole_inputs][units];
    float area_offset[units];
    float last_of_whole[whole_inputs][last_units];
    float last_of_cells[units][last_units];
    float last_of_areas[units][last_units];
    float last_offset[last_units];
    float out[last_units];
    float direct_of_whole[whole_inputs];
    float direct_of_cells[units];
    float direct_of_areas[units];
    float constant;
};

constexpr Weights weights = {
#include "play/evaluation_weights.inc"
};

}  // namespace learned
}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

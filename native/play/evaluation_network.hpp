// The neural network behind an evaluation; it works on the graph of described cells.
//
// The first layer reads each cell's inputs. In each round, a cell's units receive messages from adjacent cells and from
// clues, which receive messages from the cells they see. Units are then summed over each area and combined with the
// position's inputs. The odds of winning follow from sums over areas, sums over cells, and the position's inputs. All
// arithmetic is done in a fixed order, so results are the same on every machine.
#pragma once

#include "play/evaluation_graph.hpp"
#include "play/evaluation_units.hpp"
#include "play/evaluation_weights.hpp"
#include "solve/scaled.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Inputs of one cell.
struct CellInputs {
    float own[learned::cell_inputs];
};

class EvaluationNetwork {
  public:
    // The chance to win, given the inputs of each row of the graph, and learned::whole_inputs inputs of the position.
    // Returns false if memory ran out.
    bool estimate(const EvaluationGraph& graph, const CellInputs* cells, const float* whole, double& win);

  private:
    using Units = EvaluationUnits<learned::units>;
    static_assert(sizeof(EvaluationGraph::Clue) == learned::clue_inputs * sizeof(float));

    void hear(int round, const EvaluationGraph& graph, u64 rows);
    double odds(const EvaluationGraph& graph, const float* whole, u64 rows);

    Array<Units> cells_, near_, heard_, next_, said_, gathered_, areas_;
};

// One round: all messages from clues and neighbours are computed before any cell changes.
inline void EvaluationNetwork::hear(int round, const EvaluationGraph& graph, u64 rows) {
    const u64 clues = graph.clues.size();
    for (u64 c = 0; c < clues; ++c) {
        gathered_[c].clear();
        said_[c].set(learned::weights.clue_offset[round]);
    }
    for (u64 row = 0; row < rows; ++row) {
        Units near{};
        for (u32 i = graph.touching_first[row]; i < graph.touching_first[row + 1]; ++i) near.add(cells_[graph.touching[i]]);
        near_[row] = near;
        heard_[row].clear();
        next_[row].set(learned::weights.cell_offset[round]);
    }
    for (u64 i = 0; i < graph.sights.size(); ++i) gathered_[graph.sights[i].clue].add(cells_[graph.sights[i].row]);
    read_all(said_.data(), clues, gathered_.data(), learned::weights.clue_of_cells[round]);
    read_all(said_.data(), clues, graph.clues.data(), learned::weights.clue_of_clue[round]);
    for (u64 c = 0; c < clues; ++c) said_[c].cut();
    for (u64 i = 0; i < graph.sights.size(); ++i) heard_[graph.sights[i].row].add(said_[graph.sights[i].clue]);
    read_all(next_.data(), rows, cells_.data(), learned::weights.cell_of_cell[round]);
    read_all(next_.data(), rows, near_.data(), learned::weights.cell_of_near[round]);
    read_all(next_.data(), rows, heard_.data(), learned::weights.cell_of_clues[round]);
    for (u64 row = 0; row < rows; ++row) {
        next_[row].cut();
        cells_[row].add(next_[row]);
    }
}

inline double EvaluationNetwork::odds(const EvaluationGraph& graph, const float* whole, u64 rows) {
    Units base, sums[2] = {};  // over cells and over areas
    base.set(learned::weights.area_offset);
    read_rows<1>(&base, whole, learned::weights.area_of_whole);
    for (u64 area = 0; area < graph.areas; ++area) {
        areas_[area].clear();
        next_[area] = base;
    }
    for (u64 row = 0; row < rows; ++row) {
        sums[0].add(cells_[row]);
        areas_[graph.area[row]].add(cells_[row]);
    }
    read_all(next_.data(), graph.areas, areas_.data(), learned::weights.area_of_cells);
    for (u64 area = 0; area < graph.areas; ++area) {
        next_[area].cut();
        sums[1].add(next_[area]);
    }
    EvaluationUnits<learned::last_units> last;
    last.set(learned::weights.last_offset);
    read_rows<1>(&last, whole, learned::weights.last_of_whole);
    read_rows<1>(&last, sums[0].own, learned::weights.last_of_cells);
    read_rows<1>(&last, sums[1].own, learned::weights.last_of_areas);
    last.cut();
    float odds = learned::weights.constant;
    for (int j = 0; j < learned::whole_inputs; ++j) odds += whole[j] * learned::weights.direct_of_whole[j];
    for (int k = 0; k < learned::units; ++k) odds += sums[0].own[k] * learned::weights.direct_of_cells[k];
    for (int k = 0; k < learned::units; ++k) odds += sums[1].own[k] * learned::weights.direct_of_areas[k];
    for (int k = 0; k < learned::last_units; ++k) odds += last.own[k] * learned::weights.out[k];
    return double(odds);
}

inline bool EvaluationNetwork::estimate(const EvaluationGraph& graph, const CellInputs* cells, const float* whole, double& win) {
    const u64 rows = graph.area.size(), clues = graph.clues.size();
    if (!cells_.resize(rows) || !near_.resize(rows) || !heard_.resize(rows) || !next_.resize(rows) || !areas_.resize(graph.areas) ||
        !said_.resize(clues) || !gathered_.resize(clues)) {
        return false;
    }
    for (u64 row = 0; row < rows; ++row) cells_[row].set(learned::weights.first_offset);
    read_all(cells_.data(), rows, cells, learned::weights.first);
    for (u64 row = 0; row < rows; ++row) cells_[row].cut();
    for (int round = 0; round < learned::rounds; ++round) hear(round, graph, rows);
    const double found = odds(graph, whole, rows), size = found > 0 ? found : -found;
    const double small = rough_exponential(-size * 1.4426950408889634);
    win = found > 0 ? 1 / (1 + small) : small / (1 + small);
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

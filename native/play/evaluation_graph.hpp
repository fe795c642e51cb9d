// How the cells described by an evaluation are related: neighbours, common clues, and areas.
#pragma once

#include "solve/problem.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class EvaluationGraph {
  public:
    // Builds the graph for `cells`. `row_of` maps each of them to its row (0, 1, ...), and all other cells to no_group.
    // Returns false if memory ran out.
    bool make(const Problem& problem, const Array<u64>& cells, const Array<u32>& row_of);

    struct Sight {
        u32 row, clue;
    };
    Array<u32> touching_first, touching;  // per row: the rows of its neighbours
    Array<Sight> sights;                  // which clue sees which row, in the order of the rows
    struct Clue {
        float own[4];  // its missing mines m, its unknown cells n, m / n and 1 / n
    };
    Array<Clue> clues;                    // the clues that see any of the cells
    Array<u32> area;                      // per row: its area; cells that touch or share a clue are in one area
    u32 areas = 0;

  private:
    u32 root_of(u32 row) {
        while (area[row] != row) row = area[row] = area[area[row]];
        return row;
    }

    Array<u32> clue_of_;     // equation -> clue, or no_group
    Array<u32> first_seen_;  // per clue: the first row that it sees
};

inline bool EvaluationGraph::make(const Problem& problem, const Array<u64>& cells, const Array<u32>& row_of) {
    const u64 rows = cells.size();
    touching.clear();
    sights.clear();
    clues.clear();
    first_seen_.clear();
    if (!touching_first.resize(rows + 1) || !area.resize(rows) || !clue_of_.fill(problem.equations.size(), no_group)) return false;
    for (u32 row = 0; row < rows; ++row) area[row] = row;
    for (u32 row = 0; row < rows; ++row) {
        const u64 cell = cells[row];
        touching_first[row] = u32(touching.size());
        problem.around(cell, [&](u64 other) {
            const u32 near = row_of[other];
            if (near == no_group) return;
            touching.push(near);
            if (near < row) area[root_of(near)] = root_of(row);
        });
        const u32 frontier = problem.frontier_of[cell];
        if (frontier >= settled_cell || problem.group_of[frontier] == no_group) continue;
        const Group& group = problem.groups[problem.group_of[frontier]];
        for (u32 i = 0; i < group.equations_count; ++i) {
            const u32 equation = problem.equations_of_groups[group.equations_first + i];
            if (clue_of_[equation] == no_group) {
                clue_of_[equation] = u32(clues.size());
                const float left = float(problem.equations[equation].left), mines = float(problem.equations[equation].rest);
                clues.push(Clue{{mines, left, mines / left, 1 / left}});
                first_seen_.push(row);
            }
            if (clues.failed() || first_seen_.failed()) return false;
            const u32 clue = clue_of_[equation];
            sights.push(Sight{row, clue});
            area[root_of(first_seen_[clue])] = root_of(row);
        }
    }
    if (touching.failed() || sights.failed()) return false;
    touching_first[rows] = u32(touching.size());
    // Number the areas from 0: number the roots first, then give every row the number of its root.
    areas = 0;
    if (!first_seen_.resize(rows)) return false;
    for (u32 row = 0; row < rows; ++row) {
        if (area[row] == row) first_seen_[row] = areas++;
    }
    for (u32 row = 0; row < rows; ++row) area[row] = root_of(row);
    for (u32 row = 0; row < rows; ++row) area[row] = first_seen_[area[row]];
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

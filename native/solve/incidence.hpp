// A problem as one system of linear equations: which clue sees which group. The total number of mines is the last
// equation, and the unseen cells are the last group.
#pragma once

#include "solve/problem.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// A row for each equation, a column for each group; a column's mines count fully in each of its rows.
struct Incidence {
    u64 rows = 0, columns = 0;
    Array<u32> first, row;   // column -> its rows, ascending; `first` has one entry more than there are columns
    Array<i64> rest;         // per row: its number of mines
    Array<i64> size;         // per column: its number of cells
    u64 cells = 0;           // total over all columns

    // Returns false if memory ran out.
    bool load(const Problem& problem) {
        const u64 groups = problem.groups.size(), equations = problem.equations.size();
        first.clear();
        row.clear();
        rest.clear();
        size.clear();
        if (!row_of_.fill(equations, 0) || !rest.reserve(equations + 1)) return false;
        for (u64 e = 0; e < equations; ++e) {
            row_of_[e] = u32(rest.size());
            if (problem.equations[e].groups_count) rest.push(problem.equations[e].rest);
        }
        rest.push(problem.mines_left);
        rows = rest.size();
        columns = groups + 1;
        cells = problem.unseen;
        for (u64 group = 0; group < groups; ++group) {
            const Group& own = problem.groups[group];
            first.push(u32(row.size()));
            for (u32 i = 0; i < own.equations_count; ++i) {
                row.push(row_of_[problem.equations_of_groups[own.equations_first + i]]);
            }
            row.push(u32(rows - 1));
            size.push(i64(own.size));
            cells += own.size;
        }
        first.push(u32(row.size()));
        row.push(u32(rows - 1));
        first.push(u32(row.size()));
        size.push(i64(problem.unseen));
        return !first.failed() && !row.failed() && !rest.failed() && !size.failed();
    }

  private:
    Array<u32> row_of_;      // of each equation of the problem
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

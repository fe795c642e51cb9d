// One component on its own, as input of the frontier program: groups of cells and equations over them.
#pragma once

#include "array.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

struct Spec {
    Array<u32> size;
    Array<u32> first;         // group -> start in `equation`, one more than groups
    Array<u32> equation;
    Array<i64> rest;          // per equation: mines among its cells
    Array<u8> marked;         // per group: its mines are counted separately
    Array<u32> groups_first;  // equation -> start in `groups_of`, one more than equations
    Array<u32> groups_of;
    u64 cells = 0;

    void clear() {
        size.clear();
        first.clear();
        equation.clear();
        rest.clear();
        marked.clear();
    }
    u32 groups() const { return u32(size.size()); }
    u32 equations() const { return u32(rest.size()); }
    // The most mines of a group that each of its equations allows.
    u32 most_mines(u32 group) const {
        i64 most = i64(size[group]);
        for (u32 i = first[group]; i < first[group + 1]; ++i) most = rest[equation[i]] < most ? rest[equation[i]] : most;
        return most < 0 ? 0 : u32(most);
    }

    // Call once everything is in: finds the groups of each equation. Returns false if memory ran out.
    bool link() {
        if (size.failed() || first.failed() || equation.failed() || rest.failed() || marked.failed()) return false;
        if (!groups_first.fill(u64(equations()) + 1, 0) || !groups_of.resize(equation.size())) return false;
        for (u64 i = 0; i < equation.size(); ++i) ++groups_first[equation[i]];
        u32 sum = 0;
        for (u32 e = 0; e <= equations(); ++e) {
            sum += groups_first[e];
            groups_first[e] = sum;
        }
        // Filled from the back, in descending order of groups: every list is ascending, and its start ends up in place.
        cells = 0;
        for (u32 group = groups(); group-- > 0;) {
            cells += size[group];
            for (u32 i = first[group]; i < first[group + 1]; ++i) groups_of[--groups_first[equation[i]]] = group;
        }
        return true;
    }
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

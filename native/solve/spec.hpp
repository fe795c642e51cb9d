// One component on its own, as input to the frontier program: groups of cells, and equations over them.
#pragma once

#include "array.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

struct Spec {
    Array<u32> size;
    Array<u32> first;         // group -> start in `equation`; one entry more than there are groups
    Array<u32> equation;
    Array<i64> rest;          // per equation: number of mines in its cells
    Array<u8> marked;         // per group: whether its mines are counted separately
    Array<u32> groups_first;  // equation -> start in `groups_of`; one entry more than there are equations
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
    // The maximum number of mines that a group's equations allow in it.
    u32 most_mines(u32 group) const {
        i64 most = i64(size[group]);
        for (u32 i = first[group]; i < first[group + 1]; ++i) most = rest[equation[i]] < most ? rest[equation[i]] : most;
        return most < 0 ? 0 : u32(most);
    }

    // Call once all groups and equations have been added: lists the groups of each equation. Returns false if memory
    // ran out.
    bool link() {
        if (size.failed() || first.failed() || equation.failed() || rest.failed() || marked.failed()) return false;
        if (!groups_first.fill(u64(equations()) + 1, 0) || !groups_of.resize(equation.size())) return false;
        for (u64 i = 0; i < equation.size(); ++i) ++groups_first[equation[i]];
        u32 sum = 0;
        for (u32 e = 0; e <= equations(); ++e) {
            sum += groups_first[e];
            groups_first[e] = sum;
        }
        // Fill the lists from the back, with groups in descending order, so that every list is ascending and its start
        // ends up in place.
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

// Eight layouts at once, each with cells of its own that stay free of mines.
#pragma once

#include <cstring>

#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Lane i of `planes` receives the layout of keys[i], which keeps the counts[i] cells of excluded[i] free; `plane` is
// memory for one board. Returns false if stopped.
template <class AnyPace>
static inline bool deal_lanes(const Geometry& g, u64 mines, const u64* keys, const u64* const* excluded, const u64* counts,
                              Lanes* planes, u64* plane, AnyPace& pace) {
    bool alike = true;
    for (u64 i = 1; i < 8; ++i) alike = alike && counts[i] == counts[0];
    if (alike) {
        const Plan plan = make_plan(g.cells, mines, counts[0]);
        return sample_lanes(plan, g.cells, keys, excluded, counts[0], planes, pace);
    }
    // At the border a cell has fewer neighbours, and a board drawn around it has its own plan.
    for (u64 i = 0; i < 8; ++i) {
        std::memset(plane, 0, std::size_t(g.words + 1) * sizeof(u64));
        if (!sample_board(g.cells, mines, keys[i], excluded[i], counts[i], plane, pace)) return false;
        for (u64 w = 0; w < g.words; ++w) set_lane(planes[w], int(i), plane[w]);
    }
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

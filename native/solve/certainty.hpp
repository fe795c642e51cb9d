// What is certain, without the chances of the rest: by the clues alone, and by the number of mines where they say nothing.
#pragma once

#include "solve/analysis.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// The chances within each component where every layout of it counts the same, whatever its number of mines: 0 and 1 are exact.
inline Solved Solver::find_by_clues(const Limits& limits, bool& any) {
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        if (!weight_.fill(own.span, 1) || !chance_.resize(component.groups)) return Solved::out_of_memory;
        const Solved found = own.expect(*specs_[c], weight_.data(), chance_.data(), limits);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            problem.groups[problem.group_order[component.first_group + i]].chance = chance_[i];
            any = any || chance_[i] == 0 || chance_[i] == 1;
        }
    }
    return Solved::done;
}

// Whether the number of mines leaves out any way to fill the components, or settles the cells that no clue sees.
inline bool Solver::count_says_more() const {
    i64 least = 0, most = 0;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        least += frontiers_[c]->low;
        most += frontiers_[c]->low + i64(frontiers_[c]->span) - 1;
    }
    const i64 unseen = i64(problem.unseen), left = problem.mines_left;
    if (left < most || left - least > unseen) return true;
    return unseen > 0 && (left == least || left - most == unseen);
}

inline Solved Solver::find_certain(const std::int32_t* codes, u64 mines, const Limits& limits, bool may_count,
                                   Array<u8>& sure, bool& by_count) {
    by_count = false;
    if (!sure.fill(problem.g->cells, 0)) return Solved::out_of_memory;
    Solved found = begin(codes, mines, true, limits.bytes);
    if (found != Solved::done) return found;
    bool any = false;
    unseen_chance_ = 0.5;
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        any = any || problem.cells[problem.frontier[i]] == Cell::proven_safe ||
              problem.cells[problem.frontier[i]] == Cell::proven_mine;
    }
    if (!any) {
        for (u64 c = 0; c < problem.components.size(); ++c) {
            found = frontiers_[c]->run(*specs_[c], 0, i64(problem.g->cells), tilt_, limits);
            if (found != Solved::done) return found;
        }
        found = find_by_clues(limits, any);
        if (found != Solved::done) return found;
    }
    if (!any) {
        if (!may_count || !count_says_more()) return Solved::done;
        by_count = true;
        found = join(limits);
        if (found == Solved::done) found = spread(limits);
        if (found != Solved::done) return found;
    }
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        const double chance = cell == Cell::proven_safe ? 0 : cell == Cell::proven_mine ? 1 : unseen_chance_;
        if (cell != Cell::open && cell != Cell::shown_mine) sure[i] = chance == 0 ? 1 : chance == 1 ? 2 : 0;
    }
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] == no_group) continue;
        const double chance = problem.groups[problem.group_of[i]].chance;
        sure[problem.frontier[i]] = chance == 0 ? 1 : chance == 1 ? 2 : 0;
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

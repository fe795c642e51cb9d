// Finds which cells are certain, without computing chances: from the clues alone or, if they settle nothing, also from
// the number of mines.
#pragma once

#include "solve/analysis.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Counts the remaining components, as marked in `used_`, up to a number of states. Returns `over_budget` if some
// exceeded it.
inline Solved Solver::count_certain(const Limits& limits) {
    Solved result = Solved::done;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (!used_[c]) continue;
        const Solved found = frontiers_[c]->run(*specs_[c], 0, i64(problem.g->cells), tilt_, limits);
        states = frontiers_[c]->states_used > states ? frontiers_[c]->states_used : states;
        if (found == Solved::over_budget) {
            result = found;
            continue;
        }
        if (found != Solved::done) return found;
        used_[c] = 0;
    }
    return result;
}

// Finds which cells are certain in each counted component, weighing all its layouts equally, whatever their number of
// mines. Only chances of exactly 0 and 1 are used: they don't depend on the weights.
inline Solved Solver::find_by_clues(const Limits& limits, bool& any) {
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        if (!used_[c] && (!weight_.fill(own.span, 1) || !chance_.resize(component.groups))) return Solved::out_of_memory;
        const Solved found = used_[c] ? Solved::done : own.expect(*specs_[c], weight_.data(), chance_.data(), limits);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            const double chance = used_[c] ? 0.5 : chance_[i];
            problem.groups[problem.group_order[component.first_group + i]].chance = chance;
            any = any || chance == 0 || chance == 1;
        }
    }
    return Solved::done;
}

// Finds what is certain in components too wide to count quickly and, if `is_counted`, from the total number of mines.
inline Solved Solver::find_by_examples(bool is_counted, const Limits& limits, bool& any) {
    const u64 groups = problem.groups.size();
    if (!wanted_.fill(groups + 1, is_counted)) return Solved::out_of_memory;
    for (u64 i = 0; i < groups && !is_counted; ++i) wanted_[i] = used_[problem.groups[i].component];
    u64 moves = limits.states < most_moves ? limits.states : most_moves;
    const Solved found = backbone_.look(is_counted, wanted_.data(), moves, tightening_, limits);
    if (found != Solved::done && found != Solved::over_budget) return found;
    any = backbone_.any;
    for (u64 i = 0; i < groups && any; ++i) {
        if (backbone_.sure[i]) problem.groups[i].chance = backbone_.sure[i] - 1;
    }
    if (backbone_.sure[groups]) unseen_chance_ = backbone_.sure[groups] - 1;
    return any ? Solved::done : found;
}

// Whether the number of mines rules out some ways to fill the components, or settles the cells that no clue sees.
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

inline Solved Solver::find_certain(const std::int32_t* codes, u64 mines, const u64* fitting, const Limits& limits,
                                   bool may_count, Array<u8>& sure, bool& by_count) {
    by_count = false;
    backbone_.work = 0;
    if (!sure.fill(problem.g->cells, 0)) return Solved::out_of_memory;
    Solved found = begin(codes, mines, true, limits.bytes);
    if (found != Solved::done) return found;
    bool any = problem.has_settled();
    unseen_chance_ = 0.5;
    Limits easy = limits;
    easy.states = limits.states < soon_counted ? limits.states : soon_counted;
    bool is_wide = false;
    if (!any) {
        found = count_certain(easy);
        is_wide = found == Solved::over_budget;
        if (found == Solved::done || is_wide) found = find_by_clues(limits, any);
        if (found != Solved::done) return found;
    }
    if (!any && is_wide) {
        if (!backbone_.begin(problem, fitting)) return Solved::out_of_memory;
        found = find_by_examples(false, limits, any);
        if (found == Solved::over_budget) {
            // As a last resort, count.
            found = count_certain(limits);
            is_wide = false;
            if (found == Solved::done) found = find_by_clues(limits, any);
        }
        if (found != Solved::done) return found;
    }
    if (!any && may_count && is_wide) {
        by_count = true;
        found = find_by_examples(true, limits, any);
        if (found == Solved::over_budget) {
            found = count_certain(limits);
            is_wide = false;
        }
        if (found != Solved::done) return found;
    }
    if (!any && !is_wide) {
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

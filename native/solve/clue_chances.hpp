// The chances that a covered cell shows each clue, based on an analysis: components near the cell are counted again,
// with its neighbours counted separately.
#pragma once

#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

inline Solved Solver::clue_chances(u64 cell, const Limits& limits, double* chance) {
    u64 neighbours = 0, known = 0, near_unseen = 0;
    const u64 count = problem.components.size();
    if (!near_.fill(problem.frontier.size(), 0) || !touched_.fill(count, 0)) return Solved::out_of_memory;
    problem.around(cell, [&](u64 other) {
        ++neighbours;
        const Cell state = problem.cells[other];
        if (state == Cell::shown_mine || state == Cell::proven_mine) ++known;
        if (state != Cell::unknown) return;
        const u32 frontier = problem.frontier_of[other];
        if (frontier == no_group) {
            ++near_unseen;
        } else {
            near_[frontier] = 1;
            touched_[problem.groups[problem.group_of[frontier]].component] = 1;
        }
    });
    for (u64 t = 0; t <= neighbours; ++t) chance[t] = 0;
    const u32 own_frontier = problem.frontier_of[cell];
    const Cell own_state = problem.cells[cell];
    const bool own_unseen = own_state == Cell::unknown && own_frontier == no_group;
    u32 own_group = no_group;
    double safe = own_state == Cell::proven_safe ? 1 : 0;
    if (own_state == Cell::unknown && !own_unseen) {
        own_group = problem.group_of[own_frontier];
        touched_[problem.groups[own_group].component] = 1;
        safe = 1 - problem.groups[own_group].chance;
    } else if (own_unseen) {
        safe = 1 - unseen_chance_;
    }
    if (safe == 0) return Solved::done;

    // First join the components unrelated to the cell, then the others with their marked mines counted separately.
    if (!joint_.fill(1, 1.0)) return Solved::out_of_memory;
    u64 joint_counts = 1, joint_span = 1;
    i64 joint_low = 0;
    auto add = [&](const double* own, u64 own_counts, u64 own_span, i64 own_low) {
        const u64 counts = joint_counts + own_counts - 1, span = joint_span + own_span - 1;
        if (!joined_.fill(counts * span, 0.0)) return false;
        for (u64 a = 0; a < joint_counts; ++a) {
            for (u64 b = 0; b < own_counts; ++b) {
                double* HS_RESTRICT to = &joined_[(a + b) * span];
                for (u64 m = 0; m < own_span; ++m) {
                    const double weight = own[b * own_span + m];
                    if (weight == 0) continue;
                    for (u64 i = 0; i < joint_span; ++i) to[i + m] += weight * joint_[a * joint_span + i];
                }
            }
        }
        double most = 0;
        for (u64 i = 0; i < counts * span; ++i) most = joined_[i] > most ? joined_[i] : most;
        const i64 shift = most > 0 ? exponent_of(most) : 0;
        for (u64 i = 0; i < counts * span; ++i) joined_[i] = scaled(joined_[i], -shift, least_weight);
        joint_.swap(joined_);
        joint_counts = counts;
        joint_span = span;
        joint_low += own_low;
        return true;
    };
    bool fits = true;
    tree_.without([&](u64 c) { return touched_[c] != 0; },
                     [&](const Weights& own) { fits = fits && add(own.value.data(), 1, own.size(), own.low); });
    for (u64 c = 0; c < count && fits; ++c) {
        if (!touched_[c]) continue;
        const Solved found = run_marked(c, own_group, limits);
        if (found == Solved::contradiction) return Solved::done;
        if (found != Solved::done) return found;
        i64 power;
        fits = temper(marked_frontier_, marked_, power) &&
               add(marked_.data(), marked_frontier_.counts, marked_frontier_.span, marked_frontier_.low);
    }
    if (!fits) return Solved::out_of_memory;
    // Combine the mines among unseen neighbours with those in other unseen cells.
    const u64 beyond = problem.unseen - near_unseen - (own_unseen ? 1 : 0);
    const u64 size = joint_span + near_unseen;
    i64 row_power = 0;
    if (!weight_.fill(size, 0.0) ||
        !tilted_binomials(u32(near_unseen), 0, u32(near_unseen), tilt_, outside_row_, exponents_, row_power)) {
        return Solved::out_of_memory;
    }
    for (u64 t = 0; t < joint_counts; ++t) {
        for (u64 m = 0; m < joint_span; ++m) {
            for (u64 j = 0; j <= near_unseen; ++j) weight_[m + j] += joint_[t * joint_span + m] * outside_row_[j];
        }
    }
    i64 first = 0, scale = 0;
    if (!outside_weights(beyond, problem.mines_left, joint_low, size, weight_.data(), tilt_, beyond_, exponents_, first,
                         scale)) {
        return beyond_.failed() || exponents_.size() < size ? Solved::out_of_memory : Solved::done;
    }
    double all = 0;
    for (u64 t = 0; t < joint_counts; ++t) {
        for (u64 j = 0; j <= near_unseen; ++j) {
            double sum = 0;
            for (u64 m = 0; m < joint_span; ++m) sum += joint_[t * joint_span + m] * beyond_[m + j];
            chance[known + t + j] += sum * outside_row_[j];
            all += sum * outside_row_[j];
        }
    }
    if (all > 0) {
        for (u64 t = 0; t <= neighbours; ++t) chance[t] *= safe / all;
    }
    return Solved::done;
}

// Counts one component again with the cell safe, and with groups split into neighbours of it and other cells.
inline Solved Solver::run_marked(u64 number, u32 own_group, const Limits& limits) {
    const Component& component = problem.components[number];
    const Spec& plain = *specs_[number];
    if (!beside_.fill(problem.groups.size(), 0) || !used_.fill(plain.equations(), 0)) return Solved::out_of_memory;
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (near_[i]) ++beside_[problem.group_of[i]];
    }
    Spec& spec = marked_spec_;
    spec.clear();
    for (u32 e = 0; e < plain.equations(); ++e) spec.rest.push(plain.rest[e]);
    for (u32 i = 0; i < component.groups; ++i) {
        const u32 group = problem.group_order[component.first_group + i];
        u32 size = problem.groups[group].size;
        if (group == own_group) --size;
        const u32 parts[2] = {size - beside_[group], beside_[group]};
        for (int marked = 0; marked < 2; ++marked) {
            if (!parts[marked]) continue;
            spec.size.push(parts[marked]);
            spec.marked.push(u8(marked));
            spec.first.push(u32(spec.equation.size()));
            for (u32 j = plain.first[i]; j < plain.first[i + 1]; ++j) spec.equation.push(plain.equation[j]);
        }
    }
    spec.first.push(u32(spec.equation.size()));
    if (!spec.link()) return Solved::out_of_memory;
    if (spec.groups() == 0) {
        // The component had no other cell.
        for (u32 e = 0; e < plain.equations(); ++e) {
            if (plain.rest[e] != 0) return Solved::contradiction;
        }
        if (!marked_frontier_.total.fill(1, 1.0)) return Solved::out_of_memory;
        marked_frontier_.low = marked_frontier_.tilt = 0;
        marked_frontier_.span = marked_frontier_.counts = 1;
        marked_frontier_.exponent = 0;
        return Solved::done;
    }
    // Equations that contained only this cell have no group left, so check them here.
    for (u64 i = 0; i < spec.equation.size(); ++i) used_[spec.equation[i]] = 1;
    for (u32 e = 0; e < plain.equations(); ++e) {
        if (!used_[e] && plain.rest[e] != 0) return Solved::contradiction;
    }
    return marked_frontier_.run(spec, fewest_mines(), problem.mines_left, tilt_, limits);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// From counted components to the chance of every cell: up and down the product tree, then the settled cells.
#pragma once

#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Converts a component's weights to the common tilt, with the largest near 1; 2^power was factored out.
inline bool Solver::temper(const Frontier& frontier, Array<double>& out, i64& power) {
    const u64 size = frontier.counts * frontier.span;
    if (!out.resize(size)) return false;
    const i64 more = tilt_ - frontier.tilt;
    bool any = false;
    power = 0;
    for (u64 i = 0; i < size; ++i) {
        if (frontier.total[i] == 0) continue;
        const i64 own = exponent_of(frontier.total[i]) - more * i64(i % frontier.span);
        power = !any || own > power ? own : power;
        any = true;
    }
    for (u64 i = 0; i < size; ++i) {
        out[i] = scaled(frontier.total[i], -more * i64(i % frontier.span) - power, least_weight);
    }
    return true;
}

// Computes the number of layouts, and the weight of everything else for each number of mines in each component.
inline Solved Solver::join(const Limits& limits) {
    const u64 count = problem.components.size();
    for (u64 c = 0; c < count; ++c) {
        Weights& leaf = tree_.leaf(c);
        i64 power;
        if (!temper(*frontiers_[c], leaf.value, power)) return Solved::out_of_memory;
        leaf.low = frontiers_[c]->low;
        leaf.exponent = frontiers_[c]->exponent + power;
    }
    const Solved joined = tree_.multiply(limits);
    if (joined != Solved::done) return joined;
    Weights& whole = tree_.whole();
    i64 first = 0, scale = 0;
    if (!outside_weights(problem.unseen, problem.mines_left, whole.low, whole.size(), whole.value.data(), tilt_, outside_,
                         exponents_, first, scale)) {
        contradictory = count;
        return outside_.failed() || exponents_.size() < whole.size() ? Solved::out_of_memory : Solved::contradiction;
    }
    double all = 0, beyond = 0;
    bool never = true, always = true;
    for (u64 i = 0; i < whole.size(); ++i) {
        const double own = whole.value[i] * outside_[i];
        if (own == 0) continue;
        const i64 inside = problem.mines_left - whole.low - i64(i);
        all += own;
        beyond += own * double(inside);
        never = never && inside == 0;
        always = always && inside == i64(problem.unseen);
    }
    all_ = Wide{all, whole.exponent + scale};
    log2_layouts = log2_of(all) + double(all_.exponent) + log2_binomial(problem.unseen, u64(first));
    const double part = problem.unseen ? beyond / all / double(problem.unseen) : 0;
    unseen_chance_ = never ? 0 : always ? 1 : part < 0x1p-1000 ? 0x1p-1000 : part > 1 - 0x1p-53 ? 1 - 0x1p-53 : part;
    if (!whole.share.resize(whole.size())) return Solved::out_of_memory;
    std::memcpy(whole.share.data(), outside_.data(), whole.size() * sizeof(double));
    return tree_.distribute(limits);
}

// Computes the chance of every group.
inline Solved Solver::spread(const Limits& limits) {
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        const Weights& leaf = tree_.leaf(c);
        // Convert from the common tilt back to the component's: its weights times these are at most about 1.
        const i64 less = tilt_ - own.tilt, power = leaf.exponent - own.exponent;
        if (!weight_.resize(own.span) || !chance_.resize(component.groups)) return Solved::out_of_memory;
        for (u64 m = 0; m < own.span; ++m) {
            weight_[m] = scaled(leaf.share[m], -less * i64(m) - power, own.large ? least_weight : 0x1p-600);
        }
        const Solved found = own.expect(*specs_[c], weight_.data(), chance_.data(), limits);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            problem.groups[problem.group_order[component.first_group + i]].chance = chance_[i];
        }
    }
    return Solved::done;
}

inline void Solver::write(double* probability) const {
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        probability[i] = cell == Cell::unknown ? unseen_chance_ : cell == Cell::shown_mine || cell == Cell::proven_mine ? 1 : 0;
    }
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] != no_group) probability[problem.frontier[i]] = problem.groups[problem.group_of[i]].chance;
    }
}

inline void Solver::write_settled(double* probability) const {
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        probability[i] = cell == Cell::unknown ? 0.5 : cell == Cell::shown_mine || cell == Cell::proven_mine ? 1 : 0;
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Exact analysis of a view: reads its components, tightens bounds if that helps, then counts and joins them.
#pragma once

#include "solve/deduction.hpp"
#include "solve/marginals.hpp"
#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

inline bool Solver::make_spec(const Component& component, Spec& spec) const {
    spec.clear();
    for (u32 i = 0; i < component.groups; ++i) {
        const Group& group = problem.groups[problem.group_order[component.first_group + i]];
        spec.size.push(group.size);
        spec.marked.push(0);
        spec.first.push(u32(spec.equation.size()));
        for (u32 j = 0; j < group.equations_count; ++j) {
            spec.equation.push(local_[problem.equations_of_groups[group.equations_first + j]]);
        }
    }
    spec.first.push(u32(spec.equation.size()));
    for (u32 i = 0; i < component.equations; ++i) {
        spec.rest.push(problem.equations[problem.equation_order[component.first_equation + i]].rest);
    }
    return spec.link();
}

inline bool Solver::add_component(u64 number) {
    const Component& component = problem.components[number];
    for (u32 i = 0; i < component.equations; ++i) {
        local_[problem.equation_order[component.first_equation + i]] = i;
    }
    while (frontiers_.size() <= number) {
        if (!frontiers_.reserve(number + 1) || !specs_.reserve(number + 1)) return false;
        Frontier* const frontier = new (std::nothrow) Frontier;
        Spec* const spec = new (std::nothrow) Spec;
        if (!frontier || !spec) {
            delete frontier;
            delete spec;
            return false;
        }
        frontiers_.push(frontier);
        specs_.push(spec);
    }
    return make_spec(component, *specs_[number]);
}

// Reads the view, and makes a spec for each component.
inline Solved Solver::begin(const std::int32_t* codes, u64 mines, bool trust_flags, u64 bytes) {
    states = 0;
    contradictory = 0;
    log2_layouts = 0;
    failed_ = ~u64{0};
    exact = true;
    is_read_ = false;
    // Keep the memory of earlier analyses, unless it exceeds an eighth of this analysis's limit.
    u64 held = 0;
    for (u64 c = 0; c < frontiers_.size(); ++c) held += frontiers_[c]->bytes();
    if (held > bytes / 8) {
        for (u64 c = 0; c < frontiers_.size(); ++c) frontiers_[c]->release();
    }
    const Solved read = problem.read(codes, mines, trust_flags);
    is_read_ = read == Solved::done;
    return is_read_ ? prepare() : read;
}

inline Solved Solver::prepare() {
    const u64 count = problem.components.size();
    contradictory = count;
    failed_ = ~u64{0};
    has_entropy_ = false;
    if (!used_.fill(count, 1)) return Solved::out_of_memory;
    u64 cells = problem.unseen;
    for (u64 i = 0; i < problem.groups.size(); ++i) cells += problem.groups[i].size;
    if (problem.mines_left < 0 || problem.mines_left > i64(cells)) return Solved::contradiction;
    if (!local_.resize(problem.equations.size())) return Solved::out_of_memory;
    for (u64 c = 0; c < count; ++c) {
        if (!add_component(c)) return Solved::out_of_memory;
    }
    // The tilt: enough halvings to make a mine about as likely as a safe cell.
    const double mine = double(problem.mines_left) + 0.5, safe = double(i64(cells) - problem.mines_left) + 0.5;
    tilt_ = 0;
    for (double ratio = safe > 0 ? safe / mine : 1; ratio > 1.41 && tilt_ < 40; ratio *= 0.5) ++tilt_;
    for (double ratio = safe > 0 ? mine / safe : 1; ratio > 1.41 && tilt_ > -40; ratio *= 0.5) --tilt_;
    return tree_.begin(count) ? Solved::done : Solved::out_of_memory;
}

// Counts components. Without `all`, stops at the first one that exceeds the limits. `used_` marks the uncounted ones.
inline Solved Solver::count_components(const Limits& limits, bool all) {
    Limits own = limits;
    Solved result = Solved::done;
    used_.fill(problem.components.size(), 1);
    failed_ = ~u64{0};
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Solved found = frontiers_[c]->run(*specs_[c], fewest_mines(), problem.mines_left, tilt_, own);
        states += frontiers_[c]->states_used;
        if (found == Solved::contradiction) contradictory = c;
        if (found == Solved::over_budget && failed_ == ~u64{0}) failed_ = c;
        if (found == Solved::over_budget && all) {
            if (frontiers_[c]->bytes() > limits.bytes / 8) frontiers_[c]->release();
            own.states = own.states < other_states ? own.states : other_states;
            result = found;
            continue;
        }
        if (found != Solved::done) return found;
        used_[c] = 0;
        const u64 held = frontiers_[c]->bytes();
        own.bytes = own.bytes > held ? own.bytes - held : 0;
    }
    return result;
}

// Applies the results of bound tightening.
inline Solved Solver::take_bounds() {
    contradictory = problem.components.size();
    if (tightening_.infeasible) return Solved::contradiction;
    bool any = false;
    const Solved found = problem.settle_groups(tightening_.least, tightening_.most, any);
    return found == Solved::done && any ? prepare() : found;
}

// Settles what follows from all clues together.
inline Solved Solver::settle_more(const Limits& limits) {
    const Solved found = tightening_.tighten(problem, limits);
    return found == Solved::done || found == Solved::over_budget ? take_bounds() : found;
}

// First try to prove likely safe cells, which is quick: maximum-entropy chances show which ones are likely.
inline Solved Solver::settle_likely(const Limits& limits) {
    Solved found = entropy_.find(problem, limits);
    if (found != Solved::done) return found;
    has_entropy_ = true;
    found = tightening_.find_safe(problem, entropy_.chance, limits);
    return found == Solved::done || found == Solved::over_budget ? take_bounds() : found;
}

inline Solved Solver::count(const Limits& limits, bool safe_will_do, bool all) {
    Limits easy = limits;
    easy.states = limits.states < easy_states ? limits.states : easy_states;
    const bool in_haste = safe_will_do && limits.states > soon_counted;
    Solved found = Solved::done;
    if (in_haste) {
        Limits soon = limits;
        soon.states = soon_counted;
        found = count_components(soon, false);
        if (found != Solved::over_budget) return found;
        found = settle_likely(limits);
        if (found != Solved::done || problem.has_safe_cell()) return found;
    }
    if (!in_haste || limits.states > easy_states) {
        found = count_components(easy, false);
        if (found != Solved::over_budget) return found;
    }
    if (limits.states <= easy_states) {
        if (!all && !in_haste) return found;
        // Finding a cell that is certain matters more than counting the remaining components.
        if (!in_haste) found = settle_likely(limits);
        return found == Solved::done ? count_components(limits, all) : found;
    }
    found = settle_more(limits);
    if (found != Solved::done || (safe_will_do && problem.has_safe_cell())) return found;
    return count_components(limits, all);
}

inline Solved Solver::measure_width(const Limits& limits, Width& width) {
    width = Width{};
    if (failed_ >= problem.components.size()) return Solved::done;
    width.clues = problem.components[failed_].equations;
    width.groups = problem.components[failed_].groups;
    frontiers_[failed_]->release();
    used_[failed_] = 1;
    return frontiers_[failed_]->predict(*specs_[failed_], fewest_mines(), problem.mines_left, limits, width.log2_states);
}

inline Solved Solver::analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                              double* probability, bool all) {
    const Solved found = begin(codes, mines, trust_flags, limits.bytes);
    return found == Solved::done ? find_chances(limits, probability, all) : found;
}

inline Solved Solver::find_chances(const Limits& limits, double* probability, bool all) {
    Solved found = count(limits, false, all);
    if (found == Solved::done) found = join(limits);
    if (found == Solved::done) found = spread(limits);
    if (found == Solved::done) write(probability);
    return found;
}

inline Solved Solver::find_fit(const std::int32_t* codes, u64 mines, const Limits& limits) {
    Solved found = begin(codes, mines, false, limits.bytes);
    if (found == Solved::done) found = count(limits, false, false);
    return found == Solved::done ? join(limits) : found;
}

inline Solved Solver::find_safe(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                                double* probability, bool all) {
    Solved found = begin(codes, mines, trust_flags, limits.bytes);
    if (found != Solved::done || problem.has_safe_cell()) return found;
    found = count(limits, true, all);
    if (found != Solved::done || problem.has_safe_cell()) return found;
    found = join(limits);
    if (found == Solved::done) found = spread(limits);
    if (found == Solved::done) write(probability);
    return found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

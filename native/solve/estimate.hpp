// Estimates of the probabilities, for positions that take too long to count.
#pragma once

#include "solve/analysis.hpp"
#include "solve/time_share.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Adds one sample to the sums that the estimate and its error are computed from.
inline void Solver::add_sample() {
    const u64 groups = problem.groups.size();
    // Weights are relative to the largest one so far.
    const i64 exponent = all_.exponent + exponent_of(all_.value);
    if (hits_ == 0 || exponent > unit_) {
        const double factor = hits_ == 0 ? 0 : power_of_two(unit_ - exponent);
        for (u64 i = 0; i <= groups; ++i) {
            sum_[i] *= factor;
            squares_[i] *= factor * factor;
            products_[i] *= factor * factor;
        }
        all_sum_ *= factor;
        all_squares_ *= factor * factor;
        unit_ = exponent;
    }
    const double weight = all_.value * power_of_two(-exponent_of(all_.value)) * power_of_two(exponent - unit_);
    for (u64 i = 0; i <= groups; ++i) {
        const double own = weight * (i < groups ? problem.groups[i].chance : unseen_chance_);
        sum_[i] += own;
        squares_[i] += own * own;
        products_[i] += own * weight;
    }
    all_sum_ += weight;
    all_squares_ += weight * weight;
    log2_sum_ += log2_layouts;
    ++hits_;
}

HS_INLINE double square_root(double square) {
    if (!(square > 0)) return 0;
    double root = power_of_two((exponent_of(square) + 2) / 2);
    for (int turn = 0; turn < 6; ++turn) root = 0.5 * (root + square / root);
    return root;
}

// Writes standard errors per cell, from the groups' errors in `squares_`.
inline void Solver::write_errors(double* deviation) const {
    if (!deviation) return;
    const u64 groups = problem.groups.size();
    for (u64 i = 0; i < problem.g->cells; ++i) deviation[i] = problem.cells[i] == Cell::unknown ? squares_[groups] : 0;
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] != no_group) deviation[problem.frontier[i]] = squares_[problem.group_of[i]];
    }
}

// The estimate is a ratio of sums; its error follows from how far each sample's contribution deviates from the ratio.
// Even if all samples agree, the error isn't below their resolution.
inline void Solver::finish_samples(u64 repeats, u64 most_states, double* probability, double* deviation) {
    const u64 groups = problem.groups.size();
    const double turns = double(repeats), finest = 1 / (turns * double(most_states));
    for (u64 i = 0; i <= groups; ++i) {
        if (i < groups && sure_[i]) continue;  // keep what counted components prove
        const double ratio = sum_[i] / all_sum_;
        double square = squares_[i] - 2 * ratio * products_[i] + ratio * ratio * all_squares_;
        square = square > 0 && turns > 1 ? square * turns / (turns - 1) / (all_sum_ * all_sum_) : 0;
        squares_[i] = square_root(square + finest * finest);
        // Even if no sample, or every sample, has a mine there, that proves nothing.
        (i < groups ? problem.groups[i].chance : unseen_chance_) =
            ratio < 0x1p-40 ? 0x1p-40 : ratio > 1 - 0x1p-40 ? 1 - 0x1p-40 : ratio;
    }
    for (u64 i = 0; i < groups; ++i) {
        if (!sure_[i]) continue;
        problem.groups[i].chance = sure_[i] == 2;
        squares_[i] = 0;
    }
    log2_layouts = log2_sum_ / double(hits_);
    write(probability);
    write_errors(deviation);
}

// Distributes mines in counted components as if each cell elsewhere had average odds.
inline Solved Solver::spread_counted(const Limits& limits) {
    const double slope = double(tilt_) + entropy_.log2_odds;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (used_[c]) continue;
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        if (!weight_.fill(own.span, 0.0) || !chance_.resize(component.groups)) return Solved::out_of_memory;
        const double rise = slope + double(own.tilt - tilt_);
        double most = 0;
        bool any = false;
        for (u64 m = 0; m < own.span; ++m) {
            if (own.total[m] == 0) continue;
            const double size = rise * double(m) + log2_of(own.total[m]);
            most = !any || size > most ? size : most;
            any = true;
        }
        for (u64 m = 0; m < own.span; ++m) {
            if (own.total[m] == 0) continue;
            double size = rise * double(m) - most;
            size = size < -250 ? -250 : size > 250 ? 250 : size;
            weight_[m] = size <= 0 ? rough_exponential(size) : 1 / rough_exponential(-size);
        }
        const Solved found = own.expect(*specs_[c], weight_.data(), chance_.data(), limits);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            const u32 group = problem.group_order[component.first_group + i];
            problem.groups[group].chance = chance_[i];
            sure_[group] = chance_[i] == 0 ? 1 : chance_[i] == 1 ? 2 : 0;
        }
    }
    return Solved::done;
}

inline Solved Solver::guess_chances(const Limits& limits, double* probability, double* deviation) {
    const u64 groups = problem.groups.size();
    Solved found = has_entropy_ ? Solved::done : entropy_.find(problem, limits);
    if (found != Solved::done) return found;
    has_entropy_ = true;
    for (u64 i = 0; i < groups; ++i) problem.groups[i].chance = entropy_.chance[i];
    unseen_chance_ = entropy_.chance[groups];
    if (!sure_.fill(groups, 0) || !squares_.resize(groups + 1)) return Solved::out_of_memory;
    const TimeShare part(limits, 0.7);
    found = part.answer(spread_counted(part.limits));
    if (found != Solved::done && found != Solved::over_budget) return found;
    log2_layouts = 1e9;  // unknown
    for (u64 i = 0; i <= groups; ++i) {
        const double own = i < groups ? problem.groups[i].chance : unseen_chance_;
        squares_[i] = square_root(own * (1 - own));
    }
    write(probability);
    write_errors(deviation);
    return Solved::done;
}

// Draws one sample of every uncounted component, and adds it to the sums. Returns `over_budget` if memory is too small.
inline Solved Solver::take_sample(const Sampling& sampling, u64 most_states, u64 turn, const Limits& limits, double& steps,
                                  u64& bytes) {
    Limits each = limits;
    each.states = ~u64{0};  // a sample has its own limit
    steps = 0;
    bytes = 0;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (!used_[c]) continue;
        Frontier& own = *frontiers_[c];
        const Solved found = own.sample(*specs_[c], fewest_mines(), problem.mines_left, tilt_, most_states,
                                        stream_key(sampling.seed, c, turn), each);
        states += own.states_used;
        steps += own.steps;
        if (found != Solved::done) return found;
        const u64 held = own.bytes();
        bytes += held;
        each.bytes = each.bytes > held ? each.bytes - held : 0;
    }
    Solved found = join(limits);
    if (found == Solved::done) found = spread(limits);
    return found;
}

// Rough cost of a sample, used before the first one is measured.
inline double Solver::steps_of_sample(const Spec& spec, u64 most_states) const {
    const double rows = spec.equations() < 96 ? double(spec.equations()) : 96, states = 3 * double(most_states);
    const double numbers = double(spec.cells) / 16;
    return double(spec.groups()) * (states * (0.1 * rows * (rows + 40) + 6 * numbers) + 0.3 * rows * rows * rows);
}

// Draws as many samples, and as large, as time, memory and the budget's states allow; a small first sample measures the
// cost. Returns `over_budget` if they aren't enough for an estimate.
inline Solved Solver::sample(const Sampling& sampling, const Limits& limits, double* probability, double* deviation) {
    constexpr u64 small = 64, fewest = 3;
    const u64 groups = problem.groups.size();
    const TimeShare search(limits, 0.65), part(limits, 0.92);
    const double allowed = double(limits.states < least_states ? least_states : limits.states) * steps_per_state;
    Limits own = part.limits;
    own.bytes = limits.bytes / 8 * 5;  // growing arrays temporarily need more
    double expected = 0;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (used_[c]) {
            expected += steps_of_sample(*specs_[c], small);
            continue;
        }
        const u64 held = frontiers_[c]->bytes();
        own.bytes = own.bytes > held ? own.bytes - held : 0;
    }
    if (expected * double(fewest) > 2 * allowed) return Solved::over_budget;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (!used_[c]) continue;
        const Solved found = part.answer(
            frontiers_[c]->order(*specs_[c], fewest_mines(), problem.mines_left, own, search.limits));
        if (found != Solved::done) return found;
    }
    double begun = limits.spent ? limits.spent(limits.stop_with) : 0, steps = 0;
    u64 bytes = 0;
    Solved found = Solved::contradiction;
    for (u64 turn = 0; turn < 5 && found == Solved::contradiction; ++turn) {
        // A failed sample says little about the cost of others.
        found = take_sample(sampling, small, ~turn, own, steps, bytes);
    }
    found = part.answer(found);
    if (found != Solved::done) return found == Solved::contradiction ? Solved::over_budget : found;
    double times = allowed / (steps + 1);
    if (limits.spent) {
        const double now = limits.spent(limits.stop_with), left = 0.88 - now, each = now - begun + 1e-9;
        times = left < each * times ? left / each : times;
    }
    if (times < double(fewest)) return Solved::over_budget;
    u64 repeats = sampling.repeats, most_states = sampling.states;
    if (times < double(repeats)) repeats = u64(times);
    const double most_scale = 0.5 * double(own.bytes) / double(bytes + 1);
    double scale = times / double(repeats);
    scale = scale < most_scale ? scale : most_scale;
    if (scale < 1e6 && u64(scale * double(small)) < most_states) most_states = u64(scale * double(small));
    if (most_states < 16) return Solved::over_budget;
    for (;;) {
        if (!sum_.fill(groups + 1, 0.0) || !squares_.fill(groups + 1, 0.0) || !products_.fill(groups + 1, 0.0)) {
            return Solved::out_of_memory;
        }
        all_sum_ = all_squares_ = log2_sum_ = 0;
        hits_ = 0;
        u64 taken = 0;
        found = Solved::done;
        for (; taken < repeats && found == Solved::done; ++taken) {
            found = take_sample(sampling, most_states, taken, own, steps, bytes);
            if (found == Solved::done) add_sample();
            if (found == Solved::contradiction) found = Solved::done;  // a weight of 0
            // If one sample outweighs all others by far, more samples rarely help.
            if (taken >= 7 && all_sum_ * all_sum_ < 1.5 * all_squares_) return Solved::over_budget;
        }
        const bool late = found == Solved::stopped;
        if (late) --taken;
        found = part.answer(found);
        if (late && found == Solved::over_budget) found = Solved::done;
        if (found == Solved::over_budget && most_states >= 32) {
            most_states /= 2;  // less memory
            continue;
        }
        if (found != Solved::done) return found;
        if (!hits_) return Solved::over_budget;
        // If a few samples carry nearly all of the weight, their agreement means little: a chance of one half would be
        // more accurate.
        if (all_sum_ * all_sum_ < double(fewest) * all_squares_) return Solved::over_budget;
        finish_samples(taken, most_states, probability, deviation);
        return Solved::done;
    }
}

inline Solved Solver::estimate(const std::int32_t* codes, u64 mines, bool trust_flags, const Sampling& sampling,
                               const Limits& limits, double* probability, double* deviation) {
    const TimeShare part(limits, 0.4);
    Solved found = analyse(codes, mines, trust_flags, part.limits, probability, true);
    if (found == Solved::done) {
        for (u64 i = 0; deviation && i < problem.g->cells; ++i) deviation[i] = 0;
        return found;
    }
    found = part.answer(found);
    if (found != Solved::over_budget || !is_read_) return found;
    exact = false;
    // Frees the memory of a failed attempt.
    for (u64 c = 0; c < problem.components.size(); ++c) {
        if (used_[c]) frontiers_[c]->release();
    }
    found = guess_chances(limits, probability, deviation);
    if (found != Solved::done) return found;
    found = sample(sampling, limits, probability, deviation);
    return found == Solved::over_budget ? Solved::done : found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

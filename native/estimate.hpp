// Estimates of the probabilities where the exact answer takes too much.
#pragma once

#include "solve.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

inline u64 Solver::seed_of(const std::int32_t* codes) const {
    u64 seed = golden;
    for (u64 i = 0; i < problem.g->cells; ++i) seed = mix(seed + u64(i64(codes[i])) * golden);
    return seed;
}

// One sample more: sums from which the estimate and its error follow.
inline void Solver::add_sample(double weight) {
    const u64 groups = problem.groups.size();
    for (u64 i = 0; i <= groups; ++i) {
        const double own = weight * (i < groups ? problem.groups[i].chance : unseen_chance_);
        sum_[i] += own;
        squares_[i] += own * own;
        products_[i] += own * weight;
    }
    all_sum_ += weight;
    all_squares_ += weight * weight;
}

HS_INLINE double square_root(double square) {
    if (!(square > 0)) return 0;
    double root = power_of_two((exponent_of(square) + 2) / 2);
    for (int turn = 0; turn < 6; ++turn) root = 0.5 * (root + square / root);
    return root;
}

// The estimate is a ratio of sums; its error follows from how far each sample's part is from what the ratio says. Samples
// that agree prove nothing finer than what they can resolve, and where few of them make up most of the weight, that they
// agree means little.
inline void Solver::finish_samples(const Sampling& sampling, double* probability, double* deviation) {
    const u64 groups = problem.groups.size();
    const double repeats = double(sampling.repeats), finest = 1 / (repeats * double(sampling.states));
    const double effective = all_sum_ * all_sum_ / all_squares_;
    for (u64 i = 0; i <= groups; ++i) {
        const double ratio = sum_[i] / all_sum_;
        double square = squares_[i] - 2 * ratio * products_[i] + ratio * ratio * all_squares_;
        square = square > 0 && repeats > 1 ? square * repeats / (repeats - 1) / (all_sum_ * all_sum_) : 0;
        const double alone = effective < 3 ? ratio * (1 - ratio) / effective : 0;
        square = (square > alone ? square : alone) + finest * finest;
        squares_[i] = square_root(square);
        // A sample that holds no mine there doesn't make it certain.
        (i < groups ? problem.groups[i].chance : unseen_chance_) =
            ratio < 0x1p-40 ? 0x1p-40 : ratio > 1 - 0x1p-40 ? 1 - 0x1p-40 : ratio;
    }
    write(probability);
    if (!deviation) return;
    for (u64 i = 0; i < problem.g->cells; ++i) deviation[i] = problem.cells[i] == Cell::unknown ? squares_[groups] : 0;
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] != no_group) deviation[problem.frontier[i]] = squares_[problem.group_of[i]];
    }
}

inline Solved Solver::guess_chances(const Limits& limits, double* probability) {
    const Solved found = evening_.find(problem, limits);
    if (found != Solved::done) return found;
    for (u64 i = 0; i < problem.groups.size(); ++i) problem.groups[i].chance = evening_.chance[i];
    unseen_chance_ = evening_.chance[problem.groups.size()];
    log2_layouts = 1e9;  // not known
    write(probability);
    return Solved::done;
}

inline Solved Solver::estimate(const std::int32_t* codes, u64 mines, bool trust_flags, const Sampling& sampling,
                               const Limits& limits, double* probability, double* deviation) {
    Solved found = begin(codes, mines, trust_flags, limits.bytes);
    if (found != Solved::done) return found;
    found = count(limits, false, true);
    if (found != Solved::done && found != Solved::over_budget) return found;
    const bool any = found == Solved::over_budget;
    const u64 parts = problem.components.size(), groups = problem.groups.size();
    if (!sum_.fill(groups + 1, 0.0) || !squares_.fill(groups + 1, 0.0) || !products_.fill(groups + 1, 0.0)) {
        return Solved::out_of_memory;
    }
    if (!any) {
        found = join();
        if (found == Solved::done) found = spread(limits);
        if (found != Solved::done) return found;
        write(probability);
        for (u64 i = 0; deviation && i < problem.g->cells; ++i) deviation[i] = 0;
        return Solved::done;
    }
    Limits each = limits;
    each.states = ~u64{0};  // a sample keeps to its own number
    all_sum_ = all_squares_ = 0;
    i64 unit = 0;
    u64 hits = 0;
    double log2_sum = 0;
    for (u64 turn = 0; turn < sampling.repeats; ++turn) {
        found = Solved::done;
        for (u64 c = 0; c < parts && found == Solved::done; ++c) {
            if (!used_[c]) continue;
            found = frontiers_[c]->sample(*specs_[c], fewest_mines(), problem.mines_left, tilt_, sampling.states,
                                          stream_key(sampling.seed, c, turn), each);
            states += frontiers_[c]->states_used;
        }
        if (found == Solved::done) found = join();
        if (found == Solved::contradiction) continue;  // weighs nothing
        if (found == Solved::done) found = spread(limits);
        if (found != Solved::done) return found;
        // Weights in units of the largest so far.
        const i64 exponent = all_.exponent + exponent_of(all_.value);
        const double value = all_.value * power_of_two(-exponent_of(all_.value));
        if (hits == 0 || exponent > unit) {
            const double factor = hits == 0 ? 0 : power_of_two(unit - exponent);
            for (u64 i = 0; i <= groups; ++i) {
                sum_[i] *= factor;
                squares_[i] *= factor * factor;
                products_[i] *= factor * factor;
            }
            all_sum_ *= factor;
            all_squares_ *= factor * factor;
            unit = exponent;
        }
        add_sample(value * power_of_two(exponent - unit));
        log2_sum += log2_layouts;
        ++hits;
    }
    if (!hits) return Solved::over_budget;
    log2_layouts = log2_sum / double(hits);
    finish_samples(sampling, probability, deviation);
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

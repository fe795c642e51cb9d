// Resampling, as in sequential Monte Carlo: chooses the states with which an estimate continues if a layer has too
// many.
//
// States are chosen at random, according to their weight and the chance that the remaining groups can complete them.
// States entitled to at least one whole place are always kept, the others by systematic resampling with a single draw.
// Kept states also represent the dropped ones, so sums stay unbiased.
#pragma once

#include "random/stream.hpp"
#include "solve/proportional_fitting.hpp"
#include "solve/scaled.hpp"
#include "solve/states.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Resampling {
  public:
    u64 most_states = 0;   // maximum number of states per layer
    u64 key = 0;           // of the random stream
    double steps = 0;      // cost of the latest choice

    // Sets rough mine chances per group. Returns false if memory ran out, like the functions below.
    bool prepare(const Spec& spec, const u32* order, double density);

    // `mass[s]` is the weight of state s of the newest layer. Sets number[s], its new number or no_edge, and raise[s],
    // the factor by which its weights grow.
    bool choose(const Spec& spec, const States& states, u32 step, const Array<double>& mass, Array<u32>& number,
                Array<double>& raise);

  private:
    bool look_around(const Spec& spec, const States& states, u32 step);
    bool factor(const Spec& spec, const States& states, u32 step);
    void measure(const States& states, u64 count);

    Array<double> odds_, chance_;      // per group
    Array<double> matrix_, mean_, solved_, importance_;
    Array<u32> open_, place_;          // equations with remaining groups, and their indices in `open_`
    Array<u32> turn_, seen_;           // per group: its step, and the latest step that visited it
    u64 drawn_ = 0;

    // If more equations are open, only those nearest to the boundary are used.
    static constexpr u64 most_open = 96;

    static constexpr u64 side_by_side = 8;
};

// Computes the chances with the largest entropy that the equations allow, treating groups as independent.
inline bool Resampling::prepare(const Spec& spec, const u32* order, double density) {
    const u32 groups = spec.groups(), equations = spec.equations();
    drawn_ = 0;
    if (!odds_.fill(groups, density / (1 - density)) || !chance_.resize(groups) || !turn_.resize(groups) ||
        !seen_.fill(groups, ~u32{0})) {
        return false;
    }
    for (u32 step = 0; step < groups; ++step) turn_[order[step]] = step;
    for (int turn = 0; turn < 30; ++turn) {
        for (u32 e = 0; e < equations; ++e) {
            const u32 begin = spec.groups_first[e], count = spec.groups_first[e + 1] - begin;
            fit_equation(double(spec.rest[e]), &spec.groups_of[begin], count, spec.size.data(), odds_.data());
        }
    }
    for (u32 group = 0; group < groups; ++group) chance_[group] = odds_[group] / (1 + odds_[group]);
    return true;
}

// Selects the equations to use: all open ones, or those in which states differ and their neighbours.
inline bool Resampling::look_around(const Spec& spec, const States& states, u32 step) {
    const u32 equations = spec.equations();
    open_.clear();
    if (!open_.reserve(equations) || !place_.fill(equations, ~u32{0})) return false;
    const auto add = [&](u32 e) {
        place_[e] = u32(open_.size());
        open_.push(e);
    };
    u64 all = 0;
    for (u32 e = 0; e < equations; ++e) all += states.undone(e) != 0;
    for (u32 e = 0; e < equations; ++e) {
        if (all <= most_open ? states.undone(e) != 0 : states.is_active(e)) add(e);
    }
    for (u64 next = 0; next < open_.size() && open_.size() < most_open && open_.size() < all; ++next) {
        const u32 own = open_[next];
        for (u32 j = spec.groups_first[own]; j < spec.groups_first[own + 1]; ++j) {
            const u32 group = spec.groups_of[j];
            if (turn_[group] <= step) continue;
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                if (place_[spec.equation[i]] == ~u32{0}) add(spec.equation[i]);
            }
        }
    }
    return true;
}

// Models the mines to come in each open equation as normal variables: their means, and their covariances as L D L^T.
inline bool Resampling::factor(const Spec& spec, const States& states, u32 step) {
    if (!look_around(spec, states, step)) return false;
    const u64 n = open_.size();
    if (!matrix_.fill(n * n, 0.0) || !mean_.fill(n, 0.0) || !solved_.resize(side_by_side * n)) return false;
    for (u64 next = 0; next < n; ++next) {
        for (u32 at = spec.groups_first[open_[next]]; at < spec.groups_first[open_[next] + 1]; ++at) {
            const u32 group = spec.groups_of[at];
            if (turn_[group] <= step || seen_[group] == step) continue;
            seen_[group] = step;
            const double chance = chance_[group], variance = spec.size[group] * chance * (1 - chance);
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                const u64 row = place_[spec.equation[i]];
                if (row == ~u32{0}) continue;
                mean_[row] += spec.size[group] * chance;
                for (u32 j = spec.first[group]; j <= i; ++j) {
                    const u64 column = place_[spec.equation[j]];
                    if (column != ~u32{0}) matrix_[row * n + column] += variance;
                }
            }
        }
    }
    for (u64 i = 0; i < n; ++i) {
        for (u64 j = 0; j < i; ++j) {
            // A pair may be in either half of the matrix, depending on the order of equations in the groups: add both.
            matrix_[i * n + j] += matrix_[j * n + i];
        }
        matrix_[i * n + i] += 0.1;
    }
    for (u64 j = 0; j < n; ++j) {
        for (u64 k = 0; k < j; ++k) matrix_[j * n + j] -= matrix_[j * n + k] * matrix_[j * n + k] * matrix_[k * n + k];
        for (u64 i = j + 1; i < n; ++i) {
            double sum = matrix_[i * n + j];
            for (u64 k = 0; k < j; ++k) sum -= matrix_[i * n + k] * matrix_[j * n + k] * matrix_[k * n + k];
            matrix_[i * n + j] = sum / matrix_[j * n + j];
        }
    }
    return true;
}

// Computes the squared (Mahalanobis) distance between the equations' remaining mines and the expected ones, for several
// states at a time to keep several sums in flight.
inline void Resampling::measure(const States& states, u64 count) {
    const u64 n = open_.size();
    for (u64 first = 0; first < count; first += side_by_side) {
        double sum[side_by_side] = {};
        for (u64 i = 0; i < n; ++i) {
            double own[side_by_side];
            for (u64 l = 0; l < side_by_side; ++l) {
                const u64 state = first + l < count ? first + l : first;
                own[l] = double(states.rest(state, open_[i])) - mean_[i];
            }
            for (u64 k = 0; k < i; ++k) {
                const double factor = matrix_[i * n + k];
                const double* const other = &solved_[k * side_by_side];
                for (u64 l = 0; l < side_by_side; ++l) own[l] -= factor * other[l];
            }
            const double diagonal = matrix_[i * n + i];
            for (u64 l = 0; l < side_by_side; ++l) {
                solved_[i * side_by_side + l] = own[l];
                sum[l] += own[l] * own[l] / diagonal;
            }
        }
        for (u64 l = 0; l < side_by_side && first + l < count; ++l) importance_[first + l] = sum[l];
    }
    steps += double(count) * double(n) * double(n + 40) * 0.1 + double(n) * double(n) * double(n) * 0.3;
}

inline bool Resampling::choose(const Spec& spec, const States& states, u32 step, const Array<double>& mass,
                             Array<u32>& number, Array<double>& raise) {
    const u64 count = mass.size();
    steps = 0;
    if (!number.resize(count) || !raise.fill(count, 1.0)) return false;
    if (count <= most_states) {
        for (u64 s = 0; s < count; ++s) number[s] = u32(s);
        return true;
    }
    if (!factor(spec, states, step) || !importance_.resize(count)) return false;
    double least = 1e300, most = 0;
    measure(states, count);
    for (u64 s = 0; s < count; ++s) {
        least = importance_[s] < least ? importance_[s] : least;
    }
    for (u64 s = 0; s < count; ++s) {
        importance_[s] = mass[s] * rough_exponential((least - importance_[s]) * 0.7213475204444817);
        most += importance_[s];
    }
    // Every state gets a small share regardless of its weight. That limits the factor `raise` if the guess is far off.
    double sum = 0;
    for (u64 s = 0; s < count; ++s) {
        importance_[s] += 0.02 * most / double(count);
        sum += importance_[s];
    }
    // States whose share is at least one place are always kept; the others compete for the remaining places.
    double scale = double(most_states) / sum;
    for (int turn = 0; turn < 40; ++turn) {
        u64 certain = 0;
        double others = 0;
        for (u64 s = 0; s < count; ++s) {
            if (importance_[s] * scale >= 1) ++certain;
            else others += importance_[s];
        }
        const double next = others > 0 && certain < most_states ? double(most_states - certain) / others : scale;
        if (next <= scale * (1 + 1e-9)) break;
        scale = next;
    }
    // One draw decides for all of them: it places evenly spaced marks on a line, on which each state has a stretch as
    // long as its share.
    double mark = double(stream_value(key, drawn_++) >> 11) * 0x1p-53, position = 0;
    u32 kept = 0;
    for (u64 s = 0; s < count; ++s) {
        const double share = importance_[s] * scale;
        number[s] = States::no_edge;
        if (share >= 1) {
            number[s] = kept++;
            continue;
        }
        position += share;
        if (position <= mark) continue;
        mark += 1;
        number[s] = kept++;
        raise[s] = 1 / share;
    }
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// The variable order of the frontier program: the order in which it processes the groups of a component.
#pragma once

#include "random/stream.hpp"
#include "solve/request.hpp"
#include "solve/spec.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class VariableOrder {
  public:
    Array<u32> order;
    double cost = 0;  // estimated number of states

    // Finds a narrow order. Returns `done`, `stopped` or `out_of_memory`.
    Solved choose(const Spec& spec, const Limits& limits);
    // Finds an order that finishes one equation after another, starting with the given one. If `key` isn't 0, its
    // random stream makes the order deviate now and then from the apparently best choice. Returns false if memory ran
    // out.
    bool by_equations(const Spec& spec, u32 start, u64 key);

  private:
    bool prepare(const Spec& spec);
    double from(const Spec& spec, u32 start, Array<u32>& out, const Limits& limits);
    u32 walk(const Spec& spec);

    Array<u32> trial_;
    Array<u32> undone_;      // per equation: groups not yet processed
    Array<double> bits_;     // per equation: its cost while it is open
    Array<u8> taken_, active_;
    Array<u32> candidates_, queue_;
    bool stopped_ = false;
};

HS_INLINE double bits_for(double number) {
    double bits = 0;
    while (number > 1) {
        number *= 0.5;
        bits += 1;
    }
    return bits;
}

inline bool VariableOrder::prepare(const Spec& spec) {
    const u32 groups = spec.groups(), equations = spec.equations();
    if (!order.resize(groups) || !trial_.resize(groups) || !undone_.fill(equations, 0) || !bits_.resize(equations) ||
        !taken_.fill(groups, 0) || !active_.fill(equations, 0) || !candidates_.reserve(groups) || !queue_.reserve(groups)) {
        return false;
    }
    for (u32 e = 0; e < equations; ++e) {
        i64 cells = 0;
        for (u32 j = spec.groups_first[e]; j < spec.groups_first[e + 1]; ++j) cells += spec.size[spec.groups_of[j]];
        const i64 rest = spec.rest[e];
        const i64 values = (rest < cells - rest ? rest : cells - rest) + 1;
        bits_[e] = bits_for(double(values > 1 ? values : 2));
    }
    return true;
}

// Starts with one group, and always continues with the group that leaves the narrowest boundary. Returns the estimated
// number of states.
inline double VariableOrder::from(const Spec& spec, u32 start, Array<u32>& out, const Limits& limits) {
    const u32 groups = spec.groups(), equations = spec.equations();
    out.clear();
    taken_.fill(groups, 0);
    active_.fill(equations, 0);
    for (u32 e = 0; e < equations; ++e) undone_[e] = spec.groups_first[e + 1] - spec.groups_first[e];
    candidates_.clear();
    candidates_.push(start);
    taken_[start] = 1;  // 1: a candidate, 2: taken
    double width = 0, sum = 0;
    while (out.size() < groups) {
        if ((out.size() & 255) == 255 && limits.stop && limits.stop(limits.stop_with)) {
            stopped_ = true;
            break;
        }
        u32 best = 0;
        double best_score = 1e300;
        for (u32 c = 0; c < candidates_.size(); ++c) {
            const u32 group = candidates_[c];
            double score = 0;
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                const u32 e = spec.equation[i];
                if (!active_[e]) score += undone_[e] > 1 ? bits_[e] : 0;
                else if (undone_[e] == 1) score -= bits_[e];
                else score -= 0.125 * bits_[e] / undone_[e];  // a nearly finished equation counts more
            }
            if (score < best_score) {
                best_score = score;
                best = c;
            }
        }
        const u32 group = candidates_[best];
        // Keep the candidates in order, so that the oldest among equals is taken: the boundary then moves like a front.
        for (u64 c = best; c + 1 < candidates_.size(); ++c) candidates_[c] = candidates_[c + 1];
        candidates_.resize(candidates_.size() - 1);
        taken_[group] = 2;
        out.push(group);
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            --undone_[e];
            if (!active_[e]) {
                active_[e] = 1;
                if (undone_[e]) width += bits_[e];
                for (u32 j = spec.groups_first[e]; j < spec.groups_first[e + 1]; ++j) {
                    if (taken_[spec.groups_of[j]]) continue;
                    taken_[spec.groups_of[j]] = 1;
                    candidates_.push(spec.groups_of[j]);
                }
            } else if (undone_[e] == 0) {
                width -= bits_[e];
            }
        }
        double states = 1;
        for (double bits = width; bits > 0; bits -= 1) states *= bits >= 1 ? 2 : 1 + bits;
        sum += states;
        // Only if marking has split a component are there groups that share no equation with the others.
        for (u32 other = 0; candidates_.size() == 0 && out.size() < groups; ++other) {
            if (taken_[other]) continue;
            taken_[other] = 1;
            candidates_.push(other);
        }
    }
    return sum;
}

// For wide boundaries, where every group touches most equations anyway, finishing equations keeps the number of states
// low.
inline bool VariableOrder::by_equations(const Spec& spec, u32 start, u64 key) {
    const u32 groups = spec.groups(), equations = spec.equations();
    if (!prepare(spec)) return false;
    order.clear();
    for (u32 e = 0; e < equations; ++e) undone_[e] = spec.groups_first[e + 1] - spec.groups_first[e];
    u32 now = start;
    u64 drawn = 0;
    while (order.size() < groups) {
        // Among the equation's groups, first take those that help finish the most other equations.
        while (undone_[now]) {
            u32 best = groups;
            double best_score = -1;
            for (u32 j = spec.groups_first[now]; j < spec.groups_first[now + 1]; ++j) {
                const u32 group = spec.groups_of[j];
                if (taken_[group]) continue;
                double score = 0;
                for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                    score += 1.0 / double(undone_[spec.equation[i]]);
                }
                if (score > best_score) {
                    best_score = score;
                    best = group;
                }
            }
            taken_[best] = 1;
            order.push(best);
            for (u32 i = spec.first[best]; i < spec.first[best + 1]; ++i) --undone_[spec.equation[i]];
        }
        double fewest = 1e300;
        for (u32 e = 0; e < equations; ++e) {
            if (!undone_[e]) continue;
            const double chance = key ? double(stream_value(key, drawn++) >> 11) * 0x1p-53 : 0;
            const double score = undone_[e] * (1 + 0.3 * chance);
            if (score >= fewest) continue;
            fewest = score;
            now = e;
        }
        if (fewest < 1e300) continue;
        // Append groups that are in no equation.
        for (u32 group = 0; group < groups; ++group) {
            if (!taken_[group]) order.push(group);
            taken_[group] = 1;
        }
    }
    return true;
}

// Walks from any group to a distant one, which is a good starting point; `queue_` holds the groups in walking order.
inline u32 VariableOrder::walk(const Spec& spec) {
    queue_.clear();
    queue_.push(0);
    taken_[0] = 1;
    for (u64 next = 0; next < queue_.size(); ++next) {
        const u32 group = queue_[next];
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            if (active_[e]) continue;
            active_[e] = 1;
            for (u32 j = spec.groups_first[e]; j < spec.groups_first[e + 1]; ++j) {
                if (taken_[spec.groups_of[j]]) continue;
                taken_[spec.groups_of[j]] = 1;
                queue_.push(spec.groups_of[j]);
            }
        }
    }
    return queue_.last();
}

inline Solved VariableOrder::choose(const Spec& spec, const Limits& limits) {
    const u32 groups = spec.groups();
    stopped_ = false;
    if (!prepare(spec)) return Solved::out_of_memory;
    const u32 far = walk(spec), middle = queue_[queue_.size() / 2];
    cost = from(spec, far, order, limits);
    const u32 starts[] = {0, middle, groups - 1, groups / 2, groups / 3, groups / 4, groups / 5};
    // Try more starts if the estimated cost is high.
    for (u32 start : starts) {
        if (cost < 200 || stopped_) break;
        const double other = from(spec, start, trial_, limits);
        if (other >= cost || stopped_) continue;
        cost = other;
        std::memcpy(order.data(), trial_.data(), groups * sizeof(u32));
    }
    return stopped_ ? Solved::stopped : Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Checks and bounds that drop a state as soon as the remaining groups can't complete it.
#pragma once

#include "solve/request.hpp"
#include "solve/spec.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Pruning {
  public:
    struct Term {
        u32 equation;
        i64 factor;
    };
    // A combination of equations that contains this step's group but no later one, and so settles that group.
    struct Check {
        u32 first, count;    // its terms
        i64 divisor;         // the group's coefficient in the combination
    };
    Array<Check> checks;                    // per step, or none at all
    Array<Term> terms;
    Array<u32> bound_first, bound_of;       // equations: entry 2 * step bounds the mines to come from below, 2 * step +
                                            // 1 from above

    void clear() {
        checks.clear();
        terms.clear();
        bound_first.clear();
        bound_of.clear();
    }
    // Finds checks and bounds, both optional: they are left out if they would take too long. Returns `done`, `stopped`
    // or `out_of_memory`.
    Solved find(const Spec& spec, const Array<u32>& order, const Limits& limits) {
        clear();
        const u64 groups = spec.groups(), equations = spec.equations();
        Solved found = equations <= 1024 ? find_checks(spec, order, limits) : Solved::done;
        if (found == Solved::done && groups * equations * equations <= 100000000) found = find_bounds(spec, order, limits);
        if (found != Solved::done) clear();
        return found;
    }

  private:
    Solved find_checks(const Spec& spec, const Array<u32>& order, const Limits& limits);
    Solved find_bounds(const Spec& spec, const Array<u32>& order, const Limits& limits);
    static bool is_stopped(const Limits& limits, u32 step) {
        return (step & 15) == 15 && limits.stop && limits.stop(limits.stop_with);
    }

    Array<i64> rows_, products_;
    Array<u8> usable_, taken_, marks_, excluded_;
    Array<u32> undone_;
};

HS_INLINE i64 common_divisor(i64 a, i64 b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        const i64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Works backwards from the end, where no group is left and every equation qualifies. Each group that is put back uses
// up one combination and changes others.
inline Solved Pruning::find_checks(const Spec& spec, const Array<u32>& order, const Limits& limits) {
    const u32 groups = spec.groups(), equations = spec.equations();
    constexpr i64 most = 1 << 20;
    if (!rows_.fill(u64(equations) * equations, 0) || !checks.fill(groups, Check{0, 0, 0}) ||
        !usable_.fill(equations, 1) || !products_.resize(equations)) {
        return Solved::out_of_memory;
    }
    for (u32 e = 0; e < equations; ++e) rows_[u64(e) * equations + e] = 1;
    for (u32 step = groups; step-- > 0;) {
        if (is_stopped(limits, step)) return Solved::stopped;
        const u32 group = order[step];
        u32 pivot = equations;
        u64 fewest = ~u64{0};
        products_.fill(equations, 0);
        for (u32 row = 0; row < equations; ++row) {
            if (!usable_[row]) continue;
            i64 product = 0;
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                product += rows_[u64(row) * equations + spec.equation[i]];
            }
            products_[row] = product;
            if (!product) continue;
            u64 support = 0;
            for (u32 e = 0; e < equations; ++e) support += rows_[u64(row) * equations + e] != 0;
            if (support < fewest) {
                fewest = support;
                pivot = row;
            }
        }
        if (pivot == equations) continue;
        const i64* own = &rows_[u64(pivot) * equations];
        for (u32 row = 0; row < equations; ++row) {
            if (row == pivot || !products_[row]) continue;
            i64* other = &rows_[u64(row) * equations];
            const i64 divisor = common_divisor(products_[row], products_[pivot]);
            const i64 a = products_[pivot] / divisor, b = products_[row] / divisor;
            i64 common = 0;
            bool fits = true;
            for (u32 e = 0; e < equations; ++e) {
                other[e] = a * other[e] - b * own[e];
                common = common_divisor(common, other[e]);
                fits = fits && other[e] < most && other[e] > -most;
            }
            if (!fits || common == 0) {
                usable_[row] = 0;
                continue;
            }
            for (u32 e = 0; e < equations; ++e) other[e] /= common;
        }
        Check& check = checks[step];
        check.divisor = products_[pivot];
        check.first = u32(terms.size());
        for (u32 e = 0; e < equations; ++e) {
            if (own[e]) terms.push(Term{e, own[e]});
        }
        check.count = u32(terms.size()) - check.first;
        usable_[pivot] = 0;
    }
    return terms.failed() ? Solved::out_of_memory : Solved::done;
}

// Bounds on the mines still to come. Equations that share no remaining group need separate mines, which bounds them
// from below; equations that together contain every remaining group contain all remaining mines, which bounds them from
// above. Both sets are found greedily for each step.
inline Solved Pruning::find_bounds(const Spec& spec, const Array<u32>& order, const Limits& limits) {
    const u32 groups = spec.groups(), equations = spec.equations();
    if (!marks_.resize(groups) || !bound_first.reserve(2 * u64(groups) + 1) || !undone_.resize(equations) ||
        !taken_.fill(groups, 0) || !excluded_.resize(equations)) {
        return Solved::out_of_memory;
    }
    for (u32 e = 0; e < equations; ++e) undone_[e] = spec.groups_first[e + 1] - spec.groups_first[e];
    for (u32 step = 0; step < groups; ++step) {
        if (is_stopped(limits, step)) return Solved::stopped;
        taken_[order[step]] = 1;
        for (u32 i = spec.first[order[step]]; i < spec.first[order[step] + 1]; ++i) --undone_[spec.equation[i]];
        for (int cover = 0; cover < 2; ++cover) {
            bound_first.push(u32(bound_of.size()));
            std::memcpy(marks_.data(), taken_.data(), groups);
            excluded_.fill(equations, 0);
            for (;;) {
                u32 best = equations;
                double best_score = 0;
                for (u32 e = 0; e < equations; ++e) {
                    if (!undone_[e] || excluded_[e]) continue;
                    u32 fresh = 0;
                    for (u32 j = spec.groups_first[e]; j < spec.groups_first[e + 1]; ++j) fresh += !marks_[spec.groups_of[j]];
                    if (!fresh || (!cover && fresh < undone_[e])) {
                        excluded_[e] = 1;
                        continue;
                    }
                    // The number of mines remaining at that step is unknown, so the initial number ranks the equations.
                    const double rest = double(spec.rest[e]) + 0.5;
                    const double score = cover ? double(fresh) / rest : rest / double(fresh);
                    if (score > best_score) {
                        best_score = score;
                        best = e;
                    }
                }
                if (best == equations) break;
                excluded_[best] = 1;
                bound_of.push(best);
                for (u32 j = spec.groups_first[best]; j < spec.groups_first[best + 1]; ++j) marks_[spec.groups_of[j]] = 1;
            }
        }
    }
    bound_first.push(u32(bound_of.size()));
    return bound_of.failed() || bound_first.failed() ? Solved::out_of_memory : Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

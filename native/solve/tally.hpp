// The number of ways to fill components, as integers, taken directly from an analysis's weights if they are exact.
#pragma once

#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Size of the largest group whose binomials, and the products in their computation, are integers below 2^53.
constexpr u32 largest_exact_group = 50;

// Whether a component's weights are exact numbers of ways. No term exceeds the sum, and doubles represent integers up
// to 2^53 exactly: a computed sum below half of that is right.
inline bool is_exact(const Frontier& frontier, const Spec& spec, double& sum) {
    if (frontier.large || frontier.sampled || frontier.counts != 1) return false;
    for (u32 group = 0; group < spec.groups(); ++group) {
        if (spec.size[group] > largest_exact_group) return false;
    }
    sum = 0;
    for (u64 m = 0; m < frontier.span; ++m) sum += frontier.total[m];
    return sum <= 0x1p52;
}

// Combines the ways to fill components, starting with `first`, as long as they are exact and the products fit into 64
// bits. Returns the component after the last combined one; `first` itself means that it must be counted in another way.
inline u64 tally(const Solver& solver, u64 first, u64* ways, u64 capacity, i64& low, u64& count) {
    low = 0;
    count = 1;
    double product = 1, sum;
    for (u64 c = first; c < solver.components(); ++c) {
        const Frontier& own = solver.frontier(c);
        if (!is_exact(own, solver.spec(c), sum) || product * sum > 0x1p62 || count + own.span - 1 > capacity) return c;
        if (c == first) ways[0] = 1;
        product *= sum;
        for (u64 i = 1; i < own.span; ++i) ways[count - 1 + i] = 0;
        // From the top down, so that each number is multiplied before anything is added to it.
        for (u64 i = count; i-- > 0;) {
            const u64 before = ways[i];
            ways[i] = before * u64(own.total[0]);
            for (u64 m = 1; m < own.span; ++m) ways[i + m] += before * u64(own.total[m]);
        }
        count += own.span - 1;
        low += own.low;
    }
    return solver.components();
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

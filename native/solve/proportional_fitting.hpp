// Iterative proportional fitting (Deming and Stephan 1940): the odds of independent cells are scaled to satisfy one
// equation after another, in rounds. In the limit, the chances have the largest entropy of all that satisfy the
// equations on average.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Scales the odds of one equation's columns so that `mines` mines are expected, and returns the factor, or 1 if none
// works. Adding two hundredths of a mine and of a safe cell keeps the odds away from 0 and infinity.
template <class Size>
HS_INLINE double fit_equation(double mines, const u32* column, u64 count, const Size* size, double* odds) {
    double expected = 0, cells = 0;
    for (u64 i = 0; i < count; ++i) {
        const double own = odds[column[i]];
        expected += double(size[column[i]]) * own / (1 + own);
        cells += double(size[column[i]]);
    }
    const double wanted = mines + 0.02, safe = cells - mines + 0.02;
    if (expected <= 0 || expected >= cells || safe <= 0) return 1;
    const double factor = wanted * (cells - expected) / (expected * safe);
    for (u64 i = 0; i < count; ++i) {
        double& own = odds[column[i]];
        own *= factor;
        own = own < 1e-6 ? 1e-6 : own > 1e6 ? 1e6 : own;
    }
    return factor;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

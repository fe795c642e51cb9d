// Doubles with a separate power of two, because numbers of ways exceed the range of doubles on large boards.
//
// If weights differ very much, each mine is weighted by 2^-tilt, so that the numbers of mines that matter have the
// largest weights. A possible weight never becomes 0: it is at least `least_weight` times the largest.
#pragma once

#include "array.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr double least_weight = 0x1p-300;

struct Wide {
    double value;
    i64 exponent;
};

HS_INLINE Wide normal(double value, i64 exponent) {
    if (value == 0) return {0, 0};
    while (value >= 0x1p32) {
        value *= 0x1p-32;
        exponent += 32;
    }
    while (value < 0x1p-32) {
        value *= 0x1p32;
        exponent -= 32;
    }
    return {value, exponent};
}

// 2^exponent; 0 below the range of doubles, and 2^1023 above it.
HS_INLINE double power_of_two(i64 exponent) {
    if (exponent < -1022) return 0;
    const u64 bits = u64((exponent > 1023 ? 1023 : exponent) + 1023) << 52;
    double result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

// The exponent of a positive number in the normal range: 2^e <= number < 2^(e + 1).
HS_INLINE i64 exponent_of(double number) {
    u64 bits;
    std::memcpy(&bits, &number, sizeof bits);
    return i64((bits >> 52) & 2047) - 1023;
}

// A positive number times 2^exponent, at least `least`.
HS_INLINE double scaled(double number, i64 exponent, double least) {
    if (number == 0) return 0;
    const double result = number * power_of_two(exponent);
    return result < least ? least : result;
}

HS_INLINE double log2_of(double number) {
    const Wide wide = normal(number, 0);
    double rest = wide.value, whole = double(wide.exponent), bit = 1;
    while (rest >= 2) {
        rest *= 0.5;
        whole += 1;
    }
    while (rest < 1) {
        rest *= 2;
        whole -= 1;
    }
    // Twenty binary digits are plenty.
    for (int i = 0; i < 20; ++i) {
        rest *= rest;
        bit *= 0.5;
        if (rest >= 2) {
            rest *= 0.5;
            whole += bit;
        }
    }
    return whole;
}

// 2^x for x <= 0 by a short series: the same on every machine, and accurate enough for choosing states.
HS_INLINE double rough_exponential(double x) {
    if (x < -1000) return 0;
    const i64 whole = i64(x) - 1;
    const double t = (x - double(whole)) * 0.6931471805599453 * 0.25;
    double sum = 1 + t * (1 + t * (0.5 + t * (1.0 / 6 + t * (1.0 / 24 + t / 120))));
    sum *= sum;
    return sum * sum * power_of_two(whole);
}

// Rough beyond a few thousand cells, where only the order of magnitude matters.
inline double log2_binomial(u64 n, u64 k) {
    if (k > n) return 0;
    if (n - k < k) k = n - k;
    if (k > 4096) return double(k);
    Wide product{1, 0};
    for (u64 i = 0; i < k; ++i) product = normal(product.value * (double(n - i) / double(i + 1)), product.exponent);
    return log2_of(product.value) + double(product.exponent);
}

// C(size, k) for k = 0 .. most; only for sizes up to 1000, beyond which the values leave the range of doubles.
HS_INLINE bool binomials(u32 size, u32 most, Array<double>& row) {
    if (!row.resize(u64(most) + 1)) return false;
    row[0] = 1;
    for (u32 k = 0; k < most; ++k) row[k + 1] = row[k] * double(size - k) / double(k + 1);
    return true;
}

// C(size, k) 2^(-tilt k - exponent) for k = least .. most, scaled so that the largest is near 1; 0 for k < least.
inline bool tilted_binomials(u32 size, u32 least, u32 most, i64 tilt, Array<double>& row, Array<i64>& exponents,
                             i64& exponent) {
    if (!row.fill(u64(most) + 1, 0.0) || !exponents.resize(u64(most) + 1)) return false;
    Wide now{1, 0};
    bool any = false;
    exponent = 0;
    for (u32 k = 0; k <= most; ++k) {
        if (k >= least) {
            row[k] = now.value;
            exponents[k] = now.exponent;
            exponent = !any || now.exponent > exponent ? now.exponent : exponent;
            any = true;
        }
        now = normal(now.value * (double(size - k) / double(k + 1)), now.exponent - tilt);
    }
    for (u32 k = least; k <= most; ++k) row[k] = scaled(row[k], exponents[k] - exponent, least_weight);
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

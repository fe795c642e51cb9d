// The units of a layer as vectors, and the work of a layer: multiplying rows of inputs by weights.
//
// Every unit adds its inputs in order, for any vector length, and multiply-adds aren't fused, so results are the same
// on every machine.
#pragma once

#include <cstring>

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

#if defined(__GNUC__) || defined(__clang__)
#if defined(__AVX512F__)
typedef float FloatPart __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef float FloatPart __attribute__((vector_size(32)));
#else
typedef float FloatPart __attribute__((vector_size(16)));
#endif
HS_INLINE FloatPart above_zero(FloatPart own) { return own > 0 ? own : FloatPart{}; }
#else
typedef float FloatPart;
HS_INLINE FloatPart above_zero(FloatPart own) { return own > 0 ? own : 0; }
#endif
constexpr int floats_of_part = int(sizeof(FloatPart) / sizeof(float));

template <int Count>
struct EvaluationUnits {
    static constexpr int parts = Count / floats_of_part;
    static_assert(Count % floats_of_part == 0);

    float own[Count];

    HS_INLINE_MEMBER FloatPart part(int p) const {
        FloatPart found;
        std::memcpy(&found, own + p * floats_of_part, sizeof(found));
        return found;
    }
    HS_INLINE_MEMBER void set_part(int p, FloatPart value) { std::memcpy(own + p * floats_of_part, &value, sizeof(value)); }

    void clear() { std::memset(own, 0, sizeof(own)); }
    void set(const float* values) { std::memcpy(own, values, sizeof(own)); }
    HS_INLINE_MEMBER void add(const EvaluationUnits& other) {
        for (int p = 0; p < parts; ++p) set_part(p, part(p) + other.part(p));
    }
    HS_INLINE_MEMBER void cut() {
        for (int p = 0; p < parts; ++p) set_part(p, above_zero(part(p)));
    }
};

// Rows, and parts of their units, processed together: twelve independent sums which, with two weights and an input,
// just fit into the sixteen registers of SSE and AVX2.
constexpr int rows_of_tile = 6, parts_of_tile = 2;

// Adds the products of weights and inputs for `Rows` rows at once, whose inputs are consecutive, and for some parts of
// their units.
template <int Rows, int Parts, int Inputs, int Count>
HS_INLINE void read_tile(EvaluationUnits<Count>* to, const float* inputs, const float (&weights)[Inputs][Count], int first) {
    FloatPart sum[Rows][Parts];
    for (int r = 0; r < Rows; ++r) {
        for (int p = 0; p < Parts; ++p) sum[r][p] = to[r].part(first + p);
    }
    for (int j = 0; j < Inputs; ++j) {
        FloatPart weight[Parts];
        for (int p = 0; p < Parts; ++p) std::memcpy(&weight[p], weights[j] + (first + p) * floats_of_part, sizeof(weight[p]));
        for (int r = 0; r < Rows; ++r) {
            for (int p = 0; p < Parts; ++p) sum[r][p] += weight[p] * inputs[r * Inputs + j];
        }
    }
    for (int r = 0; r < Rows; ++r) {
        for (int p = 0; p < Parts; ++p) to[r].set_part(first + p, sum[r][p]);
    }
}

template <int Rows, int Inputs, int Count>
HS_INLINE void read_rows(EvaluationUnits<Count>* to, const float* inputs, const float (&weights)[Inputs][Count]) {
    constexpr int all = EvaluationUnits<Count>::parts, parts = all < parts_of_tile ? all : parts_of_tile;
    static_assert(all % parts == 0);
    for (int first = 0; first < all; first += parts) read_tile<Rows, parts>(to, inputs, weights, first);
}

// Adds the products for any number of rows; a row's inputs are its member `own`.
template <class Row, int Inputs, int Count>
inline void read_all(EvaluationUnits<Count>* to, u64 rows, const Row* inputs, const float (&weights)[Inputs][Count]) {
    static_assert(sizeof(Row) == Inputs * sizeof(float));
    u64 row = 0;
    for (; row + rows_of_tile <= rows; row += rows_of_tile) read_rows<rows_of_tile>(to + row, inputs[row].own, weights);
    for (; row + 2 <= rows; row += 2) read_rows<2>(to + row, inputs[row].own, weights);
    if (row < rows) read_rows<1>(to + row, inputs[row].own, weights);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

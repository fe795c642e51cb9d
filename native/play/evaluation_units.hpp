// The units of a layer side by side, and what a layer does: to multiply rows of inputs by weights.
//
// Every unit adds up its inputs in the order in which they stand, however many units go into one instruction, and no product is
// fused with a sum: results are the same on every machine.
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

// Adds the products of weights and inputs to Rows rows at once, whose inputs stand one after the other.
template <int Rows, int Inputs, int Count>
HS_INLINE void read_rows(EvaluationUnits<Count>* to, const float* inputs, const float (&weights)[Inputs][Count]) {
    using Units = EvaluationUnits<Count>;
    FloatPart sum[Rows][Units::parts];
    for (int r = 0; r < Rows; ++r) {
        for (int p = 0; p < Units::parts; ++p) sum[r][p] = to[r].part(p);
    }
    for (int j = 0; j < Inputs; ++j) {
        for (int p = 0; p < Units::parts; ++p) {
            FloatPart weight;
            std::memcpy(&weight, weights[j] + p * floats_of_part, sizeof(weight));
            for (int r = 0; r < Rows; ++r) sum[r][p] += weight * inputs[r * Inputs + j];
        }
    }
    for (int r = 0; r < Rows; ++r) {
        for (int p = 0; p < Units::parts; ++p) to[r].set_part(p, sum[r][p]);
    }
}

// Of any number of rows; each row's inputs are its `own`.
template <class Row, int Inputs, int Count>
inline void read_all(EvaluationUnits<Count>* to, u64 rows, const Row* inputs, const float (&weights)[Inputs][Count]) {
    static_assert(sizeof(Row) == Inputs * sizeof(float));
    u64 row = 0;
    for (; row + 4 <= rows; row += 4) read_rows<4>(to + row, inputs[row].own, weights);
    for (; row < rows; ++row) read_rows<1>(to + row, inputs[row].own, weights);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

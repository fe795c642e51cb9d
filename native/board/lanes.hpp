// Eight 64-bit words side by side: eight boards of a batch, or eight words of one board.
#pragma once

#include <cstring>

#include "board/bits.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

#if (defined(__GNUC__) || defined(__clang__)) && defined(__AVX512F__)
typedef u64 Lanes __attribute__((vector_size(64)));
HS_INLINE Lanes spread_lanes(u64 word) { return Lanes{} + word; }
HS_INLINE u64 lane(const Lanes& lanes, int i) { return lanes[i]; }
HS_INLINE void set_lane(Lanes& lanes, int i, u64 word) { lanes[i] = word; }
#elif defined(__GNUC__) || defined(__clang__)
#if defined(__AVX2__)
typedef u64 Part __attribute__((vector_size(32)));
#else
typedef u64 Part __attribute__((vector_size(16)));
#endif
constexpr int parts = int(64 / sizeof(Part)), part_words = int(sizeof(Part) / 8);
struct alignas(64) Lanes {
    Part part[parts];
};
HS_INLINE Lanes spread_lanes(u64 word) {
    Lanes r;
    for (int i = 0; i < parts; ++i) r.part[i] = Part{} + word;
    return r;
}
HS_INLINE u64 lane(const Lanes& lanes, int i) { return lanes.part[i / part_words][i % part_words]; }
HS_INLINE void set_lane(Lanes& lanes, int i, u64 word) { lanes.part[i / part_words][i % part_words] = word; }
#define HS_LANE_OPERATOR(op)                                                              \
    HS_INLINE Lanes operator op(const Lanes& a, const Lanes& b) {                         \
        Lanes r;                                                                          \
        for (int i = 0; i < parts; ++i) r.part[i] = a.part[i] op b.part[i];               \
        return r;                                                                         \
    }                                                                                     \
    HS_INLINE Lanes operator op(const Lanes& a, u64 b) {                                  \
        Lanes r;                                                                          \
        for (int i = 0; i < parts; ++i) r.part[i] = a.part[i] op b;                       \
        return r;                                                                         \
    }
HS_LANE_OPERATOR(^)
HS_LANE_OPERATOR(&)
HS_LANE_OPERATOR(|)
HS_LANE_OPERATOR(+)
HS_LANE_OPERATOR(*)
#undef HS_LANE_OPERATOR
#define HS_LANE_SHIFT(op)                                                                 \
    HS_INLINE Lanes operator op(const Lanes& a, int b) {                                  \
        Lanes r;                                                                          \
        for (int i = 0; i < parts; ++i) r.part[i] = a.part[i] op b;                       \
        return r;                                                                         \
    }
HS_LANE_SHIFT(<<)
HS_LANE_SHIFT(>>)
#undef HS_LANE_SHIFT
HS_INLINE Lanes operator~(const Lanes& a) { return a ^ ~u64{0}; }
#else
struct Lanes {
    u64 word[8];
};
HS_INLINE Lanes spread_lanes(u64 word) { return Lanes{{word, word, word, word, word, word, word, word}}; }
HS_INLINE u64 lane(const Lanes& lanes, int i) { return lanes.word[i]; }
HS_INLINE void set_lane(Lanes& lanes, int i, u64 word) { lanes.word[i] = word; }
#define HS_LANE_OPERATOR(op)                                                     \
    HS_INLINE Lanes operator op(const Lanes& a, const Lanes& b) {                \
        Lanes r;                                                                 \
        for (int i = 0; i < 8; ++i) r.word[i] = a.word[i] op b.word[i];          \
        return r;                                                                \
    }                                                                            \
    HS_INLINE Lanes operator op(const Lanes& a, u64 b) { return a op spread_lanes(b); }
HS_LANE_OPERATOR(^)
HS_LANE_OPERATOR(&)
HS_LANE_OPERATOR(|)
HS_LANE_OPERATOR(+)
HS_LANE_OPERATOR(*)
HS_LANE_OPERATOR(<<)
HS_LANE_OPERATOR(>>)
#undef HS_LANE_OPERATOR
HS_INLINE Lanes operator~(const Lanes& a) { return a ^ ~u64{0}; }
#endif

HS_INLINE Lanes majority(const Lanes& a, const Lanes& b, const Lanes& c) { return (a & b) | (c & (a ^ b)); }

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Eight 64-bit words side by side: eight boards of a batch, or eight words of one board.
#pragma once

#include <cstring>

#include "bits.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

#if defined(__GNUC__) || defined(__clang__)
typedef u64 Lanes __attribute__((vector_size(64)));
HS_INLINE Lanes spread_lanes(u64 word) { return Lanes{} + word; }
HS_INLINE u64 lane(const Lanes& lanes, int i) { return lanes[i]; }
HS_INLINE void set_lane(Lanes& lanes, int i, u64 word) { lanes[i] = word; }
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

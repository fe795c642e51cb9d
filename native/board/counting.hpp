// Clues of eight boards at once: neighbour sums by shifting bit planes and carry-save addition along one axis after the
// other. A board of N dimensions takes N steps instead of 3^N.
#pragma once

#include "board/bytes.hpp"
#include "board/lanes.hpp"
#include "board/pace.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Dimensions of the planes of a batch, and masks of the cells at either end of an axis.
struct LaneBoards {
    const Geometry* g;
    u64 words;
    u64 padding;        // empty words before and after each plane, so that shifts need no bounds check
    u64 plane_words;    // words + 2 padding
    const u64* first;   // [axis][word]: cells whose coordinate is 0
    const u64* last;    // [axis][word]: cells whose coordinate is side - 1
};

// For each cell, the bit `distance` cells above or below it. A `Word` holds one word of each of eight boards, or of a
// single board.
template <class Word>
HS_INLINE Word from_above(const Word* plane, u64 w, u64 distance) {
    const u64 far = distance >> 6;
    const int shift = int(distance & 63);
    return (plane[w + far] >> shift) | ((plane[w + far + 1] << 1) << (63 - shift));
}
template <class Word>
HS_INLINE Word from_below(const Word* plane, i64 w, u64 distance) {
    const i64 far = i64(distance >> 6);
    const int shift = int(distance & 63);
    return (plane[w - far] << shift) | ((plane[w - far - 1] >> 1) >> (63 - shift));
}

// Data for a step along one axis, looked up once per plane.
struct Along {
    const u64* first;   // as in LaneBoards, for this axis
    const u64* last;
    u64 stride;
    u64 around;         // distance between the ends of a wrapped axis; 0 if it isn't wrapped
};

HS_INLINE Along along_axis(const LaneBoards& boards, int axis) {
    const Geometry& g = *boards.g;
    return Along{boards.first + u64(axis) * boards.words, boards.last + u64(axis) * boards.words, g.stride[axis],
                 g.wrap[axis] ? g.stride[axis] * (g.side[axis] - 1) : 0};
}

template <class Word>
HS_INLINE void neighbours_along(const Along& along, const Word* plane, u64 w, Word& up, Word& down) {
    up = from_above(plane, w, along.stride) & ~along.last[w];
    down = from_below(plane, i64(w), along.stride) & ~along.first[w];
    if (along.around) {
        up = up | (from_below(plane, i64(w), along.around) & along.last[w]);
        down = down | (from_above(plane, w, along.around) & along.first[w]);
    }
}

// out = in + (in shifted one step up the axis) + (in shifted one step down), on bit-sliced numbers. Returns false if
// stopped.
template <class AnyPace>
HS_INLINE bool add_along(const LaneBoards& boards, int axis, Lanes* const* in, int in_planes, Lanes* const* out,
                         int out_planes, AnyPace& pace) {
    const Along along = along_axis(boards, axis);
    for (u64 w = 0; w < boards.words; ++w) {
        Lanes carry{}, pending{};
        for (int j = 0; j < out_planes; ++j) {
            Lanes sum{}, triple{};
            if (j < in_planes) {
                Lanes up, down;
                neighbours_along(along, in[j], w, up, down);
                const Lanes here = in[j][w];
                sum = here ^ up ^ down;
                triple = majority(here, up, down);
            }
            out[j][w] = sum ^ pending ^ carry;
            carry = majority(sum, pending, carry);
            pending = triple;
        }
        if (pace.over_in_round(w, u64(8 * out_planes))) return false;
    }
    return true;
}

// Counts the mines around each cell. Returns false if stopped.
template <class AnyPace>
static inline bool count_lanes(const LaneBoards& boards, Lanes* mines, Lanes* const* left, Lanes* const* right,
                               int planes, Lanes* const*& counts, AnyPace& pace) {
    const Geometry& g = *boards.g;
    if (!g.moore) {
        for (u64 w = 0; w < boards.words; ++w) {
            for (int j = 0; j < planes; ++j) left[j][w] = Lanes{};
            for (int axis = 0; axis < g.axes; ++axis) {
                Lanes up, down;
                neighbours_along(along_axis(boards, axis), mines, w, up, down);
                Lanes low = up ^ down, high = up & down;
                for (int j = 0; j < planes; ++j) {
                    const Lanes here = left[j][w];
                    left[j][w] = here ^ low;
                    // The carry and `high` have the same place value, so adding them may carry again.
                    const Lanes carry = here & low;
                    low = carry ^ high;
                    high = carry & high;
                }
            }
            if (pace.over_in_round(w, u64(8 * planes * g.axes))) return false;
        }
        counts = left;
        return true;
    }
    Lanes* const* in = &mines;
    Lanes* const* out = left;
    int in_planes = 1;
    u64 most = 1;
    for (int axis = g.axes; axis-- > 0;) {
        most *= g.side[axis] < 3 ? g.side[axis] : 3;
        int out_planes = 0;
        while (out_planes < planes && (u64{1} << out_planes) <= most) ++out_planes;
        // With a constant number of planes the compiler can keep them in registers.
        bool done;
        if (in_planes == 1 && out_planes == 2) {
            done = add_along(boards, axis, in, 1, out, 2, pace);
        } else if (in_planes == 2 && out_planes == 4) {
            done = add_along(boards, axis, in, 2, out, 4, pace);
        } else if (in_planes == 4 && out_planes == 5) {
            done = add_along(boards, axis, in, 4, out, 5, pace);
        } else if (in_planes == 5 && out_planes == 5) {
            done = add_along(boards, axis, in, 5, out, 5, pace);
        } else if (in_planes == 5 && out_planes == 7) {
            done = add_along(boards, axis, in, 5, out, 7, pace);
        } else {
            done = add_along(boards, axis, in, in_planes, out, out_planes, pace);
        }
        if (!done) return false;
        in = out;
        in_planes = out_planes;
        out = out == left ? right : left;
    }
    // The sums count each mine as its own neighbour: subtract it.
    for (u64 w = 0; w < boards.words; ++w) {
        Lanes borrow = mines[w];
        for (int j = 0; j < in_planes; ++j) {
            const Lanes here = in[j][w];
            in[j][w] = here ^ borrow;
            borrow = borrow & ~here;
        }
        if (pace.over_in_round(w, u64(8 * in_planes))) return false;
    }
    counts = in;
    return true;
}

// Dilates a plane: either `near` or `other` receives its cells and all their neighbours. `spread` then points to that
// plane, and `spare` to the other one. Bits after the last cell are undefined. Returns false if stopped.
template <class Word, class AnyPace>
HS_INLINE bool spread_planes(const LaneBoards& boards, const Word* plane, Word* near, Word* other, Word*& spread,
                             Word*& spare, AnyPace& pace) {
    const Geometry& g = *boards.g;
    spread = near;
    spare = other;
    if (!g.moore) {
        for (u64 w = 0; w < boards.words; ++w) {
            Word all = plane[w];
            for (int axis = 0; axis < g.axes; ++axis) {
                Word up, down;
                neighbours_along(along_axis(boards, axis), plane, w, up, down);
                all = all | up | down;
            }
            near[w] = all;
            if (pace.over_in_round(w, u64(8 * g.axes))) return false;
        }
        return true;
    }
    const Word* in = plane;
    for (int axis = g.axes; axis-- > 0;) {
        Word* const out = in == near ? other : near;
        const Along along = along_axis(boards, axis);
        for (u64 w = 0; w < boards.words; ++w) {
            Word up, down;
            neighbours_along(along, in, w, up, down);
            out[w] = in[w] | up | down;
            if (pace.over_in_round(w, 8)) return false;
        }
        in = out;
        spread = out;
        spare = out == near ? other : near;
    }
    return true;
}

// Cells that neither hold a mine nor touch one. Returns false if stopped.
template <class AnyPace>
static inline bool zero_lanes(const LaneBoards& boards, const Lanes* mines, Lanes* near, Lanes* other, Lanes*& zeros,
                              AnyPace& pace) {
    Lanes *spread, *out;
    if (!spread_planes(boards, mines, near, other, spread, out, pace)) return false;
    for (u64 w = 0; w < boards.words; ++w) {
        out[w] = ~spread[w];
        if (pace.over_in_round(w, 8)) return false;
    }
    out[boards.words - 1] = out[boards.words - 1] & low_mask(unsigned((boards.g->cells - 1) % 64) + 1);
    zeros = out;
    return true;
}

#if !defined(__AVX2__) && !defined(HS_BYTES)
// Entry n has byte i set to 1 where bit i of n is set.
struct Spread {
    u64 byte[256]{};
    constexpr Spread() {
        for (int value = 0; value < 256; ++value) {
            for (int i = 0; i < 8; ++i) byte[value] |= u64((value >> i) & 1) << (8 * i);
        }
    }
};
static constexpr Spread spread{};
#endif

#if defined(__AVX512BW__)
HS_INLINE __m512i expanded(const u64* sums, int planes) {
    __m512i all = _mm512_setzero_si512();
    for (int j = 0; j < planes; ++j) {
        all = _mm512_mask_add_epi8(all, sums[j], all, _mm512_set1_epi8(char(1 << j)));
    }
    return all;
}
#endif

// Converts bit-sliced numbers of 64 cells to bytes; `planes` is at most 8.
HS_INLINE void expand_bytes(const u64* sums, int planes, u8* bytes) {
#if defined(__AVX512BW__)
    _mm512_storeu_si512(bytes, expanded(sums, planes));
#elif defined(__AVX2__)
    const __m256i bit = _mm256_set1_epi64x(i64(0x8040201008040201u));
    const __m256i place = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    for (int half = 0; half < 2; ++half) {
        __m256i all = _mm256_setzero_si256();
        for (int j = 0; j < planes; ++j) {
            const __m256i word = _mm256_shuffle_epi8(_mm256_set1_epi32(int(sums[j] >> (32 * half))), place);
            const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(word, bit), bit);
            all = _mm256_or_si256(all, _mm256_and_si256(set, _mm256_set1_epi8(char(1 << j))));
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes + 32 * half), all);
    }
#elif defined(HS_BYTES)
    expand_in_sixteens(sums, planes, bytes);
#else
    for (int eighth = 0; eighth < 8; ++eighth) {
        u64 all = 0;
        for (int j = 0; j < planes; ++j) all |= spread.byte[(sums[j] >> (8 * eighth)) & 0xff] << j;
        for (int i = 0; i < 8; ++i) bytes[8 * eighth + i] = u8(all >> (8 * i));
    }
#endif
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

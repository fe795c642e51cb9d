// Uniform layouts: exactly `mines` mines among the cells that aren't excluded, with all sets equally likely.
//
// Few mines are drawn one by one. Many are drawn as whole words: each bit is set with a probability of a few binary
// digits, slightly below the wanted share, and single uniform cells then correct the count. Given its size, a set of
// independent bits is uniform, and adding or removing uniform cells keeps it uniform: the result is exact.
#pragma once

#include <cstring>

#include "board/lanes.hpp"
#include "board/pace.hpp"
#include "random/stream.hpp"

#if defined(__AVX512DQ__) && !defined(_MSC_VER)
#define HS_DRAW_GROUPS
#include <immintrin.h>
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// How to draw a number of mines on a board; the same on every platform, and part of the stream's version.
struct Plan {
    bool inverted;   // more than half are mines: draw the safe cells
    u64 wanted;      // cells to draw
    bool dropped;    // cells are drawn one by one
    int digits;      // otherwise each bit is set with probability threshold / 2^digits
    u64 threshold;
};

HS_INLINE int bit_width(u64 number) {
    int width = 0;
    for (; number; number >>= 1) ++width;
    return width;
}

static inline Plan make_plan(u64 cells, u64 mines, u64 excluded) {
    const u64 allowed = cells - excluded;
    Plan plan{};
    plan.inverted = mines > allowed / 2;
    plan.wanted = plan.inverted ? allowed - mines : mines;
    plan.dropped = plan.wanted <= cells / 16;
    if (plan.dropped) return plan;
    const int width = bit_width(cells) / 2 + 2;
    const int free_bits = 63 - bit_width(plan.wanted);
    plan.digits = width < free_bits ? width : free_bits;
    plan.threshold = (plan.wanted << plan.digits) / allowed;
    if (plan.threshold > 0) --plan.threshold;
    while (plan.threshold > 0 && plan.threshold % 2 == 0) {
        plan.threshold /= 2;
        --plan.digits;
    }
    if (plan.threshold == 0) plan.digits = 0;
    return plan;
}

// The words of one board, stored `Step` words apart.
template <int Step>
struct Words {
    u64* word;
    HS_INLINE_MEMBER bool test(u64 i) const { return (word[(i >> 6) * Step] >> (i & 63)) & 1; }
    HS_INLINE_MEMBER void set(u64 i) { word[(i >> 6) * Step] |= u64{1} << (i & 63); }
    HS_INLINE_MEMBER void clear(u64 i) { word[(i >> 6) * Step] &= ~(u64{1} << (i & 63)); }
};

// Computes eight stream values at a time. ARM can't multiply vectors of 64-bit words, so each value is computed
// separately there, which avoids moving vectors to other registers and back.
HS_INLINE Lanes mix_lanes(const Lanes& lanes, u64 further) {
#if defined(__aarch64__)
    Lanes mixed;
    for (int i = 0; i < 8; ++i) set_lane(mixed, i, mix(lane(lanes, i) + further));
    return mixed;
#else
    return mix(lanes + further);
#endif
}

// Steps for drawing one cell; on a large board it is seldom in the cache.
constexpr u64 draw_steps = 32;

#if defined(HS_DRAW_GROUPS)
// Draws cells until `wanted` are set, eight stream values at a time, and advances `counter`. Stops before a group that
// may need a rejection, which stream_below then handles. Returns false if stopped.
template <int Step, class AnyPace>
HS_INLINE bool draw_groups(Words<Step> bits, u64 key, u64& counter, u64 cells, u64 wanted, u64& drawn, AnyPace& pace) {
    if (cells >> 32) return true;
    Lanes place{};
    for (int i = 0; i < 8; ++i) set_lane(place, i, u64(i + 1) * golden);
    while (drawn < wanted) {
        const Lanes value = mix_lanes(place, key + counter * golden);
        const Lanes lower = (value & 0xffffffffu) * cells;
        const Lanes upper = (value >> 32) * cells + (lower >> 32);
        // The product's low half can be below `cells` only if the upper 32 bits of that half are zero.
        if (_mm512_testn_epi64_mask(__m512i(upper), _mm512_set1_epi64(0xffffffff))) return true;
        alignas(64) u64 words[8], masks[8];
        const Lanes cell = upper >> 32;
        const Lanes word = (cell >> 6) * u64(Step), mask = spread_lanes(1) << (cell & 63);
        std::memcpy(words, &word, sizeof words);
        std::memcpy(masks, &mask, sizeof masks);
        if (drawn + 8 <= wanted) {
            for (int i = 0; i < 8; ++i) {
                u64& at = bits.word[words[i]];
                drawn += (at & masks[i]) == 0;
                at |= masks[i];
            }
        } else {
            for (int i = 0; i < 8 && drawn < wanted; ++i) {
                u64& at = bits.word[words[i]];
                drawn += (at & masks[i]) == 0;
                at |= masks[i];
            }
        }
        counter += 8;
        if (pace.over(8 * draw_steps)) return false;
    }
    return true;
}
#endif

// Corrects independent bits (or an empty plane) to exactly the wanted number of cells. Returns false if stopped.
template <int Step, class AnyPace>
HS_INLINE bool finish_sample(const Plan& plan, u64 cells, Words<Step> bits, u64 key, const u64* excluded,
                             u64 excluded_count, AnyPace& pace) {
    const u64 words = (cells + 63) / 64;
    u64 counter = u64(plan.digits) * words;
    u64 drawn = 0;
    const u64 tail = low_mask(unsigned((cells - 1) % 64) + 1);
    if (!plan.dropped) {
        bits.word[(words - 1) * Step] &= tail;
        for (u64 i = 0; i < excluded_count; ++i) bits.clear(excluded[i]);
        for (u64 w = 0; w < words; ++w) {
            drawn += population(bits.word[w * Step]);
            if (pace.over_in_round(w, Step)) return false;
        }
        while (drawn > plan.wanted) {
            const u64 cell = stream_below(key, counter, cells);
            drawn -= bits.test(cell);
            bits.clear(cell);
            if (pace.over_in_round(counter, draw_steps)) return false;
        }
    }
    if (drawn < plan.wanted) {
        for (u64 i = 0; i < excluded_count; ++i) bits.set(excluded[i]);
#if defined(HS_DRAW_GROUPS)
        if (plan.dropped && !draw_groups(bits, key, counter, cells, plan.wanted, drawn, pace)) return false;
#endif
        while (drawn < plan.wanted) {
            const u64 cell = stream_below(key, counter, cells);
            drawn += !bits.test(cell);
            bits.set(cell);
            if (pace.over_in_round(counter, draw_steps)) return false;
        }
        for (u64 i = 0; i < excluded_count; ++i) bits.clear(excluded[i]);
    }
    if (plan.inverted) {
        for (u64 w = 0; w < words; ++w) {
            bits.word[w * Step] = ~bits.word[w * Step];
            if (pace.over_in_round(w, Step)) return false;
        }
        bits.word[(words - 1) * Step] &= tail;
        for (u64 i = 0; i < excluded_count; ++i) bits.clear(excluded[i]);
    }
    return true;
}

// Steps for drawing one whole word.
HS_INLINE u64 word_steps(const Plan& plan) { return 1 + 8 * u64(plan.digits); }

// Draws one board into an empty plane. Returns false if stopped; the plane is then undefined.
template <class AnyPace>
static inline bool sample_board(u64 cells, u64 mines, u64 key, const u64* excluded, u64 excluded_count, u64* plane,
                                AnyPace& pace) {
    const Plan plan = make_plan(cells, mines, excluded_count);
    const u64 words = (cells + 63) / 64;
    if (plan.digits > 0) {
        Lanes place{};
        for (int i = 0; i < 8; ++i) set_lane(place, i, u64(i) * golden);
        for (u64 w = 0; w < words; w += 8) {
            Lanes bits{};
            for (int digit = 0; digit < plan.digits; ++digit) {
                const Lanes fresh = mix_lanes(place, key + (u64(digit) * words + w + 1) * golden);
                bits = (plan.threshold >> digit) & 1 ? bits | fresh : bits & fresh;
            }
            const u64 left = words - w < 8 ? words - w : 8;
            for (u64 i = 0; i < left; ++i) plane[w + i] = lane(bits, int(i));
            if (pace.over(word_steps(plan))) return false;
        }
    }
    return finish_sample(plan, cells, Words<1>{plane}, key, excluded, excluded_count, pace);
}

// Draws eight boards: word w of board b is lane b of planes[w]. Returns false if stopped.
template <class AnyPace>
static inline bool sample_lanes(const Plan& plan, u64 cells, const u64* keys, const u64* const* excluded,
                                u64 excluded_count, Lanes* planes, AnyPace& pace) {
    const u64 words = (cells + 63) / 64;
    Lanes key{};
    for (int i = 0; i < 8; ++i) set_lane(key, i, keys[i]);
    for (u64 w = 0; w < words; ++w) {
        Lanes bits{};
        for (int digit = 0; digit < plan.digits; ++digit) {
            const Lanes fresh = mix_lanes(key, (u64(digit) * words + w + 1) * golden);
            bits = (plan.threshold >> digit) & 1 ? bits | fresh : bits & fresh;
        }
        planes[w] = bits;
        if (pace.over_in_round(w, word_steps(plan))) return false;
    }
    u64* const first = reinterpret_cast<u64*>(planes);
    for (int i = 0; i < 8; ++i) {
        if (!finish_sample(plan, cells, Words<8>{first + i}, keys[i], excluded[i], excluded_count, pace)) return false;
    }
    return true;
}

// Draws eight boards, each with its own excluded cells. Lane i of `planes` receives the layout of keys[i], which keeps
// the counts[i] cells of excluded[i] free of mines; `plane` is working memory for one board. Returns false if stopped.
template <class AnyPace>
static inline bool deal_lanes(const Geometry& g, u64 mines, const u64* keys, const u64* const* excluded, const u64* counts,
                              Lanes* planes, u64* plane, AnyPace& pace) {
    bool alike = true;
    for (u64 i = 1; i < 8; ++i) alike = alike && counts[i] == counts[0];
    if (alike) {
        const Plan plan = make_plan(g.cells, mines, counts[0]);
        return sample_lanes(plan, g.cells, keys, excluded, counts[0], planes, pace);
    }
    // A first cell at the border has fewer neighbours, so fewer cells are excluded: such a board needs its own plan.
    for (u64 i = 0; i < 8; ++i) {
        std::memset(plane, 0, std::size_t(g.words + 1) * sizeof(u64));
        if (!sample_board(g.cells, mines, keys[i], excluded[i], counts[i], plane, pace)) return false;
        for (u64 w = 0; w < g.words; ++w) set_lane(planes[w], int(i), plane[w]);
    }
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

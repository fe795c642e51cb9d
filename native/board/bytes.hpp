// Conversions between bits and bytes, sixteen cells at a time, with 128-bit vectors. Intrinsics are used only where the
// compiler's vector extensions don't suffice.
#pragma once

#include <cstring>

#include "board/bits.hpp"

#if (defined(__GNUC__) || defined(__clang__)) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#if defined(__SSE2__)
#define HS_BYTES
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HS_BYTES
#define HS_NEON
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#define HS_BYTES
#include <wasm_simd128.h>
#endif
#endif

#if defined(HS_BYTES)
namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

typedef u8 Bytes __attribute__((vector_size(16)));
typedef u16 Pairs __attribute__((vector_size(16)));
typedef u32 Fours __attribute__((vector_size(16)));
typedef u64 Eights __attribute__((vector_size(16)));

// Selects elements of two concatenated vectors by index.
#if defined(__clang__)
#define HS_TAKE(one, other, ...) __builtin_shufflevector(one, other, __VA_ARGS__)
#else
#define HS_TAKE(one, other, ...) __builtin_shuffle(one, other, decltype(one + other){__VA_ARGS__})
#endif

HS_INLINE Bytes load_bytes(const u8* from) {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    return bytes;
}
HS_INLINE void store_bytes(u8* to, Bytes bytes) { std::memcpy(to, &bytes, sizeof bytes); }

// Bitwise select: bits of `one` where `mask` is set, otherwise of `other`.
HS_INLINE Bytes choose(Bytes mask, Bytes one, Bytes other) {
#if defined(HS_NEON)
    return Bytes(vbslq_u8(uint8x16_t(mask), uint8x16_t(one), uint8x16_t(other)));
#else
    return (one & mask) | (other & ~mask);
#endif
}

// Bit i is set where byte i of `mask` is all ones; otherwise byte i is zero.
HS_INLINE u64 mask_bits(Bytes mask) {
#if defined(__SSE2__)
    return u64(u32(_mm_movemask_epi8(__m128i(mask))));
#elif defined(HS_NEON)
    // Each byte keeps a different bit; adding neighbours combines eight bytes into one.
    const Bytes own = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t sums = uint8x16_t(mask & own);
    for (int i = 0; i < 3; ++i) sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
#else
    return u64(wasm_i8x16_bitmask(v128_t(mask)));
#endif
}

// The inverse of `mask_bits`, for bits 16 * Part to 16 * Part + 15.
template <int Part>
HS_INLINE Bytes bits_mask(u64 bits) {
    const Bytes own = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    // Repeat each byte twice, four times and eight times.
    const Bytes word = Bytes(Eights{bits, 0});
    const Pairs twice = Pairs(HS_TAKE(word, word, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7));
    constexpr int four = Part / 2 * 4, two = Part % 2 * 2;
    const Fours more =
        Fours(HS_TAKE(twice, twice, four, four, four + 1, four + 1, four + 2, four + 2, four + 3, four + 3));
    const Bytes all = Bytes(HS_TAKE(more, more, two, two, two + 1, two + 1));
    return Bytes((all & own) == own);
}

// Where `low` is set, swaps bits with those `Distance` above them.
template <int Distance>
HS_INLINE Eights exchanged(Eights bits, u64 low) {
    const Eights differ = (bits ^ (bits >> Distance)) & low;
    return bits ^ differ ^ (differ << Distance);
}

// Transposes the bits of either half: bit i of byte j becomes bit j of byte i.
HS_INLINE Bytes transposed(Bytes bytes) {
    Eights bits = Eights(bytes);
    bits = exchanged<7>(bits, 0x00aa00aa00aa00aau);
    bits = exchanged<14>(bits, 0x0000cccc0000ccccu);
    bits = exchanged<28>(bits, 0x00000000f0f0f0f0u);
    return Bytes(bits);
}

// Bytes of four words, grouped by position: byte 0 of all four words, then byte 1, and so on. `low` has bytes 0 to 3,
// `high` 4 to 7.
struct FourBytes {
    Fours low, high;
};
HS_INLINE FourBytes four_bytes(u64 a, u64 b, u64 c, u64 d) {
    const Bytes one = Bytes(Eights{a, 0}), two = Bytes(Eights{b, 0});
    const Bytes three = Bytes(Eights{c, 0}), four = Bytes(Eights{d, 0});
    const Pairs first = Pairs(HS_TAKE(one, two, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    const Pairs second = Pairs(HS_TAKE(three, four, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    return {Fours(HS_TAKE(first, second, 0, 8, 1, 9, 2, 10, 3, 11)),
            Fours(HS_TAKE(first, second, 4, 12, 5, 13, 6, 14, 7, 15))};
}

// Converts bit-sliced numbers of 64 cells to bytes; `planes` is at most 8.
HS_INLINE void expand_in_sixteens(const u64* sums, int planes, u8* bytes) {
    const u64 zero = 0;
    const auto sum = [&](int j) HS_INLINE_LAMBDA { return j < planes ? sums[j] : zero; };
    const FourBytes fours = four_bytes(sum(0), sum(1), sum(2), sum(3));
    if (planes <= 4) {
        // Cells 0 to 7 and 8 to 15 share eight bytes, half of each byte.
        for (int half = 0; half < 2; ++half) {
            const Bytes both = transposed(Bytes(half ? fours.high : fours.low));
            const Eights even = Eights(both & 15), odd = Eights(both >> 4);
            store_bytes(bytes + 32 * half, Bytes(HS_TAKE(even, odd, 0, 2)));
            store_bytes(bytes + 32 * half + 16, Bytes(HS_TAKE(even, odd, 1, 3)));
        }
        return;
    }
    const FourBytes more = four_bytes(sum(4), sum(5), sum(6), sum(7));
    store_bytes(bytes, transposed(Bytes(HS_TAKE(fours.low, more.low, 0, 4, 1, 5))));
    store_bytes(bytes + 16, transposed(Bytes(HS_TAKE(fours.low, more.low, 2, 6, 3, 7))));
    store_bytes(bytes + 32, transposed(Bytes(HS_TAKE(fours.high, more.high, 0, 4, 1, 5))));
    store_bytes(bytes + 48, transposed(Bytes(HS_TAKE(fours.high, more.high, 2, 6, 3, 7))));
}

#undef HS_TAKE

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
#endif

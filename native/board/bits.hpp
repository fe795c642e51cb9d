// Bits of planes: one bit per cell; cell i is bit i & 63 of word i >> 6.
//
// Everything here and in the kernel headers is in a namespace named after the instruction set. Otherwise the linker
// would merge the copies that one library contains.
#pragma once

#include <cstddef>
#include <cstdint>

#include "variant.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

HS_INLINE u64 low_mask(unsigned count) { return count >= 64 ? ~u64{0} : (u64{1} << count) - 1; }

HS_INLINE bool test_bit(const u64* plane, u64 bit) { return (plane[bit >> 6] >> (bit & 63)) & 1; }
HS_INLINE void set_bit(u64* plane, u64 bit) { plane[bit >> 6] |= u64{1} << (bit & 63); }
HS_INLINE void clear_bit(u64* plane, u64 bit) { plane[bit >> 6] &= ~(u64{1} << (bit & 63)); }

// Sets `count` bits, starting with `bit`.
HS_INLINE void set_run(u64* plane, u64 bit, u64 count) {
    while (count > 0) {
        const unsigned shift = unsigned(bit & 63);
        const u64 here = count < 64 - shift ? count : 64 - shift;
        plane[bit >> 6] |= low_mask(unsigned(here)) << shift;
        bit += here;
        count -= here;
    }
}

// Returns `count` (1 to 64) bits, starting with `bit`. May read one word past the last, so every plane has a spare
// word.
HS_INLINE u64 load_bits(const u64* plane, u64 bit, unsigned count) {
    const u64 word = bit >> 6;
    const unsigned shift = unsigned(bit & 63);
    return ((plane[word] >> shift) | ((plane[word + 1] << 1) << (63 - shift))) & low_mask(count);
}

HS_INLINE unsigned population(u64 bits) {
    // Baseline x86 has no popcnt instruction: the builtin would compile to a function call there.
#if (defined(__GNUC__) || defined(__clang__)) && (!defined(__x86_64__) || defined(__POPCNT__))
    return unsigned(__builtin_popcountll(bits));
#else
    bits = bits - ((bits >> 1) & 0x5555555555555555u);
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    return unsigned((((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
#endif
}

// Index of the lowest set bit; `bits` is not 0.
HS_INLINE unsigned lowest(u64 bits) {
#if defined(__GNUC__) || defined(__clang__)
    return unsigned(__builtin_ctzll(bits));
#else
    return population((bits & (0 - bits)) - 1);
#endif
}

// Position of the set bit with `number` set bits below it.
HS_INLINE unsigned nth_bit(u64 bits, unsigned number) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(u64{1} << number, bits));
#else
    for (; number; --number) bits &= bits - 1;
    return lowest(bits);
#endif
}

// Returns the high word of a 64 x 64 bit product, and stores the low word in `low`.
HS_INLINE u64 multiply(u64 left, u64 right, u64& low) {
#if defined(__SIZEOF_INT128__)
    const unsigned __int128 product = (unsigned __int128)left * right;
    low = u64(product);
    return u64(product >> 64);
#else
    const u64 a = left >> 32, b = left & 0xffffffffu, c = right >> 32, d = right & 0xffffffffu;
    const u64 middle = a * d + ((b * d) >> 32);
    const u64 other = b * c + (middle & 0xffffffffu);
    low = left * right;
    return a * c + (middle >> 32) + (other >> 32);
#endif
}

// All cells of `through` that can be reached from `seeds` (a subset of `through`) without leaving the row.
HS_INLINE u64 fill_row(u64 seeds, u64 through) {
    // Towards higher bits, an addition carries through a whole run; seeds within the run are set explicitly.
    u64 filled = through & (~(through + seeds) | seeds);
    // Towards lower bits there is no carry, so this takes six doubling steps.
    u64 open = through;
    filled |= open & (filled >> 1);
    open &= open >> 1;
    filled |= open & (filled >> 2);
    open &= open >> 2;
    filled |= open & (filled >> 4);
    open &= open >> 4;
    filled |= open & (filled >> 8);
    open &= open >> 8;
    filled |= open & (filled >> 16);
    open &= open >> 16;
    filled |= open & (filled >> 32);
    return filled;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

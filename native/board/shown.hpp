// A board that copies cells, as they open, into the observations of an environment.
#pragma once

#include "board/cascade.hpp"
#include "board/codes.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

#if defined(HS_BYTES)
// For up to this many codes, writing them one by one is faster.
constexpr unsigned few_codes = 10;

// Stores value(), sixteen bytes at a time, in the bytes (of 64) that `bits` selects.
template <int Part = 0, class Value>
HS_INLINE void replace_bytes(u8* to, u64 bits, Value&& value) {
    if constexpr (Part < 4) {
        u8* const own = to + 16 * Part;
        store_bytes(own, choose(bits_mask<Part>(bits), value(16 * Part), load_bytes(own)));
        replace_bytes<Part + 1>(to, bits, value);
    }
}
#endif

// Copies the codes that `bits` selects, up to 64, from another row. If the row has all 64 codes (`whole`), unselected
// ones may be rewritten unchanged.
template <class Code>
HS_INLINE void copy_codes(const Code* from, Code* to, u64 bits, bool whole) {
    if constexpr (sizeof(Code) == 1) {
#if defined(__AVX512BW__)
        if (population(bits) > 4) {
            _mm512_mask_storeu_epi8(to, bits, _mm512_maskz_loadu_epi8(bits, from));
            return;
        }
#elif defined(HS_BYTES)
        if (whole && population(bits) > few_codes) {
            const u8* const bytes = reinterpret_cast<const u8*>(from);
            replace_bytes(reinterpret_cast<u8*>(to), bits,
                          [&](int i) HS_INLINE_LAMBDA { return load_bytes(bytes + i); });
            return;
        }
#endif
    }
    static_cast<void>(whole);
    for (; bits; bits &= bits - 1) {
        const unsigned place = lowest(bits);
        to[place] = from[place];
    }
}

// Stores `code` wherever `bits` is set.
template <class Code>
HS_INLINE void set_codes(Code* to, u64 bits, Code code, bool whole) {
    if constexpr (sizeof(Code) == 1) {
#if defined(__AVX512BW__)
        if (population(bits) > 4) {
            _mm512_mask_storeu_epi8(to, bits, _mm512_set1_epi8(char(code)));
            return;
        }
#elif defined(HS_BYTES)
        if (whole && population(bits) > few_codes) {
            const Bytes all = Bytes{} + u8(code);
            replace_bytes(reinterpret_cast<u8*>(to), bits, [&](int) HS_INLINE_LAMBDA { return all; });
            return;
        }
#endif
    }
    static_cast<void>(whole);
    for (; bits; bits &= bits - 1) to[lowest(bits)] = code;
}

// Which of the first min(`count`, 64) bytes are nonzero, as bits.
HS_INLINE u64 marked(const u8* bytes, u64 count) {
#if defined(__AVX512BW__)
    const __m512i found = _mm512_maskz_loadu_epi8(low_mask(count < 64 ? unsigned(count) : 64), bytes);
    return _mm512_test_epi8_mask(found, found);
#else
#if defined(__AVX2__)
    if (count >= 64) {
        const __m256i zero = _mm256_setzero_si256();
        u64 unmarked = 0;
        for (unsigned half = 0; half < 64; half += 32) {
            const __m256i found = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + half));
            unmarked |= u64(u32(_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, zero)))) << half;
        }
        return ~unmarked;
    }
#endif
    const unsigned all = count < 64 ? unsigned(count) : 64;
    u64 bits = 0;
#if defined(HS_BYTES)
    if (all >= 16) {
        for (unsigned i = 0; i < all; i += 16) {
            const unsigned at = i + 16 <= all ? i : all - 16;  // the last sixteen may overlap the previous ones
            bits |= (mask_bits(Bytes(load_bytes(bytes + at) == 0)) ^ 0xffff) << at;
        }
        return bits;
    }
#endif
    for (unsigned i = 0; i < all; ++i) bits |= u64(bytes[i] != 0) << i;
    return bits;
#endif
}

// Like `Unrecorded`, and also updates the rows of visible codes and the mask of cells that can be opened.
template <class Code>
struct Shown : Unrecorded {
    const Code* clues;   // for every cell, open or not
    Code* codes;
    u8* covered;         // 1 where a cell can be opened, otherwise 0
    u64 whole_words;     // number of words with all 64 cells

    HS_INLINE_MEMBER void add_word(u64 word, u64 bits) {
        Unrecorded::add_word(word, bits);
        copy_codes(clues + word * 64, codes + word * 64, bits, word < whole_words);
        set_codes(covered + word * 64, bits, u8{0}, word < whole_words);
    }
    HS_INLINE_MEMBER void add_cell(u64 cell) {
        set_bit(open, cell);
        ++count_opened;
        codes[cell] = clues[cell];
        covered[cell] = 0;
    }
    HS_INLINE_MEMBER bool add(u64 bit, u64 bits) {
        const unsigned shift = unsigned(bit & 63);
        if (const u64 low = bits << shift) add_word(bit >> 6, low);
        if (const u64 high = (bits >> 1) >> (63 - shift)) add_word((bit >> 6) + 1, high);
        return true;
    }
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// The map of ESP Minesweeper: one pass over the fields, which places a mine wherever a 64-bit random number modulo the
// number of remaining fields is below the number of remaining mines.
#pragma once

#include <cstring>

#include "board/pace.hpp"
#include "random/stream.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr int esp_block = 1536;  // fields per block; each uses two values from the stream
constexpr int esp_history = 31;

// Computes the next 2 * esp_block values of rand() before its final shift, after the 31 previous ones. The last three
// stay in registers: loading them as a vector would stall until the recent stores have reached the cache.
HS_INLINE void gnu_block(GnuRandom& random, u32* buffer) {
    for (int i = 0; i < esp_history; ++i) buffer[i] = random.value[(random.position + unsigned(i)) % 31];
    u32 a = buffer[28], b = buffer[29], c = buffer[30];
    for (int i = 0; i < 2 * esp_block; i += 3) {
        buffer[i + 31] = a += buffer[i];
        buffer[i + 32] = b += buffer[i + 1];
        buffer[i + 33] = c += buffer[i + 2];
    }
    for (int i = 0; i < 31; ++i) random.value[i] = buffer[2 * esp_block + i];
    random.position = 0;
}

HS_INLINE u64 gnu_next64(GnuRandom& random) {
    const u64 high = gnu_next(random);
    return (high << 32) | gnu_next(random);
}

// Decides the fields [begin, end) one by one.
HS_INLINE bool esp_fields_plain(u64* plane, u64 begin, u64 end, u64& fields_left, u64& mines_left, GnuRandom& random,
                                Pace& pace) {
    for (u64 field = begin; field < end; ++field) {
        if (gnu_next64(random) % fields_left < mines_left) {
            set_bit(plane, field);
            --mines_left;
        }
        --fields_left;
        if (pace.over_in_round(field, 8)) return false;
    }
    return true;
}

#if (defined(__GNUC__) || defined(__clang__)) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HS_ESP_VECTORS
#if defined(__AVX512DQ__)
#define HS_ESP_BYTES 64
#elif defined(__AVX2__)
#define HS_ESP_BYTES 32
#else
#define HS_ESP_BYTES 16
#endif
typedef u64 Few __attribute__((vector_size(HS_ESP_BYTES)));
typedef i64 SignedFew __attribute__((vector_size(HS_ESP_BYTES)));
typedef double DoubleFew __attribute__((vector_size(HS_ESP_BYTES)));
constexpr int few = HS_ESP_BYTES / 8;

// Bit l is set where lane l of `mask` is all ones; otherwise lane l is zero.
HS_INLINE u64 few_bits(SignedFew mask) {
#if defined(__AVX512DQ__)
    return u64(_mm512_movepi64_mask(__m512i(mask)));
#elif defined(__AVX2__)
    return u64(_mm256_movemask_pd(__m256d(mask)));
#elif defined(__SSE2__)
    return u64(_mm_movemask_pd(__m128d(mask)));
#else
    u64 bits = 0;
    for (int l = 0; l < few; ++l) bits |= u64(mask[l] & 1) << l;
    return bits;
#endif
}

// Converts a number below 2^52 to a double by putting it into the mantissa of 2^52.
HS_INLINE DoubleFew few_doubles(Few number) { return DoubleFew(number | 0x4330000000000000u) - 0x1p52; }

// Converts a block of fields, whose numbers are in `value`, to bits, lowest first. The remainders come from a quotient
// in doubles, rounded to nearest, which is right or one too large: at least 2^14 fields remain, so the quotient is
// below 2^49 and its error far below one half.
HS_INLINE void esp_block_bits(const u32* value, u64* words, u64& fields_left, u64& mines_left) {
    Few divisor{};
    for (int l = 0; l < few; ++l) divisor[l] = fields_left - u64(l);
    i64 mines = i64(mines_left);
    for (int word = 0; word < esp_block / 64; ++word) {
        Few rests[64 / few];
        u64 below = 0, certain = 0;
        for (int field = 0; field < 64; field += few) {
            Few pairs;
            std::memcpy(&pairs, value, sizeof pairs);
            value += 2 * few;
            const Few high = (pairs & 0xffffffffu) >> 1, low = pairs >> 33;
            const Few number = (high << 32) | low;
            const DoubleFew quotient = (few_doubles(high) * 0x1p32 + few_doubles(low)) / few_doubles(divisor);
            const Few whole = Few(quotient + 0x1.8p52) - 0x4338000000000000u;
            Few rest = number - whole * divisor;
            rest += divisor & Few(SignedFew(rest) >> 63);
            rests[field / few] = rest;
            below |= few_bits(SignedFew(rest) < mines) << field;
            certain |= few_bits(SignedFew(rest) < mines - 64) << field;
            divisor -= u64(few);
        }
        // Every mine lowers the threshold for later fields, but that rarely changes a result within 64 fields.
        if (below != certain) {
            i64 left = mines;
            below = 0;
            for (int l = 0; l < 64; ++l) {
                const bool mine = i64(rests[l / few][l % few]) < left;
                below |= u64(mine) << l;
                left -= mine;
            }
        }
        mines -= i64(population(below));
        words[word] = below;
    }
    mines_left = u64(mines);
    fields_left -= esp_block;
}
#endif

// Decides the fields [begin, end) of a map. Returns false if stopped.
static inline bool esp_fields(u64* plane, u64 begin, u64 end, u64& fields_left, u64& mines_left, GnuRandom& random,
                              Pace& pace) {
#if defined(HS_ESP_VECTORS)
    u32 buffer[esp_history + 2 * esp_block];
    u64 words[esp_block / 64];
    while (end - begin >= esp_block && fields_left < (u64{1} << 52) && fields_left >= (1 << 14) + esp_block) {
        gnu_block(random, buffer);
        esp_block_bits(buffer + esp_history, words, fields_left, mines_left);
        u64* const to = plane + (begin >> 6);
        const unsigned shift = unsigned(begin & 63);
        for (int word = 0; word < esp_block / 64; ++word) {
            to[word] |= words[word] << shift;
            if (shift) to[word + 1] |= words[word] >> (64 - shift);
        }
        begin += esp_block;
        if (pace.over(esp_block)) return false;
    }
#endif
    return esp_fields_plain(plane, begin, end, fields_left, mines_left, random, pace);
}

// Draws a map. Returns false if stopped; plane and stream are then undefined.
static inline bool esp_map(u64* plane, u64 cells, u64 mines, u64 start, GnuRandom& random, const Stop& stop) {
    Pace pace(stop);
    u64 fields_left = cells - 1;
    u64 mines_left = mines;
    return esp_fields(plane, 0, start, fields_left, mines_left, random, pace) &&
           esp_fields(plane, start + 1, cells, fields_left, mines_left, random, pace);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

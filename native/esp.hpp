// The map of ESP Minesweeper: one pass over the fields, a mine wherever a 64-bit random number modulo the fields left is
// below the mines left.
#pragma once

#include "random.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr int esp_block = 1024;  // fields per block; each takes two values of the stream
constexpr int esp_history = 43;

// The next 2 * esp_block values of rand() before its final shift. The recurrence r[i] = r[i-3] + r[i-31] put into itself
// three times is r[i] = r[i-12] + r[i-31] + r[i-34] + r[i-37] + r[i-40]: eight values at a time don't wait for another.
HS_INLINE void gnu_block(GnuRandom& random, u32* buffer) {
    u32* const history = buffer;
    for (int i = 0; i < 31; ++i) history[12 + i] = random.value[(random.position + unsigned(i)) % 31];
    for (int i = 11; i >= 0; --i) history[i] = history[i + 31] - history[i + 28];
    for (int t = esp_history; t < esp_history + 2 * esp_block; t += 8) {
        u32 next[8];
        for (int l = 0; l < 8; ++l) {
            const int i = t + l;
            next[l] = buffer[i - 12] + buffer[i - 31] + buffer[i - 34] + buffer[i - 37] + buffer[i - 40];
        }
        for (int l = 0; l < 8; ++l) buffer[t + l] = next[l];
    }
    for (int i = 0; i < 31; ++i) random.value[i] = buffer[2 * esp_block + esp_history - 31 + i];
    random.position = 0;
}

HS_INLINE u64 gnu_next64(GnuRandom& random) {
    const u64 high = gnu_next(random);
    return (high << 32) | gnu_next(random);
}

// Fields [begin, end) one by one.
HS_INLINE void esp_fields_plain(u64* plane, u64 begin, u64 end, u64& fields_left, u64& mines_left, GnuRandom& random) {
    for (u64 field = begin; field < end; ++field) {
        if (gnu_next64(random) % fields_left < mines_left) {
            set_bit(plane, field);
            --mines_left;
        }
        --fields_left;
    }
}

// Fields [begin, end) of a map. The remainders come from a quotient in doubles that is off by one at the most, which
// holds while there are at least 2^12 and less than 2^53 fields left: the numbers are below 2^63.
static inline void esp_fields(u64* plane, u64 begin, u64 end, u64& fields_left, u64& mines_left, GnuRandom& random) {
    u32 buffer[esp_history + 2 * esp_block];
    while (end - begin >= esp_block && fields_left < (u64{1} << 53) && fields_left >= 4096 + esp_block) {
        gnu_block(random, buffer);
        const u32* value = buffer + esp_history;
        for (int field = 0; field < esp_block; field += 8) {
            i64 rest[8];
            for (int l = 0; l < 8; ++l) {
                const i64 high = value[2 * l] >> 1, low = value[2 * l + 1] >> 1;
                const i64 number = (high << 32) | low;
                const i64 divisor = i64(fields_left) - l;
                const i64 quotient = i64(double(number) / double(divisor));
                i64 remainder = number - quotient * divisor;
                remainder += divisor & (remainder >> 63);
                remainder -= divisor & ~((remainder - divisor) >> 63);
                rest[l] = remainder;
            }
            value += 16;
            u64 bits = 0;
            for (int l = 0; l < 8; ++l) {
                const u64 mine = rest[l] < i64(mines_left);
                bits |= mine << l;
                mines_left -= mine;
            }
            fields_left -= 8;
            const u64 at = begin + u64(field);
            const unsigned shift = unsigned(at & 63);
            plane[at >> 6] |= bits << shift;
            if (shift > 56) plane[(at >> 6) + 1] |= bits >> (64 - shift);
        }
        begin += esp_block;
    }
    esp_fields_plain(plane, begin, end, fields_left, mines_left, random);
}

static inline void esp_map(u64* plane, u64 cells, u64 mines, u64 start, GnuRandom& random) {
    u64 fields_left = cells - 1;
    u64 mines_left = mines;
    esp_fields(plane, 0, start, fields_left, mines_left, random);
    esp_fields(plane, start + 1, cells, fields_left, mines_left, random);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

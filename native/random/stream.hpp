// Random streams: our own, which is the same on every platform, and the GNU C library's rand().
#pragma once

#include "board/bits.hpp"
#include "board/state.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr u64 golden = 0x9e3779b97f4a7c15u;

// SplitMix64's finalizer (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
template <class Word>
HS_INLINE Word mix(Word word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

// A stream is a key and a counter: value j is mix(key + (j + 1) * golden), which allows random access.
HS_INLINE u64 stream_key(u64 seed, u64 name, u64 index) { return mix(mix(mix(seed) ^ name) + index * golden); }

HS_INLINE u64 stream_value(u64 key, u64 counter) { return mix(key + (counter + 1) * golden); }

// A uniform number below `bound` (at least 1), by multiplication with rejection (Lemire 2019): exact for every bound.
HS_INLINE u64 stream_below(u64 key, u64& counter, u64 bound) {
    u64 low;
    u64 high = multiply(stream_value(key, counter++), bound, low);
    if (low < bound) {
        const u64 threshold = (0 - bound) % bound;
        while (low < threshold) high = multiply(stream_value(key, counter++), bound, low);
    }
    return high;
}

static inline void gnu_seed(GnuRandom& random, u32 seed) {
    if (seed == 0) seed = 1;
    // r[i] = 16807 * r[i-1] mod (2^31 - 1) on signed numbers: seeds of 2^31 or more count as negative.
    i64 word = i64(std::int32_t(seed));
    random.value[0] = u32(word);
    for (int i = 1; i < 31; ++i) {
        const i64 high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        if (word < 0) word += 2147483647;
        random.value[i] = u32(word);
    }
    // The lag is 3: the additions start with r[3] + r[0], and the first 310 results are discarded.
    random.position = 3;
    for (int i = 0; i < 310; ++i) {
        const unsigned back = random.position >= 3 ? random.position - 3 : random.position + 28;
        random.value[random.position] += random.value[back];
        random.position = random.position == 30 ? 0 : random.position + 1;
    }
}

HS_INLINE u32 gnu_next(GnuRandom& random) {
    const unsigned back = random.position >= 3 ? random.position - 3 : random.position + 28;
    const u32 word = random.value[random.position] += random.value[back];
    random.position = random.position == 30 ? 0 : random.position + 1;
    return word >> 1;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

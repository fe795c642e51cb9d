// A slow but obvious implementation of random numbers: streams as in src/hypersweep/rng.py, layouts as in
// Layout.random, and rand() of the GNU C library with the ESP map drawn from it.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "tests/naive.hpp"

namespace naive {

constexpr u64 golden = 0x9E3779B97F4A7C15u;

inline u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

inline u64 stream_name(const std::string& name) {
    u64 value = 0xCBF29CE484222325u;
    for (char letter : name + "/1") value = (value ^ u64(static_cast<unsigned char>(letter))) * 0x100000001B3u;
    return value;
}

// A 128-bit product by binary long multiplication.
inline void multiply(u64 left, u64 right, u64& high, u64& low) {
    high = low = 0;
    for (int bit = 63; bit >= 0; --bit) {
        high = (high << 1) | (low >> 63);
        low <<= 1;
        if ((right >> bit) & 1) {
            low += left;
            high += low < left;
        }
    }
}

struct Stream {
    Stream(u64 seed, u64 name, u64 index) : key(mix(mix(mix(seed) ^ name) + index * golden)) {}
    explicit Stream(u64 key) : key(key) {}

    u64 word(u64 place) const { return mix(key + (place + 1) * golden); }
    u64 next() { return word(used++); }

    u64 below(u64 bound) {
        for (;;) {
            u64 high, low;
            multiply(next(), bound, high, low);
            // Computes 2^64 mod bound without a 65-bit number.
            if (low >= (~u64{0} % bound + 1) % bound) return high;
        }
    }

    u64 key;
    u64 used = 0;
};

inline int width(u64 number) {
    int bits = 0;
    while (bits < 64 && number >> bits) ++bits;
    return bits;
}

inline Bits random_mines(u64 cells, u64 mines, u64 key, const std::vector<u64>& excluded) {
    const u64 words = (cells + 63) / 64, allowed = cells - excluded.size();
    const bool inverted = mines > allowed / 2;
    const u64 wanted = inverted ? allowed - mines : mines;
    Stream stream(key);
    Bits chosen(words * 64), kept_free(cells);
    for (u64 cell : excluded) kept_free[cell] = true;
    if (wanted > cells / 16) {
        int digits = std::min(width(cells) / 2 + 2, 63 - width(wanted));
        u64 threshold = (wanted << digits) / allowed;
        if (threshold != 0) --threshold;
        for (; threshold != 0 && threshold % 2 == 0; --digits) threshold /= 2;
        if (threshold == 0) digits = 0;
        for (int digit = 0; digit < digits; ++digit) {
            for (u64 w = 0; w < words; ++w) {
                const u64 word = stream.next();
                for (u64 i = 0; i < 64; ++i) {
                    const bool fresh = (word >> i) & 1, old = chosen[w * 64 + i];
                    chosen[w * 64 + i] = (threshold >> digit) & 1 ? old || fresh : old && fresh;
                }
            }
        }
    }
    chosen.resize(cells);
    for (u64 cell : excluded) chosen[cell] = false;
    u64 drawn = count(chosen);
    for (; drawn > wanted; drawn = count(chosen)) chosen[stream.below(cells)] = false;
    while (drawn < wanted) {
        const u64 cell = stream.below(cells);
        if (chosen[cell] || kept_free[cell]) continue;
        chosen[cell] = true;
        ++drawn;
    }
    if (inverted) {
        for (u64 i = 0; i < cells; ++i) chosen[i] = !chosen[i] && !kept_free[i];
    }
    return chosen;
}

// srand() and rand() of the GNU C library: 34 words from the seed, 310 results dropped.
class GnuRandom {
  public:
    explicit GnuRandom(u32 seed) {
        i64 word = seed == 0 ? 1 : seed < 0x80000000u ? i64(seed) : i64(seed) - (i64{1} << 32);
        for (int i = 0; i < 31; ++i) {
            past_.push_back(u32(word));
            word = 16807 * word % 2147483647;
            if (word < 0) word += 2147483647;
        }
        for (int i = 0; i < 3; ++i) past_.push_back(past_[std::size_t(i)]);
        for (int i = 0; i < 310; ++i) next();
    }
    u32 next() {
        past_.push_back(past_[past_.size() - 3] + past_[past_.size() - 31]);
        if (past_.size() > 34) past_.pop_front();
        return past_.back() >> 1;
    }
    u64 next64() {
        const u64 upper = next();
        return (upper << 32) | next();
    }

  private:
    std::deque<u32> past_;
};

inline Bits esp_map(u64 cells, u64 mines, u64 start, GnuRandom& random) {
    Bits found(cells);
    u64 fields_left = cells - 1, mines_left = mines;
    for (u64 field = 0; field < cells; ++field) {
        if (field == start) continue;
        if (random.next64() % fields_left < mines_left) {
            found[field] = true;
            --mines_left;
        }
        --fields_left;
    }
    return found;
}

}  // namespace naive

// Random streams for Python.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

#include "python/binding.hpp"

namespace hypersweep {

// Whether two generators of the GNU C library will return the same numbers.
inline bool same_place(const GnuRandom& one, const GnuRandom& other) {
    return one.position == other.position && std::equal(std::begin(one.value), std::end(one.value), other.value);
}

class PyGnuRandom {
  public:
    // The last 31 values, and the index of the oldest one.
    using State = std::pair<std::array<u32, 31>, unsigned>;

    explicit PyGnuRandom(u64 seed) { active->gnu_seed(random, u32(seed)); }
    u32 next() { return active->gnu_next(random); }
    u64 next64() {
        const u64 high = next();
        return high << 32 | next();
    }
    State state() const {
        State found;
        std::copy(std::begin(random.value), std::end(random.value), found.first.begin());
        found.second = random.position;
        return found;
    }
    void put(const State& given) {
        if (given.second >= given.first.size()) throw std::invalid_argument("the position is out of range");
        std::copy(given.first.begin(), given.first.end(), random.value);
        random.position = given.second;
    }
    GnuRandom random;
};

class PyStream {
  public:
    PyStream(u64 seed, u64 name, u64 index, u64 position)
        : key(active->stream_key(seed, name, index)), counter(position) {}
    u64 bits64() { return active->stream_value(key, counter++); }
    u64 below(u64 bound) {
        if (bound == 0) throw std::invalid_argument("bound is 0");
        return active->stream_below(key, counter, bound);
    }
    u64 key;
    u64 counter;
};

}  // namespace hypersweep

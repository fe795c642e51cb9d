// Random streams as Python sees them.
#pragma once

#include <stdexcept>

#include "binding.hpp"

namespace hypersweep {

class PyGnuRandom {
  public:
    explicit PyGnuRandom(u64 seed) { active->gnu_seed(random, u32(seed)); }
    u32 next() { return active->gnu_next(random); }
    GnuRandom random;
};

class PyStream {
  public:
    PyStream(u64 seed, u64 name, u64 index) : key(active->stream_key(seed, name, index)) {}
    u64 bits64() { return active->stream_value(key, counter++); }
    u64 below(u64 bound) {
        if (bound == 0) throw std::invalid_argument("bound is 0");
        return active->stream_below(key, counter, bound);
    }
    u64 key;
    u64 counter = 0;
};

}  // namespace hypersweep

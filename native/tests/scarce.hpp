// An allocator that fails on demand, for the kernels of scarce.cpp. Include it in one file per program: it defines the
// functions that those kernels call.
#pragma once

#include <cstdlib>

#include "kernels.hpp"

namespace hypersweep {

namespace scarce {
const Kernels& kernels();
}

namespace test {

// Number of allocations so far, and which of them must fail.
static u64 allocations = 0, first_failure = ~u64{0}, last_failure = 0;

void* scarce_realloc(void* data, std::size_t bytes) {
    const u64 number = allocations++;
    return number >= first_failure && number <= last_failure ? nullptr : std::realloc(data, bytes);
}

}  // namespace test
}  // namespace hypersweep

// Chooses which copy of the kernels runs on this processor.
#include <cstring>

#include "kernels.hpp"

#if defined(HYPERSWEEP_X86_VARIANTS) && defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace hypersweep {

#if defined(HYPERSWEEP_X86_VARIANTS)
#if defined(_MSC_VER)
static bool has_v3() {
    int leaf1[4], leaf7[4];
    __cpuid(leaf1, 1);
    const bool system = (leaf1[2] >> 27) & 1;
    if (!system || (_xgetbv(0) & 6) != 6) return false;
    __cpuidex(leaf7, 7, 0);
    return ((leaf1[2] >> 12) & 1) && ((leaf1[2] >> 23) & 1) && ((leaf7[1] >> 5) & 1) && ((leaf7[1] >> 8) & 1);
}
static bool has_v4() {
    if (!has_v3() || (_xgetbv(0) & 0xe6) != 0xe6) return false;
    int leaf7[4];
    __cpuidex(leaf7, 7, 0);
    const int needed[] = {16, 17, 28, 30, 31};  // F, DQ, CD, BW, VL
    for (int bit : needed) {
        if (!((leaf7[1] >> bit) & 1)) return false;
    }
    return true;
}
#else
static bool has_v3() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
}
static bool has_v4() {
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}
#endif
#endif

const Kernels* named_kernels(const char* name) {
    if (std::strcmp(name, baseline::kernels().name) == 0) return &baseline::kernels();
#if defined(HYPERSWEEP_X86_VARIANTS)
    if (std::strcmp(name, "x86_64_v3") == 0 && has_v3()) return &x86_64_v3::kernels();
    if (std::strcmp(name, "x86_64_v4") == 0 && has_v4()) return &x86_64_v4::kernels();
#endif
    return nullptr;
}

const Kernels* best_kernels() {
    const char* const order[] = {"x86_64_v4", "x86_64_v3"};
    for (const char* name : order) {
        if (const Kernels* found = named_kernels(name)) return found;
    }
    return &baseline::kernels();
}

}  // namespace hypersweep

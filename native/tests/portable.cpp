// The kernels compiled without GCC's and Clang's extensions, and without special instruction sets, to test fallbacks
// that only other compilers would use.

// Standard headers come first, because they need to detect the actual compiler.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if !defined(_MSC_VER)
#undef __GNUC__
#undef __clang__
#undef __SIZEOF_INT128__
#endif
#undef __SSE2__
#undef __AVX2__
#undef __AVX512F__
#undef __AVX512BW__
#undef __AVX512DQ__
#undef __ARM_NEON

#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT portable

#include "kernels.cpp"

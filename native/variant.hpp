// Instruction set of this copy of the kernels, and macros that every header needs.
#pragma once

#include <cstddef>
#include <cstdint>

#ifndef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT baseline
#endif

#if defined(_MSC_VER)
#define HS_INLINE static __forceinline
#define HS_INLINE_MEMBER __forceinline
#define HS_INLINE_LAMBDA
#define HS_RESTRICT __restrict
#else
#define HS_INLINE static inline __attribute__((always_inline, unused))
#define HS_INLINE_MEMBER inline __attribute__((always_inline))
#define HS_INLINE_LAMBDA __attribute__((always_inline))  // always inlined, whatever else the file contains
#define HS_RESTRICT __restrict__
#endif

namespace hypersweep {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u16 = std::uint16_t;

// Limit of a single allocation: sizes are 64-bit numbers, and must not be truncated where addresses are shorter.
constexpr u64 most_bytes = sizeof(std::size_t) < 8 ? u64{1} << 31 : u64{1} << 58;

}  // namespace hypersweep

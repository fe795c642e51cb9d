// Converts a list of items to bits that mark the items equal to a given one. Items are compared by a number, such as
// their address.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Returns which of up to 64 items equal `wanted`, as bits. Sets `others` if any item is neither `wanted` nor among the
// `span` + 1 numbers starting at `low`.
static inline u64 item_bits(const std::uintptr_t* items, u64 count, std::uintptr_t wanted, std::uintptr_t low,
                            std::uintptr_t span, bool& others) {
    u64 bits = 0, odd = 0;
    if (count == 64) {
        for (u64 i = 0; i < 64; ++i) {
            const u64 is_wanted = items[i] == wanted;
            bits |= is_wanted << i;
            odd |= u64(items[i] - low > span) & (is_wanted ^ 1);
        }
    } else {
        for (u64 i = 0; i < count; ++i) {
            const u64 is_wanted = items[i] == wanted;
            bits |= is_wanted << i;
            odd |= u64(items[i] - low > span) & (is_wanted ^ 1);
        }
    }
    others = odd;
    return bits;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

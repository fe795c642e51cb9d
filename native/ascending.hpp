// Sorts numbers. std::sort isn't used, because the linker would merge its code across the copies of the kernels.
#pragma once

#include "variant.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

inline void sort_ascending(u32* numbers, u64 count) {
    if (count < 32) {
        for (u64 i = 1; i < count; ++i) {
            const u32 own = numbers[i];
            u64 place = i;
            for (; place > 0 && numbers[place - 1] > own; --place) numbers[place] = numbers[place - 1];
            numbers[place] = own;
        }
        return;
    }
    // Most lists are sorted already, so check first; otherwise heapsort.
    bool is_sorted = true;
    for (u64 i = 1; i < count && is_sorted; ++i) is_sorted = numbers[i - 1] <= numbers[i];
    if (is_sorted) return;
    const auto sift = [&](u64 place, u64 size) {
        const u32 own = numbers[place];
        for (u64 child; (child = 2 * place + 1) < size; place = child) {
            if (child + 1 < size && numbers[child + 1] > numbers[child]) ++child;
            if (numbers[child] <= own) break;
            numbers[place] = numbers[child];
        }
        numbers[place] = own;
    };
    for (u64 i = count / 2; i-- > 0;) sift(i, count);
    for (u64 size = count; size-- > 1;) {
        const u32 top = numbers[0];
        numbers[0] = numbers[size];
        numbers[size] = top;
        sift(0, size);
    }
}

// Sorts and removes duplicates; returns the number of distinct numbers.
inline u64 sort_once(u32* numbers, u64 count) {
    sort_ascending(numbers, count);
    u64 kept = 0;
    for (u64 i = 0; i < count; ++i) {
        if (i == 0 || numbers[i] != numbers[i - 1]) numbers[kept++] = numbers[i];
    }
    return kept;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

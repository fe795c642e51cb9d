// Random choices drawn from one stream, the same on every machine.
#pragma once

#include "random/stream.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Dice {
  public:
    explicit Dice(u64 key) : key_(key) {}

    u64 below(u64 bound) { return stream_below(key_, counter_, bound); }

    // Draws one of `count` items with probability proportional to weight(i); at least one weight must be positive.
    template <class Weight>
    u64 pick(u64 count, Weight&& weight) {
        double all = 0;
        for (u64 i = 0; i < count; ++i) all += weight(i);
        double left = double(stream_value(key_, counter_++) >> 11) * 0x1p-53 * all;
        u64 found = 0;
        for (u64 i = 0; i < count; ++i) {
            const double own = weight(i);
            if (own == 0) continue;
            found = i;
            if (left < own) break;
            left -= own;
        }
        return found;
    }

  private:
    u64 key_, counter_ = 0;
};

// Sequential sampling: cells are visited one by one and a given number of them become mines, with all subsets equally
// likely.
struct Portion {
    u64 cells, mines;

    bool take(Dice& dice) {
        const bool mine = mines == cells || (mines > 0 && dice.below(cells) < mines);
        --cells;
        mines -= mine;
        return mine;
    }
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

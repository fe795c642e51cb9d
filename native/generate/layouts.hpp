// Which layouts of a job have been tried, if they are few enough for a search to try them all.
#pragma once

#include "board/bits.hpp"

#include <cstring>

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class VainLayouts {
  public:
    // Begins a search for `mines` mines in `cells` allowed cells; no layout has been tried.
    void begin(u64 cells, u64 mines) {
        cells_ = cells;
        mines_ = mines;
        noted_ = 0;
        all_ = 1;
        // A large board is never enumerated, even if it has only one layout.
        if (cells > most) all_ = most + 1;
        // Computes the number of ways to choose 1, 2, ... cells, each from the one before.
        const u64 fewer = mines < cells - mines ? mines : cells - mines;
        for (u64 i = 1; i <= fewer && all_ <= most; ++i) all_ = all_ * (cells - fewer + i) / i;
        if (all_ <= most) std::memset(is_noted_, 0, sizeof is_noted_);
    }

    // Marks a layout as tried. Excluded cells (`is_kept`) never have a mine.
    void note(const u64* mines, const u8* is_kept) {
        if (all_ > most) return;
        // Index among all layouts: for each cell, layouts without a mine there come before those with one.
        u64 place = 0, left = cells_, wanted = mines_, ways = all_;
        for (u64 i = 0; left; ++i) {
            if (is_kept[i]) continue;
            const u64 without = ways * (left - wanted) / left;
            if (test_bit(mines, i)) {
                place += without;
                ways -= without;
                --wanted;
            } else {
                ways = without;
            }
            --left;
        }
        u64& word = is_noted_[place >> 6];
        noted_ += !((word >> (place & 63)) & 1);
        word |= u64{1} << (place & 63);
    }

    bool are_all() const { return noted_ == all_; }

  private:
    // Drawing all of 8,192 layouts at random takes about 80,000 tries, so tracking more would be useless.
    static constexpr u64 most = 8192;
    u64 cells_ = 0, mines_ = 0, all_ = 0, noted_ = 0;
    u64 is_noted_[most / 64];
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

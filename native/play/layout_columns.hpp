// Layouts as columns: for each cell, the layouts in which it is a mine, and, for each clue, those in which it is safe
// and shows that clue.
//
// Bit i of a column is layout i. A subset of the layouts is a set of bits; opening a cell intersects it with a column.
#pragma once

#include "array.hpp"
#include "board/bits.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class LayoutColumns {
  public:
    u64 words = 0;            // per column
    u64 count = 0;            // number of layouts
    u64 every = 0;            // set of cells that are mines in all layouts
    unsigned cells = 0;       // number of uncertain cells
    u64 dead = 0;             // set of cells that show the same clue in all layouts in which they are safe
    u8 cell[64] = {};         // cell numbers on the board

    u64 layout(u64 i) const { return layout_[i]; }
    u64 bytes() const { return layout_.bytes() + column_.bytes(); }
    const u64* mines(unsigned number) const { return column_.data() + first_[number] * words; }
    // The clues that a cell shows in some layout, each with its column.
    unsigned clues(unsigned number) const { return first_[number + 1] - first_[number] - 1; }
    const u64* clue(unsigned number, unsigned which) const { return column_.data() + (first_[number] + 1 + which) * words; }

    // `layout(i)` returns the mines of layout i of `layouts`, `near(cell)` the neighbours of a cell. Returns false if
    // memory ran out.
    template <class Layout, class Near>
    bool make(u64 layouts, u64 unknown, u64 words_wanted, Layout&& layout, Near&& near) {
        count = layouts;
        words = words_wanted;
        if (!layout_.resize(layouts)) return false;
        every = ~u64{0};
        for (u64 i = 0; i < layouts; ++i) {
            layout_[i] = layout(i);
            every &= layout_[i];
        }
        cells = 0;
        dead = 0;
        u32 columns = 0;
        for (u64 left = unknown; left; left &= left - 1) {
            const u64 own = lowest(left), around = near(own);
            // Find the clues that occur, then make a column for each.
            u64 shown = 0, most_shown = 0;
            for (u64 i = 0; i < layouts; ++i) {
                const unsigned clue = population(layout_[i] & around);
                const u64 is_safe = ~(layout_[i] >> own) & 1;
                shown |= is_safe << (clue & 63);
                most_shown |= is_safe & (clue >> 6);
            }
            const unsigned classes = population(shown) + unsigned(most_shown);
            first_[cells] = columns;
            dead |= u64{classes == 1} << cells;
            cell[cells++] = u8(own);
            if (!column_.resize(u64(columns + 1 + classes) * words)) return false;
            u64* const column = column_.data() + u64(columns) * words;
            std::memset(column, 0, std::size_t(1 + classes) * words * sizeof(u64));
            for (u64 i = 0; i < layouts; ++i) {
                const unsigned clue = population(layout_[i] & around);
                const u64 is_mine = (layout_[i] >> own) & 1;
                const unsigned which = is_mine ? 0 : 1 + population(shown & low_mask(clue));
                column[which * words + (i >> 6)] |= u64{1} << (i & 63);
            }
            columns += 1 + classes;
        }
        first_[cells] = columns;
        return true;
    }

  private:
    Array<u64> layout_, column_;
    u32 first_[65] = {};  // cell -> its column of mines
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

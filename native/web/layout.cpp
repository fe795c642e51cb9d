// Layouts: drawn from a seed, converted from and to bits, and their statistics.
#include "web/layout.hpp"

namespace hypersweep::web {

// Draws the layout with the given seed and index, the same as Layout.random in Python.
HS_EXPORT(layout_random) int layout_random(int grid, u32 mines, u64 seed, u64 index, double first, u32 first_open) {
    Grid* const own = find_own<Grid>(grid);
    if (!own) return -bad_handle;
    FirstCells kept;
    if (const Status bad = kept.read(own->geometry, first, first_open, mines); bad != done) return -bad;
    Layout* const layout = new (std::nothrow) Layout(own);
    if (!layout || !layout->make()) {
        let_go(layout);
        return -out_of_memory;
    }
    const u64 key = kernels().stream_key(seed, layout_stream, index);
    kernels().sample(own->geometry.cells, mines, key, kept.data(), kept.size(), layout->plane, Stop{});
    layout->mines = mines;
    return keep(layout);
}

// In: bit i % 8 of byte i / 8 is the cell of index i. Trailing zero bytes may be omitted.
HS_EXPORT(layout_from_bits) int layout_from_bits(int grid, u32 bytes) {
    Grid* const own = find_own<Grid>(grid);
    if (!own) return -bad_handle;
    const u64 cells = own->geometry.cells;
    const u8* const bits = given<u8>(bytes);
    if (bytes > (cells + 7) / 8 || (bytes && !bits)) return -bad_argument;
    Layout* const layout = new (std::nothrow) Layout(own);
    if (!layout || !layout->make()) {
        let_go(layout);
        return -out_of_memory;
    }
    for (u64 i = 0; i < bytes; ++i) layout->plane[i >> 3] |= u64(bits[i]) << (8 * (i & 7));
    if (cells % 64 && layout->plane[cells >> 6] >> (cells & 63)) {
        let_go(layout);
        return -bad_argument;
    }
    layout->mines = kernels().population(layout->plane, own->geometry.words);
    return keep(layout);
}

// Out: the bytes that layout_from_bits reads. Results: number of bytes, and of mines.
HS_EXPORT(layout_bits) int layout_bits(int layout) {
    const Layout* const own = find_own<Layout>(layout);
    if (!own) return bad_handle;
    const u64 bytes = (own->grid->geometry.cells + 7) / 8;
    u8* const out = space_for<u8>(bytes);
    if (!out) return out_of_memory;
    for (u64 i = 0; i < bytes; ++i) out[i] = u8(own->plane[i >> 3] >> (8 * (i & 7)));
    tell(bytes, own->mines);
    return done;
}

// Result: whether a cell is a mine.
HS_EXPORT(layout_is_mine) int layout_is_mine(int layout, u32 cell) {
    const Layout* const own = find_own<Layout>(layout);
    if (!own) return bad_handle;
    if (cell >= own->grid->geometry.cells) return bad_argument;
    tell((own->plane[cell >> 6] >> (cell & 63)) & 1);
    return done;
}

// Results: openings, single cells and islands; 3BV is the sum of the first two.
HS_EXPORT(layout_value) int layout_value(int layout) {
    const Layout* const own = find_own<Layout>(layout);
    if (!own) return bad_handle;
    BoardValue value{};
    if (!kernels().board_value(own->grid->geometry, own->plane, nullptr, value, Stop{})) return out_of_memory;
    tell(value.openings, value.single, value.islands);
    return done;
}

}  // namespace hypersweep::web

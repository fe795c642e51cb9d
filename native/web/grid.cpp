// Grids, and the neighbours of their cells.
#include <algorithm>

#include "web/handles.hpp"

namespace hypersweep::web {

// Creates a grid. In: the sides, then for each axis whether it wraps, as 32-bit numbers. Boards of 2^31 or more cells
// are rejected.
HS_EXPORT(grid_make) int grid_make(u32 axes, int moore) {
    const u32* const numbers = given<u32>(2 * u64(axes));
    if (!numbers || axes == 0 || axes > (u32{1} << 20)) return -bad_argument;
    u64 cells = 1;
    Array<u64> sides;
    Array<bool> wrap;
    if (!sides.reserve(axes) || !wrap.reserve(axes)) return -out_of_memory;
    for (u32 axis = 0; axis < axes; ++axis) {
        if (numbers[axis] == 0) return -bad_argument;
        if (numbers[axis] > (u64{1} << 31) / cells) return -out_of_memory;
        cells *= numbers[axis];
        sides.push(numbers[axis]);
        wrap.push(numbers[axes + axis] != 0);
    }
    if (cells >> 31) return -out_of_memory;
    Grid* const grid = new (std::nothrow) Grid;
    if (!grid) return -out_of_memory;
    if (!geometry_make(grid->geometry, int(axes), sides.data(), wrap.data(), moore != 0)) {
        let_go(grid);
        return -out_of_memory;
    }
    return keep(grid);
}

// Out: the neighbours of a cell, ascending, as 32-bit numbers. Result: their number.
HS_EXPORT(grid_neighbours) int grid_neighbours(int grid, u32 cell) {
    const Grid* const own = find_own<Grid>(grid);
    if (!own) return bad_handle;
    if (cell >= own->geometry.cells) return bad_argument;
    u64* const wide = space_for<u64>(own->geometry.most_neighbours + 1);
    if (!wide) return out_of_memory;
    const u64 count = kernels().neighbours(own->geometry, cell, wide);
    std::sort(wide, wide + count);
    // Convert in place, in ascending order: each number shrinks to half its size, so it is read before it is
    // overwritten.
    u8* const out = reinterpret_cast<u8*>(wide);
    for (u64 i = 0; i < count; ++i) {
        const u32 index = u32(wide[i]);
        std::memcpy(out + i * sizeof index, &index, sizeof index);
    }
    tell(count);
    return done;
}

}  // namespace hypersweep::web

// Memory for boards: planes committed lazily by the operating system, and the record of a move in blocks.
#include <cstdlib>

#include "board/state.hpp"

namespace hypersweep {

bool geometry_make(Geometry& geometry, int axes, const u64* sides, const bool* wrap, bool moore) {
    geometry = Geometry{};
    geometry.moore = moore;
    for (int axis = 0; axis < axes; ++axis) {
        if (sides[axis] == 0) return false;
        if (sides[axis] == 1) continue;
        if (geometry.axes == most_axes) return false;
        geometry.side[geometry.axes] = sides[axis];
        geometry.wrap[geometry.axes] = wrap[axis] && sides[axis] > 2;
        ++geometry.axes;
    }
    if (geometry.axes == 0) {
        geometry.axes = 1;
        geometry.side[0] = 1;
    }
    u64 cells = 1;
    u64 neighbours = moore ? 1 : 0;
    for (int axis = geometry.axes; axis-- > 0;) {
        geometry.stride[axis] = cells;
        if (geometry.side[axis] > (u64{1} << 62) / cells) return false;
        cells *= geometry.side[axis];
        const u64 reach = geometry.side[axis] < 3 ? geometry.side[axis] : 3;
        if (moore) {
            neighbours *= reach;
        } else {
            neighbours += reach - 1;
        }
    }
    geometry.most_neighbours = moore ? neighbours - 1 : neighbours;
    geometry.cells = cells;
    geometry.row_length = geometry.side[geometry.axes - 1];
    geometry.rows = cells / geometry.row_length;
    geometry.chunks_per_row = (geometry.row_length + 63) / 64;
    geometry.chunks = geometry.rows * geometry.chunks_per_row;
    geometry.words = (cells + 63) / 64;
    return true;
}

u64* plane_make(u64 words) {
    if (words >= most_bytes / sizeof(u64)) return nullptr;
    return static_cast<u64*>(std::calloc(std::size_t(words) + 1, sizeof(u64)));
}

void plane_free(u64* plane) { std::free(plane); }

bool index_set_make(IndexSet& set, u64 bound) {
    u64 words = bound;
    set.levels = 0;
    do {
        words = (words + 63) / 64;
        set.words[set.levels] = words;
        set.level[set.levels] = plane_make(words);
        if (!set.level[set.levels]) {
            index_set_free(set);
            return false;
        }
        ++set.levels;
    } while (words > 1);
    return true;
}

void index_set_free(IndexSet& set) {
    for (int level = 0; level < set.levels; ++level) plane_free(set.level[level]);
    set.levels = 0;
}

Touch* delta_extend(Delta& delta) {
    TouchBlock* block = delta.last;
    if (!block || block->used == block->capacity) {
        // Blocks are added, never reallocated: doubling an array would briefly need three times its size.
        const u64 capacity = !block ? 8 : block->capacity < 32768 ? block->capacity * 4 : block->capacity;
        auto* fresh = static_cast<TouchBlock*>(std::malloc(sizeof(TouchBlock) + std::size_t(capacity) * sizeof(Touch)));
        if (!fresh) return nullptr;
        fresh->next = nullptr;
        fresh->used = 0;
        fresh->capacity = capacity;
        fresh->touches = reinterpret_cast<Touch*>(fresh + 1);
        if (block) {
            block->next = fresh;
        } else {
            delta.first = fresh;
        }
        delta.last = block = fresh;
    }
    return &block->touches[block->used++];
}

void delta_free(Delta& delta) {
    for (TouchBlock* block = delta.first; block;) {
        TouchBlock* next = block->next;
        std::free(block);
        block = next;
    }
    delta.first = delta.last = nullptr;
}

}  // namespace hypersweep

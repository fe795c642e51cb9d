// Helpers for drawing layouts.
#pragma once

#include "web/handles.hpp"

namespace hypersweep::web {

// Hash of a stream's name: FNV-1a, as in hypersweep.rng. Layouts come from the stream "layout/1".
constexpr u64 hash_of(const char* name) {
    u64 value = 0xcbf29ce484222325u;
    for (; *name; ++name) value = (value ^ u8(*name)) * 0x100000001b3u;
    return value;
}
constexpr u64 layout_stream = hash_of("layout/1");

// The cells that the first open keeps free of mines.
class FirstCells {
  public:
    // A negative `first` means no first cell, which only `FirstOpen::any` allows. Returns `done` or an error.
    Status read(const Geometry& g, double first, u32 first_open, u64 mines) {
        if (first_open > u32(FirstOpen::opening)) return bad_argument;
        u64 cell = 0;
        if (first_open == u32(FirstOpen::any)) {
            if (!(first < 0) && !read_whole(first, g.cells, cell)) return bad_argument;
        } else {
            if (!read_whole(first, g.cells, cell)) return bad_argument;
            if (!cells_.reserve(g.most_neighbours + 1)) return out_of_memory;
            cells_.push(cell);
            if (first_open == u32(FirstOpen::opening)) {
                cells_.resize(1 + kernels().neighbours(g, cell, cells_.data() + 1));
            }
        }
        return mines > g.cells - cells_.size() ? bad_argument : done;
    }
    const u64* data() const { return cells_.data(); }
    u64 size() const { return cells_.size(); }

  private:
    Array<u64> cells_;
};

}  // namespace hypersweep::web

// Memory for eight boards side by side.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "board/counting.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Memory for eight boards: masks, mines, two sets of planes for sums.
struct Workspace {
    LaneBoards boards{};
    int planes = 0;
    void* masks = nullptr;
    void* lanes = nullptr;
    Lanes* mines = nullptr;
    Lanes* left[64];
    Lanes* right[64];

    static void* aligned(std::size_t bytes, void*& raw) {
        raw = std::calloc(bytes + 64, 1);
        if (!raw) return nullptr;
        return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(raw) + 63) & ~std::uintptr_t{63});
    }

    // Returns false if memory ran out or the work was stopped.
    template <class AnyPace>
    bool make(const Geometry& g, int planes_wanted, AnyPace& pace) {
        planes = planes_wanted;
        boards.g = &g;
        boards.words = g.words;
        u64 furthest = 0;
        for (int axis = 0; axis < g.axes; ++axis) {
            const u64 reach = g.stride[axis] * (g.wrap[axis] ? g.side[axis] - 1 : 1);
            if (reach > furthest) furthest = reach;
        }
        boards.padding = furthest / 64 + 2;
        boards.plane_words = g.words + 2 * boards.padding;
        const u64 sets = 1 + 2 * u64(planes);
        if (boards.plane_words > (u64{1} << 40) / sets) return false;
        u64* const mask = static_cast<u64*>(aligned(std::size_t(2 * u64(g.axes) * g.words * 8), masks));
        Lanes* const plane = static_cast<Lanes*>(aligned(std::size_t(sets * boards.plane_words * sizeof(Lanes)), lanes));
        if (!mask || !plane) return false;
        mines = plane + boards.padding;
        for (int j = 0; j < planes; ++j) {
            left[j] = mines + u64(1 + j) * boards.plane_words;
            right[j] = mines + u64(1 + planes + j) * boards.plane_words;
        }
        for (int axis = 0; axis < g.axes; ++axis) {
            u64* const first = mask + u64(axis) * g.words;
            u64* const last = mask + u64(g.axes + axis) * g.words;
            // Cells with coordinate 0 form a run of `stride` cells at the start of each period, and cells with the last
            // coordinate a run at its end.
            const u64 stride = g.stride[axis], period = stride * g.side[axis];
            for (u64 start = 0; start < g.cells; start += period) {
                set_run(first, start, stride);
                set_run(last, start + period - stride, stride);
                if (pace.over(16 + stride / 32)) return false;
            }
        }
        boards.first = mask;
        boards.last = mask + u64(g.axes) * g.words;
        return true;
    }

    ~Workspace() {
        std::free(masks);
        std::free(lanes);
    }
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

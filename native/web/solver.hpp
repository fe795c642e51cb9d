// State of a page's solver between calls.
#pragma once

#include "web/handles.hpp"

namespace hypersweep::web {

struct Solver : Thing {
    static constexpr Kind own_kind = Kind::solver;
    explicit Solver(Grid* grid) : Thing(own_kind), grid(hold(grid)) {}
    ~Solver() {
        if (chooser) kernels().chooser_free(chooser);
        let_go(grid);
    }
    bool make() {
        chooser = kernels().chooser_make(grid->geometry);
        return chooser != nullptr;
    }
    void* native() const { return kernels().chooser_solver(chooser); }

    Grid* const grid;
    void* chooser = nullptr;
    // The latest position and its results.
    Array<std::int32_t> codes;
    Array<double> chances, errors;
    u32 mines = 0;
    bool trust_flags = false;
    bool is_answered = false, is_exact = false, is_read = false;
    Findings findings{};
};

// The 32-bit codes of a view with `mines` mines, from the exchange; null if they are invalid.
inline const std::int32_t* given_codes(const Geometry& geometry, u32 mines) {
    const std::int32_t* const codes = given<std::int32_t>(geometry.cells);
    if (!codes || mines > geometry.cells) return nullptr;
    for (u64 i = 0; i < geometry.cells; ++i) {
        if (codes[i] < code_wrong_flag || codes[i] > std::int64_t(geometry.most_neighbours)) return nullptr;
    }
    return codes;
}

}  // namespace hypersweep::web

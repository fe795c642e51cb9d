// Why cells of a view are safe or mines: conclusions drawn one after another, each by the easiest rule that settles
// anything.
//
// A reasoner keeps its view and its conclusions. A reason is a row of numbers as in solve/reasons/request.hpp, which
// JavaScript turns into sentences.
#include "web/solver.hpp"

namespace hypersweep::web {
namespace {

struct PageReasoner : Thing {
    static constexpr Kind own_kind = Kind::reasoner;
    explicit PageReasoner(Grid* grid) : Thing(own_kind), grid(hold(grid)) {}
    ~PageReasoner() {
        if (native) kernels().reasoner_free(native);
        let_go(grid);
    }
    bool make() {
        native = kernels().reasoner_make(grid->geometry);
        return native != nullptr;
    }

    Grid* const grid;
    void* native = nullptr;
    Array<std::int32_t> codes;
    Array<u64> cells;
    u32 mines = 0;
    bool trust_flags = false;
    bool is_begun = false, is_contradicted = false;
    ReasonsFound found{0, no_reason, false, false};
};

constexpr u32 all_ways = 2 * by_all - 1;

// In: `count` cells, as 32-bit numbers, copied to `cells`.
Status read_cells(PageReasoner& own, u32 count) {
    const u32* const in = given<u32>(count);
    if (!in) return bad_argument;
    own.cells.clear();
    for (u32 i = 0; i < count; ++i) {
        if (in[i] >= own.grid->geometry.cells) return bad_argument;
        own.cells.push(in[i]);
    }
    return own.cells.failed() ? out_of_memory : done;
}

}  // namespace

void destroy_reasoner(Thing* reasoner) { delete static_cast<PageReasoner*>(reasoner); }

// Creates a reasoner, which draws conclusions from views of a grid.
HS_EXPORT(reasoner_make) int reasoner_make(int grid) {
    Grid* const own = find_own<Grid>(grid);
    return own ? make_and_keep<PageReasoner>(own) : -bad_handle;
}

// In: the codes of a view. Drops all earlier conclusions.
HS_EXPORT(reasoner_begin) int reasoner_begin(int reasoner, u32 mines, int trust_flags) {
    PageReasoner* const own = find_own<PageReasoner>(reasoner);
    if (!own) return bad_handle;
    const u64 cells = own->grid->geometry.cells;
    const std::int32_t* const codes = given_codes(own->grid->geometry, mines);
    if (!codes) return bad_argument;
    own->is_begun = own->is_contradicted = false;
    own->found = ReasonsFound{0, no_reason, false, false};
    if (!own->codes.resize(cells)) return out_of_memory;
    std::memcpy(own->codes.data(), codes, std::size_t(cells * sizeof codes[0]));
    own->mines = mines;
    own->trust_flags = trust_flags != 0;
    const Solved solved = kernels().reasoner_begin(own->native, own->codes.data(), mines, own->trust_flags);
    own->is_begun = solved == Solved::done;
    return int(solved);
}

// In: `wanted` cells to settle, as 32-bit numbers; with `any_safe`, some safe cell must be found too; with neither,
// draw all conclusions. Draws conclusions by the given ways (bits, see request.hpp), in a limited number of steps. Ways
// that need chances take them from a solver that has just analysed the same view; otherwise `solver` may be 0. Results:
// number of reasons so far, the first about safe cells or -1, whether the wanted cells are settled, and whether nothing
// more follows.
HS_EXPORT(reasoner_go_on)
int reasoner_go_on(int reasoner, u32 ways, int solver, u32 wanted, int any_safe, u32 most_steps, u32 states, u32 bytes, u32 asks) {
    PageReasoner* const own = find_own<PageReasoner>(reasoner);
    const Solver* const analysed = solver ? find_own<Solver>(solver) : nullptr;
    if (!own || (solver && !analysed)) return bad_handle;
    if (!own->is_begun || own->is_contradicted || ways > all_ways || (ways >= by_few && !analysed)) return bad_argument;
    if (analysed) {
        const u64 size = own->codes.bytes();
        if (!analysed->is_answered || analysed->grid != own->grid || analysed->mines != own->mines ||
            analysed->trust_flags != own->trust_flags ||
            std::memcmp(analysed->codes.data(), own->codes.data(), std::size_t(size)) != 0) {
            return bad_argument;
        }
    }
    if (const Status bad = read_cells(*own, wanted); bad != done) return bad;
    const ReasonsAsked asked{ways, analysed ? analysed->chances.data() : nullptr, own->cells.data(), own->cells.size(), any_safe != 0,
                             most_steps};
    Budget budget(states, bytes, asks);
    const Solved solved = kernels().reasoner_go_on(own->native, asked, budget.limits(), own->found);
    own->is_contradicted = solved == Solved::contradiction;
    // The reasoner's conclusions may be incomplete.
    if (solved == Solved::out_of_memory) own->is_begun = false;
    const ReasonsFound& found = own->found;
    tell(found.reasons, found.first_safe == no_reason ? -1.0 : double(found.first_safe), found.is_enough, found.is_stuck);
    return int(solved);
}

// Result: number of the reason that settles a cell, or -1.
HS_EXPORT(reasoner_reason_of) int reasoner_reason_of(int reasoner, u32 cell) {
    PageReasoner* const own = find_own<PageReasoner>(reasoner);
    if (!own) return bad_handle;
    if (!own->is_begun || cell >= own->grid->geometry.cells) return bad_argument;
    const u64 reason = kernels().reasoner_reason_of(own->native, cell);
    tell(reason == no_reason ? -1.0 : double(reason));
    return done;
}

// Out: the row of a reason, as 32-bit numbers. Result: its length.
HS_EXPORT(reasoner_row) int reasoner_row(int reasoner, u32 reason) {
    PageReasoner* const own = find_own<PageReasoner>(reasoner);
    if (!own) return bad_handle;
    if (!own->is_begun || reason >= own->found.reasons) return bad_argument;
    const std::int32_t* row;
    const u64 size = kernels().reasoner_row(own->native, reason, row);
    std::int32_t* const out = space_for<std::int32_t>(size);
    if (!out) return out_of_memory;
    std::memcpy(out, row, std::size_t(size * sizeof row[0]));
    tell(size);
    return done;
}

// Out: a few clue cells, ascending as 32-bit numbers, that contradict each other or the number of mines. Unless the
// reasoner has met a contradiction, the search begins at the cell `start`. Results: their number, and whether the number
// of mines is at fault.
HS_EXPORT(reasoner_blame) int reasoner_blame(int reasoner, u32 start, u32 states, u32 bytes, u32 asks) {
    PageReasoner* const own = find_own<PageReasoner>(reasoner);
    if (!own) return bad_handle;
    if (!own->is_begun || start >= own->grid->geometry.cells) return bad_argument;
    Budget budget(states, bytes, asks);
    bool counted = false;
    const Solved solved = kernels().reasoner_blame(own->native, start, budget.limits(), counted);
    if (solved != Solved::done) return int(solved);
    Array<u64> clues;
    const u64 count = kernels().reasoner_named(own->native, nullptr, 0);
    u32* const out = clues.resize(count) ? space_for<u32>(count) : nullptr;
    if (!out) return out_of_memory;
    kernels().reasoner_named(own->native, clues.data(), count);
    for (u64 i = 0; i < count; ++i) out[i] = u32(clues[i]);
    tell(count, counted);
    return done;
}

}  // namespace hypersweep::web

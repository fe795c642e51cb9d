// Boards that need no guess: how far deduction goes on one, and the search for one, in parts as long as the page likes.
#include "web/layout.hpp"

namespace hypersweep::web {
namespace {

struct Generator : Thing {
    static constexpr Kind own_kind = Kind::generator;
    explicit Generator(Grid* grid) : Thing(own_kind), grid(hold(grid)) {}
    ~Generator() {
        if (native) kernels().generator_free(native);
        let_go(grid);
    }
    bool make() {
        native = kernels().generator_make(grid->geometry);
        return native != nullptr;
    }
    Grid* const grid;
    void* native = nullptr;
};

}  // namespace

void destroy_generator(Thing* generator) { delete static_cast<Generator*>(generator); }

HS_EXPORT(generator_make) int generator_make(int grid) {
    Grid* const own = find_own<Grid>(grid);
    return own ? make_and_keep<Generator>(own) : -bad_handle;
}

// Plays a layout by deduction of at most that effort (0 clue, 1 pair, 2 set, 3 count). Tells whether that finishes it, the effort
// that it took, and the safe cells opened.
HS_EXPORT(generator_deduce) int generator_deduce(int generator, int layout, u32 first, u32 hardest, u32 states, u32 bytes, u32 asks) {
    Generator* const own = find_own<Generator>(generator);
    const Layout* const mines = find_own<Layout>(layout);
    if (!own || !mines) return bad_handle;
    if (mines->grid != own->grid || first >= own->grid->geometry.cells || hardest > u32(Effort::count)) return bad_argument;
    if ((mines->plane[first >> 6] >> (first & 63)) & 1) return bad_argument;
    Budget budget(states, bytes, asks);
    Deduced found{};
    const Solved solved = kernels().generator_deduce(own->native, mines->plane, mines->mines, first, Effort(hardest),
                                                     budget.limits(), false, found);
    tell(found.is_finished, int(found.effort), found.opened);
    return int(solved);
}

// Tries the layouts `begin`, ... of a seed, `tries` of them at most. Tells the handle of the layout that was found or 0, its index,
// how many were tried, how many of these were given up as too large, the most safe cells that deduction opened, the effort, and
// the changes made. To go on, call it again with `begin` raised by the number tried.
HS_EXPORT(generator_search)
int generator_search(int generator, u32 mines, u64 seed, double begin, u32 tries, double first, u32 first_open, u32 hardest,
                     int exactly, u32 repairs, u32 states, u32 bytes) {
    Generator* const own = find_own<Generator>(generator);
    if (!own) return bad_handle;
    u64 begin_index;
    if (hardest > u32(Effort::count) || first_open == u32(FirstOpen::any) || !read_whole(begin, u64{1} << 52, begin_index)) {
        return bad_argument;
    }
    FirstCells kept;
    if (const Status bad = kept.read(own->grid->geometry, first, first_open, mines); bad != done) return bad;
    Layout* const layout = new (std::nothrow) Layout(own->grid);
    if (!layout || !layout->make()) {
        let_go(layout);
        return out_of_memory;
    }
    layout->mines = mines;
    const SearchJob job{mines, seed, layout_stream, begin_index, tries, kept.data()[0], kept.data(), kept.size(), Effort(hardest),
                        exactly != 0, repairs};
    Budget budget(states, bytes, 0);
    Search found{};
    const Solved solved = kernels().generator_search(own->native, job, budget.limits(), layout->plane, found);
    int handle = 0;
    if (solved == Solved::done && found.found) {
        handle = keep(layout);
    } else {
        let_go(layout);
    }
    tell(handle < 0 ? 0 : handle, found.index, found.tried, found.too_large, found.most_opened, int(found.effort), found.changes);
    return handle < 0 ? -handle : int(solved);
}

}  // namespace hypersweep::web

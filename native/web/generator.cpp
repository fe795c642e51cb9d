// No-guess boards: how far deduction gets on a board, and an interruptible search for such boards.
#include <cstring>

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

// An interruptible search. It owns a generator and a layout, which hold its intermediate state.
struct LayoutSearch : Thing {
    static constexpr Kind own_kind = Kind::search;
    explicit LayoutSearch(Grid* grid) : Thing(own_kind), grid(hold(grid)) {}
    ~LayoutSearch() {
        if (native) kernels().generator_free(native);
        let_go(layout);
        let_go(grid);
    }
    bool make(const FirstCells& cells) {
        native = kernels().generator_make(grid->geometry);
        layout = new (std::nothrow) Layout(grid);
        if (!native || !layout || !layout->make() || !kept.resize(cells.size())) return false;
        std::memcpy(kept.data(), cells.data(), std::size_t(cells.size() * sizeof kept[0]));
        return true;
    }
    Grid* const grid;
    void* native = nullptr;
    Layout* layout = nullptr;
    Array<u64> kept;
    SearchJob job{};
    Search found{};
    bool is_over = false;
};

}  // namespace

void destroy_generator(Thing* generator) { delete static_cast<Generator*>(generator); }
void destroy_search(Thing* search) { delete static_cast<LayoutSearch*>(search); }

// Creates a generator, which finds how far deduction gets on layouts of a grid.
HS_EXPORT(generator_make) int generator_make(int grid) {
    Grid* const own = find_own<Grid>(grid);
    return own ? make_and_keep<Generator>(own) : -bad_handle;
}

// Solves a layout by deductions that need at most the effort `hardest` (0 clue, 1 pair, 2 set, 3 count). Results:
// whether that finishes the board, the effort needed, and the number of safe cells opened.
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

// Creates a search for a no-guess layout from a seed, with at most `tries` tries. The first `uniform` layouts are tried
// unchanged, within `uniform_work`; later ones are repaired, with a limited number of changes. `work` limits the total.
HS_EXPORT(search_make)
int search_make(int grid, u32 mines, u64 seed, double first, u32 first_open, u32 hardest, int exactly, u64 tries, u64 uniform,
                u64 uniform_work, u32 changes, u64 work) {
    Grid* const own = find_own<Grid>(grid);
    if (!own) return -bad_handle;
    if (hardest > u32(Effort::count) || first_open == u32(FirstOpen::any)) return -bad_argument;
    FirstCells kept;
    if (const Status bad = kept.read(own->geometry, first, first_open, mines); bad != done) return -bad;
    LayoutSearch* const search = new (std::nothrow) LayoutSearch(own);
    if (!search || !search->make(kept)) {
        let_go(search);
        return -out_of_memory;
    }
    search->layout->mines = mines;
    search->job = SearchJob{mines, seed, layout_stream, tries, search->kept[0], search->kept.data(), search->kept.size(),
                            Effort(hardest), exactly != 0, uniform, uniform_work, changes, work, 0};
    return keep(search);
}

// Continues the search for `part` more work, counted in cells visited; how the work is divided into parts doesn't
// change the outcome. Results: handle of the layout found or 0, whether the search can continue, index of the layout;
// numbers of layouts tried and of those abandoned because a set of clues was too large; most safe cells opened so far,
// effort, changes made, and whether every possible layout was tried.
HS_EXPORT(search_go_on) int search_go_on(int search, u32 part, u32 states, u32 bytes) {
    LayoutSearch* const own = find_own<LayoutSearch>(search);
    if (!own) return bad_handle;
    if (!part || own->is_over) return bad_argument;
    Budget budget(states, bytes, 0);
    own->job.pause = own->found.work + part;
    const Solved solved = kernels().generator_search(own->native, own->job, budget.limits(), own->layout->plane, own->found);
    const Search& found = own->found;
    own->is_over = solved != Solved::done || !found.is_paused;
    int handle = 0;
    if (solved == Solved::done && found.found) {
        handle = keep(own->layout);
        own->layout = nullptr;
    }
    tell(handle < 0 ? 0 : handle, !own->is_over, found.found ? found.tried - 1 : 0, found.tried, found.too_large, found.most_opened,
         int(found.effort), found.changes, found.is_exhausted);
    return handle < 0 ? -handle : int(solved);
}

}  // namespace hypersweep::web

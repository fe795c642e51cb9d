// Best play from the first open, compared with an exhaustive search, in every copy of the kernels. Exceeded limits,
// stops and failed allocations must be reported, and must not affect the next call.
#include "tests/boards.hpp"
#include "tests/naive_solver.hpp"
#include "tests/scarce.hpp"

namespace hypersweep {
namespace test {

constexpr FirstOpen promises[] = {FirstOpen::any, FirstOpen::safe, FirstOpen::opening};

// One variant's search, for the duration of a scope.
struct Search {
    Search(const Kernels& own, const Geometry& g) : kernels(own), play(own.best_play_make(g)) {}
    ~Search() {
        if (play) kernels.best_play_free(play);
    }
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    const Kernels& kernels;
    void* play;
};

static u64 naive_wins(const Scene& board, u64 first, u64 mines, FirstOpen promise) {
    const naive::Seen seen{board.table, std::vector<i32>(board.cells(), -1), mines, false};
    std::vector<naive::Bits> layouts;
    for (const naive::Bits& layout : seen.layouts()) {
        const bool is_kept = promise == FirstOpen::any || (!layout[first] && (promise == FirstOpen::safe || board.table.clue(layout, first) == 0));
        if (is_kept) layouts.push_back(layout);
    }
    naive::BestPlay play(seen, layouts);
    u64 alike = 0;
    for (const naive::Bits& layout : layouts) {
        alike += !layout[first] && board.table.clue(layout, first) == board.table.clue(layouts[0], first);
    }
    // An answer known beforehand gives no information: the game continues as if the cell hadn't been opened.
    return layouts.size() && alike == layouts.size() ? play.wins() : play.wins_after(first);
}

static u64 wins(const Search& search, u64 first, u64 mines, FirstOpen promise) {
    u64 found = ~u64{0};
    CHECK_EQUAL(search.kernels.best_play_wins(search.play, first, mines, promise, Limits{}, found), Solved::done);
    return found;
}

static void test_small_boards(Dice& dice, u64& compared) {
    for (int round = 0; round < 60; ++round) {
        const Scene board(random_grid(dice, dice.chance(30) ? 12 : 9));
        std::vector<std::unique_ptr<Search>> searches;
        for (const Kernels* kernels : variants()) searches.push_back(std::make_unique<Search>(*kernels, board.geometry));
        const u64 mines = dice.below(board.cells() + 1);
        for (FirstOpen promise : promises) {
            for (u64 first = 0; first < board.cells(); ++first) {
                scene() = board.table.grid.format() + ", " + std::to_string(mines) + " mines, from " + std::to_string(first);
                const u64 expected = naive_wins(board, first, mines, promise);
                for (const auto& search : searches) {
                    CHECK_EQUAL(wins(*search, first, mines, promise), expected);
                    const u64 alike = search->kernels.best_play_first_like(search->play, first);
                    CHECK(alike <= first);
                    CHECK_EQUAL(wins(*search, alike, mines, promise), expected);
                }
                ++compared;
            }
        }
    }
}

// On boards too large for an exhaustive search, the copies must agree, and reused values of one first cell must not
// change another's result.
static void test_variants() {
    const std::vector<naive::Grid> grids = {make_grid({4, 5}), make_grid({4, 4}, false), make_grid({4, 4}, true, {true, true}),
                                            make_grid({3, 3, 2}), make_grid({2, 2, 2, 2}, false), make_grid({3, 6}, true, {false, true})};
    for (const naive::Grid& grid : grids) {
        const Scene board(grid);
        std::vector<u64> expected;
        for (const Kernels* kernels : variants()) {
            scene() = board.table.grid.format() + ", best play by " + kernels->name;
            const Search search(*kernels, board.geometry);
            std::vector<u64> found;
            for (u64 first = 0; first < board.cells(); ++first) found.push_back(wins(search, first, 5, FirstOpen::any));
            if (expected.empty()) expected = found;
            CHECK(found == expected);
            const Search other(*kernels, board.geometry);
            CHECK_EQUAL(wins(other, board.cells() / 2, 5, FirstOpen::any), found[std::size_t(board.cells() / 2)]);
        }
    }
    const Scene square(make_grid({4, 4}));
    CHECK_EQUAL(wins(Search(*variants()[0], square.geometry), 1, 4, FirstOpen::any), u64{961});
}

static bool stop_at_once(void*) { return true; }

static void test_limits() {
    const Scene board(make_grid({5, 5}));
    for (const Kernels* kernels : variants()) {
        scene() = std::string("limits of ") + kernels->name;
        const Search search(*kernels, board.geometry);
        u64 found;
        const auto ask = [&](u64 mines, const Limits& limits) {
            return kernels->best_play_wins(search.play, 7, mines, FirstOpen::safe, limits, found);
        };
        Limits few, small, tiny, stopped;
        few.states = 100;
        small.bytes = 600'000;
        tiny.bytes = 1000;
        stopped.stop = stop_at_once;
        CHECK_EQUAL(ask(4, few), Solved::over_budget);
        CHECK_EQUAL(ask(5, small), Solved::over_budget);
        CHECK_EQUAL(ask(4, tiny), Solved::over_budget);
        CHECK_EQUAL(ask(4, stopped), Solved::stopped);
        CHECK_EQUAL(ask(4, Limits{}), Solved::done);
        CHECK_EQUAL(found, u64{7727});
    }
    const Scene large(make_grid({5, 13}));
    CHECK(variants()[0]->best_play_make(large.geometry) == nullptr);
}

static void test_shortage(u64& short_of_memory) {
    const Scene board(make_grid({4, 4}));
    scene() = "short of memory";
    const Kernels& kernels = scarce::kernels();
    for (u64 failure = 0;; ++failure) {
        allocations = 0;
        first_failure = last_failure = failure;
        const Search search(kernels, board.geometry);
        u64 found = 0;
        const Solved solved = search.play ? kernels.best_play_wins(search.play, 1, 4, FirstOpen::any, Limits{}, found)
                                          : Solved::out_of_memory;
        const bool is_through = allocations <= failure;
        first_failure = ~u64{0};
        if (solved == Solved::done) CHECK_EQUAL(found, u64{961});
        if (solved != Solved::done) {
            CHECK_EQUAL(solved, Solved::out_of_memory);
            ++short_of_memory;
            if (search.play) CHECK_EQUAL(wins(search, 1, 4, FirstOpen::any), u64{961});
        }
        if (is_through) return;
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(29);
    std::uint64_t compared = 0, short_of_memory = 0;
    test_small_boards(dice, compared);
    test_variants();
    test_limits();
    test_shortage(short_of_memory);
    std::cout << compared << " first cells compared, " << short_of_memory << " times short of memory" << std::endl;
    scene() = "the tally";
    CHECK(compared > 800 && short_of_memory > 20);
    return finish("best play");
}

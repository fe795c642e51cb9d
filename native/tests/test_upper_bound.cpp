// Upper bounds on best play, in every copy of the kernels: never below an exhaustive search, equal in all copies, and
// stopped when asked.
#include <algorithm>
#include <cmath>
#include <map>

#include "play/upper_bound.hpp"
#include "tests/boards.hpp"
#include "tests/naive_solver.hpp"

namespace hypersweep {
namespace test {

constexpr FirstOpen promises[] = {FirstOpen::any, FirstOpen::safe, FirstOpen::opening};

// The share of layouts that best play wins after opening `first`; below 0 if no layout keeps the promise.
static double naive_value(const Scene& board, u64 first, u64 mines, FirstOpen promise) {
    const naive::Seen seen{board.table, std::vector<i32>(board.cells(), -1), mines, false};
    std::vector<naive::Bits> layouts;
    u64 alike = 0;
    for (const naive::Bits& layout : seen.layouts()) {
        const bool is_kept = promise == FirstOpen::any || (!layout[first] && (promise == FirstOpen::safe || board.table.clue(layout, first) == 0));
        if (is_kept) layouts.push_back(layout);
    }
    if (layouts.empty()) return -1;
    for (const naive::Bits& layout : layouts) {
        alike += !layout[first] && board.table.clue(layout, first) == board.table.clue(layouts[0], first);
    }
    naive::BestPlay play(seen, layouts);
    const u64 wins = alike == layouts.size() ? play.wins() : play.wins_after(first);
    return double(wins) / double(layouts.size());
}

static BoundJob job(const Scene& board, u64 mines, u64 first, FirstOpen promise, u64 guesses, std::vector<BoundResult>& results) {
    BoundJob own{&board.geometry, mines, 7, 1, 2, 0, results.size(), first, promise, BoundPlan{}, results.data()};
    own.plan.guesses = guesses;
    own.plan.samples = 40;
    own.plan.deep_samples = 6;
    own.plan.candidates = 3;
    return own;
}

static void test_exact(Dice& dice, u64& compared, u64& equal) {
    for (int round = 0; round < 30; ++round) {
        const Scene board(random_grid(dice, 9));
        const u64 mines = dice.below(board.cells() + 1), first = dice.below(board.cells());
        for (FirstOpen promise : promises) {
            const double best = naive_value(board, first, mines, promise);
            for (const Kernels* kernels : variants()) {
                scene() = board.table.grid.format() + ", " + std::to_string(mines) + " mines, bound by " + kernels->name;
                std::vector<BoundResult> none;
                double sum = 0;
                u64 layouts = 0, gave_up = 0;
                CHECK_EQUAL(kernels->exact_upper_bound(job(board, mines, first, promise, 0, none), Limits{}, sum, layouts, gave_up),
                            Solved::done);
                CHECK_EQUAL(gave_up, u64{0});
                CHECK_EQUAL(layouts == 0, best < 0);
                if (!layouts) continue;
                const double bound = sum / double(layouts);
                CHECK(bound >= best - 1e-12 && bound <= 1 + 1e-12);
                ++compared;
                equal += bound <= best + 1e-12;
            }
        }
    }
}

// The mean over draws is at least the value of best play, within its error, for any number of guesses, even if limits
// are so small that parts or their cells are given up.
static void test_guesses() {
    const Scene board(make_grid({3, 4}));
    const double best = naive_value(board, 1, 3, FirstOpen::safe);
    for (u64 guesses = 0; guesses <= most_bound_guesses; ++guesses) {
        for (const bool is_short : {false, true}) {
            std::vector<BoundResult> results(std::size_t(guesses < 2 ? 400 : guesses == 2 ? 40 : 4));
            scene() = std::to_string(guesses) + " guesses on 3x4";
            BoundJob own = job(board, 3, 1, FirstOpen::safe, guesses, results);
            if (is_short) {
                own.plan.layouts = 30;
                own.plan.steps = 3000;
            }
            CHECK_EQUAL(variants()[0]->upper_bounds(own, Limits{}), Solved::done);
            double sum = 0, squares = 0, gave_up = 0;
            for (const BoundResult& each : results) {
                CHECK(each.value >= 0 && each.value <= 1 + 1e-12);
                sum += each.value;
                squares += each.value * each.value;
                gave_up += each.gave_up;
            }
            const double count = double(results.size()), mean = sum / count;
            const double error = std::sqrt(std::fmax(0, squares / count - mean * mean) / count);
            CHECK(mean >= best - 4 * error - 1e-12);
            CHECK(!is_short || gave_up > 0);
        }
    }
}

static void test_variants(double& gave_up) {
    const std::vector<naive::Grid> grids = {make_grid({6, 7}), make_grid({5, 5}, false), make_grid({8, 8}, true, {true, true}),
                                            make_grid({3, 4, 3}), make_grid({2, 3, 2, 3}), make_grid({40})};
    for (const naive::Grid& grid : grids) {
        const Scene board(grid);
        for (u64 guesses = 0; guesses <= 2; ++guesses) {
            std::vector<BoundResult> expected;
            for (const Kernels* kernels : variants()) {
                scene() = board.table.grid.format() + ", bound by " + kernels->name;
                std::vector<BoundResult> results(guesses < 2 ? 150 : 2);
                BoundJob own = job(board, board.cells() / 6, board.cells() / 2, FirstOpen::safe, guesses, results);
                // Small limits, so that some parts are too large.
                own.plan.layouts = 40;
                own.plan.samples = 20;
                own.plan.search_guesses = guesses;
                CHECK_EQUAL(kernels->upper_bounds(own, Limits{}), Solved::done);
                if (expected.empty()) expected = results;
                for (const BoundResult& each : results) gave_up += each.gave_up;
                for (std::size_t i = 0; i < results.size(); ++i) {
                    CHECK_EQUAL(results[i].value, expected[i].value);
                    CHECK_EQUAL(results[i].gave_up, expected[i].gave_up);
                }
            }
        }
    }
}

using HYPERSWEEP_VARIANT::UpperBound;
using HYPERSWEEP_VARIANT::ZeroSearch;

// The most wins of any strategy that searches for a zero, over layouts that are described by each possible guess.
struct NaiveSearch {
    enum Unsettled { none, winning, losing };  // what an unsettled guess on this layout led to
    struct Member {
        std::size_t layout;
        Unsettled unsettled;
    };
    std::vector<std::vector<ZeroSearch::Outcome>> layouts;

    u64 wins(const std::vector<Member>& members, u64 guesses, std::vector<bool> is_open) const {
        u64 most = 0;
        for (std::size_t cell = 0; cell < is_open.size(); ++cell) {
            if (is_open[cell]) continue;
            std::vector<bool> next_open = is_open;
            next_open[cell] = true;
            std::map<u32, std::vector<Member>> next;
            u64 total = 0;
            for (const Member& member : members) {
                const ZeroSearch::Outcome& own = layouts[member.layout][cell];
                if (own.is_mined) continue;
                const bool wins_now = member.unsettled == none ? own.is_won : member.unsettled == winning || !own.is_settled;
                if (guesses == 1 || own.clue == 0) {
                    total += wins_now;
                } else {
                    next[own.clue].push_back({member.layout, own.is_settled ? member.unsettled : wins_now ? winning : losing});
                }
            }
            for (const auto& [clue, alike] : next) total += wins(alike, guesses - 1, next_open);
            most = std::max(most, total);
        }
        return most;
    }
};

// On large boards only a few cells are worth a guess, so that the naive search is fast enough.
static void test_search(Dice& dice) {
    for (int round = 0; round < 40; ++round) {
        const bool is_large = round % 4 == 0;
        const Scene board(is_large ? make_grid({9, 8}) : round % 2 ? make_grid({2, 3}) : make_grid({7}));
        const u64 guesses = is_large ? 2 : 1 + dice.below(most_bound_guesses), first = dice.below(board.cells());
        const u64 most_clue = 1 + dice.below(board.geometry.most_neighbours);
        NaiveSearch naive;
        ZeroSearch search(board.geometry);
        std::vector<BoundResult> results(3 + 2 * (1 + dice.below(150)), BoundResult{0.25, 0});
        std::map<u32, std::vector<NaiveSearch::Member>> members;
        for (std::size_t i = 3; i < results.size(); i += 2) {
            std::vector<ZeroSearch::Outcome> outcomes;
            for (u64 cell = 0; cell < board.cells(); ++cell) {
                outcomes.push_back({dice.below(4) == 0, dice.below(3) > 0, dice.below(2) == 0, u32(dice.below(most_clue + 1))});
            }
            const u32 clue = u32(1 + dice.below(2));
            members[clue].push_back({naive.layouts.size(), NaiveSearch::none});
            naive.layouts.push_back(outcomes);
            CHECK(search.add(i, clue, [&](u64 cell) { return outcomes[cell]; }));
        }
        scene() = std::to_string(guesses) + " guesses for a zero on " + board.table.grid.format();
        CHECK_EQUAL(search.run(first, guesses, Limits{}, results.data()), Solved::done);
        double found = 0;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const bool is_searched = i >= 3 && i % 2;
            CHECK(is_searched ? results[i].value == 0 || results[i].value == 1 : results[i].value == 0.25);
            if (is_searched) found += results[i].value;
        }
        std::vector<bool> is_open(board.cells());
        is_open[first] = true;
        u64 expected = 0;
        for (const auto& [clue, alike] : members) expected += naive.wins(alike, guesses, is_open);
        CHECK_EQUAL(found, double(expected));
    }
}

// Over all layouts, each with evenly spaced numbers in place of a random one, the bound holds without any error.
static void test_searches_of_all_layouts(Dice& dice, u64& searched) {
    constexpr u64 copies = 16;
    for (int round = 0; round < 60; ++round) {
        const Scene board(random_grid(dice, 9));
        const u64 cells = board.cells(), mines = dice.below(cells), first = dice.below(cells);
        const FirstOpen promise = promises[dice.below(2)];
        const double best = naive_value(board, first, mines, promise);
        if (best < 0) continue;
        BoundPlan plan;
        plan.search_guesses = 1 + dice.below(most_bound_guesses);
        if (dice.below(3) == 0) plan.layouts = 4;
        if (plan.search_guesses > cells - mines - 1) plan.search_guesses = cells - mines - 1;
        UpperBound bound(board.geometry);
        ZeroSearch search(board.geometry);
        std::vector<BoundResult> results;
        for (u64 plane[2] = {0, 0}; plane[0] < u64{1} << cells; ++plane[0]) {
            u64 count = 0;
            for (u64 i = 0; i < cells; ++i) count += (plane[0] >> i) & 1;
            if (count != mines || (promise == FirstOpen::safe && (plane[0] >> first) & 1)) continue;
            double value = 0;
            CHECK_EQUAL(bound.value(plane, mines, first, plan, 0, Limits{}, value), Solved::done);
            for (u64 copy = 0; copy < copies; ++copy) {
                results.push_back({value, 0});
                if (!bound.is_searching) continue;
                ++searched;
                CHECK(bound.add_to(search, results.size() - 1, value, copy * (~u64{0} / copies)));
            }
        }
        scene() = std::to_string(plan.search_guesses) + " guesses for a zero on all layouts of " + board.table.grid.format();
        CHECK_EQUAL(search.run(first, plan.search_guesses, Limits{}, results.data()), Solved::done);
        double sum = 0;
        for (const BoundResult& each : results) sum += each.value;
        CHECK(sum >= best * double(results.size()) - 1e-9);
    }
}

static bool stop_at_once(void*) { return true; }

// Stops after a number of calls.
static bool stop_later(void* left) { return (*static_cast<u64*>(left))-- == 0; }

static Limits stop_after(u64& left) {
    Limits limits;
    limits.stop = stop_later;
    limits.stop_with = &left;
    return limits;
}

static void test_stops() {
    const Scene board(make_grid({16, 30}));
    Limits stopped;
    stopped.stop = stop_at_once;
    for (const Kernels* kernels : variants()) {
        scene() = std::string("stops of ") + kernels->name;
        std::vector<BoundResult> results(2);
        CHECK_EQUAL(kernels->upper_bounds(job(board, 99, 0, FirstOpen::safe, 1, results), stopped), Solved::stopped);
        // The last call is one of the search.
        std::vector<BoundResult> searched(20);
        BoundJob searching = job(board, 99, 0, FirstOpen::safe, 0, searched);
        searching.plan.search_guesses = 1;
        u64 left = ~u64{0};
        CHECK_EQUAL(kernels->upper_bounds(searching, stop_after(left)), Solved::done);
        left = ~u64{0} - left - 1;
        CHECK_EQUAL(kernels->upper_bounds(searching, stop_after(left)), Solved::stopped);
        double sum;
        u64 layouts, gave_up;
        CHECK_EQUAL(kernels->exact_upper_bound(job(board, 99, 0, FirstOpen::safe, 0, results), stopped, sum, layouts, gave_up),
                    Solved::stopped);
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(40);
    std::uint64_t compared = 0, equal = 0;
    test_exact(dice, compared, equal);
    test_guesses();
    std::uint64_t searched = 0;
    test_search(dice);
    test_searches_of_all_layouts(dice, searched);
    double gave_up = 0;
    test_variants(gave_up);
    test_stops();
    std::cout << compared << " exact bounds compared, " << equal << " of them equal to best play" << std::endl;
    scene() = "the tally";
    CHECK(compared > 40 && equal > 0 && equal < compared && gave_up > 0 && searched > 1000);
    return finish("upper bounds");
}

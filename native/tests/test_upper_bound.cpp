// Upper bounds on best play, in every copy of the kernels: never below an exhaustive search, equal in all copies, and
// stopped when asked.
#include <algorithm>
#include <cmath>
#include <map>

#include "play/zero_search.hpp"
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
                std::vector<BoundResult> results(2);
                BoundJob own = job(board, board.cells() / 6, board.cells() / 2, FirstOpen::safe, guesses, results);
                // Small limits, so that some parts are too large.
                own.plan.layouts = 40;
                own.plan.samples = 20;
                own.plan.search = guesses;
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

// The most wins of any strategy that searches for a zero, over layouts that are described by each possible guess.
struct NaiveSearch {
    using Guess = HYPERSWEEP_VARIANT::ZeroSearch::Guess;
    enum Hit { none, winning, losing };  // what a guess at an unsettled cell of this layout led to
    struct Member {
        std::size_t layout;
        Hit hit;
    };
    std::vector<std::vector<Guess>> layouts;

    u64 wins(const std::vector<Member>& members, u64 guesses, std::vector<bool> is_open) const {
        u64 most = 0;
        for (std::size_t cell = 0; cell < is_open.size(); ++cell) {
            if (is_open[cell]) continue;
            std::vector<bool> next_open = is_open;
            next_open[cell] = true;
            std::map<u32, std::vector<Member>> next;
            u64 total = 0;
            for (const Member& member : members) {
                const Guess& guess = layouts[member.layout][cell];
                if (guess.is_mined) continue;
                const bool wins_now = member.hit == none ? guess.is_won : member.hit == winning || !guess.is_settled;
                if (guesses == 1 || guess.clue == 0) {
                    total += wins_now;
                } else {
                    next[guess.clue].push_back({member.layout, guess.is_settled ? member.hit : wins_now ? winning : losing});
                }
            }
            for (const auto& [clue, alike] : next) total += wins(alike, guesses - 1, next_open);
            most = std::max(most, total);
        }
        return most;
    }
};

static void test_search(Dice& dice) {
    for (int round = 0; round < 40; ++round) {
        const Scene board(make_grid(round % 2 ? std::vector<u64>{2, 3} : std::vector<u64>{7}));
        const u64 guesses = 1 + dice.below(most_bound_guesses), first = dice.below(board.cells());
        NaiveSearch naive;
        HYPERSWEEP_VARIANT::ZeroSearch search(board.geometry);
        std::vector<BoundResult> results(1 + dice.below(150));
        std::map<u32, std::vector<NaiveSearch::Member>> members;
        for (std::size_t i = 0; i < results.size(); ++i) {
            std::vector<NaiveSearch::Guess> guess;
            for (u64 cell = 0; cell < board.cells(); ++cell) {
                guess.push_back({dice.below(4) == 0, dice.below(3) > 0, dice.below(2) == 0, u32(dice.below(3))});
            }
            const u32 clue = u32(1 + dice.below(2));
            naive.layouts.push_back(guess);
            members[clue].push_back({i, NaiveSearch::none});
            CHECK(search.add(i, clue, [&](u64 cell) { return guess[cell]; }));
        }
        scene() = std::to_string(guesses) + " guesses for a zero on " + board.table.grid.format();
        CHECK_EQUAL(search.run(first, guesses, Limits{}, results.data()), Solved::done);
        double found = 0;
        for (const BoundResult& each : results) found += each.value;
        std::vector<bool> is_open(board.cells());
        is_open[first] = true;
        u64 expected = 0;
        for (const auto& [clue, alike] : members) expected += naive.wins(alike, guesses, is_open);
        CHECK_EQUAL(found, double(expected));
    }
}

static bool stop_at_once(void*) { return true; }

static void test_stops() {
    const Scene board(make_grid({16, 30}));
    Limits stopped;
    stopped.stop = stop_at_once;
    for (const Kernels* kernels : variants()) {
        scene() = std::string("stops of ") + kernels->name;
        std::vector<BoundResult> results(2);
        CHECK_EQUAL(kernels->upper_bounds(job(board, 99, 0, FirstOpen::safe, 1, results), stopped), Solved::stopped);
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
    test_search(dice);
    double gave_up = 0;
    test_variants(gave_up);
    test_stops();
    std::cout << compared << " exact bounds compared, " << equal << " of them equal to best play" << std::endl;
    scene() = "the tally";
    CHECK(compared > 40 && equal > 0 && equal < compared && gave_up > 0);
    return finish("upper bounds");
}

// The exact solver, compared with a list of all layouts, and on larger boards with conditions that hold for any
// probabilities.
#include <cmath>

#include "tests/boards.hpp"
#include "tests/naive_random.hpp"
#include "tests/naive_solver.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

// One variant's solver and chooser, for the duration of a scope.
struct Tools {
    Tools(const Kernels& kernels, const Geometry& g)
        : kernels(kernels), solver(kernels.solver_make(g)), chooser(kernels.chooser_make(g)) {}
    Tools(const Tools&) = delete;
    Tools& operator=(const Tools&) = delete;
    ~Tools() {
        kernels.solver_free(solver);
        kernels.chooser_free(chooser);
    }
    const Kernels& kernels;
    void* solver;
    void* chooser;
};

struct Tally {
    u64 done = 0, contradictions = 0, exact = 0, guesses = 0, certain = 0, large = 0, wide = 0, won = 0, lost = 0,
        estimates = 0;
};

static u64 choose_modulo(i64 n, i64 k, u64 prime) {
    if (k < 0 || k > n) return 0;
    std::vector<u64> row(std::size_t(k) + 1);
    row[0] = 1;
    for (i64 i = 0; i < n; ++i) {
        for (i64 j = k; j > 0; --j) row[std::size_t(j)] = (row[std::size_t(j)] + row[std::size_t(j - 1)]) % prime;
    }
    return row.back();
}

// The number of layouts, combined from the components' counts.
static u64 count_layouts(const Tools& tools, const Findings& findings, u64 prime) {
    std::vector<u64> ways{1};
    i64 low = 0;
    for (u64 c = 0; c < findings.components; ++c) {
        i64 own_low;
        const u64 span = tools.kernels.solver_span(tools.solver, c, own_low);
        Results<u64> own(span, true);
        CHECK_EQUAL(tools.kernels.solver_ways(tools.solver, c, prime, Limits{}, own.data()), Solved::done);
        std::vector<u64> joined(ways.size() + span - 1);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            for (u64 j = 0; j < span; ++j) joined[i + j] = (joined[i + j] + ways[i] * own[j]) % prime;
        }
        ways = joined;
        low += own_low;
    }
    u64 sum = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        sum = (sum + ways[i] * choose_modulo(i64(findings.unseen), findings.mines_left - low - i64(i), prime)) % prime;
    }
    return sum;
}

static void check_components(const Tools& tools, const naive::Seen& seen, const Findings& findings) {
    std::set<u64> all;
    for (u64 c = 0; c < findings.components; ++c) {
        const u64 count = tools.kernels.solver_component(tools.solver, c, nullptr, 0);
        Results<u64> clues(count, true);
        CHECK_EQUAL(tools.kernels.solver_component(tools.solver, c, clues.data(), count), count);
        CHECK(count > 0);
        for (u64 i = 0; i < count; ++i) {
            CHECK(seen.codes[clues[i]] >= 0);
            CHECK(all.insert(clues[i]).second);
        }
    }
}

static void check_clue_chances(const Tools& tools, const naive::Seen& seen, const std::vector<naive::Bits>& layouts,
                               u64 cell) {
    const u64 neighbours = seen.table.neighbours[cell].size();
    Results<double> chance(neighbours + 1, true);
    CHECK_EQUAL(tools.kernels.solver_clues(tools.solver, cell, Limits{}, chance.data()), Solved::done);
    for (u64 t = 0; t <= neighbours; ++t) {
        double expected = 0;
        for (const naive::Bits& layout : layouts) expected += !layout[cell] && seen.table.clue(layout, cell) == t;
        CHECK(std::abs(chance[t] - expected / double(layouts.size())) < 1e-12);
    }
}

static void check_choice(const Tools& tools, const naive::Seen& seen, const std::vector<naive::Bits>& layouts,
                         const std::vector<double>& chance, Policy policy, Choice& choice, Tally& tally) {
    const ChoiceLimits caps;
    std::memset(static_cast<void*>(&choice), 0, sizeof choice);
    CHECK_EQUAL(tools.kernels.chooser_choose(tools.chooser, seen.codes.data(), seen.mines, seen.trust_flags, policy,
                                             caps, Limits{}, choice),
                Solved::done);
    const std::vector<u64> places = seen.unknown();
    double safest = 2;
    u64 certain = ~u64{0};
    for (u64 cell : places) {
        safest = std::min(safest, chance[cell]);
        if (chance[cell] == 0 && certain == ~u64{0}) certain = cell;
    }
    if (safest >= 1) {
        CHECK_EQUAL(choice.cell, ~u64{0});
        return;
    }
    CHECK(std::find(places.begin(), places.end(), choice.cell) != places.end());
    CHECK_EQUAL(choice.proven_safe, certain != ~u64{0});
    CHECK(std::abs(choice.safety - (1 - chance[choice.cell])) < 1e-12);
    if (choice.proven_safe) {
        CHECK_EQUAL(choice.cell, certain);
        ++tally.certain;
        return;
    }
    ++tally.guesses;
    if (layouts.size() <= 400) CHECK(choice.exact);
    if (choice.exact) {
        CHECK_EQUAL(choice.layouts, layouts.size());
        if (layouts.size() > 30) return;
        naive::BestPlay best(seen, layouts);
        CHECK_EQUAL(choice.wins, best.wins());
        CHECK_EQUAL(best.wins_after(choice.cell), choice.wins);
        ++tally.exact;
        return;
    }
    const double margin = policy == Policy::look_ahead ? std::max(caps.margin, caps.reach) : 0;
    CHECK(choice.score >= 0 && choice.score <= (policy == Policy::look_ahead ? 1 + caps.progress : 1));
    CHECK(chance[choice.cell] <= safest + margin + 1e-9);
}

static void check_position(const std::vector<std::unique_ptr<Tools>>& all, const naive::Seen& seen, bool with_choice,
                           Tally& tally) {
    const std::vector<naive::Bits> layouts = seen.layouts();
    const u64 cells = seen.table.cells;
    std::vector<double> expected(cells), first;
    for (u64 i = 0; i < cells; ++i) {
        for (const naive::Bits& layout : layouts) expected[i] += layout[i];
        expected[i] /= double(layouts.size());
    }
    Choice first_choice[3];
    for (const auto& tools : all) {
        scene() = seen.table.grid.format() + ", solver of " + tools->kernels.name;
        Results<double> chance(cells, true);
        Findings findings{};
        const Solved solved = tools->kernels.solver_analyse(tools->solver, seen.codes.data(), seen.mines,
                                                            seen.trust_flags, Limits{}, chance.data(), findings);
        CHECK_EQUAL(solved, layouts.empty() ? Solved::contradiction : Solved::done);
        Choice choice;
        if (layouts.empty()) {
            ++tally.contradictions;
            CHECK(findings.clue == ~u64{0} || seen.codes[findings.clue] >= 0);
            if (findings.clue == ~u64{0}) CHECK(findings.contradictory <= findings.components);
            CHECK_EQUAL(tools->kernels.chooser_choose(tools->chooser, seen.codes.data(), seen.mines, seen.trust_flags,
                                                      Policy::safest, ChoiceLimits{}, Limits{}, choice),
                        Solved::contradiction);
            continue;
        }
        ++tally.done;
        for (u64 i = 0; i < cells; ++i) {
            CHECK(std::abs(chance[i] - expected[i]) < 1e-12);
            // If a cell is certain, its chance must be exactly 0 or 1.
            CHECK_EQUAL(chance[i] == 0, expected[i] == 0);
            CHECK_EQUAL(chance[i] == 1, expected[i] == 1);
        }
        if (first.empty()) first.assign(chance.data(), chance.data() + cells);
        CHECK(std::equal(first.begin(), first.end(), chance.data()));
        for (u64 prime : {u64{2147483629}, u64{1000003}}) {
            CHECK_EQUAL(count_layouts(*tools, findings, prime), layouts.size() % prime);
        }
        check_components(*tools, seen, findings);
        for (u64 cell : seen.unknown()) check_clue_chances(*tools, seen, layouts, cell);
        if (!with_choice) continue;
        for (Policy policy : {Policy::safest, Policy::progress, Policy::look_ahead}) {
            check_choice(*tools, seen, layouts, expected, policy, choice, tally);
            Choice& same = first_choice[int(policy)];
            if (tools == all.front()) same = choice;
            CHECK_EQUAL(choice.cell, same.cell);
            CHECK_EQUAL(choice.score, same.score);
            CHECK_EQUAL(choice.wins, same.wins);
        }
    }
}

static std::vector<std::unique_ptr<Tools>> make_tools(const Geometry& g) {
    std::vector<std::unique_ptr<Tools>> all;
    for (const Kernels* kernels : variants()) all.push_back(std::make_unique<Tools>(*kernels, g));
    return all;
}

static void test_small(Dice& dice, Tally& tally) {
    for (int i = 0; i < 120; ++i) {
        const Scene board(i < 4 ? make_grid({3, 4, 2}, i % 2 == 0, {i > 1, false, i > 1}) : random_grid(dice, 40));
        const auto all = make_tools(board.geometry);
        // Reuse the same solver: earlier positions must not affect later ones.
        for (int j = 0; j < 5; ++j) check_position(all, random_position(dice, board.table), j % 2 == 0, tally);
    }
}

static bool stop_now(void* calls) {
    ++*static_cast<u64*>(calls);
    return true;
}

// In a position with too many layouts to list, the chances around each clue must add up to it, and all chances to the
// number of mines.
static void check_large(const std::vector<std::unique_ptr<Tools>>& all, const naive::Seen& seen,
                        const naive::Bits& mines, u64 most_states, Tally& tally) {
    const u64 cells = seen.table.cells;
    const i32* const codes = seen.codes.data();
    Limits limits;
    limits.states = most_states;
    std::vector<double> first;
    for (const auto& tools : all) {
        const Kernels& kernels = tools->kernels;
        scene() =
            seen.table.grid.format() + " with " + std::to_string(seen.mines) + " mines, solver of " + kernels.name;
        Results<double> chance(cells, true);
        Findings findings{};
        const Solved solved =
            kernels.solver_analyse(tools->solver, codes, seen.mines, false, limits, chance.data(), findings);
        if (solved == Solved::over_budget) continue;
        CHECK_EQUAL(solved, Solved::done);
        ++tally.large;
        tally.wide += findings.states > 20000;
        double sum = 0;
        for (u64 i = 0; i < cells; ++i) {
            CHECK(chance[i] >= 0 && chance[i] <= 1);
            CHECK(chance[i] == 0 || seen.is_unknown(i));
            CHECK(chance[i] != (mines[i] ? 0 : 1));
            sum += chance[i];
            if (codes[i] < 0) continue;
            double around = 0;
            for (u64 other : seen.table.neighbours[i]) around += chance[other];
            CHECK(std::abs(around - codes[i]) < 1e-9);
        }
        CHECK(std::abs(sum - double(seen.mines)) < 1e-7);
        if (first.empty()) first.assign(chance.data(), chance.data() + cells);
        CHECK(std::equal(first.begin(), first.end(), chance.data()));
        for (u64 cell = cells % 5; cell < cells; cell += 37) {
            if (!seen.is_unknown(cell)) continue;
            const u64 neighbours = seen.table.neighbours[cell].size();
            Results<double> clue(neighbours + 1, true);
            const Solved found = kernels.solver_clues(tools->solver, cell, limits, clue.data());
            if (found == Solved::over_budget) continue;
            CHECK_EQUAL(found, Solved::done);
            double safe = 0;
            for (u64 t = 0; t <= neighbours; ++t) safe += clue[t];
            CHECK(std::abs(safe - (1 - chance[cell])) < 1e-9);
        }
        if (findings.components == 0) continue;
        u64 calls = 0;
        Limits few = limits, stopping = limits;
        few.states = 1;
        stopping.stop = stop_now;
        stopping.stop_with = &calls;
        for (u64 c = 0; c < findings.components; ++c) {
            i64 low;
            Results<u64> ways(kernels.solver_span(tools->solver, c, low), true);
            CHECK_EQUAL(kernels.solver_ways(tools->solver, c, 1000003, stopping, ways.data()), Solved::stopped);
        }
        CHECK_EQUAL(calls, findings.components);
        CHECK_EQUAL(kernels.solver_analyse(tools->solver, codes, seen.mines, false, few, chance.data(), findings),
                    Solved::over_budget);
        CHECK_EQUAL(kernels.solver_analyse(tools->solver, codes, seen.mines, false, stopping, chance.data(), findings),
                    Solved::stopped);
        CHECK(calls > 0);
    }
}

static void test_large(Dice& dice, Tally& tally) {
    for (const naive::Grid& grid :
         {make_grid({16, 30}), make_grid({4, 5, 6}), make_grid({2, 3, 4, 3}, true, {true, true}),
          make_grid({6, 7, 8}, false), make_grid({3, 90}, true, {false, true})}) {
        const Scene board(grid);
        const auto all = make_tools(board.geometry);
        for (unsigned percent : {10u, 15u, 20u, 25u, 30u, 35u}) {
            const u64 cells = board.cells();
            const naive::Bits mines = random_bits(dice, cells, percent);
            naive::Game game(board.table, mines, RuleFlags{true, true, false, true});
            for (u64 i = 0; i < cells / 5; ++i) {
                const u64 cell = dice.below(cells);
                if (!mines[cell] && naive::count(game.now.open) < cells / 2) game.open(cell);
            }
            naive::Seen seen{board.table, std::vector<i32>(cells), naive::count(mines), false};
            for (u64 i = 0; i < cells; ++i) seen.codes[i] = game.code(i, false);
            check_large(all, seen, mines, 10000, tally);
        }
    }
    // Scattered open cells make boundaries so wide that the solver tries several orders; with these seeds one fits the
    // limits.
    const std::vector<std::pair<naive::Grid, std::vector<u64>>> wide = {
        {make_grid({3, 4, 3, 4}), {6, 8, 10, 33, 35, 47}}, {make_grid({5, 6, 7}), {2, 29, 44}}};
    for (const auto& [grid, seeds] : wide) {
        const Scene board(grid);
        const auto all = make_tools(board.geometry);
        for (u64 seed : seeds) {
            Dice own(seed);
            const unsigned mined = 10 + unsigned(own.below(30)), open = 25 + unsigned(own.below(40));
            const naive::Bits mines = random_bits(own, board.cells(), mined);
            naive::Seen seen{board.table, std::vector<i32>(board.cells(), -1), naive::count(mines), false};
            for (u64 cell = 0; cell < board.cells(); ++cell) {
                if (!mines[cell] && own.chance(open)) seen.codes[cell] = i32(board.table.clue(mines, cell));
            }
            check_large(all, seen, mines, 100000, tally);
        }
    }
}

// Replays a game of solver_play with single analyses and choices.
static GameResult replay(const Tools& tools, const Scene& board, const SolverJob& job, u64 index) {
    std::vector<u64> excluded;
    if (job.first_open != FirstOpen::any) excluded.push_back(job.first);
    if (job.first_open == FirstOpen::opening) {
        for (u64 other : board.table.neighbours[job.first]) excluded.push_back(other);
    }
    const u64 cells = board.cells(), key = naive::Stream(job.seed, job.name, index).key;
    naive::Game game(board.table, naive::random_mines(cells, job.mines, key, excluded), RuleFlags{});
    GameResult result{};
    std::vector<i32> codes(cells);
    game.open(job.first);
    while (game.now.outcome == Outcome::ongoing) {
        for (u64 i = 0; i < cells; ++i) codes[i] = game.code(i, false);
        ++result.analyses;
        Choice choice;
        CHECK_EQUAL(tools.kernels.chooser_choose(tools.chooser, codes.data(), job.mines, false, job.policy, job.caps,
                                                 Limits{}, choice),
                    Solved::done);
        if (!choice.proven_safe) {
            ++result.guesses;
            game.open(choice.cell);
            continue;
        }
        std::vector<double> chance(cells);
        Findings findings;
        tools.kernels.solver_analyse(tools.solver, codes.data(), job.mines, false, Limits{}, chance.data(), findings);
        for (u64 i = 0; i < cells; ++i) {
            if (codes[i] == -1 && chance[i] == 0) game.open(i);
        }
    }
    result.won = game.now.outcome == Outcome::won;
    result.opened = game.opened();
    return result;
}

static void test_games(Dice& dice, Tally& tally) {
    for (int i = 0; i < 60; ++i) {
        const Scene board(i == 0 ? make_grid({5, 6}) : i == 1 ? make_grid({3, 4, 3}) : random_grid(dice, 36));
        const u64 cells = board.cells(), first = dice.below(cells);
        const FirstOpen first_open = FirstOpen(dice.below(3));
        const u64 kept = first_open == FirstOpen::any    ? 0
                         : first_open == FirstOpen::safe ? 1
                                                         : board.table.neighbours[first].size() + 1;
        const u64 mines = std::min(cells - kept, dice.below(2 + cells / 4));
        SolverJob job{&board.geometry, mines,      dice.word(),           dice.word(),    dice.below(50), 3,
                      first,           first_open, Policy(dice.below(3)), ChoiceLimits{}, nullptr};
        job.caps.candidates = 5;
        job.caps.steps = 20000;
        job.caps.log2_layouts = double(dice.below(8));
        std::vector<GameResult> expected, estimated;
        for (const auto& tools : make_tools(board.geometry)) {
            Results<GameResult> results(job.count, true);
            job.results = results.data();
            CHECK_EQUAL(tools->kernels.solver_play(job, Limits{}), Solved::done);
            for (u64 game = 0; game < job.count; ++game) {
                if (expected.size() == game) expected.push_back(replay(*tools, board, job, job.first_index + game));
                CHECK_EQUAL(results[game].won, expected[game].won);
                CHECK_EQUAL(results[game].opened, expected[game].opened);
                CHECK_EQUAL(results[game].guesses, expected[game].guesses);
                // The first move and every guess count as moves, and every move except a losing one opens a safe cell.
                CHECK(results[game].moves > results[game].guesses);
                CHECK(results[game].moves <= results[game].opened + !results[game].won);
                // A game opens cells that it can prove safe without counting first, so it may take more analyses.
                CHECK(results[game].analyses >= expected[game].analyses);
                CHECK_EQUAL(results[game].estimates, 0);
                (expected[game].won ? tally.won : tally.lost) += 1;
            }
            // Without any budget, all chances are one half, on every machine.
            Limits none;
            none.states = 1;
            CHECK_EQUAL(tools->kernels.solver_play(job, none), Solved::done);
            for (u64 game = 0; game < job.count; ++game) {
                if (estimated.size() == game) estimated.push_back(results[game]);
                CHECK_EQUAL(results[game].opened, estimated[game].opened);
                CHECK_EQUAL(results[game].guesses, estimated[game].guesses);
                CHECK(results[game].estimates <= results[game].guesses);
                tally.estimates += results[game].estimates;
            }
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(8);
    Tally tally;
    test_small(dice, tally);
    test_large(dice, tally);
    test_games(dice, tally);
    std::cout << tally.done << " analyses of small boards, " << tally.contradictions << " contradictions, "
              << tally.large << " large boards, " << tally.wide << " of them wide; " << tally.certain
              << " certain choices, " << tally.guesses << " guesses, " << tally.exact << " of them exact; " << tally.won
              << " games won, " << tally.lost << " lost" << std::endl;
    scene() = "the tally";
    const std::size_t copies = variants().size();
    CHECK(tally.done > 400 * copies && tally.contradictions > 70 * copies && tally.large > 30 * copies);
    CHECK(tally.certain > 100 && tally.exact > 70 * copies && tally.won > 50 && tally.lost > 20 && tally.estimates > 100);
    return finish("solver");
}

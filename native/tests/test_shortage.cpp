// Failed allocations in the solver: each call must report them or return the same answer, and the next call must be
// unaffected. Every allocation of a call fails in turn, alone and together with all that follow.
#include "tests/boards.hpp"
#include "tests/naive_random.hpp"
#include "tests/naive_solver.hpp"
#include "tests/positions.hpp"
#include "tests/scarce.hpp"

namespace hypersweep {

namespace test {

struct Tally {
    u64 short_of_memory = 0, done = 0;
};

// An answer in comparable form.
struct Answer {
    Solved solved = Solved::stopped;
    std::vector<double> numbers;
};

struct Solvers {
    explicit Solvers(const Geometry& g) : solver(scarce::kernels().solver_make(g)), chooser(scarce::kernels().chooser_make(g)) {}
    Solvers(const Solvers&) = delete;
    Solvers& operator=(const Solvers&) = delete;
    ~Solvers() {
        scarce::kernels().solver_free(solver);
        scarce::kernels().chooser_free(chooser);
    }
    void* solver;
    void* chooser;
};

// Calls `ask` with fresh solvers, and makes up to about `most` of its allocations fail, evenly spaced.
template <class Ask>
static void check_shortage(const Geometry& g, u64 most, const Ask& ask, Tally& tally) {
    allocations = 0;
    first_failure = ~u64{0};
    Answer expected;
    {
        Solvers fresh(g);
        allocations = 0;
        expected = ask(fresh);
    }
    const u64 all = allocations, step = all / most + 1;
    for (u64 number = 0; number < all; number += step) {
        for (u64 last : {number, ~u64{0}}) {
            Solvers fresh(g);
            allocations = 0;
            first_failure = number;
            last_failure = last;
            const Answer answer = ask(fresh);
            first_failure = ~u64{0};
            if (answer.solved == Solved::out_of_memory) {
                ++tally.short_of_memory;
            } else {
                CHECK_EQUAL(answer.solved, expected.solved);
                CHECK(answer.numbers == expected.numbers);
                ++tally.done;
            }
            const Answer again = ask(fresh);
            CHECK_EQUAL(again.solved, expected.solved);
            CHECK(again.numbers == expected.numbers);
        }
    }
}

static void check_position(const Geometry& g, const naive::Seen& seen, const Limits& limits, u64 most, Tally& tally) {
    const Kernels& kernels = scarce::kernels();
    const u64 cells = g.cells;
    const i32* const codes = seen.codes.data();
    u64 covered = cells;
    for (u64 i = cells; i-- > 0;) covered = seen.is_unknown(i) ? i : covered;
    check_shortage(
        g, most,
        [&](const Solvers& own) {
            Answer answer{Solved::stopped, std::vector<double>(cells)};
            Findings findings{};
            answer.solved = kernels.solver_analyse(own.solver, codes, seen.mines, seen.trust_flags, limits,
                                                   answer.numbers.data(), findings);
            if (answer.solved != Solved::done) return Answer{answer.solved, {}};
            if (covered < cells) {
                std::vector<double> chance(g.most_neighbours + 1);
                answer.solved = kernels.solver_clues(own.solver, covered, limits, chance.data());
                if (answer.solved != Solved::done) return Answer{answer.solved, {}};
                answer.numbers.insert(answer.numbers.end(), chance.begin(), chance.end());
            }
            for (u64 c = 0; c < findings.components; ++c) {
                i64 low;
                std::vector<u64> ways(kernels.solver_span(own.solver, c, low));
                answer.solved = kernels.solver_ways(own.solver, c, 1000003, limits, ways.data());
                if (answer.solved != Solved::done) return Answer{answer.solved, {}};
                answer.numbers.insert(answer.numbers.end(), ways.begin(), ways.end());
            }
            return answer;
        },
        tally);
    Limits few = limits;
    few.states = 20;
    check_shortage(
        g, most,
        [&](const Solvers& own) {
            Answer answer{Solved::stopped, std::vector<double>(2 * cells)};
            Findings findings{};
            answer.solved = kernels.solver_estimate(own.solver, codes, seen.mines, seen.trust_flags, 50, 3, 7, few,
                                                    answer.numbers.data(), answer.numbers.data() + cells, findings);
            if (answer.solved != Solved::done) answer.numbers.clear();
            return answer;
        },
        tally);
    for (Policy policy : {Policy::safest, Policy::progress, Policy::look_ahead}) {
        check_shortage(
            g, most,
            [&](const Solvers& own) {
                Choice choice{};
                const Solved solved = kernels.chooser_choose(own.chooser, codes, seen.mines, seen.trust_flags, policy,
                                                             ChoiceLimits{}, limits, choice);
                if (solved != Solved::done) return Answer{solved, {}};
                return Answer{solved, {double(i64(choice.cell)), choice.safety, choice.score, double(choice.wins)}};
            },
            tally);
    }
}

// A guess with an estimated chance to win and a deeper evaluation, found by playing on a suitable board.
static void check_estimate(u64 seed, Tally& tally) {
    const Kernels& kernels = scarce::kernels();
    const Scene board(make_grid({10, 12}));
    const u64 cells = board.cells(), count = 24;
    ChoiceLimits caps;
    caps.candidates = 3;
    caps.reached = 5;
    caps.closest = caps.further = 2;
    caps.close = 1;
    Dice dice(seed);
    naive::Bits mines(cells);
    for (u64 laid = 0; laid < count;) {
        const u64 cell = 1 + dice.below(cells - 1);
        laid += !mines[cell];
        mines[cell] = true;
    }
    std::vector<i32> codes(cells, -1);
    Solvers player(board.geometry);
    for (u64 cell = 0;;) {
        codes[cell] = i32(board.table.clue(mines, cell));
        Choice choice{};
        CHECK_EQUAL(kernels.chooser_choose(player.chooser, codes.data(), count, false, Policy::look_ahead, caps, Limits{}, choice),
                    Solved::done);
        if (choice.cell == ~u64{0} || choice.exact) return;  // the endgame came too early
        if (!choice.proven_safe) {
            ChoiceLimits nearer = caps;
            nearer.further_log2_layouts = 0;
            Choice other{};
            CHECK_EQUAL(kernels.chooser_choose(player.chooser, codes.data(), count, false, Policy::look_ahead, nearer, Limits{}, other),
                        Solved::done);
            if (other.score != choice.score) break;  // the deeper evaluation made a difference
        }
        cell = choice.cell;
        if (mines[cell]) return;
    }
    check_shortage(
        board.geometry, 100000,
        [&](const Solvers& own) {
            Choice choice{};
            const Solved solved =
                kernels.chooser_choose(own.chooser, codes.data(), count, false, Policy::look_ahead, caps, Limits{}, choice);
            if (solved != Solved::done) return Answer{solved, {}};
            CHECK(!choice.exact);
            return Answer{solved, {double(i64(choice.cell)), choice.safety, choice.score}};
        },
        tally);
}

// Reasons of every type, as rows of numbers.
static void check_reasons(const Geometry& g, const naive::Seen& seen, const std::vector<double>& chances, u64 most, Tally& tally) {
    const Kernels& kernels = scarce::kernels();
    void* reasoner = nullptr;
    check_shortage(
        g, most,
        [&](const Solvers&) {
            kernels.reasoner_free(reasoner);
            reasoner = kernels.reasoner_make(g);
            Solved solved = kernels.reasoner_begin(reasoner, seen.codes.data(), seen.mines, seen.trust_flags);
            if (solved != Solved::done) return Answer{solved, {}};
            ReasonsFound found{};
            const ReasonsAsked asked{by_clue | by_pair | by_sum | by_line | by_shares | by_few | by_mines | by_all,
                                     chances.empty() ? nullptr : chances.data(), nullptr, 0, false, ~u64{0}};
            solved = kernels.reasoner_go_on(reasoner, asked, Limits{}, found);
            if (solved != Solved::done) return Answer{solved, {}};
            Answer answer{solved, {}};
            for (u64 reason = 0; reason < found.reasons; ++reason) {
                const i32* row;
                const u64 size = kernels.reasoner_row(reasoner, reason, row);
                answer.numbers.insert(answer.numbers.end(), row, row + size);
            }
            return answer;
        },
        tally);
    kernels.reasoner_free(reasoner);
}

static void check_reasons(const Scene& board, const naive::Seen& seen, u64 most, Tally& tally) {
    const Kernels& kernels = scarce::kernels();
    Solvers own(board.geometry);
    std::vector<double> chances(board.cells());
    Findings findings{};
    const Solved solved =
        kernels.solver_analyse(own.solver, seen.codes.data(), seen.mines, seen.trust_flags, Limits{}, chances.data(), findings);
    if (solved != Solved::done) chances.clear();
    check_reasons(board.geometry, seen, chances, most, tally);
}

// Whole games, once with exact chances only, and once without any.
static void check_games(const Scene& board, u64 mines, Policy policy, Tally& tally) {
    for (u64 states : {u64{1} << 18, u64{1}}) {
        Limits limits;
        limits.states = states;
        check_shortage(
            board.geometry, 60,
            [&](const Solvers&) {
                GameResult results[2] = {};
                const SolverJob job{&board.geometry,   mines,  1, 2, 3, 2, board.cells() / 2, FirstOpen::opening, policy,
                                    ChoiceLimits{}, results};
                const Solved solved = scarce::kernels().solver_play(job, limits);
                if (solved != Solved::done) return Answer{solved, {}};
                Answer answer{solved, {}};
                for (const GameResult& own : results) {
                    for (u64 number : {own.won, own.opened, own.moves, own.guesses, own.analyses, own.estimates}) {
                        answer.numbers.push_back(double(number));
                    }
                }
                return answer;
            },
            tally);
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep;
    using namespace hypersweep::test;
    Dice dice(12);
    Tally small, wide, games, reasons, estimates;
    for (int i = 0; i < 40; ++i) {
        const Scene board(i == 0 ? make_grid({3, 4, 2}) : random_grid(dice, 30));
        const naive::Seen seen = random_position(dice, board.table);
        check_position(board.geometry, seen, Limits{}, 1000, small);
        check_reasons(board, seen, 200, reasons);
    }
    {
        // A position wide enough for trials of orders and for bound tightening.
        const Scene board(make_grid({3, 4, 3, 4}));
        Dice own(10);
        const unsigned mined = 10 + unsigned(own.below(30)), open = 25 + unsigned(own.below(40));
        const naive::Bits mines = random_bits(own, board.cells(), mined);
        naive::Seen seen{board.table, std::vector<i32>(board.cells(), -1), naive::count(mines), false};
        for (u64 cell = 0; cell < board.cells(); ++cell) {
            if (!mines[cell] && own.chance(open)) seen.codes[cell] = i32(board.table.clue(mines, cell));
        }
        Limits limits;
        limits.states = 100000;
        check_position(board.geometry, seen, limits, 8, wide);
    }
    {
        // Lines of contradiction, sets of clues and the number of mines.
        const std::vector<i32> line = {2, -1, 2, -1, -1, -1, -1, 1, -1, 4, -1, -1, -1, -1, 1, -1};
        const Scene board(make_grid({4, 4}));
        check_reasons(board, naive::Seen{board.table, line, 5, false}, 400, reasons);
        const std::vector<i32> count = {-1, 1, -1, 1, -1, 1, -1, -1};
        const Scene row(make_grid({1, 8}));
        check_reasons(row, naive::Seen{row.table, count, 3, false}, 400, reasons);
    }
    for (u64 seed = 0; seed < 2; ++seed) check_estimate(seed, estimates);
    for (Policy policy : {Policy::safest, Policy::look_ahead}) {
        check_games(Scene(make_grid({5, 6})), 7, policy, games);
        check_games(Scene(make_grid({3, 4, 5})), 9, policy, games);
    }
    std::cout << "short of memory " << small.short_of_memory << " times on small boards, " << wide.short_of_memory
              << " on a wide one, " << games.short_of_memory << " in games, " << reasons.short_of_memory << " for reasons, "
              << estimates.short_of_memory << " in estimates; done all the same " << small.done << ", "
              << wide.done << " and " << games.done << " times" << std::endl;
    scene() = "the tally";
    CHECK(small.short_of_memory > 1000 && wide.short_of_memory > 20 && games.short_of_memory > 100);
    CHECK(reasons.short_of_memory > 300 && estimates.short_of_memory > 500);
    return finish("shortage");
}

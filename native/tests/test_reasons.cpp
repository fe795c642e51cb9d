// Reasons, compared with every way to fill the covered cells: each must follow from its own clues and premises alone,
// together they must settle all that is certain, and blamed clues must contradict each other.
#include "tests/boards.hpp"
#include "tests/naive_solver.hpp"
#include "tests/positions.hpp"
#include "tests/reason_rows.hpp"

namespace hypersweep {
namespace test {

struct Tally {
    u64 reasons = 0, by_rule[4] = {}, by_grounds[7] = {}, contradictions = 0, stopped = 0, refuted = 0;
};

// The number of ways to fill the covered cells that are consistent with some clues and known cells, and the number of
// these that agree with a conclusion.
struct Ways {
    u64 all = 0, concluded = 0;
};

static Ways count_ways(const naive::Seen& seen, const std::vector<u64>& clues, const std::vector<i32>& known, bool counted,
                       const std::vector<u64>& cells, bool is_mine) {
    const std::vector<u64> places = seen.unknown();
    naive::Bits layout(seen.table.cells);
    Ways ways;
    for (u64 choice = 0; choice >> places.size() == 0; ++choice) {
        bool fits = true;
        for (u64 i = 0; i < seen.table.cells; ++i) layout[i] = seen.is_shown_mine(i);
        for (std::size_t i = 0; i < places.size(); ++i) {
            layout[places[i]] = (choice >> i) & 1;
            fits = fits && (known[places[i]] < 0 || known[places[i]] == i32(layout[places[i]]));
        }
        if (!fits || (counted && naive::count(layout) != seen.mines)) continue;
        for (u64 clue : clues) fits = fits && seen.table.clue(layout, clue) == u64(seen.codes[clue]);
        if (!fits) continue;
        ++ways.all;
        bool holds = true;
        for (u64 cell : cells) holds = holds && layout[cell] == is_mine;
        ways.concluded += holds;
    }
    return ways;
}

// Checks the reasons from `first` on; `settled` holds the conclusions of earlier reasons.
static void check_rows(const naive::Seen& seen, const std::vector<Row>& rows, std::vector<i32>& settled, bool is_possible, Tally& tally) {
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const Row& row = rows[number];
        ++tally.reasons;
        ++tally.by_rule[row.rule];
        ++tally.by_grounds[row.grounds];
        std::vector<i32> known(seen.table.cells, -1);
        for (u64 premise : row.because) {
            CHECK(premise < number);
            for (u64 cell : rows[premise].cells) known[cell] = rows[premise].is_mine;
        }
        for (u64 clue : row.clues) CHECK(seen.codes[clue] >= 0);
        CHECK(!row.cells.empty());
        for (u64 cell : row.cells) {
            CHECK(seen.is_unknown(cell));
            CHECK_EQUAL(settled[cell], -1);
            settled[cell] = row.is_mine;
        }
        const bool counted = row.rule == u32(ReasonRule::count);
        const Ways ways = count_ways(seen, row.clues, known, counted, row.cells, row.is_mine);
        CHECK_EQUAL(ways.concluded, ways.all);
        if (row.rule == u32(ReasonRule::clue)) CHECK_EQUAL(row.clues.size(), 1u);
        if (row.rule == u32(ReasonRule::pair)) CHECK_EQUAL(row.clues.size(), 2u);
        // In an inconsistent position, one or two clues may rule out every layout before the contradiction is detected.
        CHECK(ways.all > 0 || !is_possible);
        if (row.rule == u32(ReasonRule::set)) CHECK(row.clues.size() > 2 || !is_possible);
    }
}

constexpr u32 uncounted = by_clue | by_pair | by_sum | by_line | by_shares;
constexpr u32 every_way = uncounted | by_few | by_mines | by_all;

// Clues that are blamed contradict each other or the number of mines, and none can be left out.
static void check_blame(const Kernels& kernels, Reasoning& own, const naive::Seen& seen) {
    bool counted = false;
    CHECK_EQUAL(kernels.reasoner_blame(own.reasoner, 0, Limits{}, counted), Solved::done);
    std::vector<u64> blamed(kernels.reasoner_named(own.reasoner, nullptr, 0));
    kernels.reasoner_named(own.reasoner, blamed.data(), blamed.size());
    CHECK(std::is_sorted(blamed.begin(), blamed.end()));
    const std::vector<i32> known(seen.codes.size(), -1);
    CHECK_EQUAL(count_ways(seen, blamed, known, counted, {}, false).all, 0u);
    for (std::size_t i = 0; i < blamed.size(); ++i) {
        std::vector<u64> rest = blamed;
        rest.erase(rest.begin() + std::ptrdiff_t(i));
        CHECK(count_ways(seen, rest, known, counted, {}, false).all > 0);
    }
}

static void check_position(const Kernels& kernels, const Scene& board, const naive::Seen& seen, Tally& tally) {
    const u64 cells = board.cells();
    Reasoning own(kernels, board.geometry);
    void* const solver = kernels.solver_make(board.geometry);
    std::vector<double> chances(cells);
    Findings findings{};
    const Solved analysed = kernels.solver_analyse(solver, seen.codes.data(), seen.mines, seen.trust_flags, Limits{},
                                                   chances.data(), findings);
    kernels.solver_free(solver);
    CHECK_EQUAL(own.begin(seen), Solved::done);
    ReasonsFound found{};
    ReasonsAsked asked{uncounted, nullptr, nullptr, 0, false, ~u64{0}};
    Solved solved = own.go_on(asked, Limits{}, found);
    if (solved == Solved::done) {
        CHECK(found.is_stuck && !found.is_enough);
        if (analysed == Solved::done) {
            asked.ways = every_way;
            asked.chances = chances.data();
            solved = own.go_on(asked, Limits{}, found);
            CHECK_EQUAL(solved, Solved::done);
        }
    }
    std::vector<i32> settled(cells, -1);
    const std::vector<Row> rows = own.rows(found.reasons);
    check_rows(seen, rows, settled, analysed == Solved::done, tally);
    if (solved == Solved::contradiction) {
        ++tally.contradictions;
        CHECK_EQUAL(analysed, Solved::contradiction);
        check_blame(kernels, own, seen);
        return;
    }
    if (analysed == Solved::contradiction) check_blame(kernels, own, seen);
    u64 first_safe = no_reason;
    for (std::size_t i = rows.size(); i-- > 0;) first_safe = rows[i].is_mine ? first_safe : i;
    CHECK_EQUAL(found.first_safe, first_safe);
    for (u64 i = 0; i < cells; ++i) {
        if (!seen.is_unknown(i)) continue;
        const u64 reason = kernels.reasoner_reason_of(own.reasoner, i);
        CHECK_EQUAL(reason == no_reason, settled[i] < 0);
        CHECK(reason == no_reason || std::count(rows[reason].cells.begin(), rows[reason].cells.end(), i) == 1);
        if (analysed == Solved::done) CHECK_EQUAL(settled[i], chances[i] == 0 ? 0 : chances[i] == 1 ? 1 : -1);
    }
    if (analysed != Solved::done || rows.empty()) return;
    // Whether drawn step by step or only until one cell is settled, the reasons must be the same, in the same order.
    CHECK_EQUAL(own.begin(seen), Solved::done);
    asked.most_steps = 1;
    do {
        CHECK_EQUAL(own.go_on(asked, Limits{}, found), Solved::done);
    } while (!found.is_stuck);
    CHECK(own.rows(found.reasons) == rows);
    asked.most_steps = ~u64{0};
    const u64 wanted = rows[rows.size() / 2].cells.front();
    asked.wanted = &wanted;
    asked.wanted_count = 1;
    CHECK_EQUAL(own.begin(seen), Solved::done);
    CHECK_EQUAL(own.go_on(asked, Limits{}, found), Solved::done);
    CHECK(found.is_enough && found.reasons <= rows.size());
    const std::vector<Row> some = own.rows(found.reasons);
    CHECK(std::equal(some.begin(), some.end(), rows.begin()));
    // Wherever the reasoner is stopped, it must be able to continue with easier rules, and the next view must be
    // unaffected.
    for (u64 tick = 1; tick < 12; tick += 3) {
        Clock clock;
        clock.interrupted = tick;
        asked.wanted_count = 0;
        asked.ways = every_way;
        CHECK_EQUAL(own.begin(seen), Solved::done);
        const Solved ended = own.go_on(asked, clock.limits(Limits{}.states), found);
        CHECK(ended == Solved::done || ended == Solved::stopped);
        tally.stopped += ended == Solved::stopped;
        asked.ways = uncounted | by_all;
        CHECK_EQUAL(own.go_on(asked, Limits{}, found), Solved::done);
        std::vector<i32> again(cells, -1);
        Tally none;
        check_rows(seen, own.rows(found.reasons), again, true, none);
        CHECK(again == settled);
    }
    asked.ways = every_way;
    CHECK_EQUAL(own.begin(seen), Solved::done);
    CHECK_EQUAL(own.go_on(asked, Limits{}, found), Solved::done);
    CHECK(own.rows(found.reasons) == rows);
}

// Sums, lines of contradiction and the number of mines, which random positions seldom need.
static void check_chosen(const Kernels& kernels, Tally& tally) {
    const struct {
        naive::Grid grid;
        u64 mines;
        std::vector<i32> codes;
    } positions[] = {
        {make_grid({4, 3}, true, {false, true}), 4, {-1, -1, 1, 2, -1, -1, -1, -1, -1, -1, 3, -1}},
        {make_grid({1, 3, 4}), 5, {-1, -1, 2, -1, -1, 3, -1, -1, -1, 2, 2, -1}},
        {make_grid({1, 3, 4}, true, {true, true, false}), 4, {-1, 3, -1, -1, -2, 3, 3, 2, 2, -1, -2, 2}},
        {make_grid({3, 4}, false, {false, true}), 4, {-1, 1, -1, -1, -1, -1, -1, 2, -1, 1, -1, -1}},
        {make_grid({4, 3}, true, {true, false}), 4, {-1, -2, 3, -1, 3, -1, -1, -1, -1, 3, -1, -1}},
        {make_grid({1, 3, 4}, true, {true, false, false}), 1, {-1, -2, 1, -1, -1, -1, -1, 1, -1, -1, 1, -1}},
        {make_grid({4, 4}), 5, {2, -1, 2, -1, -1, -1, -1, 1, -1, 4, -1, -1, -1, -1, 1, -1}},
    };
    for (const auto& position : positions) {
        const Scene board(position.grid);
        check_position(kernels, board, naive::Seen{board.table, position.codes, position.mines, false}, tally);
    }
}

// Proofs with few clues, requested directly.
static void check_proofs(const Kernels& kernels, Dice& dice, Tally& tally) {
    const Scene board(random_grid(dice, 25));
    const naive::Seen seen = random_position(dice, board.table);
    Reasoning own(kernels, board.geometry);
    CHECK_EQUAL(own.begin(seen), Solved::done);
    std::vector<u64> clues;
    for (u64 i = 0; i < board.cells(); ++i) {
        if (seen.codes[i] >= 0) clues.push_back(i);
    }
    std::vector<u64> some = clues;
    some.resize(dice.below(some.size() + 1));
    std::vector<i32> known(board.cells(), -1);
    std::vector<u64> cells;
    std::vector<u8> are_mines;
    const std::vector<u64> unknown = seen.unknown();
    for (u64 i = 0; i < 2 && i < unknown.size(); ++i) {
        cells.push_back(unknown[i]);
        are_mines.push_back(dice.chance(50));
        known[unknown[i]] = are_mines.back();
    }
    for (bool counted : {false, true}) {
        bool is_refuted = false;
        CHECK_EQUAL(kernels.reasoner_refute(own.reasoner, some.data(), some.size(), cells.data(), are_mines.data(), cells.size(),
                                            counted ? seen.mines : any_mines, Limits{}, is_refuted),
                    Solved::done);
        const bool fits = count_ways(seen, some, known, counted, {}, false).all > 0;
        CHECK_EQUAL(is_refuted, !fits);
        tally.refuted += is_refuted;
    }
    // A proof about each covered cell: with the named clues alone, the opposite is impossible.
    for (u64 cell : unknown) {
        for (bool is_mine : {false, true}) {
            const u64 mines = dice.chance(50) ? seen.mines : any_mines;
            bool is_found = false;
            CHECK_EQUAL(kernels.reasoner_prove(own.reasoner, cell, is_mine, mines, Limits{}, is_found), Solved::done);
            known.assign(board.cells(), -1);
            known[cell] = !is_mine;
            std::vector<u64> named = clues;
            if (is_found) {
                named.resize(kernels.reasoner_named(own.reasoner, nullptr, 0));
                kernels.reasoner_named(own.reasoner, named.data(), named.size());
            }
            CHECK_EQUAL(count_ways(seen, named, known, mines != any_mines, {}, false).all > 0, !is_found);
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep;
    using namespace hypersweep::test;
    Tally tally;
    for (const Kernels* kernels : variants()) {
        Dice dice(21);
        for (int i = 0; i < 400; ++i) {
            const Scene board(random_grid(dice, 30));
            check_position(*kernels, board, random_position(dice, board.table), tally);
        }
        check_chosen(*kernels, tally);
        for (int i = 0; i < 200; ++i) check_proofs(*kernels, dice, tally);
    }
    std::cout << tally.reasons << " reasons:";
    for (u64 count : tally.by_rule) std::cout << ' ' << count;
    std::cout << " by rule,";
    for (u64 count : tally.by_grounds) std::cout << ' ' << count;
    std::cout << " by grounds; " << tally.contradictions << " contradictions, " << tally.stopped << " stopped, "
              << tally.refuted << " refuted" << std::endl;
    scene() = "the tally";
    for (u64 count : tally.by_rule) CHECK(count > 0);
    for (Grounds grounds : {Grounds::clue, Grounds::sum, Grounds::line, Grounds::share, Grounds::bound}) {
        CHECK(tally.by_grounds[int(grounds)] > 0);
    }
    CHECK(tally.contradictions > 10 && tally.stopped > 0 && tally.refuted > 20);
    return finish("reasons");
}

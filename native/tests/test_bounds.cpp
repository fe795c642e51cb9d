// What is settled without counting, compared with a list of all layouts; and maximum-entropy chances.
#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT direct

#include <cmath>

#include "solve/bound_tightening.hpp"
#include "solve/deduction.hpp"
#include "solve/maximum_entropy.hpp"
#include "tests/boards.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

using direct::BoundTightening;
using direct::Cell;
using direct::MaximumEntropy;
using direct::Problem;

struct Tally {
    u64 bounded = 0, settled = 0, infeasible = 0, contradictions = 0, estimated = 0, hasty = 0, whole = 0;
    double square = 0;
};

// Everything the problem knows about its cells must hold in all layouts.
static void check_settled(const Problem& problem, const naive::Seen& seen, const std::vector<naive::Bits>& layouts,
                          Tally& tally) {
    for (u64 cell : seen.unknown()) {
        const Cell state = problem.cells[cell];
        if (state == Cell::unknown) continue;
        ++tally.settled;
        CHECK(state == Cell::proven_safe || state == Cell::proven_mine);
        for (const naive::Bits& layout : layouts) CHECK_EQUAL(bool(layout[cell]), state == Cell::proven_mine);
    }
}

static void check_bounds(const Problem& problem, const BoundTightening& tightening, const std::vector<naive::Bits>& layouts,
                         Tally& tally) {
    for (const naive::Bits& layout : layouts) {
        std::vector<i64> mines(problem.groups.size());
        for (u64 i = 0; i < problem.frontier.size(); ++i) {
            if (problem.group_of[i] != direct::no_group) mines[problem.group_of[i]] += layout[problem.frontier[i]];
        }
        for (u64 group = 0; group < mines.size(); ++group) {
            CHECK(tightening.least[group] <= mines[group] && mines[group] <= tightening.most[group]);
        }
    }
    for (u64 group = 0; group < problem.groups.size(); ++group) {
        tally.bounded += tightening.least[group] > 0 || tightening.most[group] < i64(problem.groups[group].size);
    }
}

// Each clue and the number of mines must hold on average, and no chance may claim certainty.
static void check_chances(const Problem& problem, const naive::Seen& seen, const std::vector<naive::Bits>& layouts,
                          Tally& tally) {
    MaximumEntropy entropy;
    CHECK_EQUAL(entropy.find(problem, Limits{}), Solved::done);
    double all = 0;
    std::vector<double> chance(seen.table.cells);
    for (u64 cell : seen.unknown()) {
        const Cell state = problem.cells[cell];
        const u32 frontier = problem.frontier_of[cell];
        chance[cell] = state == Cell::proven_mine ? 1
                       : state == Cell::proven_safe  ? 0
                                              : entropy.chance[frontier == direct::no_group ? problem.groups.size()
                                                                                            : problem.group_of[frontier]];
        if (state == Cell::unknown) CHECK(chance[cell] > 0 && chance[cell] < 1);
        all += chance[cell];
        double exact = 0;
        for (const naive::Bits& layout : layouts) exact += layout[cell];
        exact /= double(layouts.size());
        tally.square += (chance[cell] - exact) * (chance[cell] - exact);
        ++tally.estimated;
    }
    double mines = double(seen.mines);
    for (u64 i = 0; i < seen.table.cells; ++i) mines -= seen.is_shown_mine(i);
    CHECK(std::abs(all - mines) < 1e-3);
    for (u64 i = 0; i < seen.table.cells; ++i) {
        if (seen.codes[i] < 0) continue;
        double around = 0;
        for (u64 other : seen.table.neighbours[i]) around += seen.is_shown_mine(other) ? 1 : chance[other];
        CHECK(std::abs(around - seen.codes[i]) < 1e-3);
    }
}

// In the quick version no bound may be too tight, and the least likely groups must be found safe if the full search
// finds them safe.
static void check_haste(const Problem& problem, const BoundTightening& whole, const std::vector<naive::Bits>& layouts, Tally& tally) {
    MaximumEntropy entropy;
    CHECK_EQUAL(entropy.find(problem, Limits{}), Solved::done);
    BoundTightening hasty;
    CHECK_EQUAL(hasty.find_safe(problem, entropy.chance, Limits{}), Solved::done);
    if (hasty.infeasible) {
        CHECK(layouts.empty());
        return;
    }
    check_bounds(problem, hasty, layouts, tally);
    for (u64 group = 0; group < problem.groups.size(); ++group) {
        tally.hasty += hasty.most[group] == 0;
        tally.whole += whole.most[group] == 0;
    }
}

static void check_position(const Geometry& geometry, const naive::Seen& seen, Tally& tally) {
    const std::vector<naive::Bits> layouts = seen.layouts();
    Problem problem;
    problem.set_geometry(geometry);
    const Solved read = problem.read(seen.codes.data(), seen.mines, seen.trust_flags);
    if (read == Solved::contradiction || problem.mines_left < 0) {
        CHECK(layouts.empty());
        ++tally.contradictions;
        return;
    }
    CHECK_EQUAL(read, Solved::done);
    check_settled(problem, seen, layouts, tally);
    BoundTightening tightening;
    CHECK_EQUAL(tightening.tighten(problem, Limits{}), Solved::done);
    if (tightening.infeasible) {
        CHECK(layouts.empty());
        ++tally.infeasible;
        return;
    }
    check_bounds(problem, tightening, layouts, tally);
    check_haste(problem, tightening, layouts, tally);
    bool any = false;
    const Solved settled = problem.settle_groups(tightening.least, tightening.most, any);
    if (settled == Solved::contradiction) {
        CHECK(layouts.empty());
        ++tally.contradictions;
        return;
    }
    CHECK_EQUAL(settled, Solved::done);
    check_settled(problem, seen, layouts, tally);
    bool safe = false;
    for (u64 cell : seen.unknown()) safe = safe || problem.cells[cell] == Cell::proven_safe;
    CHECK_EQUAL(problem.has_safe_cell(), safe);
    i64 left = i64(seen.mines);
    for (u64 i = 0; i < seen.table.cells; ++i) {
        left -= problem.cells[i] == Cell::shown_mine || problem.cells[i] == Cell::proven_mine;
    }
    CHECK_EQUAL(problem.mines_left, left);
    if (!layouts.empty()) check_chances(problem, seen, layouts, tally);
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(31);
    Tally tally;
    for (int i = 0; i < 800; ++i) {
        const Scene board(i == 0 ? make_grid({3, 4, 2}) : random_grid(dice, 40));
        for (int j = 0; j < 5; ++j) check_position(board.geometry, random_position(dice, board.table), tally);
    }
    const double error = std::sqrt(tally.square / double(tally.estimated));
    std::cout << tally.settled << " cells settled, " << tally.bounded << " groups bounded, " << tally.infeasible << " and "
              << tally.contradictions << " contradictions; " << tally.hasty << " of " << tally.whole
              << " safe groups found in haste; maximum-entropy chances are off by " << error << std::endl;
    scene() = "the tally";
    CHECK(tally.settled > 1000 && tally.bounded > 50 && tally.infeasible > 50 && tally.estimated > 2000);
    // The quick version may miss certain cells only rarely.
    CHECK(tally.whole > 50 && tally.hasty * 4 > tally.whole * 3);
    CHECK(error < 0.1);
    return finish("bounds");
}

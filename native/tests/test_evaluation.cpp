// The network behind the learned estimate beside the obvious version of it, in doubles and cell by cell; and its graph beside what
// a view says of who touches whom and which clues see which cells.
#include <cmath>
#include <map>
#include <set>

#include "play/evaluation.hpp"
#include "solve/analysis.hpp"
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

using namespace HYPERSWEEP_VARIANT;
using Row = std::vector<double>;

template <int Inputs, int Count>
static void read(Row& to, const Row& inputs, const float (&weights)[Inputs][Count]) {
    CHECK_EQUAL(inputs.size(), std::size_t(Inputs));
    for (int k = 0; k < Count; ++k) {
        for (int j = 0; j < Inputs; ++j) to[std::size_t(k)] += inputs[std::size_t(j)] * double(weights[j][k]);
    }
}

template <std::size_t Count>
static Row row_of(const float (&values)[Count]) { return Row(values, values + Count); }

static Row cut(Row own) {
    for (double& value : own) value = value > 0 ? value : 0;
    return own;
}

static void add(Row& to, const Row& other) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += other[k];
}

// Rows are cells of the board, by their place in `described`.
struct Plain {
    std::vector<u64> described;
    std::vector<std::set<u64>> touching;           // of each row
    std::map<u64, std::set<u64>> seen;             // equation -> rows
    std::vector<u64> area;                         // the least row of each row's area

    Plain(const naive::Table& table, const Problem& problem, const std::vector<u64>& cells) : described(cells) {
        std::map<u64, u64> row;
        for (u64 i = 0; i < cells.size(); ++i) row[cells[i]] = i;
        for (const u64 cell : cells) {
            touching.emplace_back();
            for (const u64 other : table.neighbours[cell]) {
                if (row.count(other)) touching.back().insert(row[other]);
            }
        }
        for (u64 e = 0; e < problem.equations.size(); ++e) {
            const Equation& equation = problem.equations[e];
            if (!equation.groups_count) continue;
            // Whatever a clue still has to say, it says of unknown cells beside it.
            for (const u64 other : table.neighbours[equation.clue]) {
                if (problem.cells[other] == Cell::unknown && row.count(other)) seen[e].insert(row[other]);
            }
        }
        for (u64 i = 0; i < cells.size(); ++i) area.push_back(i);
        for (bool changed = true; changed;) {
            changed = false;
            const auto meet = [&](u64 one, u64 other) {
                const u64 least = std::min(area[one], area[other]);
                changed = changed || area[one] != least || area[other] != least;
                area[one] = area[other] = least;
            };
            for (u64 i = 0; i < cells.size(); ++i) {
                for (const u64 other : touching[i]) meet(i, other);
            }
            for (const auto& clue : seen) {
                for (const u64 other : clue.second) meet(*clue.second.begin(), other);
            }
        }
    }

    double win(const Problem& problem, const Evaluator& evaluator) const {
        const std::size_t rows = described.size();
        const Row whole = row_of(evaluator.whole);
        std::vector<Row> cells;
        for (std::size_t i = 0; i < rows; ++i) {
            cells.push_back(row_of(learned::first_offset));
            read(cells[i], row_of(evaluator.cells[i].own), learned::first);
            cells[i] = cut(cells[i]);
        }
        const Row none(std::size_t(learned::units), 0.0);
        for (int round = 0; round < learned::rounds; ++round) {
            std::vector<Row> heard(rows, none), next;
            for (const auto& clue : seen) {
                const Equation& equation = problem.equations[clue.first];
                Row told = none, said = row_of(learned::clue_offset[round]);
                for (const u64 i : clue.second) add(told, cells[i]);
                const double mines = double(equation.rest), left = double(equation.left);
                read(said, told, learned::clue_of_cells[round]);
                read(said, Row{mines, left, mines / left, 1 / left}, learned::clue_of_clue[round]);
                for (const u64 i : clue.second) add(heard[i], cut(said));
            }
            for (std::size_t i = 0; i < rows; ++i) {
                Row near = none, own = row_of(learned::cell_offset[round]);
                for (const u64 other : touching[i]) add(near, cells[other]);
                read(own, cells[i], learned::cell_of_cell[round]);
                read(own, near, learned::cell_of_near[round]);
                read(own, heard[i], learned::cell_of_clues[round]);
                next.push_back(cells[i]);
                add(next.back(), cut(own));
            }
            cells = next;
        }
        std::map<u64, Row> areas;
        Row all = none, of_areas = none;
        for (std::size_t i = 0; i < rows; ++i) {
            add(all, cells[i]);
            add(areas.emplace(area[i], none).first->second, cells[i]);
        }
        for (const auto& each : areas) {
            Row own = row_of(learned::area_offset);
            read(own, each.second, learned::area_of_cells);
            read(own, whole, learned::area_of_whole);
            add(of_areas, cut(own));
        }
        Row last = row_of(learned::last_offset);
        read(last, whole, learned::last_of_whole);
        read(last, all, learned::last_of_cells);
        read(last, of_areas, learned::last_of_areas);
        double odds = double(learned::constant);
        const auto weigh = [&](const Row& inputs, const Row& weights) {
            for (std::size_t k = 0; k < inputs.size(); ++k) odds += inputs[k] * weights[k];
        };
        weigh(whole, row_of(learned::direct_of_whole));
        weigh(all, row_of(learned::direct_of_cells));
        weigh(of_areas, row_of(learned::direct_of_areas));
        weigh(cut(last), row_of(learned::out));
        return 1 / (1 + std::exp(-odds));
    }
};

// Opens cells of a layout at random, and compares every position on the way.
static u64 compare(const naive::Grid& grid, u64 mines, u64 seed) {
    const Scene board(grid);
    CHECK(Evaluator::suits(board.geometry));
    Dice dice(seed);
    const u64 cells = board.cells();
    naive::Bits mined(cells);
    for (u64 laid = 0; laid < mines;) {
        const u64 cell = dice.below(cells);
        laid += !mined[cell];
        mined[cell] = true;
    }
    Solver solver(board.geometry);
    Evaluator evaluator;
    std::vector<i32> codes(cells, -1);
    std::vector<double> chance(cells);
    u64 compared = 0;
    for (u64 opened = 0; opened < cells - mines; ++opened) {
        u64 cell = dice.below(cells);
        while (mined[cell] || codes[cell] != -1) cell = (cell + 1) % cells;
        codes[cell] = i32(board.table.clue(mined, cell));
        if (!dice.chance(20)) continue;
        Limits limits;
        limits.states = 20000;  // cells that lie scattered make wide positions
        if (solver.analyse(codes.data(), mines, false, limits, chance.data()) != Solved::done) continue;
        CHECK(evaluator.describe(solver, chance.data()));
        const EvaluationGraph& graph = evaluator.graph;
        const std::vector<u64> described(evaluator.described().data(), evaluator.described().data() + evaluator.described().size());
        const Plain plain(board.table, solver.problem, described);
        std::map<u64, u64> area;
        for (u64 i = 0; i < described.size(); ++i) {
            std::set<u64> touching;
            for (u32 t = graph.touching_first[i]; t < graph.touching_first[i + 1]; ++t) CHECK(touching.insert(graph.touching[t]).second);
            CHECK(touching == plain.touching[i]);
            CHECK(graph.area[i] < graph.areas);
            // One name for each area, and no name for two.
            CHECK_EQUAL(area.emplace(graph.area[i], plain.area[i]).first->second, plain.area[i]);
        }
        CHECK_EQUAL(std::set<u64>(plain.area.begin(), plain.area.end()).size(), u64(graph.areas));
        CHECK_EQUAL(area.size(), u64(graph.areas));
        double win = -1;
        CHECK(evaluator.estimate(win));
        CHECK(win > 0 && win < 1);
        CHECK(std::fabs(win - plain.win(solver.problem, evaluator)) < 1e-4);
        ++compared;
    }
    return compared;
}

static void test_network() {
    u64 compared = 0;
    for (u64 seed = 0; seed < 6; ++seed) {
        compared += compare(make_grid({16, 30}), 99, seed);
        compared += compare(make_grid({10, 13}), 22, 100 + seed);
        compared += compare(make_grid({9, 14}, true, {true, false}), 20, 200 + seed);
    }
    CHECK(compared > 300);
}

// Where nothing is known there is nothing to describe, and the numbers of the whole must do.
static void test_nothing_known() {
    const Scene board(make_grid({12, 11}));
    Solver solver(board.geometry);
    Evaluator evaluator;
    std::vector<i32> codes(board.cells(), -1);
    std::vector<double> chance(board.cells());
    CHECK_EQUAL(solver.analyse(codes.data(), 20, false, Limits{}, chance.data()), Solved::done);
    CHECK(evaluator.describe(solver, chance.data()));
    CHECK_EQUAL(evaluator.described().size(), u64(0));
    double win = -1;
    CHECK(evaluator.estimate(win));
    CHECK(win > 0 && win < 1);
}

}  // namespace test
}  // namespace hypersweep

int main() {
    hypersweep::test::test_network();
    hypersweep::test::test_nothing_known();
    return hypersweep::test::finish("test_evaluation");
}

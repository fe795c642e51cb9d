// The inputs of the learned estimate, compared with the obvious implementation; its network, compared with one in
// double precision, cell by cell; and its graph, compared with the adjacency of cells and clues in the view.
#include <cmath>
#include <map>
#include <set>

#include "play/evaluation.hpp"
#include "solve/analysis.hpp"
#include "tests/boards.hpp"
#include "tests/naive_evaluation.hpp"

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

// Rows are cells of the board, by their index in `described`.
struct Plain {
    std::vector<u64> described;
    std::vector<std::set<u64>> touching;           // per row
    std::map<u64, std::set<u64>> seen;             // equation -> rows
    std::vector<u64> area;                         // per row: the lowest row of its area

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
            // A clue with missing mines is about the unknown cells around it.
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
            cells.push_back(row_of(learned::weights.first_offset));
            read(cells[i], row_of(evaluator.cells[i].own), learned::weights.first);
            cells[i] = cut(cells[i]);
        }
        const Row none(std::size_t(learned::units), 0.0);
        for (int round = 0; round < learned::rounds; ++round) {
            std::vector<Row> heard(rows, none), next;
            for (const auto& clue : seen) {
                const Equation& equation = problem.equations[clue.first];
                Row told = none, said = row_of(learned::weights.clue_offset[round]);
                for (const u64 i : clue.second) add(told, cells[i]);
                const double mines = double(equation.rest), left = double(equation.left);
                read(said, told, learned::weights.clue_of_cells[round]);
                read(said, Row{mines, left, mines / left, 1 / left}, learned::weights.clue_of_clue[round]);
                for (const u64 i : clue.second) add(heard[i], cut(said));
            }
            for (std::size_t i = 0; i < rows; ++i) {
                Row near = none, own = row_of(learned::weights.cell_offset[round]);
                for (const u64 other : touching[i]) add(near, cells[other]);
                read(own, cells[i], learned::weights.cell_of_cell[round]);
                read(own, near, learned::weights.cell_of_near[round]);
                read(own, heard[i], learned::weights.cell_of_clues[round]);
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
            Row own = row_of(learned::weights.area_offset);
            read(own, each.second, learned::weights.area_of_cells);
            read(own, whole, learned::weights.area_of_whole);
            add(of_areas, cut(own));
        }
        Row last = row_of(learned::weights.last_offset);
        read(last, whole, learned::weights.last_of_whole);
        read(last, all, learned::weights.last_of_cells);
        read(last, of_areas, learned::weights.last_of_areas);
        double odds = double(learned::weights.constant);
        const auto weigh = [&](const Row& inputs, const Row& weights) {
            for (std::size_t k = 0; k < inputs.size(); ++k) odds += inputs[k] * weights[k];
        };
        weigh(whole, row_of(learned::weights.direct_of_whole));
        weigh(all, row_of(learned::weights.direct_of_cells));
        weigh(of_areas, row_of(learned::weights.direct_of_areas));
        weigh(cut(last), row_of(learned::weights.out));
        return 1 / (1 + std::exp(-odds));
    }
};

// Counts the cases in the compared positions, to detect untested ones.
struct Tally {
    struct Range {
        double least, most;
    };
    u64 positions = 0, shown_mines = 0, proven_safe = 0, proven_mines = 0;
    u64 counted_safe = 0, counted_mines = 0;         // cells that clues alone didn't settle
    u64 safe_rows = 0, unseen_rows = 0, alike_rows = 0, silent_safe = 0;
    std::vector<Range> cells, whole;                 // values of each input

    static void widen(std::vector<Range>& ranges, const Row& row) {
        if (ranges.empty()) {
            for (const double value : row) ranges.push_back({value, value});
        }
        for (std::size_t k = 0; k < row.size(); ++k) {
            ranges[k] = {std::min(ranges[k].least, row[k]), std::max(ranges[k].most, row[k])};
        }
    }

    void add(const Problem& problem, const std::vector<double>& chance, const naive::Evaluation& plain) {
        ++positions;
        for (u64 cell = 0; cell < chance.size(); ++cell) {
            const Cell state = problem.cells[cell];
            shown_mines += state == Cell::shown_mine;
            proven_safe += state == Cell::proven_safe;
            proven_mines += state == Cell::proven_mine;
            counted_safe += state == Cell::unknown && chance[cell] == 0;
            counted_mines += state == Cell::unknown && chance[cell] == 1;
            silent_safe += plain.is_safe(cell);
        }
        for (std::size_t row = 0; row < plain.described.size(); ++row) {
            const u64 cell = plain.described[row];
            safe_rows += plain.is_safe(cell);
            silent_safe -= plain.is_safe(cell);
            unseen_rows += plain.is_unseen(cell);
            alike_rows += plain.cells[row].likeness > 0;
            widen(cells, list(plain.cells[row]));
        }
        widen(whole, list(plain.whole));
    }

    void check() const {
        CHECK(positions > 250);
        CHECK(proven_safe > 1000);
        CHECK(proven_mines > 1000);
        CHECK(counted_safe > 30);
        CHECK(counted_mines > 10);
        CHECK(safe_rows > 1000);
        CHECK(unseen_rows > 1000);
        CHECK(alike_rows > 1000);
        CHECK(silent_safe > 100);
        // Each input must take more than one value, except a cell's first, which is constant.
        CHECK(cells[0].least == 1 && cells[0].most == 1);
        for (std::size_t k = 1; k < cells.size(); ++k) CHECK(cells[k].least < cells[k].most);
        for (const Range& range : whole) CHECK(range.least < range.most);
    }
};

// Compares the inputs of one row: those of a cell, or those of the position.
static void compare_numbers(const float* found, std::size_t count, const Row& plain, const std::string& what) {
    CHECK_EQUAL(count, plain.size());
    for (std::size_t k = 0; k < count; ++k) {
        const bool is_close = std::fabs(double(found[k]) - plain[k]) <= 1e-5 * std::max(1.0, std::fabs(plain[k]));
        if (!is_close) scene() += ", number " + std::to_string(k) + " of " + what;
        if (!is_close) scene() += ": " + std::to_string(found[k]) + " instead of " + std::to_string(plain[k]);
        CHECK(is_close);
    }
}

static void compare_graph(const EvaluationGraph& graph, const Plain& plain) {
    std::map<u64, u64> area;
    for (u64 i = 0; i < plain.described.size(); ++i) {
        std::set<u64> touching;
        for (u32 t = graph.touching_first[i]; t < graph.touching_first[i + 1]; ++t) {
            CHECK(touching.insert(graph.touching[t]).second);
        }
        CHECK(touching == plain.touching[i]);
        CHECK(graph.area[i] < graph.areas);
        // Each area must have one name, and no two areas the same name.
        CHECK_EQUAL(area.emplace(graph.area[i], plain.area[i]).first->second, plain.area[i]);
    }
    CHECK_EQUAL(std::set<u64>(plain.area.begin(), plain.area.end()).size(), u64(graph.areas));
    CHECK_EQUAL(area.size(), u64(graph.areas));
}

// A board with a solver and an evaluator, reused from position to position.
struct Desk {
    explicit Desk(const naive::Grid& grid)
        : board(grid), solver(board.geometry), codes(board.cells(), -1), chance(board.cells()) {
        CHECK(Evaluator::suits(board.geometry));
    }

    // Compares a position. Returns false if an analysis would take too long.
    bool compare(u64 mines, bool trust_flags, Tally& tally) {
        Limits limits;
        limits.states = 20000;  // scattered cells make wide positions
        if (solver.analyse(codes.data(), mines, trust_flags, limits, chance.data()) != Solved::done) return false;
        CHECK(evaluator.describe(solver, chance.data()));
        naive::Bits settled(board.cells());
        for (u64 cell = 0; cell < board.cells(); ++cell) {
            settled[cell] = solver.problem.cells[cell] != Cell::open && solver.problem.cells[cell] != Cell::unknown;
        }
        const naive::Evaluation inputs(board.table, codes, settled, chance, solver.log2_layouts);
        const Array<u64>& rows = evaluator.described();
        const std::vector<u64> described(rows.data(), rows.data() + rows.size());
        CHECK(described == inputs.described);
        for (u64 row = 0; row < described.size(); ++row) {
            const auto& own = evaluator.cells[row].own;
            compare_numbers(own, std::size(own), list(inputs.cells[row]), "cell " + std::to_string(described[row]));
        }
        compare_numbers(evaluator.whole, std::size(evaluator.whole), list(inputs.whole), "the whole");
        tally.add(solver.problem, chance, inputs);
        const Plain plain(board.table, solver.problem, described);
        compare_graph(evaluator.graph, plain);
        double win = -1;
        CHECK(evaluator.estimate(win));
        CHECK(win > 0 && win < 1);
        CHECK(std::fabs(win - plain.win(solver.problem, evaluator)) < 3e-6);
        return true;
    }

    Scene board;
    Solver solver;
    Evaluator evaluator;
    std::vector<i32> codes;
    std::vector<double> chance;
};

static naive::Bits lay_mines(Dice& dice, u64 cells, u64 mines) {
    naive::Bits mined(cells);
    for (u64 laid = 0; laid < mines;) {
        const u64 cell = dice.below(cells);
        laid += !mined[cell];
        mined[cell] = true;
    }
    return mined;
}

// Opens cells of a layout at random, and compares positions on the way.
static void open_anywhere(const naive::Grid& grid, u64 mines, u64 seed, Tally& tally) {
    Desk desk(grid);
    Dice dice(seed);
    const u64 cells = desk.board.cells();
    const naive::Bits mined = lay_mines(dice, cells, mines);
    for (u64 opened = 0; opened < cells - mines; ++opened) {
        u64 cell = dice.below(cells);
        while (mined[cell] || desk.codes[cell] != -1) cell = (cell + 1) % cells;
        desk.codes[cell] = i32(desk.board.table.clue(mined, cell));
        if (dice.chance(10)) desk.compare(mines, false, tally);
    }
}

// Plays like a person: opens safe cells, though not all at once, and otherwise makes lucky guesses. If flags are
// trusted, it also sets them.
static void play(const naive::Grid& grid, u64 mines, u64 seed, bool trust_flags, Tally& tally) {
    Desk desk(grid);
    Dice dice(seed);
    const u64 cells = desk.board.cells();
    naive::Game game(desk.board.table, lay_mines(dice, cells, mines), RuleFlags{});
    for (;;) {
        u64 guess = dice.below(cells);
        while (game.mines[guess] || game.now.open[guess]) guess = (guess + 1) % cells;
        game.open(guess);
        for (bool is_safe = true; is_safe;) {
            if (game.now.outcome != Outcome::ongoing) return;
            for (u64 cell = 0; cell < cells; ++cell) desk.codes[cell] = game.code(cell, false);
            is_safe = false;
            if (!desk.compare(mines, trust_flags, tally)) break;
            for (u64 cell = 0; cell < cells; ++cell) {
                if (game.now.open[cell] || game.now.flags[cell]) continue;
                if (desk.chance[cell] == 1 && trust_flags && dice.chance(50)) game.flag(cell);
                if (desk.chance[cell] > 0 || (is_safe && dice.chance(30))) continue;
                is_safe = true;
                game.open(cell);
            }
        }
    }
}

static void test_positions() {
    Tally scattered, played;
    for (u64 seed = 0; seed < 6; ++seed) {
        open_anywhere(make_grid({16, 30}), 99, seed, scattered);
        open_anywhere(make_grid({10, 13}), 22, 100 + seed, scattered);
        open_anywhere(make_grid({9, 14}, true, {true, false}), 20, 200 + seed, scattered);
        play(make_grid({16, 30}), 99, 300 + seed, seed % 2, played);
        play(make_grid({10, 13}), 26, 400 + seed, seed % 2, played);
        play(make_grid({9, 14}, true, {true, false}), 22, 500 + seed, seed % 2, played);
        play(make_grid({12, 17}), 30, 600 + seed, seed % 2, played);  // guesses among many cells that are nearly as safe
    }
    play(make_grid({16, 32}), 140, 700, false, played);  // so many layouts that one more makes no difference
    scattered.check();
    played.check();
    CHECK(played.shown_mines > 1000);
}

// If nothing is known, no cell is described, and only the inputs of the position count.
static void test_nothing_known() {
    Desk desk(make_grid({12, 11}));
    Tally tally;
    CHECK(desk.compare(20, false, tally));
    CHECK_EQUAL(desk.evaluator.described().size(), u64(0));
}

}  // namespace test
}  // namespace hypersweep

int main() {
    hypersweep::test::test_positions();
    hypersweep::test::test_nothing_known();
    return hypersweep::test::finish("test_evaluation");
}

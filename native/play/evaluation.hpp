// The value of a position: an estimate of the chance to win it, learned from the solver's own games.
//
// The inputs are a few numbers for the position as a whole, and a few for each covered cell that may be safe and lies
// in or next to the known area; safe cells that give no information are left out. evaluation_network.hpp computes the
// estimate; benchmarks/fit_value.py trains the weights.
#pragma once

#include "play/evaluation_inputs.hpp"
#include "play/evaluation_network.hpp"
#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Evaluator {
  public:
    // Whether a board has the size and adjacency of the boards the weights were trained on.
    static bool suits(const Geometry& g) { return g.axes == 2 && g.most_neighbours == 8 && g.cells >= 120 && g.cells <= 512; }

    // Call `describe` first, then `estimate` for that position. Both return false if memory ran out.
    bool describe(const Solver& solver, const double* chance);
    bool estimate(double& win) { return network_.estimate(graph, cells.data(), whole, win); }

    const Array<u64>& described() const { return described_; }  // the described cells, in the order of the rows

    float whole[whole_inputs::count];
    Array<CellInputs> cells;                             // inputs of each described cell
    EvaluationGraph graph;                               // how the described cells are connected

  private:
    static constexpr u64 most_neighbours = 8;

    // Summary of a cell's neighbours.
    struct Around {
        double safe = 0;            // neighbours known to be safe, but covered
        double open_questions = 0;
        double unseen = 0;          // covered neighbours that no clue sees
        double expected = 0;        // expected number of future clues
        double variance = 0;        // variance of the clue that the cell would show
        double no_mine = 1;         // chance that no neighbour is a mine, treating them as independent
    };

    // Sums over the board.
    struct Totals {
        double open = 0, known_mines = 0, safe = 0, doubtful = 0;
        double mines = 0;           // expected number among uncertain cells
        double unseen = 0, unseen_mine = 0;
        double variance = 0;        // total for uncertain cells that some clue sees
        double lesser = 0;          // for the same cells: total chance of the less likely state
        double best_safe = 0;       // highest safety of an uncertain cell
        double best_zero = 0;       // highest chance of an uncertain cell to show a zero
        double best_safe_zero = 0;  // highest chance of a safe cell to show a zero
        double safe_zeros = 0, safe_variance = 0, safe_beside_unseen = 0;
        double unseen_at[3] = {0, 0, 0};  // number of cells that no clue sees: inside, at an edge, in a corner
        double dead = 0;            // total uncertainty of cells whose answers reveal nothing about others
        double twins = 0;
        double near_best = 0;       // number of cells almost as safe as the safest
        double best_variance = 0;   // greatest variance of the clue of such a cell
    };

    bool take(const Problem& problem, const double* chance);
    bool link_groups(const Problem& problem);
    Around look_around(const Problem& problem, u64 cell) const;
    bool describe_cells(const Problem& problem);
    void describe_cell(const Problem& problem, u64 cell, const Around& near, float* input);
    void describe_group(const Problem& problem, u32 frontier, float* input);
    double likeness(const Problem& problem, u32 frontier);
    bool add_neighbours(const Problem& problem);
    void describe_whole(const Problem& problem, double log2_layouts);

    Array<float> mine_;                                  // chance of a mine, per cell of the board
    Array<u8> live_;                                     // whether the cell is covered and possibly safe
    Array<u8> beside_;                                   // whether some neighbour is open or settled
    Array<u32> row_, mark_, next_, head_;
    Array<u64> described_;
    Array<float> own_;
    EvaluationNetwork network_;
    Totals totals_;
    u32 turn_ = 0;
};

// The highest chance that no future clue distinguishes this cell from another cell of its group.
inline double Evaluator::likeness(const Problem& problem, u32 frontier) {
    double most = 0;
    const u64 cell = problem.frontier[frontier];
    for (u32 twin = head_[problem.group_of[frontier]]; twin != no_group; twin = next_[twin]) {
        if (twin == frontier) continue;
        const u64 other = problem.frontier[twin];
        double mines = 1;
        turn_ += 2;
        problem.around(cell, [&](u64 near) { mark_[near] = turn_; });
        problem.around(other, [&](u64 near) {
            if (mark_[near] == turn_) {
                mark_[near] = turn_ + 1;
            } else if (near != cell && live_[near]) {
                mines *= double(mine_[near]);
            }
        });
        problem.around(cell, [&](u64 near) {
            if (mark_[near] == turn_ && near != other && live_[near]) mines *= double(mine_[near]);
        });
        most = mines > most ? mines : most;
    }
    return most;
}

// Fills in the inputs that depend only on the clues around a cell.
inline void Evaluator::describe_group(const Problem& problem, u32 frontier, float* input) {
    namespace in = cell_inputs;
    const Group& group = problem.groups[problem.group_of[frontier]];
    const double mine = double(mine_[problem.frontier[frontier]]), mines_alike = double(group.size) * mine;
    const double like = group.size >= 2 ? likeness(problem, frontier) : 0;
    input[in::clues] = float(group.equations_count);
    input[in::alike] = float(group.size > 4 ? 4 : group.size);
    input[in::mines_alike] = float(mines_alike > 3 ? 3 : mines_alike);
    input[in::like] = float(like);
    input[in::like_doubt] = float(like * (4 * mine * (1 - mine)));
    input[in::groups] = float(log2_of(1.0 + double(problem.components[group.component].groups)));
    double fewest_cells = group.equations_count ? 99 : 0, fewest_mines = fewest_cells, tightness = 0, single = 0;
    for (u32 i = 0; i < group.equations_count; ++i) {
        const Equation& equation = problem.equations[problem.equations_of_groups[group.equations_first + i]];
        const double left = double(equation.left), mines = double(equation.rest);
        const double fewer = mines < left - mines ? mines : left - mines;
        if (left < fewest_cells) fewest_cells = left;
        if (fewer < fewest_mines) fewest_mines = fewer;
        tightness += 1 / left;
        single += equation.rest == 1;
    }
    input[in::fewest_cells] = float(fewest_cells);
    input[in::fewest_mines] = float(fewest_mines);
    input[in::tightness] = float(tightness);
    input[in::single] = float(single);
}

// Fills in the inputs of one cell except the sums over neighbours.
inline void Evaluator::describe_cell(const Problem& problem, u64 cell, const Around& near, float* input) {
    namespace in = cell_inputs;
    const double mine = double(mine_[cell]), doubt = 4 * mine * (1 - mine);
    const bool is_safe = mine == 0, is_seen = problem.frontier_of[cell] != no_group;
    for (int k = 0; k < in::own; ++k) input[k] = 0;
    input[in::one] = 1;
    input[in::mine] = float(mine);
    input[in::doubt] = float(doubt);
    input[in::is_safe] = is_safe;
    input[in::is_unseen] = !is_seen;
    input[in::expected] = float(near.expected);
    input[in::safe] = float(near.safe);
    input[in::open_questions] = float(near.open_questions);
    input[in::unseen] = float(near.unseen);
    input[in::variance] = float(near.variance);
    input[in::zero] = float((1 - mine) * near.no_mine);
    input[in::neighbours] = float(double(problem.neighbours(cell)) / most_neighbours);
    input[in::gap] = float(is_safe ? 0 : totals_.best_safe - (1 - mine));
    input[in::doubt_alone] = float(doubt / (1 + near.expected));
    if (is_seen && !is_safe) describe_group(problem, problem.frontier_of[cell], input);
}

// Stores the state of each cell that the inputs need. Returns false if memory ran out.
inline bool Evaluator::take(const Problem& problem, const double* chance) {
    const u64 all = problem.g->cells;
    if (mark_.size() != all) {
        turn_ = 0;
        if (!mark_.fill(all, 0)) return false;
    }
    if (turn_ > ~u32{0} - u32(64 * all)) {
        turn_ = 0;
        mark_.fill(all, 0);
    }
    if (!mine_.resize(all) || !live_.resize(all) || !row_.fill(all, no_group) || !beside_.fill(all, 0)) return false;
    Totals totals;
    for (u64 i = 0; i < all; ++i) {
        const Cell state = problem.cells[i];
        const double own = state == Cell::unknown ? chance[i] : 0;
        live_[i] = state == Cell::proven_safe || (state == Cell::unknown && own < 1);
        mine_[i] = float(own);
        if (state == Cell::open) {
            ++totals.open;
        } else if (!live_[i]) {
            ++totals.known_mines;
        } else if (own == 0) {
            ++totals.safe;
        } else {
            ++totals.doubtful;
            totals.mines += own;
            if (1 - own > totals.best_safe) totals.best_safe = 1 - own;
            if (problem.frontier_of[i] == no_group) {
                ++totals.unseen;
                totals.unseen_mine = own;
            } else {
                totals.variance += own * (1 - own);
                totals.lesser += own < 0.5 ? own : 1 - own;
            }
        }
    }
    totals_ = totals;
    for (u64 i = 0; i < all; ++i) {
        const Cell state = problem.cells[i];
        if (state == Cell::open || (live_[i] && mine_[i] > 0 && problem.frontier_of[i] == no_group)) continue;
        problem.around(i, [&](u64 other) { beside_[other] = 1; });
    }
    return true;
}

// Links the cells of each group in a list.
inline bool Evaluator::link_groups(const Problem& problem) {
    if (!head_.fill(problem.groups.size(), no_group) || !next_.resize(problem.frontier.size())) return false;
    for (u64 f = problem.frontier.size(); f-- > 0;) {
        const u32 group = problem.group_of[f];
        if (group == no_group) continue;
        next_[f] = head_[group];
        head_[group] = u32(f);
    }
    return true;
}

inline Evaluator::Around Evaluator::look_around(const Problem& problem, u64 cell) const {
    Around near;
    problem.around(cell, [&](u64 other) {
        if (problem.cells[other] == Cell::open) return;
        if (!live_[other]) {
            near.no_mine = 0;
            return;
        }
        const double mine = double(mine_[other]);
        near.expected += 1 - mine;
        if (mine == 0) {
            ++near.safe;
            return;
        }
        ++near.open_questions;
        near.variance += mine * (1 - mine);
        near.no_mine *= 1 - mine;
        near.unseen += problem.frontier_of[other] == no_group;
    });
    return near;
}

// Makes a row for each described cell, and completes the totals.
inline bool Evaluator::describe_cells(const Problem& problem) {
    namespace in = cell_inputs;
    Totals& totals = totals_;
    double deep_zero[most_neighbours + 1];               // chance of a zero if all neighbours are unseen too, by their
                                                         // number
    deep_zero[0] = 1 - totals.unseen_mine;
    for (u64 i = 1; i <= most_neighbours; ++i) deep_zero[i] = deep_zero[i - 1] * (1 - totals.unseen_mine);
    described_.clear();
    own_.clear();
    for (u64 i = 0; i < problem.g->cells; ++i) {
        if (!live_[i]) continue;
        const double own = double(mine_[i]);
        const bool is_safe = own == 0, is_seen = problem.frontier_of[i] != no_group;
        if (!is_seen && !is_safe) {
            const u64 neighbours = problem.neighbours(i), missing = most_neighbours - neighbours;
            ++totals.unseen_at[missing == 0 ? 0 : missing <= 3 ? 1 : 2];
            if (!beside_[i]) {
                // Most of these cells are alike, so they count only in the totals.
                if (deep_zero[neighbours] > totals.best_zero) totals.best_zero = deep_zero[neighbours];
                continue;
            }
        }
        const Around near = look_around(problem, i);
        const double zero = (1 - own) * near.no_mine, told = near.variance < 1 ? near.variance : 1;
        if (is_safe) {
            if (zero > totals.best_safe_zero) totals.best_safe_zero = zero;
            if (near.open_questions > 0) totals.safe_zeros += zero;
            totals.safe_variance += told;
            totals.safe_beside_unseen += near.unseen > 0;
            if (near.open_questions == 0) continue;  // opening it yields no information
        } else if (zero > totals.best_zero) {
            totals.best_zero = zero;
        }
        const u64 begin = described_.size() * u64(in::own);
        if (!own_.resize(begin + in::own)) return false;
        float* const input = &own_[begin];
        describe_cell(problem, i, near, input);
        if (!is_safe) {
            const double gap = totals.best_safe - (1 - own);
            if (near.expected == 0) totals.dead += double(input[in::doubt]);
            if (is_seen && problem.groups[problem.group_of[problem.frontier_of[i]]].size == 2) {
                totals.twins += double(input[in::like_doubt]) / 4;
            }
            totals.near_best += gap < 0.02;
            if (gap < 0.03 && (1 - own) * told > totals.best_variance) totals.best_variance = (1 - own) * told;
        }
        row_[i] = u32(described_.size());
        described_.push(i);
    }
    return !described_.failed();
}

// Adds to each row the sums over its neighbours' rows.
inline bool Evaluator::add_neighbours(const Problem& problem) {
    namespace in = cell_inputs;
    static constexpr u8 summed[] = {in::doubt, in::expected, in::unseen, in::variance, in::clues,
                                    in::alike, in::like_doubt, in::gap, in::tightness};
    constexpr int sums_of_doubtful = int(sizeof(summed));
    static_assert(in::own + sums_of_doubtful + 1 == in::count);
    if (!cells.resize(described_.size())) return false;
    for (u64 row = 0; row < described_.size(); ++row) {
        float* const to = cells[row].own;
        float* const sums = to + in::own;
        std::memcpy(to, &own_[row * u64(in::own)], in::own * sizeof(float));
        for (int k = in::own; k < in::count; ++k) to[k] = 0;
        problem.around(described_[row], [&](u64 other) {
            if (row_[other] == no_group) return;
            const float* const from = &own_[u64(row_[other]) * u64(in::own)];
            for (int k = 0; k < sums_of_doubtful; ++k) sums[k] += from[summed[k]];
            sums[sums_of_doubtful] += from[in::is_safe] == 0 && from[in::is_unseen] == 0;
        });
    }
    return true;
}

inline void Evaluator::describe_whole(const Problem& problem, double log2_layouts) {
    namespace in = whole_inputs;
    const Totals& own = totals_;
    const double log_layouts = log2_layouts < 400 ? log2_layouts : 400, all = double(problem.g->cells);
    const bool is_due = own.safe == 0;                   // whether the next open is a guess
    double values[in::count];
    values[in::layouts] = log_layouts / 50;
    values[in::log_layouts] = log2_of(1 + log_layouts);
    values[in::doubtful] = own.doubtful / 100;
    values[in::log_doubtful] = log2_of(1 + own.doubtful);
    values[in::mines] = own.mines / 20;
    values[in::density] = own.doubtful > 0 ? own.mines / own.doubtful : 0;
    values[in::unseen] = own.unseen / 100;
    values[in::log_unseen] = log2_of(1 + own.unseen);
    values[in::unseen_mine] = own.unseen_mine;
    values[in::log_safe] = log2_of(1 + own.safe);
    values[in::is_any_safe] = !is_due;
    values[in::risk] = is_due ? 1 - own.best_safe : 0;
    values[in::components] = double(problem.components.size());
    values[in::variance] = own.variance;
    values[in::lesser] = own.lesser;
    values[in::open] = own.open / all;
    values[in::known_mines] = own.known_mines / all;
    values[in::best_zero] = own.best_zero;
    values[in::best_safe_zero] = own.best_safe_zero;
    values[in::log_safe_zeros] = log2_of(1 + own.safe_zeros);
    values[in::log_safe_variance] = log2_of(1 + own.safe_variance);
    values[in::log_safe_beside_unseen] = log2_of(1 + own.safe_beside_unseen);
    values[in::unseen_inside] = own.unseen_at[0] / 50;
    values[in::unseen_edges] = own.unseen_at[1] / 10;
    values[in::unseen_corners] = own.unseen_at[2];
    values[in::dead] = own.dead;
    values[in::twins] = own.twins;
    values[in::log_near_best] = is_due ? log2_of(1 + own.near_best) : 0;
    values[in::best_variance] = is_due ? own.best_variance : 0;
    values[in::log_cells] = log2_of(1 + all);
    for (int i = 0; i < in::count; ++i) whole[i] = float(values[i]);
}

inline bool Evaluator::describe(const Solver& solver, const double* chance) {
    const Problem& problem = solver.problem;
    if (!take(problem, chance) || !link_groups(problem) || !describe_cells(problem) || !add_neighbours(problem)) return false;
    describe_whole(problem, solver.log2_layouts);
    return graph.make(problem, described_, row_);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// What a position is worth: an estimate of the chance to win it, learned from games that the solver played.
//
// Every covered cell about which something is known, and that isn't proven to be a mine, is described by a few numbers, and so
// is the position as a whole; evaluation_network.hpp makes the estimate of them.
//
// Inputs that are counts of neighbours are as of 8 neighbours a cell. benchmarks/fit_value.py makes the weights.
#pragma once

#include "play/evaluation_network.hpp"
#include "solve/solver.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Evaluator {
  public:
    static constexpr int own_inputs = 24;                // of a cell
    static constexpr int cell_inputs = own_inputs + 10;  // with sums over its neighbours
    static constexpr int whole_inputs = 30;              // of the position
    static_assert(cell_inputs == learned::cell_inputs && whole_inputs == learned::whole_inputs);

    // Boards like those that the weights come from. On others the estimate would mean little.
    static bool suits(const Geometry& g) { return g.axes == 2 && g.most_neighbours == 8 && g.cells >= 120 && g.cells <= 512; }

    // Both are false where memory is short.
    bool describe(const Solver& solver, const double* chance);
    bool estimate(double& win) { return network_.estimate(graph, cells.data(), whole, win); }  // for the position described

    const Array<u64>& described() const { return described_; }  // the cells, in the order of the rows

    float whole[whole_inputs];
    Array<CellInputs> cells;                             // of each cell described
    EvaluationGraph graph;                               // of these cells

  private:
    struct Around;
    void describe_cell(const Solver& solver, u64 cell, const Around& near, float* input);
    double likeness(const Problem& problem, u32 frontier);

    Array<float> mine_;                                  // chance of a mine, per cell of the board
    Array<u8> live_;                                     // covered, and perhaps safe
    Array<u32> row_, mark_, next_, head_;
    Array<u8> neighbours_, beside_;                      // of each cell: how many; whether one is more than covered
    Array<double> logarithm_;                            // of 1 + i to base 2
    Array<u64> described_;
    Array<float> own_;
    EvaluationNetwork network_;
    u32 turn_ = 0;
    double best_safe_ = 0;
};

// What a cell's neighbours look like.
struct Evaluator::Around {
    double all = 0;          // neighbours
    double safe = 0;         // known to be safe, and covered
    double open_questions = 0;
    double unseen = 0;       // of these, those that no clue sees
    double expected = 0;     // clues to come
    double variance = 0;     // of the clue that the cell would show
    double no_mine = 1;      // the chance that none is a mine, as if they were independent
};

// The chance that no cell yet to come tells this cell from another one of its group, at its highest.
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

// What is known of one cell: the numbers that its own row starts with.
inline void Evaluator::describe_cell(const Solver& solver, u64 cell, const Around& near, float* input) {
    const Problem& problem = solver.problem;
    const Geometry& g = *problem.g;
    const double scale = 8.0 / double(g.most_neighbours), mine = double(mine_[cell]);
    const double doubt = 4 * mine * (1 - mine);
    const bool safe = mine == 0, seen = problem.frontier_of[cell] != no_group;
    double clues = 0, alike = 0, mines_alike = 0, like = 0, groups = 0;
    double fewest_cells = 0, fewest_mines = 0, tightness = 0, single = 0;
    if (seen && !safe) {
        const u32 frontier = problem.frontier_of[cell];
        const Group& group = problem.groups[problem.group_of[frontier]];
        clues = group.equations_count;
        alike = group.size > 4 ? 4 : group.size;
        mines_alike = double(group.size) * mine;
        if (mines_alike > 3) mines_alike = 3;
        const u32 connected = problem.components[group.component].groups;
        groups = connected < logarithm_.size() ? logarithm_[connected] : log2_of(1.0 + double(connected));
        if (group.size >= 2 && group.size <= 8) like = likeness(problem, frontier);
        fewest_cells = fewest_mines = group.equations_count ? 99 : 0;
        for (u32 i = 0; i < group.equations_count; ++i) {
            const Equation& equation = problem.equations[problem.equations_of_groups[group.equations_first + i]];
            const double left = double(equation.left), mines = double(equation.rest);
            const double fewer = mines < left - mines ? mines : left - mines;
            if (left < fewest_cells) fewest_cells = left;
            if (fewer < fewest_mines) fewest_mines = fewer;
            tightness += 1 / left;
            single += equation.rest == 1;
        }
    }
    const double values[own_inputs] = {
        1, mine, doubt, double(safe), double(!seen), near.expected * scale, near.safe * scale, near.open_questions * scale,
        near.unseen * scale, near.variance * scale, (1 - mine) * near.no_mine, clues, alike, mines_alike, like, like * doubt,
        near.all / double(g.most_neighbours), groups, safe ? 0 : best_safe_ - (1 - mine),
        doubt / (1 + near.expected * scale), fewest_cells, fewest_mines, tightness, single};
    for (int i = 0; i < own_inputs; ++i) input[i] = float(values[i]);
}

inline bool Evaluator::describe(const Solver& solver, const double* chance) {
    const Problem& problem = solver.problem;
    const Geometry& g = *problem.g;
    const u64 all = g.cells;
    if (mark_.size() != all) {
        turn_ = 0;
        if (!neighbours_.resize(all) || !logarithm_.resize(64) || !mark_.fill(all, 0)) return false;
        for (u64 i = 0; i < all; ++i) {
            neighbours_[i] = 0;
            problem.around(i, [&](u64) { ++neighbours_[i]; });
        }
        for (u64 i = 0; i < logarithm_.size(); ++i) logarithm_[i] = log2_of(1.0 + double(i));
    }
    if (turn_ > ~u32{0} - u32(64 * all)) {
        turn_ = 0;
        mark_.fill(all, 0);
    }
    if (!mine_.resize(all) || !live_.resize(all) || !row_.fill(all, no_group) || !beside_.fill(all, 0)) {
        return false;
    }
    double doubtful = 0, mines = 0, safe = 0, unseen = 0, unseen_mine = 0, variance = 0, lesser = 0, open = 0, known_mines = 0;
    best_safe_ = 0;
    for (u64 i = 0; i < all; ++i) {
        const Cell state = problem.cells[i];
        const double own = state == Cell::unknown ? chance[i] : 0;
        live_[i] = state == Cell::proven_safe || (state == Cell::unknown && own < 1);
        mine_[i] = float(own);
        if (state == Cell::open) {
            ++open;
        } else if (!live_[i]) {
            ++known_mines;
        } else if (own == 0) {
            ++safe;
        } else {
            ++doubtful;
            mines += own;
            if (1 - own > best_safe_) best_safe_ = 1 - own;
            if (problem.frontier_of[i] == no_group) {
                ++unseen;
                unseen_mine = own;
            } else {
                variance += own * (1 - own);
                lesser += own < 0.5 ? own : 1 - own;
            }
        }
    }
    // The cells of each group.
    if (!head_.fill(problem.groups.size(), no_group) || !next_.resize(problem.frontier.size())) return false;
    for (u64 f = problem.frontier.size(); f-- > 0;) {
        const u32 group = problem.group_of[f];
        if (group == no_group) continue;
        next_[f] = head_[group];
        head_[group] = u32(f);
    }
    for (u64 i = 0; i < all; ++i) {
        const Cell state = problem.cells[i];
        if (state == Cell::open || (live_[i] && mine_[i] > 0 && problem.frontier_of[i] == no_group)) continue;
        problem.around(i, [&](u64 other) { beside_[other] = 1; });
    }
    const double scale = 8.0 / double(g.most_neighbours);
    double deep_zero[256];                               // by number of neighbours, none of them seen either
    deep_zero[0] = 1 - unseen_mine;
    for (int i = 1; i < 256; ++i) deep_zero[i] = deep_zero[i - 1] * (1 - unseen_mine);
    double best_zero = 0, best_safe_zero = 0, safe_zeros = 0, safe_variance = 0, safe_beside_unseen = 0;
    double edges[3] = {0, 0, 0}, dead = 0, twins = 0, near_best = 0, best_variance = 0;
    described_.clear();
    own_.clear();
    for (u64 i = 0; i < all; ++i) {
        if (!live_[i]) continue;
        const double own = double(mine_[i]);
        const bool is_safe = own == 0, seen = problem.frontier_of[i] != no_group;
        const double missing = (double(g.most_neighbours) - double(neighbours_[i])) * scale;
        if (!seen && !is_safe) {
            ++edges[missing == 0 ? 0 : missing <= 3.5 ? 1 : 2];
            if (!beside_[i]) {
                // So are many others: they count as a whole.
                const double zero = deep_zero[neighbours_[i]];
                if (zero > best_zero) best_zero = zero;
                continue;
            }
        }
        Around near;
        near.all = neighbours_[i];
        problem.around(i, [&](u64 other) {
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
        const double zero = (1 - own) * near.no_mine, told = near.variance < 1 ? near.variance : 1;
        if (is_safe) {
            if (zero > best_safe_zero) best_safe_zero = zero;
            if (near.open_questions > 0) safe_zeros += zero;
            safe_variance += told;
            safe_beside_unseen += near.unseen > 0;
            if (near.open_questions == 0) continue;  // opening it tells nothing
        } else {
            if (zero > best_zero) best_zero = zero;
        }
        const u64 begin = described_.size() * u64(own_inputs);
        if (!own_.resize(begin + own_inputs)) return false;
        float* const input = &own_[begin];
        describe_cell(solver, i, near, input);
        if (!is_safe) {
            const double gap = best_safe_ - (1 - own);
            if (near.expected == 0) dead += double(input[2]);
            if (seen && problem.groups[problem.group_of[problem.frontier_of[i]]].size == 2) twins += double(input[15]) / 4;
            near_best += gap < 0.02;
            if (gap < 0.03 && (1 - own) * told > best_variance) best_variance = (1 - own) * told;
        }
        row_[i] = u32(described_.size());
        described_.push(i);
    }
    // With each row, sums over the rows of its neighbours.
    static constexpr u8 summed[] = {2, 5, 8, 9, 11, 12, 15, 18, 22};
    if (described_.failed() || !cells.resize(described_.size())) return false;
    for (u64 row = 0; row < described_.size(); ++row) {
        float* const to = cells[row].own;
        float* const sums = to + own_inputs;
        std::memcpy(to, &own_[row * u64(own_inputs)], own_inputs * sizeof(float));
        for (int k = own_inputs; k < cell_inputs; ++k) to[k] = 0;
        problem.around(described_[row], [&](u64 other) {
            if (row_[other] == no_group) return;
            const float* const from = &own_[u64(row_[other]) * u64(own_inputs)];
            for (int k = 0; k < 9; ++k) sums[k] += float(scale) * from[summed[k]];
            sums[9] += from[3] == 0 && from[4] == 0 ? float(scale) : 0;
        });
    }
    const double log_layouts = solver.log2_layouts < 400 ? solver.log2_layouts : 400, any = safe > 0;
    const double values[whole_inputs] = {
        log_layouts / 50, log2_of(1 + log_layouts), doubtful / 100, log2_of(1 + doubtful), mines / 20,
        doubtful > 0 ? mines / doubtful : 0, unseen / 100, log2_of(1 + unseen), unseen_mine, log2_of(1 + safe), any,
        any > 0 ? 0 : 1 - best_safe_, double(problem.components.size()), variance, lesser, open / double(all),
        known_mines / double(all), best_zero, best_safe_zero, log2_of(1 + safe_zeros), log2_of(1 + safe_variance),
        log2_of(1 + safe_beside_unseen), edges[0] / 50, edges[1] / 10, edges[2], dead, twins,
        any > 0 ? 0 : log2_of(1 + near_best), any > 0 ? 0 : best_variance, log2_of(1 + double(all))};
    for (int i = 0; i < whole_inputs; ++i) whole[i] = float(values[i]);
    return graph.make(problem, described_, row_);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Chances of a mine without counting, for games that can't wait: as even as the clues allow.
//
// Of all chances that meet each clue and the number of mines on average, those of largest entropy: cells are independent, and
// the odds of each are a product of one factor for each clue that sees it. That clues are met exactly, not on average, is
// made up for as if the mines each clue counts were normal variables: a cell that takes up much of what a clue leaves open
// is pushed away from one half.
#pragma once

#include "problem.hpp"
#include "scaled.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Evening {
  public:
    Array<double> chance;  // per group of the problem, and one for the cells that no clue sees

    // `over_budget` for problems of too many clues.
    Solved find(const Problem& problem, const Limits& limits);

  private:
    static constexpr int most_turns = 50, corrections = 2;

    bool load(const Problem& problem);
    void read_chances();
    void sum_up();
    void factor();
    bool meet_clues(const Limits& limits);
    void correct(double share);

    u64 columns_ = 0, rows_ = 0;
    Array<u32> first_, row_, row_of_;    // column -> rows; the last row holds all mines, the last column the unseen cells
    Array<double> size_, rest_, matrix_, diagonal_, right_, solved_;
    Array<double> log_odds_;             // per row: what its clue adds to each of its columns
    Array<double> shift_;                // per column: what the correction adds
    double even_ = 0;                    // log odds without any clue
};

inline bool Evening::load(const Problem& problem) {
    const u64 groups = problem.groups.size(), equations = problem.equations.size();
    first_.clear();
    row_.clear();
    rest_.clear();
    size_.clear();
    if (!row_of_.fill(equations, 0)) return false;
    for (u64 e = 0; e < equations; ++e) {
        row_of_[e] = u32(rest_.size());
        if (problem.equations[e].groups_count) rest_.push(double(problem.equations[e].rest));
    }
    rest_.push(double(problem.mines_left));
    rows_ = rest_.size();
    columns_ = groups + 1;
    double cells = double(problem.unseen);
    for (u64 group = 0; group < groups; ++group) {
        const Group& own = problem.groups[group];
        first_.push(u32(row_.size()));
        for (u32 i = 0; i < own.equations_count; ++i) {
            row_.push(row_of_[problem.equations_of_groups[own.equations_first + i]]);
        }
        row_.push(u32(rows_ - 1));
        size_.push(double(own.size));
        cells += double(own.size);
    }
    first_.push(u32(row_.size()));
    row_.push(u32(rows_ - 1));
    first_.push(u32(row_.size()));
    size_.push(double(problem.unseen));
    if (first_.failed() || row_.failed() || rest_.failed() || size_.failed()) return false;
    if (rows_ > 1024) return true;
    const double mines = double(problem.mines_left) + 0.5, safe = cells - double(problem.mines_left) + 0.5;
    even_ = 0.6931471805599453 * (log2_of(mines) - log2_of(safe));
    return log_odds_.fill(rows_, 0.0) && shift_.fill(columns_, 0.0) && matrix_.resize(rows_ * rows_) &&
           diagonal_.resize(rows_) && right_.resize(rows_) && solved_.resize(rows_) && chance.resize(columns_);
}

inline void Evening::read_chances() {
    for (u64 c = 0; c < columns_; ++c) {
        double sum = even_ + shift_[c];
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) sum += log_odds_[row_[i]];
        sum = sum > 40 ? 40 : sum < -40 ? -40 : sum;
        const double small = rough_exponential((sum < 0 ? sum : -sum) * 1.4426950408889634);
        chance[c] = sum < 0 ? small / (1 + small) : 1 / (1 + small);
    }
}

// How far the clues are from what is expected, and the covariances of the mines that they count.
inline void Evening::sum_up() {
    for (u64 r = 0; r < rows_; ++r) right_[r] = -rest_[r];
    matrix_.fill(rows_ * rows_, 0.0);
    for (u64 c = 0; c < columns_; ++c) {
        const double mean = size_[c] * chance[c], variance = mean * (1 - chance[c]);
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) {
            right_[row_[i]] += mean;
            // Half of it: each pair of rows is in one order or the other.
            for (u32 j = first_[c]; j <= i; ++j) matrix_[u64(row_[i]) * rows_ + row_[j]] += variance;
        }
    }
    for (u64 i = 0; i < rows_; ++i) {
        for (u64 j = 0; j < i; ++j) matrix_[i * rows_ + j] += matrix_[j * rows_ + i];
        matrix_[i * rows_ + i] += 1e-7;  // some clues may follow from others
    }
}

// The matrix as L D L^T; its upper half isn't looked at.
inline void Evening::factor() {
    for (u64 i = 0; i < rows_; ++i) {
        double* const own = &matrix_[i * rows_];
        for (u64 j = 0; j < i; ++j) {
            const double* const other = &matrix_[j * rows_];
            double sum = own[j];
            for (u64 k = 0; k < j; ++k) sum -= own[k] * other[k];  // own[k]: of L D, other[k]: of L
            own[j] = sum;
        }
        double rest = own[i];
        for (u64 j = 0; j < i; ++j) {
            const double part = own[j] / diagonal_[j];
            rest -= own[j] * part;
            own[j] = part;
        }
        diagonal_[i] = rest > 1e-9 ? rest : 1e-9;
    }
}

// Newton's method: what each clue adds, so that all are met on average. False where it was stopped.
inline bool Evening::meet_clues(const Limits& limits) {
    for (int turn = 0; turn < most_turns; ++turn) {
        if (limits.stop && limits.stop(limits.stop_with)) return false;
        read_chances();
        sum_up();
        double largest = 0;
        for (u64 r = 0; r < rows_; ++r) {
            const double own = right_[r] < 0 ? -right_[r] : right_[r];
            largest = own > largest ? own : largest;
        }
        if (largest < 1e-7) break;
        factor();
        for (u64 r = 0; r < rows_; ++r) {
            for (u64 k = 0; k < r; ++k) right_[r] -= matrix_[r * rows_ + k] * right_[k];
        }
        largest = 0;
        for (u64 r = rows_; r-- > 0;) {
            right_[r] /= diagonal_[r];
            for (u64 k = r + 1; k < rows_; ++k) right_[r] -= matrix_[k * rows_ + r] * right_[k];
            const double own = right_[r] < 0 ? -right_[r] : right_[r];
            largest = own > largest ? own : largest;
        }
        // Far from the answer the step is much too long.
        const double part = largest > 3 ? 3 / largest : 1;
        for (u64 r = 0; r < rows_; ++r) log_odds_[r] -= part * right_[r];
    }
    return true;
}

// With a cell's mine given or taken away, how likely is it that the others make up for that?
inline void Evening::correct(double share) {
    read_chances();
    sum_up();
    factor();
    for (u64 c = 0; c < columns_; ++c) {
        solved_.fill(rows_, 0.0);
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) solved_[row_[i]] = 1;
        double square = 0;
        for (u64 r = 0; r < rows_; ++r) {
            double own = solved_[r];
            for (u64 k = 0; k < r; ++k) own -= matrix_[r * rows_ + k] * solved_[k];
            solved_[r] = own;
            square += own * own / diagonal_[r];
        }
        const double part = chance[c] * (1 - chance[c]) * square, taken = part < 0.97 ? part : 0.97;
        const double own = (chance[c] - 0.5) * square / (1 - taken);
        shift_[c] += share * ((own < -6 ? -6 : own > 6 ? 6 : own) - shift_[c]);
    }
}

inline Solved Evening::find(const Problem& problem, const Limits& limits) {
    if (!load(problem)) return Solved::out_of_memory;
    if (rows_ > 1024) return Solved::over_budget;
    if (!meet_clues(limits)) return Solved::stopped;
    for (int turn = 0; turn < corrections; ++turn) {
        correct(turn ? 0.5 : 1);
        if (!meet_clues(limits)) return Solved::stopped;
    }
    read_chances();
    // A chance of 0 or 1 would be a proof.
    for (u64 c = 0; c < columns_; ++c) {
        chance[c] = chance[c] < 0x1p-40 ? 0x1p-40 : chance[c] > 1 - 0x1p-40 ? 1 - 0x1p-40 : chance[c];
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Mine chances without counting, by maximum entropy, for games that can't wait.
//
// Of all chances that satisfy each clue and the number of mines on average, these have the largest entropy: cells are
// independent, and the odds of each are a product of one factor per clue that sees it. Newton's method finds the
// factors. But clues hold exactly, not just on average. So a correction treats each clue's number of mines as a normal
// variable: the chance of a cell that accounts for much of a clue's variance moves away from one half.
//
// In board order, clues interact only with nearby ones, so each row of the covariance matrix is stored from its first
// possibly nonzero entry (a skyline matrix). If that is still too large, or time is short, iterative proportional
// fitting is used.
#pragma once

#include "solve/incidence.hpp"
#include "solve/proportional_fitting.hpp"
#include "solve/scaled.hpp"
#include "solve/time_share.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class MaximumEntropy {
  public:
    Array<double> chance;        // per group of the problem, and one for the cells that no clue sees
    double log2_odds = 0;        // log odds of a mine without any clue

    // Returns `stopped` only if `limits.stop` requests it; once a certain share of the time limit has passed, it keeps
    // the current result.
    Solved find(const Problem& problem, const Limits& limits);

  private:
    static constexpr int most_turns = 50, corrections = 2, rough_turns = 40;
    static constexpr u64 most_steps = u64{1} << 27, most_corrected = u64{1} << 30;
    static constexpr double own_share = 0.6, last_share = 0.85;

    bool load(const Problem& problem);
    bool line_up();
    void read_chances();
    void covariances();
    void factor();
    bool meet_clues(const Limits& limits);
    bool correct(double share, const Limits& limits);
    Solved fit(const Limits& limits);
    Solved fit_proportionally(const Limits& limits);
    double* row(u64 r) { return &matrix_[place_[r]]; }

    Incidence incidence_;
    u64 columns_ = 0, rows_ = 0;
    Array<u32> columns_first_, column_;  // row -> columns
    Array<u64> begin_, place_;           // per row of the matrix: its first column, and where that entry is stored
    Array<double> size_, rest_, matrix_, diagonal_, right_, solved_;
    Array<double> log_odds_;             // per row: the log odds that its clue adds to each of its columns
    Array<double> shift_;                // per column: the log odds that the correction adds
    double even_ = 0;                    // log odds without any clue
    u64 steps_ = 0, numbers_ = 0;        // steps to factor the matrix, and entries stored in it
};

inline bool MaximumEntropy::load(const Problem& problem) {
    if (!incidence_.load(problem)) return false;
    rows_ = incidence_.rows;
    columns_ = incidence_.columns;
    if (!rest_.resize(rows_) || !size_.resize(columns_)) return false;
    for (u64 r = 0; r < rows_; ++r) rest_[r] = double(incidence_.rest[r]);
    for (u64 c = 0; c < columns_; ++c) size_[c] = double(incidence_.size[c]);
    const double mines = double(problem.mines_left) + 0.5, safe = double(incidence_.cells) - double(problem.mines_left) + 0.5;
    even_ = 0.6931471805599453 * (log2_of(mines) - log2_of(safe));
    return chance.resize(columns_) && log_odds_.fill(rows_, 0.0) && shift_.fill(columns_, 0.0) && line_up();
}

// Finds where each row of the matrix begins, and the cost of factoring it.
inline bool MaximumEntropy::line_up() {
    if (!begin_.resize(rows_) || !place_.resize(rows_)) return false;
    for (u64 r = 0; r < rows_; ++r) begin_[r] = r;
    for (u64 c = 0; c < columns_; ++c) {
        // The rows of a column are in ascending order.
        const u64 least = incidence_.row[incidence_.first[c]];
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) {
            if (least < begin_[incidence_.row[i]]) begin_[incidence_.row[i]] = least;
        }
    }
    steps_ = numbers_ = 0;
    for (u64 r = 0; r < rows_; ++r) {
        place_[r] = numbers_;
        const u64 width = r - begin_[r] + 1;
        numbers_ += width;
        // The last row (the number of mines) is wide, but it meets rows narrower than itself.
        steps_ += r + 1 == rows_ ? numbers_ : width * width;
    }
    return true;
}

inline void MaximumEntropy::read_chances() {
    for (u64 c = 0; c < columns_; ++c) {
        double sum = even_ + shift_[c];
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) sum += log_odds_[incidence_.row[i]];
        sum = sum > 40 ? 40 : sum < -40 ? -40 : sum;
        const double small = rough_exponential((sum < 0 ? sum : -sum) * 1.4426950408889634);
        chance[c] = sum < 0 ? small / (1 + small) : 1 / (1 + small);
    }
}

// Computes the errors of the clues, and the covariances of the numbers of mines that they count.
inline void MaximumEntropy::covariances() {
    for (u64 r = 0; r < rows_; ++r) right_[r] = -rest_[r];
    matrix_.fill(numbers_, 0.0);
    for (u64 c = 0; c < columns_; ++c) {
        const double mean = size_[c] * chance[c], variance = mean * (1 - chance[c]);
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) {
            right_[incidence_.row[i]] += mean;
            double* const own = row(incidence_.row[i]);
            for (u32 j = incidence_.first[c]; j <= i; ++j) own[incidence_.row[j] - begin_[incidence_.row[i]]] += variance;
        }
    }
    for (u64 r = 0; r < rows_; ++r) row(r)[r - begin_[r]] += 1e-7;  // keeps the matrix invertible if some clues follow
                                                                    // from others
}

// Factors the matrix as L D L^T; only its lower half is stored.
inline void MaximumEntropy::factor() {
    for (u64 i = 0; i < rows_; ++i) {
        double* const own = row(i);
        const u64 begin = begin_[i];
        for (u64 j = begin; j < i; ++j) {
            const double* const other = row(j);
            const u64 from = begin_[j] > begin ? begin_[j] : begin;
            double sum = own[j - begin];
            for (u64 k = from; k < j; ++k) sum -= own[k - begin] * other[k - begin_[j]];  // own: of L D, other: of L
            own[j - begin] = sum;
        }
        double rest = own[i - begin];
        for (u64 j = begin; j < i; ++j) {
            const double part = own[j - begin] / diagonal_[j];
            rest -= own[j - begin] * part;
            own[j - begin] = part;
        }
        diagonal_[i] = rest > 1e-9 ? rest : 1e-9;
    }
}

// Newton's method: finds the factor of each clue so that all hold on average. Returns false if stopped.
inline bool MaximumEntropy::meet_clues(const Limits& limits) {
    for (int turn = 0; turn < most_turns; ++turn) {
        if (limits.stop && limits.stop(limits.stop_with)) return false;
        read_chances();
        covariances();
        double largest = 0;
        for (u64 r = 0; r < rows_; ++r) {
            const double own = right_[r] < 0 ? -right_[r] : right_[r];
            largest = own > largest ? own : largest;
        }
        if (largest < 1e-7) break;
        factor();
        for (u64 r = 0; r < rows_; ++r) {
            const double* const own = row(r);
            for (u64 k = begin_[r]; k < r; ++k) right_[r] -= own[k - begin_[r]] * right_[k];
        }
        for (u64 r = 0; r < rows_; ++r) right_[r] /= diagonal_[r];
        largest = 0;
        for (u64 r = rows_; r-- > 0;) {
            const double* const own = row(r);
            for (u64 k = begin_[r]; k < r; ++k) right_[k] -= own[k - begin_[r]] * right_[r];
            const double size = right_[r] < 0 ? -right_[r] : right_[r];
            largest = size > largest ? size : largest;
        }
        // Far from the solution, a full step is much too long.
        const double part = largest > 3 ? 3 / largest : 1;
        for (u64 r = 0; r < rows_; ++r) log_odds_[r] -= part * right_[r];
    }
    return true;
}

// Corrects the chance of each cell: with its mine added or removed, how likely are the other cells to compensate?
// Returns false if stopped.
inline bool MaximumEntropy::correct(double share, const Limits& limits) {
    read_chances();
    covariances();
    factor();
    for (u64 c = 0; c < columns_; ++c) {
        if ((c & 63) == 0 && limits.stop && limits.stop(limits.stop_with)) return false;
        solved_.fill(rows_, 0.0);
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) solved_[incidence_.row[i]] = 1;
        const u64 start = incidence_.row[incidence_.first[c]];
        double square = 0;
        for (u64 r = start; r < rows_; ++r) {
            const double* const other = row(r);
            double own = solved_[r];
            for (u64 k = begin_[r] > start ? begin_[r] : start; k < r; ++k) own -= other[k - begin_[r]] * solved_[k];
            solved_[r] = own;
            square += own * own / diagonal_[r];
        }
        const double part = chance[c] * (1 - chance[c]) * square, taken = part < 0.97 ? part : 0.97;
        const double own = (chance[c] - 0.5) * square / (1 - taken);
        shift_[c] += share * ((own < -6 ? -6 : own > 6 ? 6 : own) - shift_[c]);
    }
    return true;
}

inline Solved MaximumEntropy::fit(const Limits& limits) {
    if (steps_ > most_steps) return Solved::over_budget;
    if (numbers_ * sizeof(double) > limits.bytes) return Solved::over_budget;
    if (!matrix_.resize(numbers_) || !diagonal_.resize(rows_) || !right_.resize(rows_) || !solved_.resize(rows_)) {
        return Solved::out_of_memory;
    }
    if (!meet_clues(limits)) return Solved::stopped;
    for (int turn = 0; turn < corrections && columns_ * numbers_ <= most_corrected; ++turn) {
        if (!correct(turn ? 0.5 : 1, limits) || !meet_clues(limits)) return Solved::stopped;
    }
    read_chances();
    log2_odds = (even_ + log_odds_[rows_ - 1]) * 1.4426950408889634;
    return Solved::done;
}

// Uses iterative proportional fitting, whose rounds cost no more than one pass over the board.
inline Solved MaximumEntropy::fit_proportionally(const Limits& limits) {
    if (!columns_first_.fill(rows_ + 1, 0) || !column_.resize(incidence_.row.size())) return Solved::out_of_memory;
    for (u64 i = 0; i < incidence_.row.size(); ++i) ++columns_first_[incidence_.row[i]];
    u32 sum = 0;
    for (u64 r = 0; r <= rows_; ++r) {
        sum += columns_first_[r];
        columns_first_[r] = sum;
    }
    for (u64 c = columns_; c-- > 0;) {
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) column_[--columns_first_[incidence_.row[i]]] = u32(c);
    }
    Array<double>& odds = chance;
    const double even = rough_exponential((even_ < 0 ? even_ : -even_) * 1.4426950408889634);
    odds.fill(columns_, even_ < 0 ? even : 1 / even);
    log2_odds = even_ * 1.4426950408889634;
    for (int turn = 0; turn < rough_turns; ++turn) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (turn && limits.spent && limits.spent(limits.stop_with) > last_share) break;
        for (u64 r = 0; r < rows_; ++r) {
            const u32 begin = columns_first_[r], count = columns_first_[r + 1] - begin;
            const double factor = fit_equation(rest_[r], &column_[begin], count, size_.data(), odds.data());
            if (r + 1 == rows_) log2_odds += log2_of(factor);
        }
    }
    for (u64 c = 0; c < columns_; ++c) chance[c] = odds[c] / (1 + odds[c]);
    return Solved::done;
}

inline Solved MaximumEntropy::find(const Problem& problem, const Limits& limits) {
    if (!load(problem)) return Solved::out_of_memory;
    const TimeShare own(limits, own_share);
    Solved found = own.answer(fit(own.limits));
    if (found == Solved::over_budget) found = fit_proportionally(limits);
    if (found != Solved::done) return found;
    // A chance of exactly 0 or 1 would claim a proof.
    for (u64 c = 0; c < columns_; ++c) {
        chance[c] = chance[c] < 0x1p-40 ? 0x1p-40 : chance[c] > 1 - 0x1p-40 ? 1 - 0x1p-40 : chance[c];
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

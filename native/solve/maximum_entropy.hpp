// Chances of a mine without counting, for games that can't wait: as even as the clues allow.
//
// Of all chances that meet each clue and the number of mines on average, those of largest entropy: cells are independent, and
// the odds of each are a product of one factor for each clue that sees it. That clues are met exactly, not on average, is
// made up for as if the mines each clue counts were normal variables: a cell that takes up much of what a clue leaves open
// is pushed away from one half.
//
// Clues in the order of the board have only near ones in common, so of each row of their covariances nothing is kept before
// its first number that can differ from 0. Where that is still too much, or time is short, the odds are mended clue by clue.
#pragma once

#include "solve/time_share.hpp"
#include "solve/problem.hpp"
#include "solve/scaled.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Evening {
  public:
    Array<double> chance;        // per group of the problem, and one for the cells that no clue sees
    double log2_odds = 0;        // what each mine counts for, the clues left aside

    // `stopped` only where `limits.stop` says so: once `limits.spent` is past some share, what is there has to do.
    Solved find(const Problem& problem, const Limits& limits);

  private:
    static constexpr int most_turns = 50, corrections = 2, rough_turns = 40;
    static constexpr u64 most_steps = u64{1} << 27, most_corrected = u64{1} << 30;
    static constexpr double own_share = 0.6, last_share = 0.85;

    bool load(const Problem& problem);
    bool line_up();
    void read_chances();
    void sum_up();
    void factor();
    bool meet_clues(const Limits& limits);
    bool correct(double share, const Limits& limits);
    Solved mend(const Limits& limits);
    Solved mend_clue_by_clue(const Limits& limits);
    double* row(u64 r) { return &matrix_[place_[r]]; }

    u64 columns_ = 0, rows_ = 0;
    Array<u32> first_, row_, row_of_;    // column -> rows; the last row holds all mines, the last column the unseen cells
    Array<u32> columns_first_, column_;  // row -> columns
    Array<u64> begin_, place_;           // of each row of the matrix: its first column, and where that is
    Array<double> size_, rest_, matrix_, diagonal_, right_, solved_;
    Array<double> log_odds_;             // per row: what its clue adds to each of its columns
    Array<double> shift_;                // per column: what the correction adds
    double even_ = 0;                    // log odds without any clue
    u64 steps_ = 0, numbers_ = 0;        // to factor the matrix, and in it
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
    const double mines = double(problem.mines_left) + 0.5, safe = cells - double(problem.mines_left) + 0.5;
    even_ = 0.6931471805599453 * (log2_of(mines) - log2_of(safe));
    return chance.resize(columns_) && log_odds_.fill(rows_, 0.0) && shift_.fill(columns_, 0.0) && line_up();
}

// Where each row of the matrix begins, and what it takes to factor them.
inline bool Evening::line_up() {
    if (!begin_.resize(rows_) || !place_.resize(rows_)) return false;
    for (u64 r = 0; r < rows_; ++r) begin_[r] = r;
    for (u64 c = 0; c < columns_; ++c) {
        // The rows of a column come in ascending order.
        const u64 least = row_[first_[c]];
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) {
            if (least < begin_[row_[i]]) begin_[row_[i]] = least;
        }
    }
    steps_ = numbers_ = 0;
    for (u64 r = 0; r < rows_; ++r) {
        place_[r] = numbers_;
        const u64 width = r - begin_[r] + 1;
        numbers_ += width;
        // The last row meets rows narrower than itself.
        steps_ += r + 1 == rows_ ? numbers_ : width * width;
    }
    return true;
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
    matrix_.fill(numbers_, 0.0);
    for (u64 c = 0; c < columns_; ++c) {
        const double mean = size_[c] * chance[c], variance = mean * (1 - chance[c]);
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) {
            right_[row_[i]] += mean;
            double* const own = row(row_[i]);
            for (u32 j = first_[c]; j <= i; ++j) own[row_[j] - begin_[row_[i]]] += variance;
        }
    }
    for (u64 r = 0; r < rows_; ++r) row(r)[r - begin_[r]] += 1e-7;  // some clues may follow from others
}

// The matrix as L D L^T; its upper half isn't there.
inline void Evening::factor() {
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
        // Far from the answer the step is much too long.
        const double part = largest > 3 ? 3 / largest : 1;
        for (u64 r = 0; r < rows_; ++r) log_odds_[r] -= part * right_[r];
    }
    return true;
}

// With a cell's mine given or taken away, how likely is it that the others make up for that? False where it was stopped.
inline bool Evening::correct(double share, const Limits& limits) {
    read_chances();
    sum_up();
    factor();
    for (u64 c = 0; c < columns_; ++c) {
        if ((c & 63) == 0 && limits.stop && limits.stop(limits.stop_with)) return false;
        solved_.fill(rows_, 0.0);
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) solved_[row_[i]] = 1;
        const u64 start = row_[first_[c]];
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

inline Solved Evening::mend(const Limits& limits) {
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

// The odds of each clue's cells brought to its number of mines, in turns. Each turn costs no more than to look at the board.
inline Solved Evening::mend_clue_by_clue(const Limits& limits) {
    if (!columns_first_.fill(rows_ + 1, 0) || !column_.resize(row_.size())) return Solved::out_of_memory;
    for (u64 i = 0; i < row_.size(); ++i) ++columns_first_[row_[i]];
    u32 sum = 0;
    for (u64 r = 0; r <= rows_; ++r) {
        sum += columns_first_[r];
        columns_first_[r] = sum;
    }
    for (u64 c = columns_; c-- > 0;) {
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) column_[--columns_first_[row_[i]]] = u32(c);
    }
    Array<double>& odds = chance;
    const double even = rough_exponential((even_ < 0 ? even_ : -even_) * 1.4426950408889634);
    odds.fill(columns_, even_ < 0 ? even : 1 / even);
    log2_odds = even_ * 1.4426950408889634;
    for (int turn = 0; turn < rough_turns; ++turn) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (turn && limits.spent && limits.spent(limits.stop_with) > last_share) break;
        for (u64 r = 0; r < rows_; ++r) {
            double mines = 0, cells = 0;
            for (u32 i = columns_first_[r]; i < columns_first_[r + 1]; ++i) {
                const double own = odds[column_[i]];
                mines += size_[column_[i]] * own / (1 + own);
                cells += size_[column_[i]];
            }
            const double rest = rest_[r] + 0.02, safe = cells - rest_[r] + 0.02;
            if (mines <= 0 || mines >= cells || safe <= 0) continue;
            const double factor = rest * (cells - mines) / (mines * safe);
            for (u32 i = columns_first_[r]; i < columns_first_[r + 1]; ++i) {
                double& own = odds[column_[i]];
                own *= factor;
                own = own < 1e-6 ? 1e-6 : own > 1e6 ? 1e6 : own;
            }
            if (r + 1 == rows_) log2_odds += log2_of(factor);
        }
    }
    for (u64 c = 0; c < columns_; ++c) chance[c] = odds[c] / (1 + odds[c]);
    return Solved::done;
}

inline Solved Evening::find(const Problem& problem, const Limits& limits) {
    if (!load(problem)) return Solved::out_of_memory;
    const TimeShare own(limits, own_share);
    Solved found = own.answer(mend(own.limits));
    if (found == Solved::over_budget) found = mend_clue_by_clue(limits);
    if (found != Solved::done) return found;
    // A chance of 0 or 1 would be a proof.
    for (u64 c = 0; c < columns_; ++c) {
        chance[c] = chance[c] < 0x1p-40 ? 0x1p-40 : chance[c] > 1 - 0x1p-40 ? 1 - 0x1p-40 : chance[c];
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// What all clues say together if a cell might hold any part of a mine: where no such way exists, no layout does either.
//
// To find out whether a group may hold a mine, one is put there and the others are moved about until all clues are met as
// nearly as can be. What is left over then weighs the clues against each other: added up with these weights they ask for more
// than any choice of mines gives. Which weights are tried is a matter of rounding; that they prove it is checked in whole
// numbers.
#pragma once

#include "solve/problem.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Relaxation {
  public:
    // Mines of each group of the problem: at least and at most so many, whatever the layout.
    Array<i64> least, most;
    bool impossible = false;  // no layout fits

    // `over_budget` for problems too large to look at, with bounds that hold all the same.
    Solved tighten(const Problem& problem, const Limits& limits);

  private:
    static constexpr double near_enough = 0.02;     // squared: whole numbers hardly ever miss each other by less
    static constexpr double step = 1.4;             // a little too far each time gets there sooner
    static constexpr u32 most_turns = 300, proof_turns = 10;
    static constexpr double scales[] = {4, 30, 300};
    static constexpr u64 most_work = u64{1} << 28;  // mines moved, times clues concerned

    bool load(const Problem& problem);
    bool refuted(const Limits& limits);
    void restart();
    void use_proof();
    i64 slack(const Array<i64>& factor) const;

    u64 columns_ = 0, rows_ = 0, work_ = 0;
    Array<u32> first_, row_;            // column -> rows; the last row holds all mines, the last column the unseen cells
    Array<i64> rest_, factor_;
    Array<double> start_, mines_, open_;  // mines of each column, and what is open of each row
    Array<u32> row_of_;
};

inline bool Relaxation::load(const Problem& problem) {
    const u64 groups = problem.groups.size();
    rest_.clear();
    first_.clear();
    row_.clear();
    if (!row_of_.fill(problem.equations.size(), 0) || !rest_.reserve(problem.equations.size() + 1)) return false;
    for (u64 e = 0; e < problem.equations.size(); ++e) {
        if (!problem.equations[e].groups_count) continue;
        row_of_[e] = u32(rest_.size());
        rest_.push(problem.equations[e].rest);
    }
    rows_ = rest_.size() + 1;
    columns_ = groups + 1;
    rest_.push(problem.mines_left);
    if (!least.fill(columns_, 0) || !most.resize(columns_) || !start_.resize(columns_) || !mines_.resize(columns_) ||
        !open_.resize(rows_) || !factor_.resize(rows_)) {
        return false;
    }
    u64 cells = problem.unseen;
    for (u64 group = 0; group < groups; ++group) {
        const Group& own = problem.groups[group];
        first_.push(u32(row_.size()));
        for (u32 i = 0; i < own.equations_count; ++i) {
            row_.push(row_of_[problem.equations_of_groups[own.equations_first + i]]);
        }
        row_.push(u32(rows_ - 1));
        most[group] = own.size;
        cells += own.size;
    }
    first_.push(u32(row_.size()));
    row_.push(u32(rows_ - 1));
    first_.push(u32(row_.size()));
    most[groups] = i64(problem.unseen);
    const double density = cells ? double(problem.mines_left) / double(cells) : 0;
    for (u64 c = 0; c < columns_; ++c) start_[c] = density * double(most[c]);
    return !first_.failed() && !row_.failed() && !rest_.failed();
}

inline void Relaxation::restart() {
    for (u64 c = 0; c < columns_; ++c) {
        const double low = double(least[c]), high = double(most[c]), own = start_[c];
        mines_[c] = own < low ? low : own > high ? high : own;
    }
}

// How much more than the factors ask for the bounds allow: below 0, nothing fits.
inline i64 Relaxation::slack(const Array<i64>& factor) const {
    i64 slack = 0;
    for (u64 r = 0; r < rows_; ++r) slack -= factor[r] * rest_[r];
    for (u64 c = 0; c < columns_; ++c) {
        i64 own = 0;
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) own += factor[row_[i]];
        slack += own * (own > 0 ? most[c] : least[c]);
    }
    return slack;
}

// Whether nothing fits the bounds, for certain. Leaves the factors that prove it, or the mines where they came to rest.
inline bool Relaxation::refuted(const Limits& limits) {
    for (u64 r = 0; r < rows_; ++r) open_[r] = double(rest_[r]);
    for (u64 c = 0; c < columns_; ++c) {
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) open_[row_[i]] -= mines_[c];
    }
    for (u32 turn = 1; turn <= most_turns; ++turn) {
        work_ += row_.size();
        for (u64 c = 0; c < columns_; ++c) {
            const u32 begin = first_[c], end = first_[c + 1];
            double sum = 0;
            for (u32 i = begin; i < end; ++i) sum += open_[row_[i]];
            const double low = double(least[c]), high = double(most[c]), own = mines_[c];
            double next = own + step * sum / double(end - begin);
            next = next < low ? low : next > high ? high : next;
            if (next == own) continue;
            mines_[c] = next;
            for (u32 i = begin; i < end; ++i) open_[row_[i]] -= next - own;
        }
        double sum = 0, largest = 0;
        for (u64 r = 0; r < rows_; ++r) {
            sum += open_[r] * open_[r];
            const double own = open_[r] < 0 ? -open_[r] : open_[r];
            largest = own > largest ? own : largest;
        }
        if (sum < near_enough) return false;
        if (turn % proof_turns) continue;
        if (limits.stop && limits.stop(limits.stop_with)) return false;
        for (const double scale : scales) {
            for (u64 r = 0; r < rows_; ++r) factor_[r] = i64(open_[r] / largest * scale + 1000.5) - 1000;
            if (slack(factor_) < 0) return true;
        }
    }
    return false;
}

// The factors of a proof bound other groups as well, once what was put up for proof is taken back.
inline void Relaxation::use_proof() {
    const i64 spare = slack(factor_);
    if (spare < 0) {
        impossible = true;
        return;
    }
    for (u64 c = 0; c < columns_; ++c) {
        i64 own = 0;
        for (u32 i = first_[c]; i < first_[c + 1]; ++i) own += factor_[row_[i]];
        if (own > 0 && most[c] - spare / own > least[c]) least[c] = most[c] - spare / own;
        if (own < 0 && least[c] + spare / -own < most[c]) most[c] = least[c] + spare / -own;
    }
}

inline Solved Relaxation::tighten(const Problem& problem, const Limits& limits) {
    impossible = false;
    work_ = 0;
    if (!load(problem)) return Solved::out_of_memory;
    if (rows_ > 4096 || columns_ > 65536) return Solved::over_budget;
    restart();
    impossible = refuted(limits);
    for (bool again = true; again && !impossible;) {
        again = false;
        start_.swap(mines_);
        for (u64 c = 0; c + 1 < columns_ && !impossible; ++c) {
            for (int side = 0; side < 2 && least[c] < most[c] && !impossible; ++side) {
                if (work_ > most_work) return Solved::over_budget;
                if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
                const i64 low = least[c], high = most[c];
                (side ? most[c] : least[c]) = side ? high - 1 : low + 1;
                restart();
                const bool proven = refuted(limits);
                least[c] = low;
                most[c] = high;
                if (!proven) continue;
                again = true;
                // The proof bounds this group at least as well as others.
                use_proof();
            }
        }
        restart();
        impossible = impossible || (again && refuted(limits));
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Bound tightening by linear relaxation: what all clues together imply if a cell may hold any fraction of a mine. If no
// such assignment exists, no layout exists either.
//
// To decide whether a group may hold a mine, one is put there, and the others are moved until all clues are satisfied
// as closely as possible. The remaining errors are weights of the clues: the weighted sum of the clues may demand more
// than any assignment of mines allows (a Farkas certificate). Rounding affects which weights are tried; the proof is
// checked in integers.
#pragma once

#include "solve/incidence.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class BoundTightening {
  public:
    // Bounds on the number of mines in each group, valid for every layout.
    Array<i64> least, most;
    bool infeasible = false;  // no layout fits

    // Returns `over_budget` if the problem is too large; the bounds are valid even then.
    Solved tighten(const Problem& problem, const Limits& limits);

    // A quick version for safe cells only, given rough mine chances per group: unlikely groups are tried, least likely
    // first, until no other seems certain.
    Solved find_safe(const Problem& problem, const Array<double>& chance, const Limits& limits);

    // For single questions: `excludes` returns whether the clues alone or, if `is_counted`, also the number of mines
    // rule out that a group has between `fewest` and `highest` mines. A positive answer speeds up later questions.
    // `begin` returns false if memory ran out.
    bool begin(const Problem& problem, bool is_counted);
    bool excludes(u64 group, i64 fewest, i64 highest, const Limits& limits);
    u64 work() const { return work_; }  // mines moved, times rows affected

  private:
    static constexpr double near_enough = 0.02;     // squared error; integers rarely differ by less
    static constexpr double step = 1.4;             // steps slightly too long converge faster
    static constexpr u32 most_turns = 300, certificate_turns = 10;
    static constexpr double scales[] = {4, 30, 300};
    static constexpr u64 most_work = u64{1} << 28;  // limit of `work()`
    // Limits of the quick version: groups with a higher chance of a mine are rarely certain, so they aren't tried;
    // after `most_failures` failures among the unlikely groups, the search ends.
    static constexpr double likely = 0.02;
    static constexpr u32 most_failures = 2;

    bool load(const Problem& problem);
    bool has_certificate(const Limits& limits);
    void restart();
    void use_certificate();
    i64 slack(const Array<i64>& factor) const;

    Incidence incidence_;
    u64 columns_ = 0, rows_ = 0, work_ = 0;
    Array<i64> factor_;
    Array<double> start_, mines_, open_;  // mines of each column, and the error of each row
    Array<u32> unlikely_;                 // columns that rarely hold a mine
};

inline bool BoundTightening::load(const Problem& problem) {
    if (!incidence_.load(problem)) return false;
    rows_ = incidence_.rows;
    columns_ = incidence_.columns;
    if (!least.fill(columns_, 0) || !most.resize(columns_) || !start_.resize(columns_) || !mines_.resize(columns_) ||
        !open_.resize(rows_) || !factor_.resize(rows_)) {
        return false;
    }
    const double cells = double(incidence_.cells), density = cells > 0 ? double(problem.mines_left) / cells : 0;
    for (u64 c = 0; c < columns_; ++c) {
        most[c] = incidence_.size[c];
        start_[c] = density * double(most[c]);
    }
    return true;
}

inline void BoundTightening::restart() {
    for (u64 c = 0; c < columns_; ++c) {
        const double low = double(least[c]), high = double(most[c]), own = start_[c];
        mines_[c] = own < low ? low : own > high ? high : own;
    }
}

// The slack between what the weighted clues demand and what the bounds allow: if it is negative, nothing fits.
inline i64 BoundTightening::slack(const Array<i64>& factor) const {
    i64 slack = 0;
    for (u64 r = 0; r < rows_; ++r) slack -= factor[r] * incidence_.rest[r];
    for (u64 c = 0; c < columns_; ++c) {
        i64 own = 0;
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) own += factor[incidence_.row[i]];
        slack += own * (own > 0 ? most[c] : least[c]);
    }
    return slack;
}

// Whether a Farkas certificate was found, so that no assignment fits the bounds. If so, stores its factors, otherwise
// the final mines.
inline bool BoundTightening::has_certificate(const Limits& limits) {
    for (u64 r = 0; r < rows_; ++r) open_[r] = double(incidence_.rest[r]);
    for (u64 c = 0; c < columns_; ++c) {
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) open_[incidence_.row[i]] -= mines_[c];
    }
    for (u32 turn = 1; turn <= most_turns; ++turn) {
        work_ += incidence_.row.size();
        for (u64 c = 0; c < columns_; ++c) {
            const u32 begin = incidence_.first[c], end = incidence_.first[c + 1];
            double sum = 0;
            for (u32 i = begin; i < end; ++i) sum += open_[incidence_.row[i]];
            const double low = double(least[c]), high = double(most[c]), own = mines_[c];
            double next = own + step * sum / double(end - begin);
            next = next < low ? low : next > high ? high : next;
            if (next == own) continue;
            mines_[c] = next;
            for (u32 i = begin; i < end; ++i) open_[incidence_.row[i]] -= next - own;
        }
        double sum = 0, largest = 0;
        for (u64 r = 0; r < rows_; ++r) {
            sum += open_[r] * open_[r];
            const double own = open_[r] < 0 ? -open_[r] : open_[r];
            largest = own > largest ? own : largest;
        }
        if (sum < near_enough) return false;
        if (turn % certificate_turns) continue;
        if (limits.stop && limits.stop(limits.stop_with)) return false;
        for (const double scale : scales) {
            for (u64 r = 0; r < rows_; ++r) factor_[r] = i64(open_[r] / largest * scale + 1000.5) - 1000;
            if (slack(factor_) < 0) return true;
        }
    }
    return false;
}

// Once the assumption is withdrawn, the factors of a certificate also bound other groups.
inline void BoundTightening::use_certificate() {
    const i64 spare = slack(factor_);
    if (spare < 0) {
        infeasible = true;
        return;
    }
    for (u64 c = 0; c < columns_; ++c) {
        i64 own = 0;
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) own += factor_[incidence_.row[i]];
        if (own > 0 && most[c] - spare / own > least[c]) least[c] = most[c] - spare / own;
        if (own < 0 && least[c] + spare / -own < most[c]) most[c] = least[c] + spare / -own;
    }
}

inline bool BoundTightening::begin(const Problem& problem, bool is_counted) {
    infeasible = false;
    work_ = 0;
    if (!load(problem)) return false;
    if (is_counted) return true;
    // If the number of mines isn't counted, allow any number of unseen mines, even a negative one, so that it is no
    // constraint.
    least[columns_ - 1] = -(i64{1} << 32);
    most[columns_ - 1] = i64{1} << 32;
    return true;
}

inline bool BoundTightening::excludes(u64 group, i64 fewest, i64 highest, const Limits& limits) {
    if (infeasible || work_ > most_work) return false;
    const i64 low = least[group], high = most[group];
    if (fewest > high || highest < low) return true;
    least[group] = fewest > low ? fewest : low;
    most[group] = highest < high ? highest : high;
    restart();
    const bool proven = has_certificate(limits);
    least[group] = low;
    most[group] = high;
    if (proven) use_certificate();
    return proven && !infeasible;
}

inline Solved BoundTightening::tighten(const Problem& problem, const Limits& limits) {
    infeasible = false;
    work_ = 0;
    if (!load(problem)) return Solved::out_of_memory;
    if (rows_ > 4096 || columns_ > 65536) return Solved::over_budget;
    restart();
    infeasible = has_certificate(limits);
    for (bool again = true; again && !infeasible;) {
        again = false;
        start_.swap(mines_);
        for (u64 c = 0; c + 1 < columns_ && !infeasible; ++c) {
            for (int side = 0; side < 2 && least[c] < most[c] && !infeasible; ++side) {
                if (work_ > most_work) return Solved::over_budget;
                if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
                const i64 low = least[c], high = most[c];
                (side ? most[c] : least[c]) = side ? high - 1 : low + 1;
                restart();
                const bool proven = has_certificate(limits);
                least[c] = low;
                most[c] = high;
                if (!proven) continue;
                again = true;
                // The proof yields bounds for this group, and perhaps for others.
                use_certificate();
            }
        }
        restart();
        infeasible = infeasible || (again && has_certificate(limits));
    }
    return Solved::done;
}

inline Solved BoundTightening::find_safe(const Problem& problem, const Array<double>& chance, const Limits& limits) {
    infeasible = false;
    work_ = 0;
    if (!load(problem)) return Solved::out_of_memory;
    if (rows_ > 4096 || columns_ > 65536) return Solved::over_budget;
    unlikely_.clear();
    if (!unlikely_.reserve(columns_)) return Solved::out_of_memory;
    for (u64 c = 0; c + 1 < columns_; ++c) {
        // Chances that satisfy all clues are a better starting point than equal chances.
        start_[c] = chance[c] * double(most[c]);
        if (chance[c] >= likely) continue;
        u64 at = unlikely_.size();
        unlikely_.push(u32(c));
        for (; at > 0 && chance[unlikely_[at - 1]] > chance[c]; --at) unlikely_[at] = unlikely_[at - 1];
        unlikely_[at] = u32(c);
    }
    start_[columns_ - 1] = chance[columns_ - 1] * double(most[columns_ - 1]);
    u32 failures = 0;
    for (u64 i = 0; i < unlikely_.size() && failures < most_failures && !infeasible; ++i) {
        const u32 c = unlikely_[i];
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (most[c] > 0 && !excludes(c, 1, most[c], limits)) ++failures;
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Finds which groups are certain, by counterexamples: even in a wide position a consistent layout is found quickly, and
// each layout shows that many groups aren't certain.
//
// It starts from a given assignment of mines. For a group without a mine in any assignment so far, a mine is put there,
// and those around it are moved until all clues are satisfied again. If that succeeds, it yields another assignment; if
// no such assignment exists, the group is safe. Groups that were full in every assignment are treated the same way. The
// moved mines lie close by, so the width of the position doesn't matter. If the search is inconclusive, weighing clues
// against each other may yield a proof; if not, more moves are tried in each round, up to a limit.
#pragma once

#include "solve/bound_tightening.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Backbone {
  public:
    // Per group of the problem, and for the cells that no clue sees: 1 safe, 2 a mine, 0 uncertain or unknown.
    Array<u8> sure;
    bool any = false;   // some group is certain
    u64 work = 0;       // work of all searches since `begin`, in cells visited: the same on every machine

    // Takes a layout that is consistent with the problem. Returns false if memory ran out.
    bool begin(const Problem& problem, const u64* mines);

    // Uses the clues alone or, if `is_counted`, also the number of mines. `moves` is the number of moves still allowed;
    // each move decrements it. Returns `over_budget` if groups remain undecided, because the moves are used up or a
    // round has found certain groups; results so far remain valid. Examines only the `wanted` groups; null means all.
    Solved look(bool is_counted, const u8* wanted, u64& moves, BoundTightening& tightening, const Limits& limits);

  private:
    enum class Answer : u8 { possible, impossible, unknown, stopped };
    struct Change {
        u32 column;
        i32 low, high, value;
    };
    struct Choice {
        u64 changes;
        u32 column;
        i32 low, high;   // bounds for the other assignment
    };
    // Number of moves for one group in the first round; each further round allows twice as many. Clues are weighed in
    // the second round.
    static constexpr u64 first_moves = 32;
    // Steps of weighing clues that count as one cell visited.
    static constexpr u64 steps_of_work = 8;

    template <class Visit>
    HS_INLINE_MEMBER void rows_of(u32 column, Visit&& visit) const {
        // The number of mines is the last row of every column.
        for (u32 i = incidence_.first[column]; i + uncounted_ < incidence_.first[column + 1]; ++i) visit(incidence_.row[i]);
    }
    void restart();
    void set(u32 column, i32 low, i32 high);
    bool propagate();
    void take_back(u64 changes, bool values_too);
    u32 violated() const;
    void choose(u32 row);
    Answer ask(u32 column, i32 low, i32 high, u64 most, u64& moves, const Limits& limits);
    void note_model();
    bool settle(u32 column, u8 kind);
    Solved look_in_rounds(u32 columns, const u8* wanted, u64& moves, BoundTightening& tightening, const Limits& limits);

    Incidence incidence_;
    const Problem* problem_ = nullptr;
    u32 uncounted_ = 0;
    u64 rows_ = 0, turn_ = 0;
    Array<u32> first_, column_;              // row -> its columns
    Array<i32> true_, low_, high_, value_;   // per column: mines in the given layout; minimum, maximum, and current
                                             // number of mines
    Array<i64> lows_, highs_, values_;       // their sums per row
    Array<i64> widest_;                      // the largest column of each row
    Array<u8> waits_, may_hold_, may_lack_;
    Array<u32> queue_;
    Array<Change> changes_;
    Array<Choice> choices_;
};

inline bool Backbone::begin(const Problem& problem, const u64* mines) {
    problem_ = &problem;
    if (!incidence_.load(problem)) return false;
    const u64 columns = incidence_.columns, rows = incidence_.rows, all = incidence_.row.size();
    if (!sure.fill(columns, 0) || !true_.fill(columns, 0) || !first_.fill(rows + 1, 0) || !column_.resize(all) ||
        !low_.resize(columns) || !high_.resize(columns) || !value_.resize(columns) || !lows_.resize(rows) ||
        !highs_.resize(rows) || !values_.resize(rows) || !widest_.fill(rows, 0) || !waits_.fill(rows, 0) || !may_hold_.resize(columns) ||
        !may_lack_.resize(columns) || !queue_.reserve(rows)) {
        return false;
    }
    any = false;
    work = 0;
    for (u64 i = 0; i < all; ++i) ++first_[incidence_.row[i]];
    u32 total = 0;
    for (u64 r = 0; r <= rows; ++r) {
        total += first_[r];
        first_[r] = total;
    }
    for (u64 c = columns; c-- > 0;) {
        for (u32 i = incidence_.first[c]; i < incidence_.first[c + 1]; ++i) {
            const u32 row = incidence_.row[i];
            column_[--first_[row]] = u32(c);
            widest_[row] = incidence_.size[c] > widest_[row] ? incidence_.size[c] : widest_[row];
        }
    }
    i64 beyond = problem.mines_left;
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] == no_group || !test_bit(mines, problem.frontier[i])) continue;
        ++true_[problem.group_of[i]];
        --beyond;
    }
    true_[columns - 1] = i32(beyond);
    return true;
}

inline void Backbone::restart() {
    changes_.clear();
    for (u64 r = 0; r < rows_; ++r) lows_[r] = highs_[r] = values_[r] = 0;
    for (u32 c = 0; c < incidence_.columns; ++c) {
        low_[c] = 0;
        high_[c] = i32(incidence_.size[c]);
        value_[c] = true_[c];
        may_hold_[c] = value_[c] > 0;
        may_lack_[c] = value_[c] < high_[c];
        rows_of(c, [&](u32 row) {
            highs_[row] += high_[c];
            values_[row] += value_[c];
        });
    }
}

inline void Backbone::set(u32 column, i32 low, i32 high) {
    const i32 own = value_[column], value = own < low ? low : own > high ? high : own;
    changes_.push(Change{column, low_[column], high_[column], own});
    const i64 up = low - low_[column], down = high_[column] - high, more = value - own;
    low_[column] = low;
    high_[column] = high;
    value_[column] = value;
    rows_of(column, [&](u32 row) {
        lows_[row] += up;
        highs_[row] -= down;
        values_[row] += more;
        if (!waits_[row]) {
            waits_[row] = 1;
            queue_.push(row);
        }
    });
}

// Tightens the bounds of all columns, row by row. Returns false if no assignment fits.
inline bool Backbone::propagate() {
    bool fits = true;
    while (queue_.size()) {
        const u32 row = queue_.last();
        queue_.resize(queue_.size() - 1);
        waits_[row] = 0;
        if (!fits) continue;
        const i64 rest = incidence_.rest[row];
        if (lows_[row] > rest || highs_[row] < rest) {
            fits = false;
            continue;
        }
        if (rest - lows_[row] >= widest_[row] && highs_[row] - rest >= widest_[row]) continue;
        for (u32 i = first_[row]; i < first_[row + 1]; ++i) {
            const u32 column = column_[i];
            const i64 low = low_[column], high = high_[column];
            if (low == high) continue;
            const i64 most = low + (rest - lows_[row]), least = high - (highs_[row] - rest);
            if (most < high || least > low) set(column, i32(least > low ? least : low), i32(most < high ? most : high));
        }
    }
    return fits;
}

inline void Backbone::take_back(u64 changes, bool values_too) {
    while (changes_.size() > changes) {
        const Change change = changes_.last();
        changes_.resize(changes_.size() - 1);
        const u32 column = change.column;
        const i64 down = low_[column] - change.low, up = change.high - high_[column];
        const i64 more = values_too ? change.value - value_[column] : 0;
        low_[column] = change.low;
        high_[column] = change.high;
        value_[column] += i32(more);
        rows_of(column, [&](u32 row) {
            lows_[row] -= down;
            highs_[row] += up;
            values_[row] += more;
        });
    }
}

// The unsatisfied row with the least freedom; rows_ if all rows are satisfied.
inline u32 Backbone::violated() const {
    u32 found = u32(rows_);
    i64 least = 0;
    for (u32 row = 0; row < rows_; ++row) {
        if (values_[row] == incidence_.rest[row]) continue;
        const i64 freedom = highs_[row] - lows_[row];
        if (found < rows_ && freedom >= least) continue;
        least = freedom;
        found = row;
    }
    return found;
}

// Moves one mine towards satisfying the row while disturbing others least; ties are broken depending on the round.
inline void Backbone::choose(u32 row) {
    const bool is_more = values_[row] < incidence_.rest[row];
    u32 best = 0;
    i64 best_score = 0;
    bool is_found = false;
    for (u32 i = first_[row]; i < first_[row + 1]; ++i) {
        const u32 column = column_[i];
        if (is_more ? value_[column] == high_[column] : value_[column] == low_[column]) continue;
        i64 score = 0;
        rows_of(column, [&](u32 other) {
            const i64 lacks = incidence_.rest[other] - values_[other];
            score += (is_more ? lacks > 0 : lacks < 0) ? 1 : -1;
        });
        score = score * 256 + i64(mix(turn_ * golden + column) >> 56) * i64(turn_ != 0);
        if (is_found && score <= best_score) continue;
        is_found = true;
        best = column;
        best_score = score;
    }
    const i32 low = low_[best], high = high_[best], value = value_[best];
    if (is_more) {
        choices_.push(Choice{changes_.size(), best, low, value});
        set(best, value + 1, high);
    } else {
        choices_.push(Choice{changes_.size(), best, value, high});
        set(best, low, value - 1);
    }
}

inline void Backbone::note_model() {
    for (u64 i = 0; i < changes_.size(); ++i) {
        const u32 column = changes_[i].column;
        may_hold_[column] |= value_[column] > 0;
        may_lack_[column] |= value_[column] < i32(incidence_.size[column]);
    }
}

// Whether some assignment puts the column within these bounds.
inline Backbone::Answer Backbone::ask(u32 column, i32 low, i32 high, u64 most, u64& moves, const Limits& limits) {
    low = low_[column] > low ? low_[column] : low;
    high = high_[column] < high ? high_[column] : high;
    if (low > high) return Answer::impossible;
    const u64 before = changes_.size();
    Answer answer = Answer::unknown;
    choices_.clear();
    set(column, low, high);
    for (u64 count = 0; moves > 0 && count < most && !changes_.failed() && !choices_.failed(); ++count) {
        --moves;
        if ((moves & 255) == 0 && limits.stop && limits.stop(limits.stop_with)) {
            answer = Answer::stopped;
            break;
        }
        if (!propagate()) {
            if (!choices_.size()) {
                answer = Answer::impossible;
                break;
            }
            const Choice choice = choices_.last();
            choices_.resize(choices_.size() - 1);
            take_back(choice.changes, true);
            set(choice.column, choice.low, choice.high);
            continue;
        }
        const u32 row = violated();
        if (row == rows_) {
            answer = Answer::possible;
            note_model();
            break;
        }
        choose(row);
    }
    while (queue_.size()) {
        waits_[queue_.last()] = 0;
        queue_.resize(queue_.size() - 1);
    }
    take_back(before, answer != Answer::possible);
    return answer;
}

// Records that a column is certain, which constrains the others from then on. Returns false if memory ran out.
inline bool Backbone::settle(u32 column, u8 kind) {
    sure[column] = kind;
    any = true;
    const i32 own = kind == 1 ? 0 : i32(incidence_.size[column]);
    set(column, own, own);
    propagate();
    if (changes_.failed()) return false;
    changes_.clear();
    return true;
}

inline Solved Backbone::look(bool is_counted, const u8* wanted, u64& moves, BoundTightening& tightening,
                             const Limits& limits) {
    uncounted_ = !is_counted;
    rows_ = incidence_.rows - uncounted_;
    restart();
    const u32 columns = u32(incidence_.columns) - uncounted_;
    turn_ = 0;
    const u64 before = moves;
    const Solved found = look_in_rounds(columns, wanted, moves, tightening, limits);
    // A move visits all rows and, about twice, all rows of each column in one row.
    const u64 all = incidence_.row.size();
    work += (before - moves) * (rows_ + 2 * (all / (rows_ + 1)) * (all / (incidence_.columns + 1)));
    if (turn_ > 0) work += tightening.work() / steps_of_work;
    return found;
}

inline Solved Backbone::look_in_rounds(u32 columns, const u8* wanted, u64& moves, BoundTightening& tightening,
                                       const Limits& limits) {
    for (u64 most = first_moves;; most *= 2, ++turn_) {
        bool is_open = false;
        const bool is_weighed = turn_ == 1;
        if (is_weighed && !tightening.begin(*problem_, !uncounted_)) return Solved::out_of_memory;
        for (u32 column = 0; column < columns; ++column) {
            const i32 size = i32(incidence_.size[column]);
            if (!size || sure[column] || (wanted && !wanted[column])) continue;
            for (u8 kind = 1; kind <= 2 && !sure[column]; ++kind) {
                if (kind == 1 ? may_hold_[column] : may_lack_[column]) continue;
                const i32 low = kind == 1 ? 1 : 0, high = kind == 1 ? size : size - 1;
                Answer answer = Answer::unknown;
                if (is_weighed && tightening.excludes(column, low, high, limits)) answer = Answer::impossible;
                if (answer == Answer::unknown) answer = ask(column, low, high, most, moves, limits);
                if (changes_.failed() || choices_.failed()) return Solved::out_of_memory;
                if (answer == Answer::stopped) return Solved::stopped;
                is_open = is_open || answer == Answer::unknown;
                if (answer == Answer::impossible && !settle(column, kind)) return Solved::out_of_memory;
            }
        }
        if (!is_open) return Solved::done;
        if (any || !moves) return Solved::over_budget;
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Solves a layout by deduction alone, easiest rules first, to find whether a board can be finished without a guess, and
// how hard it is.
//
// Single clues are checked with counts that every settled cell updates. Pairs of clues are compared once single clues
// are exhausted; the solver handles sets of clues and the total number of mines. Every known cell is used at once.
// Knowing more never makes a rule conclude less, so the hardest rule needed doesn't depend on the order in which rules
// are applied.
#pragma once

#include "board/codes.hpp"
#include "board/pace.hpp"
#include "generate/effort.hpp"
#include "solve/certainty.hpp"
#include "solve/rules.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Deducer {
  public:
    explicit Deducer(const Geometry& geometry) : g_(geometry), solver_(geometry) {}
    Deducer(const Deducer&) = delete;
    Deducer& operator=(const Deducer&) = delete;

    bool make();

    // Starts by opening `first`, which must not hold a mine. `mines` must stay valid and in place until the deduction
    // ends.
    void begin(const u64* mines, u64 mine_count, u64 first);
    // Continues until deductions of at most `hardest` effort are exhausted. Returns `over_budget` if a set of clues was
    // too large. It pauses once `work()` reaches `pause`: `is_paused` is then set, and another call continues.
    Solved go_on(Effort hardest, const Limits& limits, u64 pause = ~u64{0});
    bool is_paused = false;

    // If not null, conclusions are recorded here. Each consists of its effort, whether its cells are mines, the number
    // of clues, the number of cells, then the clues and the cells. The solver's conclusions list no clues.
    Array<u32>* steps = nullptr;

    bool is_finished() const { return opened_ == g_.cells - mine_count_; }
    u64 opened() const { return opened_; }
    Effort effort() const { return effort_; }    // the hardest deduction used
    u64 work() const { return work_; }           // total for all layouts so far, in cells visited
    u64 states() const { return states_; }       // states of the largest component counted
    u64 steps_of_layout() const { return g_.cells + table_.size(); }
    // Call before the first layout of a search, so that its work limits don't depend on earlier searches.
    void restart() { work_ = states_ = 0; }
    // Adds cell visits made elsewhere to `work()`.
    void add_work(u64 cells) { work_ += cells; }
    bool is_doubtful(u64 cell) const { return state_[cell] == covered; }
    bool is_open(u64 cell) const { return state_[cell] == open; }
    u32 covered_around(u64 cell) const { return left_[cell]; }
    u32 mines_around(u64 cell) const { return rest_[cell]; }
    template <class Visit>
    HS_INLINE_MEMBER void around(u64 cell, Visit&& visit) const {
        for (u32 i = first_[cell]; i < first_[cell + 1]; ++i) visit(table_[i]);
    }
    // Call after the layout has changed at an unknown cell.
    void flip(u32 cell, bool to_mine);

  private:
    // Work per solver state, in cells visited.
    static constexpr u64 work_of_state = 50;

    // What is known about a cell. Known safe cells are opened at once.
    enum : u8 { covered = 0, mine = 1, open = 2 };

    void settle(u32 cell, bool is_mine);
    void follow_clues(Pace& pace);
    bool compare_pairs(Pace& pace);
    Solved ask_solver(const Limits& limits, Effort hardest, bool& any, Effort& used);
    void wake(u32 clue);
    void note(Effort effort, bool is_mine, u32 a, u32 b);

    const Geometry& g_;
    Solver solver_;
    Array<u32> first_, table_;       // neighbours of each cell
    Array<u16> clue_, left_, rest_;  // per cell: its clue, its covered neighbours, and the mines among them
    Array<u16> many_;                // number of neighbours per cell
    Array<u8> state_, waits_, dirty_;
    Array<u32> queue_, doubtful_, shared_, own_;
    Array<u16> common_;
    Array<std::int32_t> codes_;
    Array<u8> sure_;
    const u64* mines_ = nullptr;
    u64 mine_count_ = 0, opened_ = 0, work_ = 0, states_ = 0;
    u64 around_steps_ = 0, pair_steps_ = 0;
    bool is_stopped_ = false;
    Effort effort_ = Effort::clue;
};

inline bool Deducer::make() {
    const u64 cells = g_.cells;
    around_steps_ = 4 * g_.most_neighbours;
    pair_steps_ = g_.most_neighbours * g_.most_neighbours;
    if (cells >= u64{1} << 31 || g_.most_neighbours >= 65535 || cells * g_.most_neighbours >> 32) return false;
    if (!first_.resize(cells + 1) || !many_.resize(cells)) return false;
    for (u64 i = 0; i < cells; ++i) {
        first_[i] = u32(table_.size());
        for_neighbours(g_, i, [&](u64 other) { table_.push(u32(other)); });
        many_[i] = u16(table_.size() - first_[i]);
    }
    first_[cells] = u32(table_.size());
    return !table_.failed() && clue_.resize(cells) && left_.resize(cells) && rest_.resize(cells) && state_.resize(cells) &&
           waits_.resize(cells) && dirty_.resize(cells) && queue_.reserve(cells + 1) && doubtful_.reserve(cells + 1) &&
           shared_.reserve(cells) && own_.reserve(cells) && common_.fill(cells, 0) && codes_.resize(cells);
}

// Queues an open clue: alone if that settles its cells, otherwise for comparison with neighbouring clues.
inline void Deducer::wake(u32 clue) {
    if (!left_[clue] || waits_[clue]) return;
    if (clue_settles(rest_[clue], left_[clue])) {
        waits_[clue] = 1;
        queue_.push(clue);
    } else if (!dirty_[clue]) {
        dirty_[clue] = 1;
        doubtful_.push(clue);
    }
}

// Each cell is settled once. If it is safe, it also becomes a new clue.
inline void Deducer::settle(u32 cell, bool is_mine) {
    state_[cell] = is_mine ? mine : open;
    const u16 less = is_mine;
    opened_ += !is_mine;
    around(cell, [&](u32 other) {
        --left_[other];
        rest_[other] = u16(rest_[other] - less);
        if (state_[other] == open) wake(other);
    });
    if (!is_mine) wake(cell);
}

// Records a conclusion about the cells in `own_`, which are still covered.
inline void Deducer::note(Effort effort, bool is_mine, u32 a, u32 b) {
    if (!steps || !own_.size()) return;
    const u32 clues = effort == Effort::clue ? 1 : effort == Effort::pair ? 2 : 0;
    steps->push(u32(effort));
    steps->push(is_mine);
    steps->push(clues);
    steps->push(u32(own_.size()));
    if (clues > 0) steps->push(a);
    if (clues > 1) steps->push(b);
    for (u64 i = 0; i < own_.size(); ++i) steps->push(own_[i]);
}

// Applies clues whose covered neighbours are all mines, or all safe, until nothing follows.
inline void Deducer::follow_clues(Pace& pace) {
    while (queue_.size()) {
        const u32 cell = queue_.last();
        queue_.resize(queue_.size() - 1);
        waits_[cell] = 0;
        if (!left_[cell] || !clue_settles(rest_[cell], left_[cell])) {
            if (left_[cell]) wake(cell);
            continue;
        }
        const bool is_mine = rest_[cell] != 0;
        own_.clear();
        around(cell, [&](u32 other) {
            if (state_[other] == covered) own_.push(other);
        });
        note(Effort::clue, is_mine, cell, cell);
        for (u64 i = 0; i < own_.size(); ++i) settle(own_[i], is_mine);
        if ((is_stopped_ = pace.over((own_.size() + 1) * around_steps_))) return;
    }
}

// Compares two clues that share cells: if one needs k more mines than the other and has k cells that the other doesn't
// see, those are mines, and the cells that only the other sees are safe. Stops at the first pair that settles a cell,
// so that single clues are tried again first.
inline bool Deducer::compare_pairs(Pace& pace) {
    while (doubtful_.size()) {
        if ((is_stopped_ = pace.over(pair_steps_))) return false;
        const u32 a = doubtful_.last();
        doubtful_.resize(doubtful_.size() - 1);
        dirty_[a] = 0;
        if (!left_[a]) continue;
        shared_.clear();
        around(a, [&](u32 cell) {
            if (state_[cell] != covered) return;
            around(cell, [&](u32 b) {
                if (state_[b] != open) return;
                if (!common_[b]++) shared_.push(b);
            });
        });
        const int left = left_[a], rest = rest_[a];
        bool any = false;
        for (u64 i = 0; i < shared_.size(); ++i) {
            const u32 b = shared_[i];
            const int common = common_[b];
            common_[b] = 0;
            if (any || b == a) continue;
            const PairSays says = pair_says(rest, int(rest_[b]), left - common, int(left_[b]) - common);
            if (says == PairSays::nothing) continue;
            any = true;
            const bool mines_in_a = says == PairSays::mines_in_first;
            // `own_` receives the cells around `one` that `other` doesn't see.
            for (int side = 0; side < 2; ++side) {
                const u32 one = side ? b : a, other = side ? a : b;
                own_.clear();
                around(one, [&](u32 cell) {
                    if (state_[cell] != covered) return;
                    bool both = false;
                    around(cell, [&](u32 clue) { both |= clue == other; });
                    if (!both) own_.push(cell);
                });
                note(Effort::pair, (side == 0) == mines_in_a, one, other);
                for (u64 j = 0; j < own_.size(); ++j) settle(own_[j], (side == 0) == mines_in_a);
            }
        }
        if (any) {
            if (left_[a] && !dirty_[a]) {
                dirty_[a] = 1;
                doubtful_.push(a);
            }
            return true;
        }
    }
    return false;
}

inline Solved Deducer::ask_solver(const Limits& limits, Effort hardest, bool& any, Effort& used) {
    any = false;
    // Clues whose neighbours are all known add nothing.
    for (u64 i = 0; i < g_.cells; ++i) {
        codes_[i] = state_[i] == open   ? left_[i] ? std::int32_t(clue_[i]) : code_silent
                    : state_[i] == mine ? code_flagged
                                        : code_covered;
    }
    bool by_count = false;
    const Solved found = solver_.find_certain(codes_.data(), mine_count_, mines_, limits, hardest == Effort::count, sure_, by_count);
    states_ = solver_.states > states_ ? solver_.states : states_;
    work_ += g_.cells + solver_.work_of_examples() + work_of_state * solver_.states;
    if (found != Solved::done) return found;
    used = by_count ? Effort::count : Effort::set;
    for (u8 kind = 1; kind <= 2; ++kind) {
        own_.clear();
        for (u64 i = 0; i < g_.cells; ++i) {
            if (state_[i] == covered && sure_[i] == kind) own_.push(u32(i));
        }
        note(used, kind == 2, 0, 0);
        for (u64 i = 0; i < own_.size(); ++i) settle(own_[i], kind == 2);
        any = any || own_.size();
    }
    return own_.failed() ? Solved::out_of_memory : Solved::done;
}

inline void Deducer::begin(const u64* mines, u64 mine_count, u64 first) {
    is_paused = false;
    mines_ = mines;
    mine_count_ = mine_count;
    opened_ = 0;
    work_ += steps_of_layout();
    effort_ = Effort::clue;
    board_clues(g_, mines, 0, g_.cells, clue_.data());
    std::memcpy(rest_.data(), clue_.data(), std::size_t(g_.cells * sizeof(u16)));
    std::memcpy(left_.data(), many_.data(), std::size_t(g_.cells * sizeof(u16)));
    std::memset(state_.data(), covered, std::size_t(g_.cells));
    std::memset(waits_.data(), 0, std::size_t(g_.cells));
    std::memset(dirty_.data(), 0, std::size_t(g_.cells));
    queue_.clear();
    doubtful_.clear();
    settle(u32(first), false);
}

inline Solved Deducer::go_on(Effort hardest, const Limits& limits, u64 pause) {
    Pace pace(limits);
    is_stopped_ = is_paused = false;
    while (true) {
        follow_clues(pace);
        if (is_stopped_) return Solved::stopped;
        if (is_finished()) return Solved::done;
        if (hardest >= Effort::pair && compare_pairs(pace)) {
            if (effort_ < Effort::pair) effort_ = Effort::pair;
            continue;
        }
        if (is_stopped_) return Solved::stopped;
        if (hardest < Effort::set) return Solved::done;
        bool any = false;
        Effort used = Effort::set;
        const Solved found = ask_solver(limits, hardest, any, used);
        if (found != Solved::done || !any) return found;
        if (effort_ < used) effort_ = used;
        is_paused = work_ >= pause;
        if (is_paused) return Solved::done;
    }
}

inline void Deducer::flip(u32 cell, bool to_mine) {
    const u16 more = to_mine ? 1 : u16(-1);
    around(cell, [&](u32 other) {
        clue_[other] = u16(clue_[other] + more);
        rest_[other] = u16(rest_[other] + more);
        if (state_[other] == open) wake(other);
    });
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

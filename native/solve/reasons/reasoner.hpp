// Draws conclusions from a view, each by the easiest rule that still settles a cell: first single clues, then two
// clues, then more, then the number of mines.
//
// Only if all rules fail are layouts counted. Then a proof of each certain cell is sought, with the nearest clues
// first, and the smallest set of clues wins: none of its clues can be left out, but a smaller set may exist elsewhere.
// If adding some clues of the set and subtracting others proves it, that sum is the reason; otherwise it is a line of
// contradiction, with cases if one line isn't enough.
#pragma once

#include "board/pace.hpp"
#include "solve/reasons/prover.hpp"
#include "solve/reasons/shares.hpp"
#include "solve/reasons/sums.hpp"
#include "solve/reasons/suppositions.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Reasoner {
  public:
    explicit Reasoner(const Geometry& geometry)
        : g_(geometry), prover_(geometry), facts_(prover_.problem()), sums_(facts_), lines_(facts_), shares_(facts_) {}
    Reasoner(const Reasoner&) = delete;
    Reasoner& operator=(const Reasoner&) = delete;

    Solved begin(const std::int32_t* codes, u64 mines, bool trust_flags);

    // Draws conclusions until the wanted cells are settled, or nothing more follows. After a contradiction, the clues
    // to blame are known. `stopped` during the search for the fewest clues keeps earlier conclusions, so that the
    // caller can continue with easier rules. `limits` apply to each question to the solver.
    Solved go_on(const ReasonsAsked& asked, const Limits& limits, ReasonsFound& found);

    const Facts& facts() const { return facts_; }

    // Reports whether the given clues and known cells (mines or safe) contradict each other, for the given number of
    // mines or `any_mines`; false also if the answer would take too much work.
    Solved refute(const u64* clues, u64 count, const u64* cells, const u8* are_mines, u64 known, u64 mines, const Limits& limits,
                  bool& is_refuted);
    // Finds a minimal set of clues that settle a cell, for the given number of mines or `any_mines`, and stores it in
    // `named`. `is_found` is false also if the search would take too much work.
    Solved prove(u64 cell, bool is_mine, u64 mines, const Limits& limits, bool& is_found);
    // Stores in `named` a few clues that contradict each other or, if `counted`, the number of mines. After a
    // contradiction they are among those that led to it; otherwise the search begins at the cell `start`. If it is
    // stopped, or would take too much work, the clues found so far are named.
    Solved blame(u64 start, const Limits& limits, bool& counted);

    // The cells of the clues that the latest proof needs, or that were blamed: ascending.
    Array<u32> named;

  private:
    // Limits on the lines searched for before counting: clues in a line, and clues examined during the search. A line
    // with more than `most_ends` contradictions isn't used.
    static constexpr u32 most_clues = 8, most_asked = 60, most_ends = 6;
    // Maximum number of blamed clues near which a smaller set is searched for.
    static constexpr u64 most_starts = 8;
    // Number of cells examined for the smallest set, and maximum number of states per proof. If none has such an easy
    // proof, a few cells may use more states.
    static constexpr u64 most_targets = 16, easy_states = u64{1} << 11, most_hard_targets = 4, hard_states = u64{1} << 14;

    Solved step(const ReasonsAsked& asked, const Limits& limits, bool& any);
    bool is_enough(const ReasonsAsked& asked);
    Solved follow_line(u32 most, const Limits& limits, bool& any);
    Solved follow_few(const ReasonsAsked& asked, const Limits& limits, bool& any);
    Solved count_mines(const ReasonsAsked& asked, const Limits& limits, bool& any);
    Solved follow_all(const ReasonsAsked& asked, bool& any);
    Solved tell_set(u32 target, bool is_mine, bool& any);
    void find_open_ends(const double* chances);
    Solved find_fewest(u64 mines, const Limits& limits, bool& is_found);
    Solved find_smallest_set(u64 mines, u64 targets, const Limits& limits, bool& is_found);
    Solved find_refuted(u32 near, u64 mines, const Limits& limits, const u8* among = nullptr);
    bool name(const Array<u32>& clues);
    bool know(const Array<u32>* reasons, u32 cell, bool is_mine);
    Solved find_bound(u32 cell, bool is_mine, const Limits& limits, u64& bound, bool& is_least);
    bool failed() const {
        return facts_.failed() || sums_.failed() || lines_.failed() || ends_.failed() || is_mine_.failed() || clues_.failed() ||
               probed_.failed() || used_.failed() || items_.failed() || drawn_.failed();
    }

    const Geometry& g_;
    Prover prover_;
    Facts facts_;
    Sums sums_;
    Suppositions lines_;
    Shares shares_;
    Smallest smallest_, fewest_;
    Array<u32> ends_;              // cells that are certain but have no reason yet, safe ones first
    Array<u8> is_mine_;            // for each of them, whether it is a mine
    Array<u32> clues_, used_, items_, probed_, slots_, drawn_;
    Array<u8> among_;
    Array<double> chances_;
    u32 target_ = 0;
    bool target_is_mine_ = false;
    u64 settled_ = 0;              // number of wanted cells known to be settled, counted from the first
};

inline Solved Reasoner::begin(const std::int32_t* codes, u64 mines, bool trust_flags) {
    const Solved solved = facts_.begin(codes, mines, trust_flags);
    if (solved != Solved::done) return solved;
    lines_.begin(g_.cells);
    return sums_.make(g_.cells) ? Solved::done : Solved::out_of_memory;
}

inline Solved Reasoner::refute(const u64* clues, u64 count, const u64* cells, const u8* are_mines, u64 known, u64 mines,
                               const Limits& limits, bool& is_refuted) {
    is_refuted = false;
    items_.clear();
    for (u64 i = 0; i < count; ++i) {
        if (facts_.code(u32(clues[i])) >= 0) items_.push(facts_.clue_at(u32(clues[i])));
    }
    if (items_.failed() || !prover_.begin(facts_)) return Solved::out_of_memory;
    for (u64 i = 0; i < known; ++i) prover_.know(u32(cells[i]), are_mines[i]);
    return prover_.refute(facts_, items_.data(), items_.size(), mines, limits, is_refuted);
}

// Finds a minimal set of clues that contradict each other and what the prover knows, and stores it in `fewest_`.
inline Solved Reasoner::find_refuted(u32 near, u64 mines, const Limits& limits, const u8* among) {
    if (!prover_.order(facts_, &near, 1, items_, among, ~u64{0})) return Solved::out_of_memory;
    return fewest_.find(items_, [&](const u32* some, u64 count, bool& holds) {
        return prover_.refute(facts_, some, count, mines, limits, holds);
    });
}

inline bool Reasoner::name(const Array<u32>& clues) {
    named.clear();
    for (u64 i = 0; i < clues.size(); ++i) named.push(facts_.cell_of(clues[i]));
    sort_ascending(named.data(), named.size());
    return !named.failed();
}

inline Solved Reasoner::prove(u64 cell, bool is_mine, u64 mines, const Limits& limits, bool& is_found) {
    is_found = false;
    if (!know(nullptr, u32(cell), is_mine)) return Solved::out_of_memory;
    const Solved solved = find_refuted(u32(cell), mines, limits);
    is_found = solved == Solved::done && fewest_.is_found;
    return solved == Solved::done && !name(fewest_.needed) ? Solved::out_of_memory : solved;
}

inline Solved Reasoner::blame(u64 start, const Limits& limits, bool& counted) {
    const Array<u32>& blamed = facts_.blamed;
    if (!among_.fill(facts_.clues(), u8(!blamed.size())) || !prover_.begin(facts_)) return Solved::out_of_memory;
    for (u64 i = 0; i < blamed.size(); ++i) among_[facts_.clue_at(blamed[i])] = 1;
    clues_.clear();
    for (u32 clue = 0; clue < facts_.clues(); ++clue) {
        if (among_[clue]) clues_.push(clue);
    }
    bool is_refuted = false;
    Solved solved = prover_.refute(facts_, clues_.data(), clues_.size(), any_mines, limits, is_refuted);
    counted = !is_refuted;
    const u64 mines = counted ? facts_.mines() : any_mines;
    if (solved == Solved::done) solved = find_refuted(blamed.size() ? facts_.blamed_clue : u32(start), mines, limits, among_.data());
    if (solved == Solved::done && fewest_.is_found) {
        clues_.swap(fewest_.needed);
        used_.clear();
        for (u64 i = 0; i < clues_.size() && i < most_starts; ++i) used_.push(facts_.cell_of(clues_[i]));
        for (u64 i = 0; i < used_.size() && solved == Solved::done; ++i) {
            solved = find_refuted(used_[i], mines, limits, among_.data());
            if (solved == Solved::done && fewest_.is_found && fewest_.needed.size() < clues_.size()) clues_.swap(fewest_.needed);
        }
    }
    if (solved == Solved::stopped) solved = Solved::done;
    return solved == Solved::done && (failed() || !name(clues_)) ? Solved::out_of_memory : solved;
}

inline bool Reasoner::is_enough(const ReasonsAsked& asked) {
    if (!asked.any_safe && !asked.wanted_count) return false;
    if (asked.any_safe && facts_.first_safe == no_reason) return false;
    while (settled_ < asked.wanted_count && facts_.is_known(u32(asked.wanted[settled_]))) ++settled_;
    return settled_ >= asked.wanted_count;
}

inline Solved Reasoner::go_on(const ReasonsAsked& asked, const Limits& limits, ReasonsFound& found) {
    found = ReasonsFound{facts_.reasons(), facts_.first_safe, false, false};
    Solved solved = Solved::done;
    settled_ = 0;
    for (u64 steps = 0; solved == Solved::done && !(found.is_enough = is_enough(asked)) && steps < asked.most_steps; ++steps) {
        bool any = false;
        solved = step(asked, limits, any);
        if (solved == Solved::done && failed()) solved = Solved::out_of_memory;
        if (solved == Solved::done && !any) {
            found.is_stuck = true;
            break;
        }
        if ((steps & 255) == 255 && is_stopped(limits)) solved = Solved::stopped;
    }
    found.reasons = facts_.reasons();
    found.first_safe = facts_.first_safe;
    return solved;
}

inline Solved Reasoner::step(const ReasonsAsked& asked, const Limits& limits, bool& any) {
    Solved solved = Solved::done;
    const auto goes_on = [&](u32 way) { return solved == Solved::done && !any && (asked.ways & way); };
    if (goes_on(by_clue)) solved = sums_.follow_clue(any);
    if (goes_on(by_pair)) solved = sums_.compare_pair(any);
    if (goes_on(by_sum)) solved = sums_.add_up(any, limits);
    if (goes_on(by_line)) solved = follow_line(most_clues, limits, any);
    if (goes_on(by_shares)) solved = shares_.share(any);
    if (goes_on(by_few)) solved = follow_few(asked, limits, any);
    if (goes_on(by_mines)) solved = count_mines(asked, limits, any);
    if (goes_on(by_long_line)) solved = follow_line(most_asked, limits, any);
    if (goes_on(by_all)) solved = follow_all(asked, any);
    return solved;
}

// Follows the shortest line of contradiction in which each clue is used on its own, if it has at most `most` clues.
inline Solved Reasoner::follow_line(u32 most, const Limits& limits, bool& any) {
    // Cells touched by the same clues are equivalent: a hash table finds cells that have already been tried.
    u64 unknown = 0;
    const u32 turn = facts_.turns(1);
    for (u32 clue = 0; clue < facts_.clues(); ++clue) {
        const Numbers cells = facts_.around(clue);
        for (u32 i = 0; i < cells.count; ++i) {
            if (facts_.is_known(cells[i]) || facts_.mark(cells[i]) == turn) continue;
            facts_.mark(cells[i]) = turn;
            ++unknown;
        }
    }
    if (!unknown) return failed() ? Solved::out_of_memory : Solved::done;
    ends_.clear();
    const Array<u32>& covered = facts_.covered();
    for (u64 i = 0; i < covered.size(); ++i) {
        if (facts_.mark(covered[i]) == turn) ends_.push(covered[i]);
    }
    u64 capacity = 16;
    while (capacity < 2 * unknown) capacity *= 2;
    if (!slots_.fill(capacity, no_number) || failed()) return Solved::out_of_memory;
    u32 fewest = no_number, best = 0;
    bool best_is_safe = false;
    clues_.clear();
    for (u64 i = 0; i < ends_.size(); ++i) {
        const u32 cell = ends_[i];
        if ((i & 15) == 15 && is_stopped(limits)) return Solved::stopped;
        const Numbers own = facts_.touching(cell);
        u64 hash = own.count;
        for (u32 j = 0; j < own.count; ++j) hash = mix(hash + (own[j] + 1) * golden);
        u64 slot = hash & (capacity - 1);
        bool is_seen = false;
        for (; slots_[slot] != no_number && !is_seen; slot = (slot + 1) & (capacity - 1)) {
            const Numbers other = facts_.touching(slots_[slot]);
            is_seen = other.count == own.count;
            for (u32 j = 0; j < own.count && is_seen; ++j) is_seen = own[j] == other[j];
        }
        if (is_seen) continue;
        slots_[slot] = cell;
        for (int is_safe = 0; is_safe < 2; ++is_safe) {
            if (!lines_.probe(cell, !is_safe, most_asked, probed_)) continue;
            // Prefer assuming a mine: that leads to safe cells, which players look for.
            const u32 count = u32(probed_.size());
            if (count > most || count > fewest || (count == fewest && (is_safe || !best_is_safe))) continue;
            fewest = count;
            best = cell;
            best_is_safe = is_safe;
            clues_.swap(probed_);
        }
    }
    if (failed()) return Solved::out_of_memory;
    if (fewest == no_number) return Solved::done;
    // Order the clues, nearest first.
    if (!among_.fill(facts_.clues(), 0)) return Solved::out_of_memory;
    for (u64 i = 0; i < clues_.size(); ++i) among_[clues_[i]] = 1;
    if (!prover_.order(facts_, &best, 1, items_, among_.data(), clues_.size())) return Solved::out_of_memory;
    const Solved solved = smallest_.find(items_, [&](const u32* some, u64 count, bool& holds) {
        holds = lines_.suppose(some, count, best, !best_is_safe);
        return failed() ? Solved::out_of_memory : Solved::done;
    });
    if (solved != Solved::done) return solved;
    if (smallest_.is_found) clues_.swap(smallest_.needed);
    return tell_set(best, best_is_safe, any);
}

// Explains why the clues in `clues_` settle a cell: by a sum if possible, otherwise by a line of contradiction.
inline Solved Reasoner::tell_set(u32 target, bool is_mine, bool& any) {
    sort_ascending(clues_.data(), clues_.size());
    Solved solved = sums_.compare_all(clues_.data(), u32(clues_.size()), target, any);
    if (solved != Solved::done || any) return solved;
    const bool is_line = lines_.suppose(clues_.data(), clues_.size(), target, !is_mine);
    if (failed()) return Solved::out_of_memory;
    any = true;
    Draft& draft = facts_.draft;
    draft.begin();
    for (u64 i = 0; i < clues_.size(); ++i) draft.clues.push(facts_.cell_of(clues_[i]));
    draft.cells.push(target);
    if (!is_line || lines_.ends() > most_ends) {
        for (u64 i = 0; i < facts_.reasons(); ++i) draft.because.push(u32(i));
        return facts_.conclude(ReasonRule::set, is_mine, Grounds::tried);
    }
    // Collect the cells that touch the same subset of these clues.
    if (!among_.fill(facts_.clues(), 0)) return Solved::out_of_memory;
    for (u64 i = 0; i < clues_.size(); ++i) among_[clues_[i]] = 1;
    const Numbers own = facts_.touching(target);
    u32 touching = 0, first = no_number;
    for (u32 i = 0; i < own.count; ++i) {
        if (!among_[own[i]]) continue;
        among_[own[i]] = 2;
        if (!touching++) first = own[i];
    }
    used_.clear();
    const u32 near = touching ? facts_.clue(first).count : 0;
    for (u32 i = 0; i < near; ++i) {
        const u32 cell = facts_.around(first)[i];
        if (cell == target || facts_.is_known(cell)) continue;
        const Numbers its = facts_.touching(cell);
        u32 same = 0;
        bool is_other = false;
        for (u32 j = 0; j < its.count; ++j) {
            same += among_[its[j]] == 2;
            is_other = is_other || among_[its[j]] == 1;
        }
        if (same != touching || is_other) continue;
        used_.push(cell);
        draft.cells.push(cell);
    }
    draft.say_list(used_);
    lines_.tell();
    if (failed()) return Solved::out_of_memory;
    facts_.because(lines_.bases());
    return facts_.conclude(ReasonRule::set, is_mine, Grounds::line);
}

// Collects in `ends_` the cells that are certain but have no reason yet, safe ones first.
inline void Reasoner::find_open_ends(const double* chances) {
    ends_.clear();
    is_mine_.clear();
    const Array<u32>& covered = facts_.covered();
    for (int is_mine = 0; chances && is_mine < 2; ++is_mine) {
        for (u64 i = 0; i < covered.size(); ++i) {
            if (chances[covered[i]] != double(is_mine) || facts_.is_known(covered[i])) continue;
            ends_.push(covered[i]);
            is_mine_.push(u8(is_mine));
        }
    }
}

// Passes the conclusions of some reasons (null: all) to the prover, and the opposite of the conclusion about one cell.
inline bool Reasoner::know(const Array<u32>* reasons, u32 cell, bool is_mine) {
    if (!prover_.begin(facts_)) return false;
    const u64 count = reasons ? reasons->size() : facts_.reasons();
    for (u64 i = 0; i < count; ++i) {
        u64 size;
        const std::int32_t* const row = facts_.row(reasons ? (*reasons)[i] : i, size);
        for (i32 j = 0; j < row[3]; ++j) prover_.know(u32(row[6 + j]), row[1] != 0);
    }
    if (cell != no_number) prover_.know(cell, !is_mine);
    return true;
}

// Draws the conclusion that needs the fewest clues, for any number of mines.
inline Solved Reasoner::follow_few(const ReasonsAsked& asked, const Limits& limits, bool& any) {
    find_open_ends(asked.chances);
    if (failed()) return Solved::out_of_memory;
    if (!ends_.size()) return Solved::done;
    if (!know(nullptr, no_number, false)) return Solved::out_of_memory;
    items_.clear();
    for (u32 clue = 0; clue < facts_.clues(); ++clue) items_.push(clue);
    if (failed()) return Solved::out_of_memory;
    bool is_found = false;
    Solved solved = prover_.find_chances(facts_, items_.data(), items_.size(), limits, chances_, is_found);
    if (solved != Solved::done || !is_found) return solved;
    find_open_ends(chances_.data());
    if (failed()) return Solved::out_of_memory;
    solved = find_fewest(any_mines, limits, is_found);
    return solved == Solved::done && is_found ? tell_set(target_, target_is_mine_, any) : solved;
}

// Finds the smallest set of clues that settles one of the cells in `ends_`: the clues in `clues_`, the cell in
// `target_`.
inline Solved Reasoner::find_fewest(u64 mines, const Limits& limits, bool& is_found) {
    // Most sets are small; a large one is searched for only if there is no other.
    is_found = false;
    for (int is_hard = 0; is_hard < 2 && !is_found; ++is_hard) {
        Limits own = limits;
        const u64 states = is_hard ? hard_states : easy_states;
        own.states = limits.states < states ? limits.states : states;
        const Solved solved = find_smallest_set(mines, is_hard ? most_hard_targets : most_targets, own, is_found);
        if (solved != Solved::done) return solved;
    }
    return Solved::done;
}

inline Solved Reasoner::find_smallest_set(u64 mines, u64 targets, const Limits& limits, bool& is_found) {
    is_found = false;
    for (u64 i = 0; i < ends_.size() && i < targets; ++i) {
        if (!know(nullptr, ends_[i], is_mine_[i])) return Solved::out_of_memory;
        const Solved solved = find_refuted(ends_[i], mines, limits);
        if (solved != Solved::done) return solved;
        if (!fewest_.is_found || (is_found && fewest_.needed.size() >= clues_.size())) continue;
        is_found = true;
        clues_.swap(fewest_.needed);
        target_ = ends_[i];
        target_is_mine_ = is_mine_[i];
        // No smaller set exists: single clues and pairs were tried before.
        if (clues_.size() == (mines == any_mines ? 3u : 0u)) break;
    }
    return Solved::done;
}

// Assuming the opposite about a cell, finds the minimum number of mines needed, or the maximum that fits. If neither
// explains the conclusion, the bound is the board's number of mines.
inline Solved Reasoner::find_bound(u32 cell, bool is_mine, const Limits& limits, u64& bound, bool& is_least) {
    bound = facts_.mines();
    is_least = true;
    if (!know(&used_, cell, is_mine)) return Solved::out_of_memory;
    const u64 most = facts_.covered().size() + facts_.shown();
    for (u64 mines = facts_.mines(); mines <= most; ++mines) {
        bool is_refuted = false;
        const Solved solved = prover_.refute(facts_, clues_.data(), clues_.size(), mines, limits, is_refuted);
        bound = mines;
        if (solved != Solved::done || !is_refuted) return solved;
    }
    is_least = false;
    for (u64 mines = facts_.mines(); mines-- > 0;) {
        bool is_refuted = false;
        const Solved solved = prover_.refute(facts_, clues_.data(), clues_.size(), mines, limits, is_refuted);
        bound = mines;
        if (solved != Solved::done || !is_refuted) return solved;
    }
    bound = facts_.mines();
    return Solved::done;
}

// Draws the conclusion that needs the fewest clues besides the number of mines.
inline Solved Reasoner::count_mines(const ReasonsAsked& asked, const Limits& limits, bool& any) {
    find_open_ends(asked.chances);
    if (failed()) return Solved::out_of_memory;
    bool is_found = false;
    Solved solved = find_fewest(facts_.mines(), limits, is_found);
    if (solved != Solved::done || !is_found) return solved;
    items_.clear();
    for (u64 i = 0; i < facts_.reasons(); ++i) items_.push(u32(i));
    if (failed()) return Solved::out_of_memory;
    solved = smallest_.find(items_, [&](const u32* some, u64 count, bool& holds) {
        used_.clear();
        for (u64 i = 0; i < count; ++i) used_.push(some[i]);
        if (used_.failed() || !know(&used_, target_, target_is_mine_)) return Solved::out_of_memory;
        return prover_.refute(facts_, clues_.data(), clues_.size(), facts_.mines(), limits, holds);
    });
    if (solved != Solved::done) return solved;
    used_.clear();
    const Array<u32>& used = smallest_.is_found ? smallest_.needed : items_;
    for (u64 i = 0; i < used.size(); ++i) used_.push(used[i]);
    if (failed()) return Solved::out_of_memory;
    u64 bound;
    bool is_least;
    solved = find_bound(target_, target_is_mine_, limits, bound, is_least);
    if (solved != Solved::done || bound == facts_.mines()) return solved;
    // Keep only cells with the same conclusion and bound.
    drawn_.clear();
    for (u64 i = 0; i < ends_.size(); ++i) {
        if (bool(is_mine_[i]) != target_is_mine_) continue;
        if (ends_[i] != target_) {
            u64 other;
            bool other_is_least;
            solved = find_bound(ends_[i], target_is_mine_, limits, other, other_is_least);
            if (solved != Solved::done) return solved;
            if (other != bound || other_is_least != is_least) continue;
        }
        drawn_.push(ends_[i]);
    }
    any = true;
    Draft& draft = facts_.draft;
    draft.begin();
    for (u64 i = 0; i < drawn_.size(); ++i) draft.cells.push(drawn_[i]);
    for (u64 i = 0; i < clues_.size(); ++i) draft.clues.push(facts_.cell_of(clues_[i]));
    for (u64 i = 0; i < used_.size(); ++i) draft.because.push(used_[i]);
    draft.say(facts_.mines());
    draft.say(bound);
    draft.say(is_least);
    if (failed()) return Solved::out_of_memory;
    return facts_.conclude(ReasonRule::count, target_is_mine_, Grounds::bound);
}

// Draws the conclusions that need all clues and the number of mines, because no small set of clues proves them.
inline Solved Reasoner::follow_all(const ReasonsAsked& asked, bool& any) {
    find_open_ends(asked.chances);
    if (failed()) return Solved::out_of_memory;
    if (!ends_.size()) return Solved::done;
    any = true;
    Draft& draft = facts_.draft;
    draft.begin();
    for (u64 i = 0; i < ends_.size(); ++i) {
        if (is_mine_[i] == is_mine_[0]) draft.cells.push(ends_[i]);
    }
    for (u32 clue = 0; clue < facts_.clues(); ++clue) {
        if (facts_.clue(clue).count) draft.clues.push(facts_.cell_of(clue));
    }
    if (failed()) return Solved::out_of_memory;
    return facts_.conclude(ReasonRule::count, is_mine_[0], Grounds::all);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// What follows if some clues have k more mines than others and k cells of their own: comparisons of pairs, and sums.
//
// A cell's weight is the number of added clues that touch it, minus the number of subtracted ones. If the difference of
// the sums equals the total positive weight, then cells of positive weight are mines, and cells of negative weight are
// safe.
#pragma once

#include "board/pace.hpp"
#include "solve/reasons/facts.hpp"
#include "solve/rules.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr u32 most_signed = 7;  // maximum number of clues whose signs are tried
constexpr u32 most_tries = 2000;  // maximum number of sets of clues compared with one clue

// Clues to add and to subtract, by number.
struct Signed {
    u32 more[most_signed], less[most_signed];
    u32 mores, lesses;
};

class Sums {
  public:
    explicit Sums(Facts& facts) : facts_(facts) {}

    bool make(u64 cells) { return weight_.fill(cells, 0) && common_.fill(facts_.clues(), 0); }

    // Each draws the next conclusion by its rule; `any` reports whether there was one.
    Solved follow_clue(bool& any);
    Solved compare_pair(bool& any);
    Solved add_up(bool& any, const Stop& stop);
    // Draws the conclusion of a comparison if it settles the target or, without a target, any cell.
    Solved compare(ReasonRule rule, const Signed& clues, u32 target, bool& any);
    // Tries all ways to add and subtract the clues, easiest to follow first, until one settles the target.
    Solved compare_all(const u32* clues, u32 count, u32 target, bool& any);

    bool failed() const {
        return own_.failed() || order_.failed() || mines_.failed() || safe_.failed() || used_.failed() || list_.failed() ||
               beside_.failed() || able_.failed();
    }

  private:
    struct Able {
        u32 clue;
        i32 inside, gain;
    };

    void weigh(const Signed& clues);
    void tell(const Signed& clues);
    void tell_side(u32 clue, bool is_more, const Signed& clues, u32 turn, bool& is_nested);
    bool are_apart(const u32* family, u32 count, u32 clue, i32 sum);
    template <class Visit>
    Solved families(u32 clue, u32 size, bool& any, Visit&& visit);

    Facts& facts_;
    Array<std::int8_t> weight_;           // per cell of the latest comparison
    Array<u32> common_;                   // per clue: unknown cells shared with the current clue; 0 between calls
    Array<u32> order_;                    // cells of the comparison, in order of appearance
    Array<u32> mines_, safe_, used_, list_, beside_, own_;
    Array<Able> able_;
};

inline Solved Sums::follow_clue(bool& any) {
    Waiting& waiting = facts_.waiting[0];
    while (waiting.any()) {
        const u32 number = waiting.take();
        const ClueFacts own = facts_.clue(number);
        if (!own.left || !clue_settles(own.need, i32(own.left))) continue;
        const bool are_mines = own.need != 0;
        const Numbers cells = facts_.around(number);
        Draft& draft = facts_.draft;
        draft.begin();
        used_.clear();
        for (u32 i = 0; i < cells.count; ++i) {
            if (!facts_.is_known(cells[i])) {
                draft.cells.push(cells[i]);
            } else if (facts_.is_mine(cells[i]) != are_mines) {
                used_.push(cells[i]);
            }
        }
        facts_.find_shown(number, list_);
        draft.clues.push(own.cell);
        draft.say(own.cell);
        draft.say(own.count);
        draft.say_list(used_);
        draft.say_list(list_);
        if (failed()) return Solved::out_of_memory;
        facts_.because(used_);
        any = true;
        return facts_.conclude(ReasonRule::clue, are_mines, Grounds::clue);
    }
    return facts_.failed() ? Solved::out_of_memory : Solved::done;
}

inline Solved Sums::compare_pair(bool& any) {
    Waiting& waiting = facts_.waiting[1];
    while (waiting.any()) {
        const u32 number = waiting.take();
        const ClueFacts own = facts_.clue(number);
        if (!own.left) continue;
        const Numbers cells = facts_.around(number);
        beside_.clear();
        for (u32 i = 0; i < cells.count; ++i) {
            if (facts_.is_known(cells[i])) continue;
            const Numbers touching = facts_.touching(cells[i]);
            for (u32 j = 0; j < touching.count; ++j) {
                const u32 other = touching[j];
                if (other != number && !common_[other]++) beside_.push(other);
            }
        }
        if (failed() || facts_.failed()) {
            std::memset(common_.data(), 0, std::size_t(common_.size() * sizeof(u32)));
            return Solved::out_of_memory;
        }
        sort_ascending(beside_.data(), beside_.size());
        u32 found = no_number;
        PairSays says = PairSays::nothing;
        for (u64 i = 0; i < beside_.size(); ++i) {
            const u32 other = beside_[i];
            const i32 common = i32(common_[other]);
            common_[other] = 0;
            if (found != no_number) continue;
            const ClueFacts its = facts_.clue(other);
            says = pair_says(own.need, its.need, i32(own.left) - common, i32(its.left) - common);
            if (says != PairSays::nothing) found = other;
        }
        if (found == no_number) continue;
        const bool is_first = says == PairSays::mines_in_first;
        Signed clues{};
        clues.mores = clues.lesses = 1;
        clues.more[0] = is_first ? number : found;
        clues.less[0] = is_first ? found : number;
        const Solved solved = compare(ReasonRule::pair, clues, no_number, any);
        // This clue may allow further conclusions.
        waiting.put_first(number);
        return solved;
    }
    return facts_.failed() ? Solved::out_of_memory : Solved::done;
}

inline void Sums::weigh(const Signed& clues) {
    const u32 turn = facts_.turns(1);
    order_.clear();
    for (int side = 0; side < 2; ++side) {
        const u32 count = side ? clues.lesses : clues.mores;
        for (u32 i = 0; i < count; ++i) {
            const Numbers cells = facts_.around(side ? clues.less[i] : clues.more[i]);
            for (u32 j = 0; j < cells.count; ++j) {
                const u32 cell = cells[j];
                if (facts_.mark(cell) != turn) {
                    facts_.mark(cell) = turn;
                    weight_[cell] = 0;
                    order_.push(cell);
                }
                weight_[cell] = std::int8_t(weight_[cell] + (side ? -1 : 1));
            }
        }
    }
}

inline Solved Sums::compare(ReasonRule rule, const Signed& clues, u32 target, bool& any) {
    weigh(clues);
    i32 difference = 0;
    for (u32 i = 0; i < clues.mores; ++i) difference += facts_.clue(clues.more[i]).rest;
    for (u32 i = 0; i < clues.lesses; ++i) difference -= facts_.clue(clues.less[i]).rest;
    mines_.clear();
    safe_.clear();
    used_.clear();
    bool has_target = target == no_number;
    for (u64 i = 0; i < order_.size(); ++i) {
        const u32 cell = order_[i];
        const i32 weight = weight_[cell];
        if (weight > 0) {
            if (facts_.is_safe(cell)) {
                used_.push(cell);
                continue;
            }
            difference -= weight;
            if (!facts_.is_mine(cell)) mines_.push(cell);
        } else if (weight < 0) {
            if (facts_.is_mine(cell)) {
                difference -= weight;
                used_.push(cell);
            } else if (!facts_.is_safe(cell)) {
                safe_.push(cell);
            }
        }
        has_target = has_target || (cell == target && weight && !facts_.is_known(cell));
    }
    if (failed() || facts_.failed()) return Solved::out_of_memory;
    if (difference != 0 || (!mines_.size() && !safe_.size()) || !has_target) return Solved::done;
    any = true;
    Draft& draft = facts_.draft;
    draft.begin();
    for (u32 i = 0; i < clues.mores; ++i) draft.clues.push(facts_.clue(clues.more[i]).cell);
    for (u32 i = 0; i < clues.lesses; ++i) draft.clues.push(facts_.clue(clues.less[i]).cell);
    facts_.because(used_);
    tell(clues);
    for (int is_mine = 0; is_mine < 2; ++is_mine) {
        const Array<u32>& cells = is_mine ? mines_ : safe_;
        if (!cells.size()) continue;
        draft.cells.clear();
        for (u64 i = 0; i < cells.size(); ++i) draft.cells.push(cells[i]);
        if (failed()) return Solved::out_of_memory;
        const Solved solved = facts_.conclude(rule, is_mine, Grounds::sum);
        if (solved != Solved::done) return solved;
    }
    return Solved::done;
}

// Fills in the numbers that the text of the comparison needs.
inline void Sums::tell(const Signed& clues) {
    Draft& draft = facts_.draft;
    draft.say(clues.mores);
    draft.say(clues.lesses);
    const u64 nested = draft.grounds.size();
    draft.say(0);
    bool is_nested = clues.mores == 1 || clues.lesses == 1;
    for (int side = 0; side < 2; ++side) {
        // Cells next to the other side are marked with `turn`, and with `turn` + 1 once seen.
        const u32 turn = facts_.turns(2), count = side ? clues.lesses : clues.mores, others = side ? clues.mores : clues.lesses;
        for (u32 i = 0; i < others; ++i) {
            const Numbers cells = facts_.around(side ? clues.more[i] : clues.less[i]);
            for (u32 j = 0; j < cells.count; ++j) facts_.mark(cells[j]) = turn;
        }
        for (u32 i = 0; i < count; ++i) {
            tell_side(side ? clues.less[i] : clues.more[i], side == 0, clues, turn, is_nested);
        }
    }
    if (draft.failed()) return;
    draft.grounds[nested] = is_nested;
    sort_ascending(order_.data(), order_.size());
    const auto tell_cells = [&](int sign, auto&& is_told, bool has_weights) {
        list_.clear();
        for (u64 i = 0; i < order_.size(); ++i) {
            const u32 cell = order_[i];
            if (sign * weight_[cell] > 0 && is_told(cell)) list_.push(cell);
        }
        draft.say_list(list_);
        for (u64 i = 0; has_weights && i < list_.size(); ++i) draft.grounds.push(weight_[list_[i]]);
    };
    tell_cells(1, [&](u32 cell) { return !facts_.is_safe(cell); }, true);
    tell_cells(-1, [&](u32 cell) { return facts_.is_mine(cell); }, true);
    tell_cells(1, [&](u32 cell) { return facts_.is_safe(cell); }, false);
}

inline void Sums::tell_side(u32 clue, bool is_more, const Signed& clues, u32 turn, bool& is_nested) {
    Draft& draft = facts_.draft;
    const ClueFacts own = facts_.clue(clue);
    const Numbers cells = facts_.around(clue);
    const auto tell_cells = [&](auto&& is_told) {
        list_.clear();
        for (u32 i = 0; i < cells.count; ++i) {
            if (is_told(cells[i], facts_.mark(cells[i]) - turn < 2)) list_.push(cells[i]);
        }
        draft.say_list(list_);
    };
    draft.say(own.cell);
    draft.grounds.push(own.rest);
    facts_.find_shown(clue, list_);
    draft.say_list(list_);
    tell_cells([&](u32 cell, bool is_shared) { return !is_shared && !(is_more && facts_.is_safe(cell)); });
    tell_cells([&](u32, bool is_shared) { return is_shared; });
    const bool is_alone = (is_more ? clues.lesses : clues.mores) == 1;
    for (u64 i = 0; i < list_.size(); ++i) {
        if (is_alone && facts_.mark(list_[i]) == turn + 1) is_nested = false;
        facts_.mark(list_[i]) = turn + 1;
    }
    tell_cells([&](u32 cell, bool is_shared) { return !is_shared && !is_more && facts_.is_mine(cell); });
    tell_cells([&](u32 cell, bool is_shared) { return !is_shared && is_more && facts_.is_safe(cell); });
}

// Whether no two clues of `family` share an unknown cell next to `clue`. `sum` adds up, over these clues, the number of
// such cells that each shares with `clue`.
inline bool Sums::are_apart(const u32* family, u32 count, u32 clue, i32 sum) {
    const Numbers own = facts_.around(clue);
    i32 either = 0;
    for (u32 i = 0; i < own.count; ++i) {
        if (facts_.is_known(own[i])) continue;
        const Numbers touching = facts_.touching(own[i]);
        bool is_beside = false;
        for (u32 j = 0; j < touching.count && !is_beside; ++j) {
            for (u32 k = 0; k < count; ++k) is_beside = is_beside || touching[j] == family[k];
        }
        either += is_beside;
    }
    return either == sum;
}

// Compares one clue with `size` others, no two of which share an unknown cell next to it. A conclusion follows if the
// others need all of its mines in the cells that they share with it, or leave it as many mines as it has other cells.
template <class Visit>
inline Solved Sums::families(u32 clue, u32 size, bool& any, Visit&& visit) {
    const ClueFacts own = facts_.clue(clue);
    for (int is_filled = 1; is_filled >= 0; --is_filled) {
        const i32 goal = is_filled ? own.need : i32(own.left) - own.need;
        able_.clear();
        for (u64 i = 0; i < beside_.size(); ++i) {
            const ClueFacts other = facts_.clue(beside_[i]);
            const i32 inside = i32(own_[i]);
            const i32 gain = is_filled ? other.need - i32(other.left) + inside : inside - other.need;
            if (gain > 0 && gain < goal) able_.push(Able{beside_[i], inside, gain});
        }
        if (able_.failed()) return Solved::out_of_memory;
        const u64 count = able_.size();
        if (count < size) continue;
        u64 place[3] = {0, 1, 2};
        for (u32 tries = 1; tries <= most_tries; ++tries) {
            i32 gain = 0, inside = 0;
            Signed clues{};
            u32* const others = is_filled ? clues.more : clues.less;
            for (u32 i = 0; i < size; ++i) {
                gain += able_[place[i]].gain;
                inside += able_[place[i]].inside;
                others[i] = able_[place[i]].clue;
            }
            if (gain == goal && are_apart(others, size, clue, inside)) {
                (is_filled ? clues.less : clues.more)[0] = clue;
                clues.mores = is_filled ? size : 1;
                clues.lesses = is_filled ? 1 : size;
                const Solved solved = visit(clues);
                if (solved != Solved::done || any) return solved;
            }
            // Advance to the next combination, in lexicographic order.
            u32 last = size;
            while (last > 0 && place[last - 1] == count - size + last - 1) --last;
            if (last == 0) break;
            ++place[last - 1];
            for (u32 i = last; i < size; ++i) place[i] = place[i - 1] + 1;
        }
    }
    return Solved::done;
}

inline Solved Sums::add_up(bool& any, const Stop& stop) {
    for (u32 size = 2; size <= 3; ++size) {
        for (u32 clue = 0; clue < facts_.clues(); ++clue) {
            if ((clue & 63) == 63 && is_stopped(stop)) return Solved::stopped;
            if (!facts_.clue(clue).left) continue;
            // List the other clues, and the number of unknown cells that each shares with this clue.
            const Numbers cells = facts_.around(clue);
            beside_.clear();
            own_.clear();
            for (u32 i = 0; i < cells.count; ++i) {
                if (facts_.is_known(cells[i])) continue;
                const Numbers touching = facts_.touching(cells[i]);
                for (u32 j = 0; j < touching.count; ++j) {
                    if (touching[j] != clue && !common_[touching[j]]++) beside_.push(touching[j]);
                }
            }
            sort_ascending(beside_.data(), beside_.size());
            for (u64 i = 0; i < beside_.size(); ++i) {
                own_.push(common_[beside_[i]]);
                common_[beside_[i]] = 0;
            }
            if (failed() || facts_.failed()) {
                std::memset(common_.data(), 0, std::size_t(common_.size() * sizeof(u32)));
                return Solved::out_of_memory;
            }
            const Solved solved = families(clue, size, any, [&](const Signed& clues) {
                return compare(ReasonRule::set, clues, no_number, any);
            });
            if (solved != Solved::done || any) return solved;
        }
    }
    return Solved::done;
}

inline Solved Sums::compare_all(const u32* clues, u32 count, u32 target, bool& any) {
    if (count < 3 || count > most_signed) return Solved::done;
    // First try few clues against many: such sums are the easiest to follow.
    for (u32 few = 1; 2 * few <= count; ++few) {
        for (int is_rest = 0; is_rest < 2; ++is_rest) {
            const u32 mores = is_rest ? count - few : few;
            if (is_rest && mores == few) break;
            u32 place[most_signed];
            for (u32 i = 0; i < mores; ++i) place[i] = i;
            for (;;) {
                Signed own{};
                for (u32 i = 0, next = 0; i < count; ++i) {
                    if (next < mores && place[next] == i) {
                        own.more[next++] = clues[i];
                    } else {
                        own.less[own.lesses++] = clues[i];
                    }
                }
                own.mores = mores;
                const Solved solved = compare(ReasonRule::set, own, target, any);
                if (solved != Solved::done || any) return solved;
                u32 last = mores;
                while (last > 0 && place[last - 1] == count - mores + last - 1) --last;
                if (last == 0) break;
                ++place[last - 1];
                for (u32 i = last; i < mores; ++i) place[i] = place[i - 1] + 1;
            }
        }
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Lines of contradiction: assume the opposite about a cell, and apply clue after clue until one can't be satisfied. If
// no clue implies anything more, another cell is assumed to be a mine, then safe, and both cases must end in
// contradictions.
#pragma once

#include "solve/reasons/facts.hpp"
#include "solve/rules.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Maximum number of assumptions in one line.
constexpr u32 most_cases = 400;

class Suppositions {
  public:
    explicit Suppositions(Facts& facts) : facts_(facts) {}

    void begin(u64 cells) {
        is_ready_ = failed_ = false;
        cells_ = cells;
    }

    // Searches for a contradiction from one assumption, clue by clue, examining at most `most` clues. Returns whether
    // it found one; `clues` receives the clues it uses, in ascending order.
    bool probe(u32 cell, bool is_mine, u32 most, Array<u32>& clues);

    // Whether some clues together contradict an assumption; the line is stored.
    bool suppose(const u32* clues, u64 count, u32 cell, bool is_mine);

    // For the stored line: its number of contradictions, the known cells it depends on, and its steps in order.
    u32 ends() const { return ends_; }
    const Array<u32>& bases() const { return bases_; }
    void tell();

    // Whether memory ran out since the view was begun.
    bool failed() const {
        return failed_ || steps_.failed() || step_cells_.failed() || nodes_.failed() || bases_.failed() || queue_.failed() ||
               trail_.failed() || only_.failed() || list_.failed();
    }

  private:
    // What one clue implies under the current assumptions: its undecided cells are all mines, or all safe. A clue that
    // can't be satisfied lists no cells. Safe cells follow from the cells already decided as mines, and mines from
    // those decided as safe.
    struct Step {
        u32 clue;
        bool is_mine;
        bool is_needed;
        u32 first, count;              // its cells
        u32 before_first, before_count;
    };
    // An assumption about a cell, and its consequences: the last step is the clue that can't be satisfied, unless cases
    // follow.
    struct Node {
        u32 cell;
        bool is_mine;
        u32 first_step, end_step;
        u32 cases[2];
    };
    enum : u8 { undecided = 0, safe = 1, mine = 2 };
    static constexpr u32 no_step = ~u32{0};

    bool ready();
    u8 decided(u32 cell) const {
        return supposed_[cell] ? supposed_[cell] : facts_.is_mine(cell) ? u8(mine) : facts_.is_safe(cell) ? u8(safe) : u8(undecided);
    }
    void decide(u32 cell, bool is_mine, u32 step) {
        supposed_[cell] = is_mine ? mine : safe;
        cause_[cell] = step;
        trail_.push(cell);
    }
    void undo(u64 size) {
        for (u64 i = size; i < trail_.size(); ++i) supposed_[trail_[i]] = undecided;
        trail_.resize(size);
    }
    u32 propagate(u32 cell, bool only, u32 most);
    u32 add_step(u32 clue, bool is_mine, u8 rests_on, bool is_end);
    void need(u32 end);
    u32 search(u32 cell, bool is_mine);
    void tell(u32 node, u32 turn);

    Facts& facts_;
    Array<u8> supposed_;    // per cell: what is assumed; undecided between calls
    Array<u32> cause_;      // per assumed cell the step that decided it, or no_step
    Array<u8> waits_, is_only_;
    Array<u32> queue_, trail_, only_, step_cells_, bases_, list_;
    Array<Step> steps_;
    Array<Node> nodes_;
    u64 cells_ = 0;
    u32 made_ = 0, ends_ = 0, root_ = 0;
    bool is_ready_ = false, failed_ = false;
};

// Allocates memory that only lines need.
inline bool Suppositions::ready() {
    failed_ = failed();
    if (failed_ || is_ready_) return !failed_;
    steps_.clear();
    step_cells_.clear();
    nodes_.clear();
    bases_.clear();
    queue_.clear();
    trail_.clear();
    only_.clear();
    list_.clear();
    is_ready_ = supposed_.fill(cells_, undecided) && cause_.resize(cells_) && waits_.fill(facts_.clues(), 0) &&
                is_only_.fill(facts_.clues(), 0) && trail_.reserve(cells_);
    failed_ = !is_ready_;
    return is_ready_;
}

// Adds a step for a clue, whose undecided cells are in `list_`; if the clue can't be satisfied, the list is empty.
inline u32 Suppositions::add_step(u32 clue, bool is_mine, u8 rests_on, bool is_end) {
    Step step{clue, is_mine, false, u32(step_cells_.size()), 0, 0, 0};
    const Numbers cells = facts_.around(clue);
    for (u32 i = 0; i < cells.count && !is_end; ++i) {
        if (decided(cells[i]) == undecided) step_cells_.push(cells[i]);
    }
    step.count = u32(step_cells_.size()) - step.first;
    step.before_first = u32(step_cells_.size());
    for (u32 i = 0; i < cells.count; ++i) {
        if (decided(cells[i]) == rests_on) step_cells_.push(cells[i]);
    }
    step.before_count = u32(step_cells_.size()) - step.before_first;
    steps_.push(step);
    return u32(steps_.size()) - 1;
}

// Decides what follows from an assumption; returns the step with a contradiction, or no_step. With `only`, uses only
// the line's clues.
inline u32 Suppositions::propagate(u32 cell, bool only, u32 most) {
    queue_.clear();
    const auto put = [&](u32 clue) {
        if (waits_[clue] || (only && !is_only_[clue])) return;
        waits_[clue] = 1;
        queue_.push(clue);
    };
    const Numbers first = facts_.touching(cell);
    for (u32 i = 0; i < first.count; ++i) put(first[i]);
    u32 end = no_step;
    u64 looked = 0;
    for (; looked < queue_.size() && end == no_step && looked <= most && !failed() && !facts_.failed(); ++looked) {
        const u32 clue = queue_[looked];
        waits_[clue] = 0;
        const Numbers cells = facts_.around(clue);
        i32 need = facts_.clue(clue).rest, left = 0;
        for (u32 i = 0; i < cells.count; ++i) {
            const u8 is = decided(cells[i]);
            need -= is == mine;
            left += is == undecided;
        }
        if (need < 0) {
            end = add_step(clue, false, mine, true);
        } else if (need > left) {
            end = add_step(clue, true, safe, true);
        } else if (left && clue_settles(need, left)) {
            const bool is_mine = need != 0;
            const u32 number = add_step(clue, is_mine, is_mine ? safe : mine, false);
            if (failed()) break;
            const u32 from = steps_[number].first, to = from + steps_[number].count;
            for (u32 i = from; i < to; ++i) {
                decide(step_cells_[i], is_mine, number);
                const Numbers near = facts_.touching(step_cells_[i]);
                for (u32 j = 0; j < near.count; ++j) {
                    if (near[j] != clue) put(near[j]);
                }
            }
        }
    }
    for (; looked < queue_.size(); ++looked) waits_[queue_[looked]] = 0;
    return end;
}

// Marks the steps that a contradiction depends on, and adds the known cells behind them to `bases_`.
inline void Suppositions::need(u32 end) {
    list_.clear();
    list_.push(end);
    steps_[end].is_needed = true;
    const u32 turn = facts_.turns(1);
    for (u64 next = 0; next < list_.size(); ++next) {
        const Step step = steps_[list_[next]];
        for (u32 i = 0; i < step.before_count; ++i) {
            const u32 cell = step_cells_[step.before_first + i];
            if (facts_.mark(cell) == turn) continue;
            facts_.mark(cell) = turn;
            if (!supposed_[cell]) {
                bases_.push(cell);
            } else if (cause_[cell] != no_step && !steps_[cause_[cell]].is_needed) {
                steps_[cause_[cell]].is_needed = true;
                list_.push(cause_[cell]);
            }
        }
    }
}

inline bool Suppositions::probe(u32 cell, bool is_mine, u32 most, Array<u32>& clues) {
    clues.clear();
    if (!ready()) return false;
    steps_.clear();
    step_cells_.clear();
    bases_.clear();
    decide(cell, is_mine, no_step);
    const u32 end = propagate(cell, false, most);
    if (end != no_step && !failed()) {
        need(end);
        for (u64 i = 0; i < steps_.size(); ++i) {
            if (steps_[i].is_needed) clues.push(steps_[i].clue);
        }
        clues.resize(sort_once(clues.data(), clues.size()));
    }
    undo(0);
    failed_ = failed() || clues.failed();
    return end != no_step && !failed_;
}

inline bool Suppositions::suppose(const u32* clues, u64 count, u32 cell, bool is_mine) {
    if (!ready()) return false;
    steps_.clear();
    step_cells_.clear();
    bases_.clear();
    nodes_.clear();
    only_.clear();
    for (u64 i = 0; i < count; ++i) only_.push(clues[i]);
    if (failed()) return false;
    for (u64 i = 0; i < count; ++i) is_only_[clues[i]] = 1;
    made_ = ends_ = 0;
    root_ = search(cell, is_mine);
    for (u64 i = 0; i < count; ++i) is_only_[clues[i]] = 0;
    undo(0);
    return root_ != no_step && !failed() && !facts_.failed();
}

// Follows a further assumption. Returns its node, or no_step.
inline u32 Suppositions::search(u32 cell, bool is_mine) {
    if (++made_ > most_cases) return no_step;
    const u64 mark = trail_.size();
    Node node{cell, is_mine, u32(steps_.size()), 0, {no_step, no_step}};
    decide(cell, is_mine, no_step);
    const u32 end = propagate(cell, true, no_step);
    if (failed() || facts_.failed()) return no_step;
    node.end_step = u32(steps_.size());
    if (end != no_step) {
        need(end);
        ++ends_;
    } else {
        // Choose the clue with the fewest undecided cells, and among these cells the one that most of the line's clues
        // touch.
        u32 fewest = ~u32{0}, asked = no_number;
        for (u64 i = 0; i < only_.size(); ++i) {
            const Numbers cells = facts_.around(only_[i]);
            u32 left = 0;
            for (u32 j = 0; j < cells.count; ++j) left += decided(cells[j]) == undecided;
            if (left && (left < fewest || (left == fewest && only_[i] < asked))) {
                fewest = left;
                asked = only_[i];
            }
        }
        if (asked == no_number) return no_step;
        u32 pick = no_number, most = 0;
        const Numbers cells = facts_.around(asked);
        for (u32 j = 0; j < cells.count; ++j) {
            if (decided(cells[j]) != undecided) continue;
            const Numbers touching = facts_.touching(cells[j]);
            u32 count = 0;
            for (u32 k = 0; k < touching.count; ++k) count += is_only_[touching[k]];
            if (count > most) {
                most = count;
                pick = cells[j];
            }
        }
        if (pick == no_number) return no_step;
        for (int i = 0; i < 2; ++i) {
            node.cases[i] = search(pick, i == 0);
            if (node.cases[i] == no_step) return no_step;
        }
    }
    undo(mark);
    nodes_.push(node);
    return u32(nodes_.size()) - 1;
}

inline void Suppositions::tell() {
    const u32 turn = facts_.turns(1);
    for (u64 i = 0; i < steps_.size(); ++i) {
        const Step& step = steps_[i];
        for (u32 j = 0; step.is_needed && j < step.before_count; ++j) facts_.mark(step_cells_[step.before_first + j]) = turn;
    }
    tell(root_, turn);
}

inline void Suppositions::tell(u32 number, u32 turn) {
    Draft& draft = facts_.draft;
    const Node node = nodes_[number];
    draft.say(node.cell);
    draft.say(node.is_mine);
    u32 needed = 0;
    for (u32 i = node.first_step; i < node.end_step; ++i) needed += steps_[i].is_needed;
    draft.say(needed);
    for (u32 i = node.first_step; i < node.end_step; ++i) {
        const Step step = steps_[i];
        if (!step.is_needed) continue;
        draft.say(facts_.clue(step.clue).cell);
        draft.say(step.is_mine);
        facts_.find_shown(step.clue, list_);
        draft.say_list(list_);
        list_.clear();
        if (step.is_mine) {
            // Count possible mines: those known or assumed, and undecided cells. Both lists are ascending.
            const Numbers cells = facts_.around(step.clue);
            for (u32 j = 0, next = 0; j < cells.count; ++j) {
                if (next < step.before_count && step_cells_[step.before_first + next] == cells[j]) {
                    ++next;
                } else {
                    list_.push(cells[j]);
                }
            }
        } else {
            for (u32 j = 0; j < step.before_count; ++j) list_.push(step_cells_[step.before_first + j]);
        }
        draft.say_list(list_);
        list_.clear();
        for (u32 j = 0; j < step.count; ++j) {
            const u32 cell = step_cells_[step.first + j];
            if (facts_.mark(cell) == turn) list_.push(cell);
        }
        draft.say_list(list_);
    }
    const bool has_cases = node.cases[0] != no_step;
    draft.say(has_cases ? 2 : 0);
    for (int i = 0; has_cases && i < 2; ++i) tell(node.cases[i], turn);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

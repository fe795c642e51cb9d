// ZiNi: a greedy estimate of the minimum number of clicks to clear a board with known mines; on any grid.
//
// The premium of a safe cell is the number of clicks saved by opening it, flagging the mines around it and chording,
// instead of clicking each single cell and each opening around it. As long as the highest premium isn't negative, the
// first cell that has it is chorded; after that, the first cell that still needs a click is opened.
//
// Premiums are updated cell by cell. Candidates are in a heap whose entries may be too high: increases are inserted at
// once, decreases are applied when the entry reaches the top.
#pragma once

#include "array.hpp"
#include "value/board_value.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Zini {
  public:
    Zini(const Geometry& g, const u64* mines, bool human, const Stop& stop)
        : g_(g),
          mines_(mines),
          human_(human),
          zeros_(g.words),
          single_(g.words),
          open_(g.words),
          touched_(g.words),
          pace_(stop) {}

    // Returns false if memory ran out or the work was stopped.
    bool run(u64& clicks) {
        if (!prepare()) return false;
        if (human_) {
            for (u64 i = 0; i < g_.cells && !failed_; ++i) {
                if (test_bit(zeros_.word, i) && !test_bit(open_.word, i)) click(i);
                if ((i & 1023) == 1023) step(16 * 1024);
            }
        }
        u64 next = 0;
        while (left_ > 0 && !failed_) {
            step(4 * chunk_steps(g_));
            const u64 best = take_best();
            if (best != none) {
                if (!test_bit(open_.word, best)) click(best);
                chord(best);
                continue;
            }
            // Cells are never covered again, so the search continues from the last position. Some covered cell exists
            // unless the work failed.
            while (!failed_ && (test_bit(mines_, next) || test_bit(open_.word, next) ||
                                !(test_bit(zeros_.word, next) || test_bit(single_.word, next)))) {
                ++next;
                if ((next & 1023) == 0) step(4 * 1024);
            }
            if (!failed_) click(next);
        }
        clicks = clicks_;
        return !failed_;
    }

  private:
    struct Candidate {
        i32 premium;
        u64 index;
        bool before(const Candidate& other) const {
            return premium != other.premium ? premium > other.premium : index < other.index;
        }
    };

    bool prepare() {
        if (!zeros_.word || !single_.word || !open_.word || !touched_.word || g_.most_neighbours > (u64{1} << 30)) return false;
        ScratchSet dirty(g_.chunks);
        if (!dirty.made || !premium_.resize(g_.cells)) return false;
        // `touched` temporarily holds the cells that the cascades reach; it is empty again afterwards.
        u64 groups;
        if (!zero_plane(g_, mines_, zeros_.word, pace_) ||
            !count_groups(g_, zeros_.word, zeros_.word, touched_.word, dirty.set, pace_, groups)) {
            return false;
        }
        for (u64 w = 0; w < g_.words; ++w) {
            single_.word[w] = ~(mines_[w] | touched_.word[w]) & cells_in_word(g_, w);
            left_ += population(~mines_[w] & cells_in_word(g_, w));
            touched_.word[w] = 0;
        }
        touched_.word[g_.words] = 0;
        const u64 steps = 2 * chunk_steps(g_);
        for (u64 i = 0; i < g_.cells; ++i) {
            if (pace_.over_in_round(i, steps)) return false;
            // Chording a zero is useless: opening it already opens everything around.
            premium_[i] = never;
            if (test_bit(mines_, i) || test_bit(zeros_.word, i)) continue;
            premium_[i] = i32(count_around(g_, single_.word, i)) - i32(count_around(g_, mines_, i)) - 2;
            premium_[i] += test_bit(single_.word, i);
        }
        // A chord on any rim cell of an opening opens it, which saves a click.
        for (u64 i = 0; i < g_.cells; ++i) {
            if (test_bit(zeros_.word, i) && !test_bit(open_.word, i)) visit_opening(i, [&](u64 rim) { ++premium_[rim]; });
            if (pace_.over_in_round(i, 4 * steps) || failed_) return false;
        }
        for (u64 w = 0; w < g_.words; ++w) open_.word[w] = 0;
        for (u64 i = 0; i < g_.cells && !human_ && !failed_; ++i) {
            offer(i);
            if ((i & 1023) == 1023) step(16 * 1024);
        }
        return !failed_ && !stack_.failed() && !rim_.failed() && !heap_.failed();
    }

    // Marks an opening's zeros as open and calls visit once for each cell of its rim.
    template <class Visit>
    void visit_opening(u64 zero, Visit&& visit) {
        stack_.clear();
        rim_.clear();
        stack_.push(zero);
        set_bit(open_.word, zero);
        u64 round = 0;
        while (stack_.size() > 0 && !failed_) {
            if ((++round & 255) == 0) step(256 * chunk_steps(g_));
            const u64 here = stack_.last();
            stack_.resize(stack_.size() - 1);
            for_neighbours(g_, here, [&](u64 other) {
                if (test_bit(zeros_.word, other)) {
                    if (test_bit(open_.word, other)) return;
                    set_bit(open_.word, other);
                    stack_.push(other);
                } else if (!test_bit(touched_.word, other)) {
                    set_bit(touched_.word, other);
                    rim_.push(other);
                    visit(other);
                }
            });
            ++zeros_opened_;
        }
        for (u64 i = 0; i < rim_.size(); ++i) {
            clear_bit(touched_.word, rim_[i]);
            if ((i & 4095) == 4095) step(4096);
        }
        failed_ = failed_ || stack_.failed() || rim_.failed();
    }

    // Counts work; a stop is handled like running out of memory.
    void step(u64 steps) { failed_ = failed_ || pace_.over(steps); }

    void offer(u64 index) {
        if (premium_[index] < 0 || (human_ && !test_bit(open_.word, index))) return;
        const Candidate fresh{premium_[index], index};
        heap_.push(fresh);
        if (heap_.failed()) {
            failed_ = true;
            return;
        }
        u64 place = heap_.size() - 1;
        while (place > 0 && fresh.before(heap_[(place - 1) / 2])) {
            heap_[place] = heap_[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        heap_[place] = fresh;
    }

    Candidate pop() {
        const Candidate top = heap_[0], last = heap_.last();
        heap_.resize(heap_.size() - 1);
        const u64 size = heap_.size();
        u64 place = 0;
        for (u64 child; (child = 2 * place + 1) < size; place = child) {
            if (child + 1 < size && heap_[child + 1].before(heap_[child])) ++child;
            if (!heap_[child].before(last)) break;
            heap_[place] = heap_[child];
        }
        if (size) heap_[place] = last;
        return top;
    }

    u64 take_best() {
        while (heap_.size() > 0 && !failed_) {
            const Candidate top = pop();
            step(64);
            if (premium_[top.index] == top.premium) return top.index;
            if (premium_[top.index] < top.premium) offer(top.index);
        }
        return none;
    }

    void click(u64 index) {
        ++clicks_;
        reveal(index);
    }

    void reveal(u64 index) {
        if (test_bit(open_.word, index)) return;
        if (!test_bit(zeros_.word, index)) {
            open_number(index);
            return;
        }
        zeros_opened_ = 0;
        visit_opening(index, [&](u64 rim) {
            --premium_[rim];
            open_number(rim);
        });
        left_ -= zeros_opened_;
    }

    void open_number(u64 index) {
        if (test_bit(open_.word, index)) return;
        set_bit(open_.word, index);
        --left_;
        ++premium_[index];
        if (test_bit(single_.word, index)) {
            --premium_[index];
            for_neighbours(g_, index, [&](u64 other) { --premium_[other]; });
        }
        offer(index);
    }

    void chord(u64 index) {
        around_.clear();
        for_neighbours(g_, index, [&](u64 other) { around_.push(other); });
        failed_ = failed_ || around_.failed();
        ++clicks_;
        for (u64 i = 0; i < around_.size(); ++i) {
            const u64 mine = around_[i];
            if (!test_bit(mines_, mine) || test_bit(open_.word, mine)) continue;
            // A mine's open bit represents a flag.
            set_bit(open_.word, mine);
            ++clicks_;
            for_neighbours(g_, mine, [&](u64 other) {
                ++premium_[other];
                offer(other);
            });
        }
        for (u64 i = 0; i < around_.size(); ++i) reveal(around_[i]);
    }

    // So low that no number of flags can raise a premium to 0.
    static constexpr i32 never = -(i32{1} << 30);

    const Geometry& g_;
    const u64* mines_;
    const bool human_;
    ScratchPlane zeros_, single_, open_, touched_;
    Array<i32> premium_;
    Array<u64> stack_, rim_, around_;
    Array<Candidate> heap_;
    u64 left_ = 0, clicks_ = 0, zeros_opened_ = 0;
    Pace pace_;
    bool failed_ = false;
};

static bool zini(const Geometry& g, const u64* mines, bool human, u64& clicks, const Stop& stop) {
    return Zini(g, mines, human, stop).run(clicks);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Dense boards by repair: where deduction gets stuck, mines are moved until it continues.
//
// A clue with unknown neighbours gets mines on all of them, or on none, exchanged with unknown cells elsewhere, mostly
// far from any clue. Earlier conclusions remain true in the new layout but may no longer be provable, so the whole
// layout is deduced again at the end. If no such clue is left, a wall of mines encloses the remaining cells; one of
// these mines then moves to a cell behind the wall.
#pragma once

#include "generate/deducer.hpp"
#include "generate/layouts.hpp"
#include "random/stream.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Repair {
  public:
    Repair(const Geometry& geometry, Deducer& deducer) : g_(geometry), deducer_(deducer) {}
    bool make() {
        return clues_.reserve(g_.cells) && walls_.reserve(g_.cells) && hidden_.reserve(g_.cells) && seen_.reserve(g_.cells) &&
               own_.reserve(g_.most_neighbours) && is_own_.fill(g_.cells, 0);
    }

    bool is_paused = false;  // the job's pause interrupted the latest layout; the next call continues its repair
    bool is_proven = false;  // the layout was deduced from beginning to end after its last change
    u64 changes = 0;         // changes made to the layout

    // Changes `mines` until the layout can be finished as the job requires, or nothing is left to change. Excluded
    // cells stay free of mines.
    Solved mend(u64* mines, const SearchJob& job, const u8* is_kept, u64 key, VainLayouts& vain, const Limits& limits) {
        if (!is_paused) {
            counter_ = 0;
            changes = 0;
            is_proven = false;
            is_fresh_ = true;
            deducer_.begin(mines, job.mines, job.first);
        }
        is_paused = false;
        for (;;) {
            if (deducer_.work() >= job.pause) {
                is_paused = true;
                return Solved::done;
            }
            // A set of clues that is too large counts as stuck: a change may make it smaller.
            const Solved found = deducer_.go_on(job.hardest, limits, job.pause);
            if (deducer_.is_paused) {
                is_paused = true;
                return found;
            }
            if (found != Solved::done && found != Solved::over_budget) return found;
            if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
            const bool is_finished = deducer_.is_finished(), is_hard = !job.exactly || deducer_.effort() == job.hardest;
            if (is_finished && is_fresh_ && is_hard) {
                is_proven = true;
                return found;
            }
            if (is_fresh_) vain.note(mines, is_kept);
            if (vain.are_all() || changes == job.changes || deducer_.work() >= job.work) return found;
            deducer_.add_work(g_.cells);
            if (!is_finished) {
                ++changes;
                if (change(mines, is_kept, key, counter_)) {
                    is_fresh_ = false;
                    continue;
                }
                // No clue's neighbours can be exchanged: open the wall, or swap any two cells.
                if (is_fresh_ && !breach(mines, is_kept, key, counter_) && !stir(mines, is_kept, key, counter_)) return found;
            } else if (is_fresh_) {
                return found;
            }
            deducer_.begin(mines, job.mines, job.first);
            is_fresh_ = true;
        }
    }

  private:
    static bool is_mine(const u64* mines, u64 cell) { return test_bit(mines, cell); }
    void put(u64* mines, u32 cell, bool mine) {
        mines[cell >> 6] ^= u64{1} << (cell & 63);
        deducer_.flip(cell, mine);
    }

    // Fills the unknown cells around a clue with mines, or clears them.
    bool change(u64* mines, const u8* is_kept, u64 key, u64& counter) {
        clues_.clear();
        walls_.clear();
        hidden_.clear();
        seen_.clear();
        for (u64 i = 0; i < g_.cells; ++i) {
            if (deducer_.is_open(i)) {
                if (deducer_.covered_around(i)) clues_.push(u32(i));
            } else if (deducer_.is_doubtful(i)) {
                bool sees = false;
                deducer_.around(i, [&](u32 other) { sees |= deducer_.is_open(other); });
                (sees ? seen_ : hidden_).push(u32(i));
            } else {
                bool walls = false;
                deducer_.around(i, [&](u32 other) { walls |= deducer_.is_doubtful(other); });
                if (walls) walls_.push(u32(i));
            }
        }
        if (!clues_.size()) return false;
        for (int attempt = 0; attempt < 8; ++attempt) {
            const u32 clue = clues_[stream_below(key, counter, clues_.size())];
            const u32 left = deducer_.covered_around(clue), rest = deducer_.mines_around(clue);
            // The fewer changes an option takes, the more likely it is chosen.
            const bool fill = stream_below(key, counter, left) < rest;
            const u32 wanted = fill ? left - rest : rest;
            own_.clear();
            deducer_.around(clue, [&](u32 other) {
                if (deducer_.is_doubtful(other)) {
                    is_own_[other] = 1;
                    if (is_mine(mines, other) != fill) own_.push(other);
                }
            });
            u32 found = 0;
            for (int part = 0; part < 2 && found < wanted; ++part) {
                Array<u32>& from = part ? seen_ : hidden_;
                for (u64 i = 0; i < from.size() && found < wanted; ++i) {
                    const u64 j = i + stream_below(key, counter, from.size() - i);
                    const u32 cell = from[j];
                    from[j] = from[i];
                    from[i] = cell;
                    if (is_own_[cell] || is_mine(mines, cell) != fill || (!fill && is_kept[cell])) continue;
                    put(mines, cell, !fill);
                    ++found;
                }
            }
            for (u32 i = 0; i < found; ++i) put(mines, own_[i], fill);
            deducer_.around(clue, [&](u32 other) { is_own_[other] = 0; });
            if (found) return true;
        }
        return false;
    }

    // Moves a mine of the wall to a cell behind it.
    bool breach(u64* mines, const u8* is_kept, u64 key, u64& counter) {
        if (!walls_.size() || !hidden_.size()) return false;
        const u32 wall = walls_[stream_below(key, counter, walls_.size())];
        for (u64 i = 0; i < hidden_.size(); ++i) {
            const u64 j = i + stream_below(key, counter, hidden_.size() - i);
            const u32 cell = hidden_[j];
            hidden_[j] = hidden_[i];
            hidden_[i] = cell;
            if (is_kept[cell] || is_mine(mines, cell)) continue;
            mines[wall >> 6] ^= u64{1} << (wall & 63);
            mines[cell >> 6] ^= u64{1} << (cell & 63);
            return true;
        }
        return false;
    }

    // Exchanges an unknown cell next to a clue with any other unknown cell.
    bool stir(u64* mines, const u8* is_kept, u64 key, u64& counter) {
        const u64 all = seen_.size() + hidden_.size();
        if (!all) return false;
        for (int attempt = 0; attempt < 64; ++attempt) {
            const u64 i = stream_below(key, counter, all);
            const u32 one = i < seen_.size() ? seen_[i] : hidden_[i - seen_.size()];
            const u32 other = u32(stream_below(key, counter, g_.cells));
            if (is_kept[one] || is_kept[other] || is_mine(mines, one) == is_mine(mines, other)) continue;
            mines[one >> 6] ^= u64{1} << (one & 63);
            mines[other >> 6] ^= u64{1} << (other & 63);
            return true;
        }
        return false;
    }

    const Geometry& g_;
    Deducer& deducer_;
    Array<u32> clues_, walls_, hidden_, seen_, own_;
    Array<u8> is_own_;
    // Progress on the latest layout: numbers drawn, and whether deduction has started over since the latest change.
    u64 counter_ = 0;
    bool is_fresh_ = true;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

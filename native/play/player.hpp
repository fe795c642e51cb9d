// Whole games, played by a policy.
#pragma once

#include "board/moves.hpp"
#include "play/chooser.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Plays whole games. The player sees only what a view contains.
class Player {
  public:
    Player(const Geometry& geometry) : geometry_(geometry), chooser_(geometry) {}
    ~Player() {
        plane_free(mines_);
        plane_free(open_);
        plane_free(flags_);
        plane_free(fresh_);
        index_set_free(dirty_);
    }
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    bool make() {
        mines_ = plane_make(geometry_.words);
        open_ = plane_make(geometry_.words);
        flags_ = plane_make(geometry_.words);
        fresh_ = plane_make(geometry_.words);
        return mines_ && open_ && flags_ && fresh_ && index_set_make(dirty_, geometry_.chunks) &&
               codes_.resize(geometry_.cells);
    }

    Solved play(u64 mines, u64 key, u64 first, const u64* excluded, u64 excluded_count, Policy policy,
                const ChoiceLimits& caps, const Limits& limits, GameResult& result) {
        const u64 bytes = (geometry_.words + 1) * sizeof(u64);
        std::memset(mines_, 0, std::size_t(bytes));
        std::memset(open_, 0, std::size_t(bytes));
        std::memset(flags_, 0, std::size_t(bytes));
        Pace pace(limits);
        if (!sample_board(geometry_.cells, mines, key, excluded, excluded_count, mines_, pace)) return Solved::stopped;
        Board board{&geometry_, mines_, open_,  flags_, RuleFlags{false, false, false, false}, mines, 0, 0,
                    Outcome::ongoing, dirty_, fresh_};
        codes_.fill(geometry_.cells, code_covered);
        result = GameResult{};
        result.moves = 1;
        if (!open(board, first)) return Solved::out_of_memory;
        while (board.outcome == Outcome::ongoing) {
            ++result.analyses;
            const Solved read = chooser_.read(codes_.data(), mines, false, limits, true, true);
            if (read != Solved::done) return read;
            result.estimates += chooser_.estimated;
            bool any = false;
            for (u64 i = 0; i < geometry_.cells && board.outcome == Outcome::ongoing; ++i) {
                if (codes_[i] != code_covered || !chooser_.is_safe(i)) continue;
                any = true;
                ++result.moves;
                if (!open(board, i)) return Solved::out_of_memory;
            }
            if (any || board.outcome != Outcome::ongoing) continue;
            Choice choice{};
            const Solved found = chooser_.guess(policy, caps, closer(limits), choice);
            if (found != Solved::done) return found;
            ++result.guesses;
            ++result.moves;
            if (!open(board, choice.cell)) return Solved::out_of_memory;
        }
        result.won = board.outcome == Outcome::won;
        result.opened = board.opened;
        return Solved::done;
    }

  private:
    // Opens a cell and records what it shows.
    bool open(Board& board, u64 cell) {
        Delta delta{};
        const bool done = move_open(board, cell, delta);
        if (done && delta.single) show(cell);
        for (TouchBlock* block = delta.first; done && block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) {
                for (u64 bits = block->touches[i].opened; bits; bits &= bits - 1) {
                    show(block->touches[i].word * 64 + lowest(bits));
                }
            }
        }
        delta_free(delta);
        return done;
    }
    void show(u64 cell) {
        codes_[cell] = test_bit(mines_, cell) ? std::int32_t(code_exploded)
                                              : std::int32_t(count_around(geometry_, mines_, cell));
    }

    const Geometry& geometry_;
    Chooser chooser_;
    Array<std::int32_t> codes_;
    u64 *mines_ = nullptr, *open_ = nullptr, *flags_ = nullptr, *fresh_ = nullptr;
    IndexSet dirty_{};
};

// Lists the cells that the first open's promise keeps free of mines. Returns false if memory ran out.
inline bool promised_cells(const Geometry& g, u64 first, FirstOpen promise, Array<u64>& excluded) {
    excluded.clear();
    if (promise == FirstOpen::any) return true;
    excluded.push(first);
    if (promise == FirstOpen::opening) for_neighbours(g, first, [&](u64 other) { excluded.push(other); });
    return !excluded.failed();
}

// Plays consecutive layouts of one random stream.
inline Solved solver_play(const SolverJob& job, const Limits& limits) {
    const Geometry& g = *job.geometry;
    Player player(g);
    if (!player.make()) return Solved::out_of_memory;
    Array<u64> excluded;
    if (!promised_cells(g, job.first, job.first_open, excluded)) return Solved::out_of_memory;
    for (u64 i = 0; i < job.count; ++i) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        const u64 key = stream_key(job.seed, job.name, job.first_index + i);
        const Solved solved = player.play(job.mines, key, job.first, excluded.data(), excluded.size(), job.policy, job.caps,
                                          limits, job.results[i]);
        if (solved != Solved::done) return solved;
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

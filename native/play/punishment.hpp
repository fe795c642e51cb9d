// Punishing play decides the mines as late as possible: an unnecessary guess hits a mine, and a necessary one never
// does.
#pragma once

#include "board/codes.hpp"
#include "board/moves.hpp"
#include "solve/layout_sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Decides moves of punishing play on one grid; its memory is reused from move to move.
class Punisher {
  public:
    explicit Punisher(const Geometry& geometry) : solver_(geometry) {}

    u64 states = 0;  // states counted for the latest move

    // Decides the outcome of an open or a chord from what the player can know; the board doesn't change. If mines have
    // to move, a new layout is drawn into the empty `plane` from the stream of `key`, and `is_laid` is set. If the
    // limit on states is exceeded, the mines stay in place. Returns `done`, or why it failed.
    Solved decide(const Board& board, MoveKind kind, u64 index, u64 key, const Limits& limits, u64* plane, bool& is_laid);

  private:
    enum class Ruling : u8 { unchanged, mine, safe };

    Solved choose(const Board& board, const Limits& limits, Ruling& ruling);
    Solved answer(Solved found, const Limits& limits) const;
    bool is_sure(u64 cell, bool mine) const;
    bool has_sure_safe_cell() const;
    bool hits(const Board& board) const;

    Solver solver_;
    Array<u64> cells_;              // cells that the move will open, ascending
    Array<std::int32_t> codes_;
    Array<double> chance_;
    Array<u8> mined_;
};

// Whether the cell was settled, as a mine or as safe, without counting.
inline bool Punisher::is_sure(u64 cell, bool mine) const {
    return solver_.problem.cells[cell] == (mine ? Cell::proven_mine : Cell::proven_safe);
}

inline bool Punisher::hits(const Board& board) const {
    for (u64 i = 0; i < cells_.size(); ++i) {
        if (test_bit(board.mines, cells_[i])) return true;
    }
    return false;
}

inline bool Punisher::has_sure_safe_cell() const {
    for (u64 i = 0; i < chance_.size(); ++i) {
        if (codes_[i] < 0 && chance_[i] == 0) return true;
    }
    return false;
}

// If the limit on states is exceeded, returns `contradiction`, so that the layout stays. If the work was stopped,
// returns `stopped`.
inline Solved Punisher::answer(Solved found, const Limits& limits) const {
    if (found != Solved::over_budget) return found;
    return limits.stop && limits.stop(limits.stop_with) ? Solved::stopped : Solved::contradiction;
}

// Decides whether the cells hold mines. Returns `contradiction` if nothing can be decided.
inline Solved Punisher::choose(const Board& board, const Limits& limits, Ruling& ruling) {
    ruling = Ruling::unchanged;
    Solved found = solver_.read_view(codes_.data(), board.mine_count, limits);
    if (found != Solved::done) return found;
    bool all_safe = true, any_mine = false;
    for (u64 i = 0; i < cells_.size(); ++i) {
        all_safe = all_safe && is_sure(cells_[i], false);
        any_mine = any_mine || is_sure(cells_[i], true);
    }
    const bool is_hit = hits(board);
    if (all_safe || any_mine || (is_hit && solver_.problem.has_safe_cell())) return Solved::done;
    found = solver_.find_chances(limits, chance_.data());
    if (found != Solved::done) return found;
    all_safe = true;
    for (u64 i = 0; i < cells_.size(); ++i) {
        all_safe = all_safe && chance_[cells_[i]] == 0;
        any_mine = any_mine || chance_[cells_[i]] == 1;
    }
    if (all_safe || any_mine) return Solved::done;
    const bool is_needed = !has_sure_safe_cell();
    if (is_needed == is_hit) ruling = is_needed ? Ruling::safe : Ruling::mine;
    return Solved::done;
}

inline Solved Punisher::decide(const Board& board, MoveKind kind, u64 index, u64 key, const Limits& limits, u64* plane,
                               bool& is_laid) {
    const u64 all = board.geometry->cells;
    is_laid = false;
    states = 0;
    if (all > punished_cells) return Solved::done;
    cells_.clear();
    if (kind == MoveKind::chord) {
        for_chorded(board, index, [&](u64 cell) { cells_.push(cell); });
    } else if (board.outcome == Outcome::ongoing && !is_open(board, index) && !is_protected(board, index)) {
        cells_.push(index);
    }
    if (cells_.failed()) return Solved::out_of_memory;
    if (!cells_.size()) return Solved::done;
    if (!codes_.resize(all) || !chance_.resize(all) || !mined_.resize(all)) return Solved::out_of_memory;
    board_codes(board, 0, all, false, codes_.data());
    Ruling ruling;
    Solved found = answer(choose(board, limits, ruling), limits);
    states = solver_.states;
    if (found == Solved::done && ruling != Ruling::unchanged) {
        if (ruling == Ruling::safe) {
            for (u64 i = 0; i < cells_.size(); ++i) codes_[cells_[i]] = code_silent;
        } else {
            // Of cells with equal chances (up to rounding), takes the one with the lowest index.
            u64 likeliest = cells_[0];
            for (u64 i = 1; i < cells_.size(); ++i) {
                const double more = chance_[cells_[i]] - chance_[likeliest];
                if (more > 1e-9 || (more >= -1e-9 && cells_[i] < likeliest)) likeliest = cells_[i];
            }
            codes_[likeliest] = code_mine;
        }
        found = answer(solver_.weigh_layouts(codes_.data(), board.mine_count, false, limits), limits);
        states = states < solver_.states ? solver_.states : states;
        if (found == Solved::done) found = solver_.draw_layout(key, mined_.data());
        is_laid = found == Solved::done;
        for (u64 i = 0; i < all && is_laid; ++i) plane[i >> 6] |= u64{mined_[i]} << (i & 63);
    }
    return found == Solved::contradiction ? Solved::done : found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

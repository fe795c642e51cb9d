// The rules: effects of a click, a flag and a chord on a board, and undo.
#pragma once

#include "board/cascade.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

HS_INLINE void settle(Board& board) {
    if (board.outcome == Outcome::ongoing && board.opened == board.geometry->cells - board.mine_count) {
        board.outcome = Outcome::won;
    }
}

HS_INLINE bool is_flagged(const Board& board, u64 index) { return test_bit(board.flags, index); }
HS_INLINE bool is_open(const Board& board, u64 index) { return test_bit(board.open, index); }

// Whether a covered cell is flagged. If no covered cell is flagged, the flag plane isn't read, because on a huge board
// this would commit one of its pages.
HS_INLINE bool is_guarded(const Board& board, u64 index) { return board.covered_flags > 0 && is_flagged(board, index); }

HS_INLINE bool is_protected(const Board& board, u64 index) {
    return board.rules.flag_protects_click && is_guarded(board, index);
}

// Whether a cell about to be opened is already open. It reads with an instruction that also writes: on a fresh page of
// a huge board this causes one page fault, while a read followed by a write causes two.
HS_INLINE bool is_open_for_writing(Board& board, u64 index) {
#if defined(__GNUC__) || defined(__clang__)
    return (__atomic_fetch_add(&board.open[index >> 6], u64{0}, __ATOMIC_RELAXED) >> (index & 63)) & 1;
#else
    return is_open(board, index);
#endif
}

// Converts the words touched by the move into the cells that it opened and unflagged.
HS_INLINE void close_record(Board& board, Delta& delta) {
    for (TouchBlock* block = delta.first; block; block = block->next) {
        for (u64 i = 0; i < block->used; ++i) {
            Touch& touch = block->touches[i];
            touch.opened = board.fresh[touch.word];
            touch.unflagged &= ~board.flags[touch.word];
            board.fresh[touch.word] = 0;
        }
    }
}

// Restores the board after a move whose record ran out of memory, or that was stopped.
HS_INLINE void roll_back(Board& board, Delta& delta, u64 opened, i64 covered_flags) {
    for (TouchBlock* block = delta.first; block; block = block->next) {
        for (u64 i = 0; i < block->used; ++i) {
            const Touch& touch = block->touches[i];
            board.open[touch.word] &= ~board.fresh[touch.word];
            board.flags[touch.word] = touch.unflagged;
            board.fresh[touch.word] = 0;
        }
    }
    for (u64 chunk; (chunk = index_set_next(board.dirty, 0)) != none;) index_set_erase(board.dirty, chunk);
    board.opened = opened;
    board.covered_flags = covered_flags;
    board.outcome = Outcome::ongoing;
}

// Opens a single covered cell; its record needs no memory.
HS_INLINE void open_single(Board& board, u64 index, Delta& delta) {
    delta.single = true;
    set_bit(board.open, index);
    if (is_guarded(board, index)) {
        --board.covered_flags;
        if (!board.rules.flags_on_open) {
            clear_bit(board.flags, index);
            delta.unflagged = true;
        }
    }
}

// Opens a cell. Returns false, with the board restored, if memory ran out or the move was stopped. A move without
// effect leaves the delta empty.
static inline bool move_open(Board& board, u64 index, Delta& delta) {
    delta.kind = MoveKind::open;
    delta.index = index;
    if (board.outcome != Outcome::ongoing || is_open_for_writing(board, index)) return true;
    if (is_protected(board, index)) return true;
    const u64 opened = board.opened;
    const i64 covered_flags = board.covered_flags;
    if (test_bit(board.mines, index)) {
        open_single(board, index, delta);
        delta.mine = true;
        board.outcome = Outcome::lost;
    } else if (count_around(*board.geometry, board.mines, index) > 0) {
        open_single(board, index, delta);
        ++board.opened;
    } else {
        Recorded access{board, delta};
        Pace pace(board.stop);
        if (!access.add(index, 1) || !cascade(*board.geometry, access, chunk_of(*board.geometry, index), pace)) {
            roll_back(board, delta, opened, covered_flags);
            return false;
        }
        close_record(board, delta);
    }
    delta.opened = board.opened - opened;
    delta.flag_change = board.covered_flags - covered_flags;
    settle(board);
    return true;
}

static inline void move_flag(Board& board, u64 index, Delta& delta) {
    delta.kind = MoveKind::flag;
    delta.index = index;
    if (board.outcome != Outcome::ongoing) return;
    const bool open = is_open(board, index);
    if (open && !board.rules.flags_on_open) return;
    if (is_flagged(board, index) && !board.rules.flag_toggles) return;
    delta.single = true;
    board.flags[index >> 6] ^= u64{1} << (index & 63);
    if (!open) {
        delta.flag_change = is_flagged(board, index) ? 1 : -1;
        board.covered_flags += delta.flag_change;
    }
}

// Calls visit(cell) for the cells that a chord opens, if any.
template <class Visit>
HS_INLINE void for_chorded(const Board& board, u64 index, Visit&& visit) {
    const Geometry& g = *board.geometry;
    if (board.outcome != Outcome::ongoing || !board.rules.chord) return;
    if (!is_open(board, index) || test_bit(board.mines, index)) return;
    const u64 clue = count_around(g, board.mines, index);
    if (clue == 0) return;
    u64 flagged = 0;
    for_neighbours(g, index, [&](u64 other) { flagged += !is_open(board, other) && is_flagged(board, other); });
    if (flagged != clue) return;
    for_neighbours(g, index, [&](u64 other) {
        if (!is_open(board, other) && !is_flagged(board, other)) visit(other);
    });
}

static inline bool move_chord(Board& board, u64 index, Delta& delta) {
    const Geometry& g = *board.geometry;
    delta.kind = MoveKind::chord;
    delta.index = index;
    u64 covered = 0, mined = 0;
    for_chorded(board, index, [&](u64 other) {
        ++covered;
        mined += test_bit(board.mines, other);
    });
    if (covered == 0) return true;

    const u64 opened = board.opened;
    const i64 covered_flags = board.covered_flags;
    Recorded access{board, delta};
    Pace pace(board.stop);
    bool done = true;
    for_neighbours(g, index, [&](u64 other) {
        if (!done || is_open(board, other) || is_flagged(board, other)) return;
        if (mined) {
            // A flag is wrong: the unflagged mines explode, and nothing else opens.
            if (test_bit(board.mines, other)) done = access.add(other, 1);
            return;
        }
        done = access.add(other, 1);
        if (done && count_around(g, board.mines, other) == 0) done = cascade(g, access, chunk_of(g, other), pace);
    });
    if (!done) {
        roll_back(board, delta, opened, covered_flags);
        return false;
    }
    close_record(board, delta);
    if (mined) {
        board.opened = opened;
        board.outcome = Outcome::lost;
        delta.mine = true;
    }
    delta.opened = board.opened - opened;
    delta.flag_change = board.covered_flags - covered_flags;
    settle(board);
    return true;
}

HS_INLINE void take_back(Board& board, const Touch& touch) {
    board.open[touch.word] &= ~touch.opened;
    board.flags[touch.word] |= touch.unflagged;
}

HS_INLINE void make_again(Board& board, const Touch& touch) {
    board.open[touch.word] |= touch.opened;
    board.flags[touch.word] &= ~touch.unflagged;
}

// Undoes the latest move. Returns false if stopped, and then nothing is undone.
static inline bool move_undo(Board& board, const Delta& delta) {
    Pace pace(board.stop);
    for (const TouchBlock* block = delta.first; block; block = block->next) {
        for (u64 i = 0; i < block->used; ++i) take_back(board, block->touches[i]);
        if (pace.over(4 * block->used)) {
            const TouchBlock* const end = block->next;
            for (const TouchBlock* again = delta.first; again != end; again = again->next) {
                for (u64 i = 0; i < again->used; ++i) make_again(board, again->touches[i]);
            }
            return false;
        }
    }
    if (delta.single) {
        if (delta.kind == MoveKind::flag) {
            board.flags[delta.index >> 6] ^= u64{1} << (delta.index & 63);
        } else {
            clear_bit(board.open, delta.index);
            if (delta.unflagged) set_bit(board.flags, delta.index);
        }
    }
    board.opened -= delta.opened;
    board.covered_flags -= delta.flag_change;
    board.outcome = Outcome::ongoing;
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

// Codes of displayed cells: a clue, or one of the codes below.
#pragma once

#include "board/counting.hpp"
#include "board/neighbours.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

HS_INLINE int planes_for(const Geometry& g) {
    int planes = 0;
    while ((g.most_neighbours >> planes) != 0) ++planes;
    return planes;
}

// Calls visit(index, row, column, count) for each chunk of the cells [begin, end).
template <class Visit>
HS_INLINE void for_chunks(const Geometry& g, u64 begin, u64 end, Visit&& visit) {
    u64 row = begin / g.row_length;
    u64 column = begin - row * g.row_length;
    for (u64 index = begin; index < end;) {
        u64 count = g.row_length - column;
        if (count > 64) count = 64;
        if (count > end - index) count = end - index;
        visit(index, row, column, unsigned(count));
        index += count;
        column += count;
        if (column == g.row_length) {
            column = 0;
            ++row;
        }
    }
}

HS_INLINE void chunk_clues(const Geometry& g, const u64* mines, u64 row, u64 column, unsigned count, int planes,
                           u32* clues) {
    u64 sums[64];
    u8 bytes[64];
    count_chunk(g, mines, row, column, count, sums, planes);
    for (unsigned i = 0; i < count; ++i) clues[i] = 0;
    for (int j = 0; j < planes; j += 8) {
        expand_bytes(sums + j, planes - j < 8 ? planes - j : 8, bytes);
        for (unsigned i = 0; i < count; ++i) clues[i] |= u32(bytes[i]) << j;
    }
}

template <class Number>
static inline void board_codes(const Board& board, u64 begin, u64 end, bool reveal, Number* out) {
    const Geometry& g = *board.geometry;
    const int planes = planes_for(g);
    for_chunks(g, begin, end, [&](u64 index, u64 row, u64 column, unsigned count) {
        u32 clues[64];
        const u64 mines = load_bits(board.mines, index, count);
        const u64 open = load_bits(board.open, index, count);
        const u64 flags = load_bits(board.flags, index, count);
        const bool over = board.outcome != Outcome::ongoing;
        if (reveal || open) chunk_clues(g, board.mines, row, column, count, planes, clues);
        for (unsigned i = 0; i < count; ++i) {
            const bool mine = (mines >> i) & 1, flag = (flags >> i) & 1;
            int code;
            if (reveal) {
                code = mine ? code_mine : int(clues[i]);
            } else if ((open >> i) & 1) {
                code = mine ? code_exploded : int(clues[i]);
            } else if (flag) {
                code = over && !mine ? code_wrong_flag : code_flagged;
            } else {
                code = over && mine ? code_mine : code_covered;
            }
            *out++ = Number(code);
        }
    });
}

// Number of neighbouring mines for each of the cells [begin, end), even for cells with a mine.
template <class Number>
static inline void board_clues(const Geometry& g, const u64* mines, u64 begin, u64 end, Number* out) {
    const int planes = planes_for(g);
    for_chunks(g, begin, end, [&](u64, u64 row, u64 column, unsigned count) {
        u32 clues[64];
        chunk_clues(g, mines, row, column, count, planes, clues);
        for (unsigned i = 0; i < count; ++i) *out++ = Number(clues[i]);
    });
}

constexpr int different_codes = 5;  // number of codes below 0

template <class Number, class Count>
HS_INLINE void count_codes(const Number* codes, u64 count, u64* counts) {
    // Number of cells counted at once: few enough to fit into the L1 cache, and not to overflow counters of the codes'
    // size.
    constexpr u64 part = 8192;
    for (u64 begin = 0; begin < count; begin += part) {
        const u64 end = count - begin < part ? count : begin + part;
        for (int which = 0; which < different_codes; ++which) {
            const Number code = Number(-1 - which);
            Count found = 0;
            for (u64 i = begin; i < end; ++i) found = Count(found + (codes[i] == code));
            counts[which] += found;
        }
    }
}

static inline void code_counts(const void* codes, u64 count, int size, u64* counts) {
    for (int which = 0; which < different_codes; ++which) counts[which] = 0;
    if (size == 2) {
        count_codes<std::int16_t, std::uint16_t>(static_cast<const std::int16_t*>(codes), count, counts);
    } else {
        count_codes<std::int32_t, u32>(static_cast<const std::int32_t*>(codes), count, counts);
    }
}

// Counts a cell's covered neighbours (including mines shown at the end) and its flagged neighbours.
template <class Number>
static inline void count_codes_around(const Geometry& g, const Number* codes, u64 index, u32* out) {
    u32 covered = 0, flags = 0;
    for_neighbours(g, index, [&](u64 other) {
        const int code = codes[other];
        covered += code == code_covered || code == code_mine;
        flags += code == code_flagged || code == code_wrong_flag;
    });
    out[0] = covered;
    out[1] = flags;
}

static inline void counts_around(const Geometry& g, const void* codes, int size, const u64* indices, u64 count,
                                 u32* out) {
    for (u64 i = 0; i < count; ++i, out += 2) {
        if (size == 2) {
            count_codes_around(g, static_cast<const std::int16_t*>(codes), indices[i], out);
        } else {
            count_codes_around(g, static_cast<const std::int32_t*>(codes), indices[i], out);
        }
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

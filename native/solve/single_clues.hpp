// Applies single clues to a whole board at once: in play, most clues are complete, or settle the cells around them, and
// need no further work. Bit planes hold the unknown cells and the mines, one row of the board per word, eight rows side
// by side; neighbours are counted in bit-sliced sums.
#pragma once

#include "array.hpp"
#include "board/bytes.hpp"
#include "board/lanes.hpp"
#include "board/state.hpp"

#if defined(__AVX512BW__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Bytes that may be read past the end.
constexpr u64 bytes_beyond = 64;

// Collects bit `Bit` of each of the first `count` bytes, at most 64.
template <int Bit>
HS_INLINE u64 gather_bits(const u8* bytes, unsigned count) {
    u64 bits = 0;
#if defined(__AVX512BW__)
    bits = _mm512_test_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8(char(1 << Bit)));
#elif defined(__AVX2__)
    for (unsigned i = 0; i < count; i += 32) {
        const __m256i own = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + i));
        bits |= u64(u32(_mm256_movemask_epi8(_mm256_slli_epi16(own, 7 - Bit)))) << i;
    }
#elif defined(__SSE2__)
    for (unsigned i = 0; i < count; i += 16) {
        const __m128i own = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + i));
        bits |= u64(u32(_mm_movemask_epi8(_mm_slli_epi16(own, 7 - Bit)))) << i;
    }
#elif defined(HS_BYTES)
    for (unsigned i = 0; i < count; i += 16) {
        bits |= mask_bits(Bytes((load_bytes(bytes + i) & u8(1 << Bit)) != 0)) << i;
    }
#else
    for (unsigned i = 0; i < count; i += 8) {
        u64 own = 0;
        for (unsigned j = 0; j < 8; ++j) own |= u64(bytes[i + j]) << (8 * j);
        // The multiplication moves the lowest bit of each byte to a different bit of the highest byte.
        bits |= ((((own >> Bit) & 0x0101010101010101u) * 0x0102040810204080u) >> 56) << i;
    }
#endif
    return bits & low_mask(count);
}

class SingleClues {
  public:
    u64 safe = 0, mines = 0;  // cells settled by the latest call
    u64 unknown = 0;          // remaining cells
    u64 shown_mines = 0;

    // Prepares for boards of a shape. Returns false if it isn't supported, or memory ran out.
    bool set_geometry(const Geometry& geometry) {
        suits_ = geometry.axes <= 2 && geometry.moore && geometry.row_length <= 64 && geometry.cells <= u64{1} << 20;
        if (!suits_) return false;
        length_ = unsigned(geometry.row_length);
        rows_ = geometry.rows;
        wraps_rows_ = geometry.axes == 2 && geometry.wrap[0];
        wraps_along_ = geometry.wrap[geometry.axes - 1];
        end_ = (rows_ + 7) / 8 * 8;
        pitch_ = end_ + 16;
        suits_ = shown_.fill(geometry.cells + bytes_beyond, 0) && planes_.fill(pitch_ * planes, 0);
        return suits_;
    }
    bool suits() const { return suits_; }

    // Applies single clues until nothing more follows. Returns false if clues contradict each other, or if chains of
    // conclusions are too long for passes over the whole board. `kind` is 0 for an open cell, 1 for a mine and 2 for an
    // unknown one; `bytes_beyond` bytes after it must be readable.
    bool settle(const u8* kind, const std::int32_t* codes) {
        load(kind, codes);
        add_rows();
        for (int round = 0; settle_once(); ++round) {
            if (round == most_rounds) return false;
            add_rows();
        }
        if (!is_possible()) return false;
        finish();
        return true;
    }

    // These visit, in board order, the cells settled as safe, the cells settled as mines, and the clues that still have
    // unknown cells.
    template <class Visit>
    HS_INLINE_MEMBER void for_safe(Visit&& visit) const { for_cells(settled_safe, visit); }
    template <class Visit>
    HS_INLINE_MEMBER void for_mines(Visit&& visit) const { for_cells(settled_mine, visit); }
    template <class Visit>
    HS_INLINE_MEMBER void for_open_clues(Visit&& visit) const { for_cells(open_clue, visit); }

  private:
    // Bit planes. The last ones are sums, over three adjacent cells of a row, of mines and of possible mines.
    enum Plane : int {
        is_unknown, is_mine, is_clue, clue_1, clue_2, clue_4, clue_8, settled_safe, settled_mine, open_clue,
        mines_1, mines_2, most_1, most_2, meets_least, meets_most, planes
    };

    static constexpr int most_rounds = 64;  // a few suffice in play

    struct Sum {
        Lanes bit[4];
    };

    u64* plane(int which) { return planes_.data() + u64(which) * pitch_ + 8; }
    const u64* plane(int which) const { return planes_.data() + u64(which) * pitch_ + 8; }
    static Lanes get(const u64* at) {
        Lanes lanes;
        std::memcpy(&lanes, at, sizeof lanes);
        return lanes;
    }
    static void put(u64* at, const Lanes& lanes) { std::memcpy(at, &lanes, sizeof lanes); }

    template <class Visit>
    HS_INLINE_MEMBER void for_cells(int which, Visit&& visit) const {
        const u64* own = plane(which);
        for (u64 row = 0; row < rows_; ++row) {
            for (u64 bits = own[row]; bits; bits &= bits - 1) visit(row * length_ + lowest(bits));
        }
    }

    // Shifts to the left and right neighbours. Bits beyond the row may be set; no cell uses them.
    HS_INLINE_MEMBER Lanes from_left(const Lanes& own) const {
        return wraps_along_ ? (own << 1) | (own >> int(length_ - 1)) : own << 1;
    }
    HS_INLINE_MEMBER Lanes from_right(const Lanes& own) const {
        return wraps_along_ ? (own >> 1) | (own << int(length_ - 1)) : own >> 1;
    }
    // On a board that wraps, copies the last row before the first one, and the first after the last.
    void wrap(int which) {
        if (!wraps_rows_) return;
        u64* const own = plane(which);
        own[-1] = own[rows_ - 1];
        own[rows_] = own[0];
    }

    void load(const u8* kind, const std::int32_t* codes) {
        const u64 cells = rows_ * length_;
        u8* const shown = shown_.data();
        for (u64 i = 0; i < cells; ++i) {
            const std::int32_t code = codes[i] > 15 ? 15 : codes[i];  // above 8, all are equally impossible
            shown[i] = u8(code < 0 ? 0 : code | 16);
        }
        for (u64 row = 0; row < rows_; ++row) {
            const u8* own = shown + row * length_;
            plane(is_unknown)[row] = gather_bits<1>(kind + row * length_, length_);
            plane(is_mine)[row] = gather_bits<0>(kind + row * length_, length_);
            plane(is_clue)[row] = gather_bits<4>(own, length_);
            plane(clue_1)[row] = gather_bits<0>(own, length_);
            plane(clue_2)[row] = gather_bits<1>(own, length_);
            plane(clue_4)[row] = gather_bits<2>(own, length_);
            plane(clue_8)[row] = gather_bits<3>(own, length_);
        }
        std::memset(plane(settled_safe), 0, std::size_t(end_) * sizeof(u64));
        std::memset(plane(settled_mine), 0, std::size_t(end_) * sizeof(u64));
    }

    void add_rows() {
        for (u64 row = 0; row < end_; row += 8) {
            const Lanes least = get(plane(is_mine) + row), most = least | get(plane(is_unknown) + row);
            const Lanes least_left = from_left(least), least_right = from_right(least);
            const Lanes most_left = from_left(most), most_right = from_right(most);
            put(plane(mines_1) + row, least ^ least_left ^ least_right);
            put(plane(mines_2) + row, majority(least, least_left, least_right));
            put(plane(most_1) + row, most ^ most_left ^ most_right);
            put(plane(most_2) + row, majority(most, most_left, most_right));
        }
        for (int which = mines_1; which <= most_2; ++which) wrap(which);
    }

    // Adds the plane of ones, and the following plane of twos, over three rows.
    HS_INLINE_MEMBER Sum add_three(int which, u64 row) const {
        const u64 *ones = plane(which) + row, *twos = plane(which + 1) + row;
        const Lanes one_above = get(ones - 1), one = get(ones), one_below = get(ones + 1);
        const Lanes two_above = get(twos - 1), two = get(twos), two_below = get(twos + 1);
        const Lanes carry = majority(one_above, one, one_below), sum = two_above ^ two ^ two_below;
        const Lanes fours = majority(two_above, two, two_below), more = sum & carry;
        return Sum{{one_above ^ one ^ one_below, sum ^ carry, fours ^ more, fours & more}};
    }
    HS_INLINE_MEMBER Sum clues(u64 row) const {
        return Sum{{get(plane(clue_1) + row), get(plane(clue_2) + row), get(plane(clue_4) + row), get(plane(clue_8) + row)}};
    }
    HS_INLINE_MEMBER static Lanes differ(const Sum& a, const Sum& b) {
        return (a.bit[0] ^ b.bit[0]) | (a.bit[1] ^ b.bit[1]) | (a.bit[2] ^ b.bit[2]) | (a.bit[3] ^ b.bit[3]);
    }
    HS_INLINE_MEMBER static Lanes exceeds(const Sum& a, const Sum& b) {
        Lanes more = a.bit[0] & ~b.bit[0];
        for (int i = 1; i < 4; ++i) more = (a.bit[i] & ~b.bit[i]) | (~(a.bit[i] ^ b.bit[i]) & more);
        return more;
    }

    // The unknown cells around a clue are safe if its mines are complete, and mines if it needs all of them.
    bool settle_once() {
        for (u64 row = 0; row < end_; row += 8) {
            const Lanes shown = get(plane(is_clue) + row);
            const Sum clue = clues(row);
            const Lanes least = shown & ~differ(clue, add_three(mines_1, row));
            const Lanes most = shown & ~differ(clue, add_three(most_1, row));
            put(plane(meets_least) + row, least | from_left(least) | from_right(least));
            put(plane(meets_most) + row, most | from_left(most) | from_right(most));
        }
        wrap(meets_least);
        wrap(meets_most);
        Lanes changed{};
        for (u64 row = 0; row < end_; row += 8) {
            const Lanes open = get(plane(is_unknown) + row);
            // If a cell would have to be both safe and a mine, one of its clues can't be satisfied.
            const Lanes fresh_safe = open & any_of_three(meets_least, row);
            const Lanes fresh_mine = open & ~fresh_safe & any_of_three(meets_most, row);
            put(plane(is_unknown) + row, open & ~(fresh_safe | fresh_mine));
            put(plane(is_mine) + row, get(plane(is_mine) + row) | fresh_mine);
            put(plane(settled_safe) + row, get(plane(settled_safe) + row) | fresh_safe);
            put(plane(settled_mine) + row, get(plane(settled_mine) + row) | fresh_mine);
            changed = changed | fresh_safe | fresh_mine;
        }
        return has_any(changed);
    }
    HS_INLINE_MEMBER Lanes any_of_three(int which, u64 row) const {
        const u64* own = plane(which) + row;
        return get(own - 1) | get(own) | get(own + 1);
    }
    static bool has_any(const Lanes& lanes) {
        u64 all = 0;
        for (int i = 0; i < 8; ++i) all |= lane(lanes, i);
        return all != 0;
    }

    // Call once nothing more follows, when the sums are final.
    bool is_possible() const {
        Lanes wrong{};
        for (u64 row = 0; row < end_; row += 8) {
            const Sum clue = clues(row);
            const Lanes bad = exceeds(add_three(mines_1, row), clue) | exceeds(clue, add_three(most_1, row));
            wrong = wrong | (bad & get(plane(is_clue) + row));
        }
        return !has_any(wrong);
    }

    // Finds the clues that see unknown cells.
    void finish() {
        for (u64 row = 0; row < end_; row += 8) {
            const Lanes open = get(plane(is_unknown) + row);
            put(plane(meets_least) + row, open | from_left(open) | from_right(open));
        }
        wrap(meets_least);
        for (u64 row = 0; row < end_; row += 8) {
            put(plane(open_clue) + row, get(plane(is_clue) + row) & any_of_three(meets_least, row));
        }
        safe = mines = unknown = shown_mines = 0;
        for (u64 row = 0; row < rows_; ++row) {
            safe += population(plane(settled_safe)[row]);
            mines += population(plane(settled_mine)[row]);
            unknown += population(plane(is_unknown)[row]);
            shown_mines += population(plane(is_mine)[row] ^ plane(settled_mine)[row]);
        }
    }

    bool suits_ = false, wraps_rows_ = false, wraps_along_ = false;
    unsigned length_ = 0;
    u64 rows_ = 0, end_ = 0;  // `end_` is rounded up to whole lanes
    u64 pitch_ = 0;           // distance from one plane to the next
    Array<u8> shown_;         // the code of each open cell plus 16; otherwise 0
    Array<u64> planes_;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

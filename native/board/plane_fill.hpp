// Cascades on boards with short rows: zeros spread by one cell in all directions at once, over the whole board, until
// nothing changes. A row of ten cells is a seventh of a word, so going row by row would waste most of each word.
#pragma once

#include <cstdlib>

#include "board/counting.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

#if defined(__SIZEOF_INT128__)
#define HS_DOUBLE_WORDS
__extension__ typedef unsigned __int128 DoubleWord;
#endif

// Accepts the same `Access` types as `cascade`, if their zeros are precomputed and they have no flags.
class PlaneFill {
  public:
    PlaneFill() = default;
    ~PlaneFill() { std::free(memory_); }
    PlaneFill(const PlaneFill&) = delete;
    PlaneFill& operator=(const PlaneFill&) = delete;

    // Returns false if memory ran out. `boards` must outlive this object, which refers to its masks.
    bool make(const LaneBoards& boards) {
        boards_ = &boards;
        const Geometry& g = *boards.g;
        suits_ = is_quicker(g);
        if (!suits_ || fits_double(g)) return true;
        memory_ = static_cast<u64*>(std::calloc(std::size_t(3 * boards.plane_words), sizeof(u64)));
        for (int i = 0; i < 3; ++i) planes_[i] = memory_ + u64(i) * boards.plane_words + boards.padding;
        return memory_ != nullptr;
    }

    // Whether this is faster than a cascade by chunks.
    bool suits() const { return suits_; }

    // Opens everything that the open zero `cell` leads to.
    template <class Access>
    HS_INLINE_MEMBER void open_from(Access& access, u64 cell) {
#if defined(HS_DOUBLE_WORDS)
        if (fits_double(*boards_->g)) return open_double(access, cell);
#endif
        open_planes(access, cell);
    }

  private:
    static bool fits_double(const Geometry& g) {
#if defined(HS_DOUBLE_WORDS)
        return g.cells <= 128;
#else
        return g.cells == 0;
#endif
    }

    // Compares estimated costs in steps of about 1 ns. Reading a freshly written plane at other offsets stalls; a
    // cascade by chunks visits all rows around each chunk.
    static bool is_quicker(const Geometry& g) {
        if (g.axes < 2 || g.words > 64) return false;
        if (fits_double(g)) return true;
        u64 longest = 0;
        for (int axis = 0; axis < g.axes; ++axis) longest = g.side[axis] > longest ? g.side[axis] : longest;
        const u64 around = g.moore ? (g.most_neighbours + 1) / 3 : 2 * u64(g.axes) - 1;
        return longest * u64(g.axes) * (g.words / 8 + 1) * 12 < g.chunks * around * 2;
    }

#if defined(HS_DOUBLE_WORDS)
    static DoubleWord load(const u64* plane, u64 words) {
        return words == 2 ? (DoubleWord(plane[1]) << 64) | plane[0] : DoubleWord(plane[0]);
    }

    template <class Access>
    HS_INLINE_MEMBER void open_double(Access& access, u64 cell) {
        const Geometry& g = *boards_->g;
        const u64 words = g.words;
        const DoubleWord zeros = load(access.zero_plane, words);
        DoubleWord reached = DoubleWord(1) << cell, grown;
        for (;;) {
            grown = reached;
            DoubleWord sum = reached;
            for (int axis = 0; axis < g.axes; ++axis) {
                const DoubleWord first = load(boards_->first + u64(axis) * words, words);
                const DoubleWord last = load(boards_->last + u64(axis) * words, words);
                const unsigned stride = unsigned(g.stride[axis]);
                DoubleWord next = ((grown >> stride) & ~last) | ((grown << stride) & ~first);
                if (g.wrap[axis]) {
                    const unsigned around = unsigned(g.stride[axis] * (g.side[axis] - 1));
                    next |= ((grown << around) & last) | ((grown >> around) & first);
                }
                sum |= next;
                if (g.moore) grown = sum;
            }
            grown = sum;
            const DoubleWord more = grown & zeros;
            if (more == reached) break;
            reached = more;
        }
        for (u64 w = 0; w < words; ++w) {
            const u64 all = low_mask(w + 1 < words ? 64 : unsigned((g.cells - 1) % 64) + 1);
            const u64 fresh = u64(grown >> (64 * w)) & all & ~access.open[w];
            if (fresh) access.add_word(w, fresh);
        }
    }
#endif

    template <class Access>
    void open_planes(Access& access, u64 cell) {
        const Geometry& g = *boards_->g;
        NoPace pace;
        u64* const reached = planes_[0];
        for (u64 w = 0; w < g.words; ++w) reached[w] = 0;
        set_bit(reached, cell);
        u64 *grown, *spare;
        for (;;) {
            spread_planes(*boards_, static_cast<const u64*>(reached), planes_[1], planes_[2], grown, spare, pace);
            u64 changed = 0;
            for (u64 w = 0; w < g.words; ++w) {
                const u64 more = grown[w] & access.zero_plane[w];
                changed |= more ^ reached[w];
                reached[w] = more;
            }
            if (!changed) break;
        }
        for (u64 w = 0; w < g.words; ++w) {
            const u64 all = low_mask(w + 1 < g.words ? 64 : unsigned((g.cells - 1) % 64) + 1);
            const u64 fresh = grown[w] & all & ~access.open[w];
            if (fresh) access.add_word(w, fresh);
        }
    }

    const LaneBoards* boards_ = nullptr;
    bool suits_ = false;
    u64* memory_ = nullptr;
    u64* planes_[3] = {};
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

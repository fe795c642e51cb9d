// The changes of a move, for Python.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "python/binding.hpp"

namespace hypersweep {

// The changes of one move. Immutable, so that copies of a game can share their history.
class PyDelta {
  public:
    PyDelta() = default;
    ~PyDelta() { delta_free(delta); }
    PyDelta(const PyDelta&) = delete;
    PyDelta& operator=(const PyDelta&) = delete;

    // Makes a delta for display only, which can't be undone, from changed cells in the format of `words`, and the
    // counts.
    static std::unique_ptr<PyDelta> from_words(u64 cells, nb::handle data, u64 opened, i64 flag_change) {
        const Bytes bytes(data, false);
        if (bytes.size() % 16) throw std::invalid_argument("wrong size of changed words");
        auto made = std::make_unique<PyDelta>();
        made->delta.opened = opened;
        made->delta.flag_change = flag_change;
        u64 least = 0;
        for (u64 at = 0; at < bytes.size(); at += 16) {
            const u64 word = read_word(bytes.data() + at), changed = read_word(bytes.data() + at + 8);
            if (word < least || word >= cells / 64 + (cells % 64 != 0)) {
                throw std::invalid_argument("the index of a changed word is out of range");
            }
            const bool is_last = word == cells / 64;
            if (!changed || (is_last && changed >> (cells & 63))) {
                throw std::invalid_argument("invalid cells in a changed word");
            }
            least = word + 1;
            Touch* touch = delta_extend(made->delta);
            if (!touch) raise_too_large();
            *touch = Touch{word, changed, 0};
        }
        return made;
    }

    bool changed() const { return delta.single || delta.first; }
    u64 cell_count() const {
        u64 count = 0;
        for_words([&](u64, u64 bits) { count += active->population(&bits, 1); });
        return count;
    }
    // Indices of the cells that the move changed, ascending, as 64-bit numbers in native byte order.
    nb::bytes indices() const {
        u8* out;
        nb::bytes result = new_bytes(8 * cell_count(), out);
        for (auto [word, bits] : in_order()) {
            for (; bits; bits &= bits - 1, out += 8) {
                const u64 index = word * 64 + u64(std::countr_zero(bits));
                std::memcpy(out, &index, 8);
            }
        }
        return result;
    }
    // Returns the words of a plane in which cells changed, in ascending order: for each its index and its changed cells
    // as bits, as little-endian 64-bit numbers.
    nb::bytes words() const {
        const auto found = in_order();
        u8* out;
        nb::bytes result = new_bytes(16 * u64(found.size()), out);
        for (const auto& [word, bits] : found) {
            write_word(out, word);
            write_word(out + 8, bits);
            out += 16;
        }
        return result;
    }

    Delta delta{};
    Outcome outcome = Outcome::ongoing;   // outcome after the move

  private:
    template <class Visit>
    void for_words(Visit&& visit) const {
        if (delta.single) visit(delta.index >> 6, u64{1} << (delta.index & 63));
        for (const TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) visit(block->touches[i].word, block->touches[i].opened);
        }
    }
    std::vector<std::pair<u64, u64>> in_order() const {
        std::vector<std::pair<u64, u64>> found;
        for_words([&](u64 word, u64 bits) { found.emplace_back(word, bits); });
        std::sort(found.begin(), found.end());
        return found;
    }
    static u64 read_word(const u8* data) {
        u64 word = 0;
        for (int i = 8; i-- > 0;) word = word << 8 | data[i];
        return word;
    }
    static void write_word(u8* data, u64 word) {
        for (int i = 0; i < 8; ++i, word >>= 8) data[i] = u8(word);
    }
};

}  // namespace hypersweep

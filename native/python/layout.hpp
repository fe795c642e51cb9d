// Planes (one bit per cell) and layouts, for Python.
#pragma once

#include "python/grid.hpp"
#include "python/rng.hpp"
#include "python/interruptible.hpp"
#include "python/watch.hpp"

namespace hypersweep {

struct Plane {
    explicit Plane(u64 words) : word(plane_make(words)), words(words) {
        if (!word) raise_too_large();
    }
    ~Plane() { plane_free(word); }
    Plane(const Plane&) = delete;
    Plane& operator=(const Plane&) = delete;

    // Copies into an empty plane of the same size. Zero words aren't written, so their pages stay uncommitted.
    void copy_to(Plane& other) const {
        constexpr u64 page = 512;
        for (u64 w = 0; w < words; w += page) {
            const u64 count = std::min(page, words - w);
            if (std::any_of(word + w, word + w + count, [](u64 bits) { return bits != 0; })) {
                std::copy_n(word + w, count, other.word + w);
            }
        }
    }

    u64* word;
    u64 words;
};

// Writes a range of a plane's bytes, little-endian on every machine.
inline void write_bytes(const u64* plane, u64 begin, u64 end, u8* out) {
    for (u64 i = begin; i < end; ++i) *out++ = u8(plane[i >> 3] >> (8 * (i & 7)));
}
inline nb::bytes plane_bytes(const u64* plane, u64 cells, u64 begin, u64 end) {
    const u64 all = (cells + 7) / 8;
    end = std::min(end, all);
    begin = std::min(begin, end);
    u8* out;
    nb::bytes result = new_bytes(end - begin, out);
    in_parts(begin, end, words_at_once, [&](u64 from, u64 to) { write_bytes(plane, from, to, out + (from - begin)); });
    return result;
}

// Bytes missing at the end are zeros.
inline void read_bytes(const Bytes& bytes, u64 cells, u64* plane) {
    if (bytes.size() > (cells + 7) / 8) throw std::invalid_argument("too many bytes");
    const u8* data = bytes.data();
    in_parts(0, bytes.size(), words_at_once, [&](u64 from, u64 to) {
        for (u64 i = from; i < to; ++i) plane[i >> 3] |= u64(data[i]) << (8 * (i & 7));
    });
    if (cells % 64 && plane[cells >> 6] >> (cells & 63)) throw std::invalid_argument("spare bits are set");
}

// The mines of a board; immutable.
class PyMines {
  public:
    explicit PyMines(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), plane(shape->geometry.words) {}

    static std::shared_ptr<PyMines> from_indices(std::shared_ptr<PyGeometry> shape, nb::iterable indices) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        for (nb::handle item : indices) {
            const u64 index = mines->shape->check(nb::cast<u64>(item));
            u64& word = mines->plane.word[index >> 6];
            const u64 bit = u64{1} << (index & 63);
            mines->count += !(word & bit);
            word |= bit;
        }
        return mines;
    }
    static std::shared_ptr<PyMines> from_bits(std::shared_ptr<PyGeometry> shape, nb::handle bits) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Bytes bytes(bits, false);
        read_bytes(bytes, mines->shape->geometry.cells, mines->plane.word);
        // Words after the given bytes stay untouched: a short byte string for a huge board costs neither time nor
        // memory.
        in_parts(0, (bytes.size() + 7) / 8, words_at_once, [&](u64 from, u64 to) {
            mines->count += active->population(mines->plane.word + from, to - from);
        });
        return mines;
    }
    static std::shared_ptr<PyMines> sample(std::shared_ptr<PyGeometry> shape, u64 count, u64 seed, u64 name, u64 index,
                                           const std::vector<u64>& excluded) {
        return sample_watched(std::move(shape), count, seed, name, index, excluded, nullptr);
    }
    // Returns null if `watch` cancelled the draw.
    static std::shared_ptr<PyMines> sample_watched(std::shared_ptr<PyGeometry> shape, u64 count, u64 seed, u64 name,
                                                   u64 index, const std::vector<u64>& excluded, PyWatch* watch) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        for (u64 cell : excluded) mines->shape->check(cell);
        if (count > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
        const bool done = interruptible(is_long(g), [&](const Stop& stop) {
            return active->sample(g.cells, count, active->stream_key(seed, name, index), excluded.data(),
                                  excluded.size(), mines->plane.word, Watched(stop, watch, nullptr).stop());
        });
        if (!done) return nullptr;
        mines->count = count;
        return mines;
    }
    static std::shared_ptr<PyMines> esp(std::shared_ptr<PyGeometry> shape, u64 count, u64 start, PyGnuRandom& random) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        mines->shape->check(start);
        if (count > g.cells - 1) throw std::invalid_argument("too many mines");
        // Draw from a copy: a lock held meanwhile could be left behind by a fork. If another thread draws at the same
        // time, the check below detects it.
        const GnuRandom before = random.random;
        GnuRandom own = before;
        interruptible(is_long(g), [&](const Stop& stop) {
            return active->esp_map(mines->plane.word, g.cells, count, start, own, stop);
        });
        if (!same_place(random.random, before)) raise_own("BusyError", "this generator is in use in another thread");
        random.random = own;
        mines->count = count;
        return mines;
    }

    bool test(u64 index) const {
        shape->check(index);
        return (plane.word[index >> 6] >> (index & 63)) & 1;
    }
    u64 clue(u64 index) const { return active->clue(shape->geometry, plane.word, shape->check(index)); }
    nb::bytes bits(u64 begin, u64 end) const { return plane_bytes(plane.word, shape->geometry.cells, begin, end); }

    // Indices of mines, at most `most` of them, starting at cell `begin`.
    std::vector<u64> indices(u64 begin, u64 most) const {
        std::vector<u64> out;
        const u64 cells = shape->geometry.cells;
        if (begin >= cells) return out;
        u64 word = begin >> 6;
        auto look = [&](u64 end) {
            for (; word < end && out.size() < most; ++word) {
                u64 bits = plane.word[word];
                if (word == begin >> 6) bits &= ~u64{0} << (begin & 63);
                for (; bits && out.size() < most; bits &= bits - 1) {
                    u64 place = 0;
                    for (u64 rest = bits; !(rest & 1); rest >>= 1) ++place;
                    out.push_back((word << 6) + place);
                }
            }
            return word < plane.words && out.size() < most;
        };
        auto next = [&] { return std::min(plane.words, word + words_at_once); };
        // Mines may be few and far apart, so the search must be interruptible.
        if (look(next())) {
            Interruptible().run([&](const Limits& limits) {
                while (look(next())) {
                    if (limits.stop(limits.stop_with)) return false;
                }
                return true;
            });
        }
        return out;
    }

    nb::bytes clues(u64 begin, u64 end, int size) const {
        const Geometry& g = shape->geometry;
        if (end > g.cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        in_parts(begin, end, cells_at_once(g), [&](u64 from, u64 to) {
            u8* const place = out + (from - begin) * u64(size);
            if (size == 1) {
                active->clues8(g, plane.word, from, to, place);
            } else if (size == 2) {
                active->clues16(g, plane.word, from, to, reinterpret_cast<std::uint16_t*>(place));
            } else {
                active->clues32(g, plane.word, from, to, reinterpret_cast<u32*>(place));
            }
        });
        return result;
    }

    bool same(const PyMines& other) const {
        bool same = plane.words == other.plane.words;
        if (!same || plane.word == other.plane.word) return same;
        in_parts(0, plane.words, words_at_once, [&](u64 from, u64 to) {
            same = same && std::equal(plane.word + from, plane.word + to, other.plane.word + from);
        });
        return same;
    }
    u64 hash() const {
        u64 all = count;
        in_parts(0, plane.words, words_at_once, [&](u64 from, u64 to) {
            for (u64 w = from; w < to; ++w) {
                if (plane.word[w]) all = active->stream_value(all ^ plane.word[w], w);
            }
        });
        return all;
    }

    std::shared_ptr<PyGeometry> shape;
    Plane plane;
    u64 count = 0;
};

}  // namespace hypersweep

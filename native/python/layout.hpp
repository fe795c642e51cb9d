// Bits per cell, and where the mines are, as Python sees them.
#pragma once

#include "grid.hpp"
#include "rng.hpp"

namespace hypersweep {

struct Plane {
    explicit Plane(u64 words) : word(plane_make(words)), words(words) {
        if (!word) raise_too_large();
    }
    ~Plane() { plane_free(word); }
    Plane(const Plane&) = delete;
    Plane& operator=(const Plane&) = delete;

    u64* word;
    u64 words;
};

// A byte range of a plane's bit string, little-endian whatever the machine.
inline nb::bytes plane_bytes(const u64* plane, u64 cells, u64 begin, u64 end) {
    const u64 all = (cells + 7) / 8;
    end = std::min(end, all);
    begin = std::min(begin, end);
    u8* out;
    nb::bytes result = new_bytes(end - begin, out);
    for (u64 i = begin; i < end; ++i) *out++ = u8(plane[i >> 3] >> (8 * (i & 7)));
    return result;
}

// Bytes that are left out at the end are zeros.
inline void read_bytes(const Bytes& bytes, u64 cells, u64* plane) {
    if (bytes.size() > (cells + 7) / 8) throw std::invalid_argument("too many bytes");
    const u8* data = bytes.data();
    for (u64 i = 0; i < bytes.size(); ++i) plane[i >> 3] |= u64(data[i]) << (8 * (i & 7));
    if (cells % 64 && plane[cells >> 6] >> (cells & 63)) throw std::invalid_argument("spare bits are set");
}

// Where the mines are; never changes once made.
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
        read_bytes(Bytes(bits, false), mines->shape->geometry.cells, mines->plane.word);
        mines->count = active->population(mines->plane.word, mines->plane.words);
        return mines;
    }
    static std::shared_ptr<PyMines> sample(std::shared_ptr<PyGeometry> shape, u64 count, u64 seed, u64 name, u64 index,
                                           const std::vector<u64>& excluded) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        for (u64 cell : excluded) mines->shape->check(cell);
        if (count > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
        const WithoutGil without;
        active->sample(g.cells, count, active->stream_key(seed, name, index), excluded.data(), excluded.size(),
                       mines->plane.word);
        mines->count = count;
        return mines;
    }
    static std::shared_ptr<PyMines> esp(std::shared_ptr<PyGeometry> shape, u64 count, u64 start, PyGnuRandom& random) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        mines->shape->check(start);
        if (count > g.cells - 1) throw std::invalid_argument("too many mines");
        GnuRandom own = random.random;
        {
            const WithoutGil without;
            active->esp_map(mines->plane.word, g.cells, count, start, own);
        }
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

    // Mined indices from `begin` on, at most `most` of them.
    std::vector<u64> indices(u64 begin, u64 most) const {
        std::vector<u64> out;
        const u64 cells = shape->geometry.cells;
        if (begin >= cells) return out;
        u64 word = begin >> 6;
        u64 bits = plane.word[word] & (~u64{0} << (begin & 63));
        for (;;) {
            for (; bits; bits &= bits - 1) {
                u64 place = 0;
                for (u64 rest = bits; !(rest & 1); rest >>= 1) ++place;
                out.push_back((word << 6) + place);
                if (out.size() == most) return out;
            }
            if (++word >= plane.words) return out;
            bits = plane.word[word];
        }
    }

    nb::bytes clues(u64 begin, u64 end, int size) const {
        const Geometry& g = shape->geometry;
        if (end > g.cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        const WithoutGil without;
        if (size == 1) {
            active->clues8(g, plane.word, begin, end, out);
        } else if (size == 2) {
            active->clues16(g, plane.word, begin, end, reinterpret_cast<std::uint16_t*>(out));
        } else {
            active->clues32(g, plane.word, begin, end, reinterpret_cast<u32*>(out));
        }
        return result;
    }

    bool same(const PyMines& other) const {
        return plane.words == other.plane.words && std::equal(plane.word, plane.word + plane.words, other.plane.word);
    }
    u64 hash() const {
        u64 all = count;
        for (u64 w = 0; w < plane.words; ++w) {
            if (plane.word[w]) all = active->stream_value(all ^ plane.word[w], w);
        }
        return all;
    }

    std::shared_ptr<PyGeometry> shape;
    Plane plane;
    u64 count = 0;
};

}  // namespace hypersweep

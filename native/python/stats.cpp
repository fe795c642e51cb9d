// Statistics of a board.
#include "python/layout.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

// Returns (openings, single cells, islands, openings with an open zero, open single cells); the last two are 0 if
// `open_bits` isn't given.
nb::tuple board_value(const PyMines& mines, nb::handle open_bits) {
    const Geometry& g = mines.shape->geometry;
    std::unique_ptr<Plane> open;
    if (!open_bits.is_none()) {
        open = std::make_unique<Plane>(g.words);
        read_bytes(Bytes(open_bits, false), g.cells, open->word);
    }
    BoardValue value{};
    auto work = [&](const Stop& stop) {
        return active->board_value(g, mines.plane.word, open ? open->word : nullptr, value, stop);
    };
    if (!interruptible(is_long(g), work)) raise_too_large();
    return nb::make_tuple(value.openings, value.single, value.islands, value.openings_open, value.single_open);
}

u64 zini(const PyMines& mines, bool human) {
    u64 clicks = 0;
    const bool done = Interruptible().run([&](const Stop& stop) {
        return active->zini(mines.shape->geometry, mines.plane.word, human, clicks, stop);
    });
    if (!done) raise_too_large();
    return clicks;
}

}  // namespace

void bind_stats(nb::module_& m) {
    m.def("board_value", &board_value, nb::arg(), nb::arg().none());
    m.def("zini", &zini);
}

}  // namespace hypersweep

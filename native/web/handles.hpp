// Reference-counted objects that the page identifies by handles: grids, layouts, games, solvers, reasoners, generators
// and searches.
#pragma once

#include <new>

#include "web/interface.hpp"

namespace hypersweep::web {

enum class Kind : u8 { grid, layout, game, solver, generator, search, reasoner };

struct Thing {
    explicit Thing(Kind kind) : kind(kind) {}
    const Kind kind;
    u32 uses = 1;
};

// Returns a handle. If memory runs out, releases the object and returns a negative number.
int keep(Thing* thing);
// The object with that handle and kind, or null.
Thing* find(int handle, Kind kind);
// Releases one reference; null is ignored.
void let_go(Thing* thing);

template <class Own>
Own* hold(Own* thing) {
    ++thing->uses;
    return thing;
}
template <class Own>
Own* find_own(int handle) {
    return static_cast<Own*>(find(handle, Own::own_kind));
}

// Creates an object and calls its make(), which returns false if memory ran out.
template <class Own, class... Argument>
int make_and_keep(Argument... argument) {
    Own* const own = new (std::nothrow) Own(argument...);
    if (!own) return -out_of_memory;
    if (!own->make()) {
        let_go(own);
        return -out_of_memory;
    }
    return keep(own);
}

struct Grid : Thing {
    static constexpr Kind own_kind = Kind::grid;
    Grid() : Thing(own_kind) {}
    Geometry geometry{};
};

// The mines of a board; immutable once a page has its handle.
struct Layout : Thing {
    static constexpr Kind own_kind = Kind::layout;
    explicit Layout(Grid* grid) : Thing(own_kind), grid(hold(grid)) {}
    ~Layout() {
        plane_free(plane);
        let_go(grid);
    }
    bool make() { return (plane = plane_make(grid->geometry.words)) != nullptr; }
    Grid* const grid;
    u64* plane = nullptr;
    u64 mines = 0;
};

// Destructors, defined next to their types.
void destroy_game(Thing* game);
void destroy_solver(Thing* solver);
void destroy_generator(Thing* generator);
void destroy_search(Thing* search);
void destroy_reasoner(Thing* reasoner);

}  // namespace hypersweep::web

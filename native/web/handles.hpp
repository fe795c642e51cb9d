// The things that a page holds, by numbers: grids, layouts, games, solvers, reasoners, generators and searches. Each counts who needs
// it, and goes with the last of them.
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

// A handle, or less than 0 where memory is short; the thing then is let go.
int keep(Thing* thing);
// What a handle names, or null.
Thing* find(int handle, Kind kind);
// Somebody doesn't need it any more; null is nothing to let go.
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

// Makes a thing of the kind that make() finishes: false there means that memory is short.
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

// Where the mines are; never changes once a page knows it.
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

// Destroyed where they are defined.
void destroy_game(Thing* game);
void destroy_solver(Thing* solver);
void destroy_generator(Thing* generator);
void destroy_search(Thing* search);
void destroy_reasoner(Thing* reasoner);

}  // namespace hypersweep::web

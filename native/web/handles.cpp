#include "web/handles.hpp"

namespace hypersweep::web {
namespace {

Array<Thing*> things;  // null where a handle is free
Array<u32> unused;

}  // namespace

int keep(Thing* thing) {
    if (!unused.size()) {
        // Reserve memory for the later release now, because a release must not fail.
        if (things.size() == (u64{1} << 30) || !things.reserve(things.size() + 1) || !unused.reserve(things.size() + 1)) {
            let_go(thing);
            return -out_of_memory;
        }
        unused.push(u32(things.size()));
        things.push(nullptr);
    }
    const u32 place = unused.last();
    unused.resize(unused.size() - 1);
    things[place] = thing;
    return int(place) + 1;
}

Thing* find(int handle, Kind kind) {
    if (handle < 1 || u64(handle) > things.size()) return nullptr;
    Thing* const thing = things[u64(handle) - 1];
    return thing && thing->kind == kind ? thing : nullptr;
}

void let_go(Thing* thing) {
    if (!thing || --thing->uses) return;
    switch (thing->kind) {
        case Kind::grid: delete static_cast<Grid*>(thing); break;
        case Kind::layout: delete static_cast<Layout*>(thing); break;
        case Kind::game: destroy_game(thing); break;
        case Kind::solver:
            if (has_solver) destroy_solver(thing);
            break;
        case Kind::generator:
            if (has_solver) destroy_generator(thing);
            break;
        case Kind::search:
            if (has_solver) destroy_search(thing);
            break;
        case Kind::reasoner:
            if (has_solver) destroy_reasoner(thing);
            break;
    }
}

// Releases a handle; its object survives if it has other owners.
HS_EXPORT(release) int release(int handle) {
    if (handle < 1 || u64(handle) > things.size() || !things[u64(handle) - 1]) return bad_handle;
    Thing* const thing = things[u64(handle) - 1];
    things[u64(handle) - 1] = nullptr;
    unused.push(u32(handle - 1));
    let_go(thing);
    return done;
}

}  // namespace hypersweep::web

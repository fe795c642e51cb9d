// Whole games in one call, for benchmarks against the native kernels; not included in the page's module.
#include "web/layout.hpp"

namespace hypersweep::web {

// Plays games with the solver. Results: games won, and moves made.
HS_EXPORT(solver_games)
int solver_games(int grid, u32 mines, u64 seed, u32 count, u32 first, u32 first_open, u32 policy, u32 states) {
    const Grid* const own = find_own<Grid>(grid);
    if (!own) return bad_handle;
    const Geometry& g = own->geometry;
    if (first >= g.cells || first_open > u32(FirstOpen::opening) || policy > u32(Policy::look_ahead)) return bad_argument;
    if (mines > g.cells - 1 - (first_open == u32(FirstOpen::opening) ? g.most_neighbours : 0)) return bad_argument;
    Array<GameResult> games;
    if (!games.resize(count)) return out_of_memory;
    const SolverJob job{&g, mines, seed, layout_stream, 0, count, first, FirstOpen(first_open), Policy(policy), ChoiceLimits{},
                        games.data()};
    Limits limits;
    limits.states = states;
    const Solved solved = kernels().solver_play(job, limits);
    u64 won = 0, moves = 0;
    for (u32 i = 0; solved == Solved::done && i < count; ++i) {
        won += games[i].won;
        moves += games[i].moves;
    }
    tell(won, moves);
    return int(solved);
}

// Plays games with random clicks. Results: games won, and clicks made.
HS_EXPORT(random_games) int random_games(int grid, u32 mines, u64 seed, u32 count) {
    const Grid* const own = find_own<Grid>(grid);
    if (!own) return bad_handle;
    const Geometry& g = own->geometry;
    if (mines >= g.cells) return bad_argument;
    Array<u8> outcomes;
    Array<u64> clicks, opened;
    if (!outcomes.resize(count) || !clicks.resize(count) || !opened.resize(count)) return out_of_memory;
    const PlayJob job{&g, mines, seed, layout_stream, hash_of("clicks/1"), 0, count, FirstOpen::safe, outcomes.data(), clicks.data(),
                      opened.data()};
    if (!kernels().play_batch(job)) return out_of_memory;
    u64 won = 0, made = 0;
    for (u32 i = 0; i < count; ++i) {
        won += outcomes[i] == u8(Outcome::won);
        made += clicks[i];
    }
    tell(won, made);
    return done;
}

}  // namespace hypersweep::web

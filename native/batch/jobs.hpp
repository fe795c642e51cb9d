// Parameters of batch jobs, and pointers to their results.
#pragma once

#include "board/state.hpp"

namespace hypersweep {

// Layouts `first_index`, `first_index` + 1, ... of the stream (seed, name).
struct SampleJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 name;
    u64 first_index;
    u64 count;
    const u64* excluded;     // cells kept free of mines, without duplicates
    u64 excluded_count;
    u8* bits;                // count x ceil(cells / 8) bytes, or null
    u8* clues;               // count x cells numbers of `clue_bytes` bytes, or null
    int clue_bytes;          // 1 or 2
    Stop stop{};
};

// Random games: the first click anywhere, then uniform clicks on covered cells until the game is won or lost.
struct PlayJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 layout_name;
    u64 click_name;
    u64 first_index;
    u64 count;
    FirstOpen first_open;
    u8* outcomes;            // 1 won, 2 lost
    u64* clicks;
    u64* opened;             // safe cells open at the end
    Stop stop{};
};

// Parameters shared by all games in a batch of environments.
struct EnvironmentPlan {
    const Geometry* geometry;
    u64 mines;
    u64 count;               // number of games
    u64 layout_name;         // the stream that layouts are drawn from
    u64 episode_name;        // the stream that supplies the seeds of later games
    FirstOpen first_open;
    RuleFlags rules;
    int kinds;               // 1: only opens; 2: also flags; 3: also chords. An action is kind x cells + cell
    int code_bytes;          // size of an observed cell: 1 or 2
    float win, loss;         // rewards at the end of a game
    float move, useless;     // rewards for a move with an effect, and one without
    float cells;             // reward for opening all safe cells, divided evenly among them
    u64 most_moves;          // a game is cut short after this many moves; 0 for no limit
    bool ends_useless;       // whether a move without effect ends the game
    bool deals;              // whether this code draws the layouts; otherwise the caller lays the mines before the
                             // first open
    bool punishes;           // whether unnecessary guesses lose: see play/punishment.hpp
    u64 punished_name;       // the stream that punishment draws from
};

// Rows of `count` games, owned by the caller. Only `choose` reads from them, and only the masks.
struct EnvironmentRows {
    u8* codes;               // per game: `cells` codes of `code_bytes` bytes
    u8* masks;               // kinds x cells bytes: 1 where an action has an effect
    float* rewards;
    u8* terminations;
    u8* truncations;
    u8* outcomes;            // outcome of the game in which the latest step was made
    i64* moves;              // moves in that game so far, including those without effect
    i64* opened;             // safe cells open in that game
    u64* seeds;              // seed of the displayed game: with the first open, it determines the layout
};

// A game's state, without its planes.
struct EnvironmentState {
    u64 seed;                // the caller's seed, and the number of games already produced from it
    u64 episode;
    u64 moves;
    u64 opened;
    i64 flags;               // number of flags on covered cells
    u8 outcome;
    u8 dealt;                // the mines are laid
    u8 begun;                // an action was made, or no board could be generated: a reset moves on to the next seed
    u8 over;                 // won, lost, cut short, or ended by a move without effect
    u8 truncated;            // cut short
    u8 restarted;            // the latest step restarted the game
    u8 shown;                // the game's rows have been filled
};

// Bytes of memory per game: its state, planes (mines, open cells, flags, zeros), clues and rows.
inline u64 environment_bytes(const Geometry& g, int kinds, int code_bytes) {
    const u64 rows = g.cells * u64(code_bytes + kinds) + 4 + 4 * 1 + 3 * 8;
    return sizeof(EnvironmentState) + 4 * (g.words + 1) * 8 + g.words * 64 * u64(code_bytes) + rows;
}

// What happens to games that end: `stay` leaves them as they are, `begin_anew` makes the next step start a new game
// instead of making a move, and `begin_at_once` starts a new game in the same step.
enum class Ended : u8 { stay, begin_anew, begin_at_once };

}  // namespace hypersweep

// Parameters of a batch, and where its results go.
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
    const u64* excluded;     // cells without a mine, each once
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

// Shared parameters of a batch of games played by a program.
struct EnvironmentPlan {
    const Geometry* geometry;
    u64 mines;
    u64 count;               // games at a time
    u64 layout_name;         // the stream of layouts
    u64 episode_name;        // the stream of seeds for the games that follow the first one
    FirstOpen first_open;
    RuleFlags rules;
    int kinds;               // 1: opens; 2: flags too; 3: chords too. An action is kind x cells + cell
    int code_bytes;          // of an observed cell: 1 or 2
    float win, loss;         // rewards: once, at the end
    float move, useless;     // for a move that did something, and one that didn't
    float cells;             // shared by all safe cells
    u64 most_moves;          // a longer game is cut short; 0 for no limit
    bool ends_useless;       // whether a move that does nothing ends the game
    bool deals;              // whether layouts are drawn here; otherwise the caller lays the mines before a first open
    bool punishes;           // guesses that aren't needed: see play/punishment.hpp
    u64 punished_name;       // the stream that it draws from
};

// Rows of `count` games, owned by the caller: only `choose` reads from them, and only masks.
struct EnvironmentRows {
    u8* codes;               // cells codes of `code_bytes` each
    u8* masks;               // kinds x cells bytes: 1 where an action does something
    float* rewards;
    u8* terminations;
    u8* truncations;
    u8* outcomes;            // of the game of the latest step
    i64* moves;              // steps of it so far, useful or not
    i64* opened;             // safe cells open in it
    u64* seeds;              // of the visible game: its layout follows from this seed and the first open
};

// State of one of these games, without its planes.
struct EnvironmentState {
    u64 seed;                // the given seed, and the number of earlier games of it
    u64 episode;
    u64 moves;
    u64 opened;
    i64 flags;               // on covered cells
    u8 outcome;
    u8 dealt;                // the mines are laid
    u8 begun;                // there was an action, or no board could be made for it: another game follows
    u8 over;                 // by its outcome, cut short, or by a move without effect
    u8 truncated;            // cut short
    u8 restarted;            // by the current step
    u8 shown;                // its rows have been filled
};

// Memory of each game: its state, its planes (mines, open cells, flags, zeros) and clues, and its rows.
inline u64 environment_bytes(const Geometry& g, int kinds, int code_bytes) {
    const u64 rows = g.cells * u64(code_bytes + kinds) + 4 + 4 * 1 + 3 * 8;
    return sizeof(EnvironmentState) + 4 * (g.words + 1) * 8 + g.words * 64 * u64(code_bytes) + rows;
}

// How a step treats games that have ended: `stay`, or start a new one instead of the move.
enum class Ended : u8 { stay, begin_anew, begin_at_once };

}  // namespace hypersweep

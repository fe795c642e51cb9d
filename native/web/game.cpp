// Games: moves with undo and redo, the cells they change, and what a player may see.
#include <algorithm>
#include <bit>

#include "web/layout.hpp"

namespace hypersweep::web {
namespace {

struct Move {
    u32 kind;
    u32 index;
};
// Values of Move::kind besides the three kinds of moves.
constexpr u32 move_undone = 3, move_redone = 4;

// The stream from which punishing play draws layouts, indexed by the number of open cells.
constexpr u64 punished_stream = hash_of("punished/1");
// A solver that used more states than this isn't kept for the next move.
constexpr u64 spare_states = u64{1} << 14;

// The layout that a move in punishing play replaced.
struct Laid {
    u64 move;        // the move's index in the history
    Layout* before;
    bool was_decided;
};

struct Game : Thing {
    static constexpr Kind own_kind = Kind::game;
    // Unless `decided`, `layout` has no mines until the first open.
    Game(Layout* layout, bool decided, u32 rules)
        : Thing(own_kind), layout(hold(layout)), geometry(&layout->grid->geometry), is_decided(decided) {
        board.geometry = geometry;
        board.rules = RuleFlags{(rules & 1) != 0, (rules & 2) != 0, (rules & 4) != 0, (rules & 8) != 0, (rules & 16) != 0};
    }
    ~Game() {
        for (u64 i = 0; i < history.size(); ++i) delta_free(history[i]);
        for (u64 i = 0; i < laid.size(); ++i) let_go(laid[i].before);
        delta_free(taken);
        drop_punisher();
        let_go(dealt);
        plane_free(board.open);
        plane_free(board.flags);
        plane_free(board.fresh);
        index_set_free(board.dirty);
        let_go(layout);
    }
    bool make() {
        board.open = plane_make(geometry->words);
        board.flags = plane_make(geometry->words);
        board.fresh = plane_make(geometry->words);
        lay();
        return board.open && board.flags && board.fresh && index_set_make(board.dirty, geometry->chunks);
    }
    void lay() {
        board.mines = layout->plane;
        board.mine_count = layout->mines;
    }
    // Swaps in other mines and returns the old layout; reference counts don't change.
    Layout* lay(Layout* other, bool decides) {
        Layout* const before = layout;
        layout = other;
        is_decided = decides;
        lay();
        return before;
    }
    void drop_punisher() {
        if (has_solver && punisher) kernels().punisher_free(punisher);
        punisher = nullptr;
    }

    Layout* layout;
    const Geometry* geometry;
    bool is_decided;
    Board board{};
    Array<Delta> history;   // moves that changed something and weren't undone
    Array<Move> later;      // undone moves; the last one is redone next
    Delta taken{};          // the move undone most recently
    const Delta* latest = nullptr;
    // Punishing play (punishment.hpp): whether it is on, its seed, the layouts that moves in the history replaced, the
    // layout of the latest first open, and the solver.
    bool is_punished = false;
    u64 seed = 0;
    Array<Laid> laid;
    Layout* dealt = nullptr;
    void* punisher = nullptr;
};

bool has_changed(const Delta& delta) { return delta.single || delta.first; }

template <class Visit>
void for_words(const Delta& delta, Visit&& visit) {
    if (delta.single) visit(u64(delta.index >> 6), u64{1} << (delta.index & 63));
    for (const TouchBlock* block = delta.first; block; block = block->next) {
        for (u64 i = 0; i < block->used; ++i) visit(block->touches[i].word, block->touches[i].opened);
    }
}

u64 changed_cells(const Delta& delta) {
    u64 count = 0;
    for_words(delta, [&](u64, u64 bits) { count += u64(std::popcount(bits)); });
    return count;
}

void tell_change(const Game& game, const Delta& delta, bool is_undone) {
    const double sign = is_undone ? -1 : 1;
    tell(changed_cells(delta), sign * double(delta.opened), sign * double(delta.flag_change), int(game.board.outcome));
}

Status play(Game& game, u32 kind, u64 index) {
    game.latest = nullptr;
    if (!game.history.reserve(game.history.size() + 1)) return out_of_memory;
    Delta delta{};
    bool is_made = true;
    if (kind == u32(MoveKind::open)) {
        is_made = kernels().open(game.board, index, delta);
    } else if (kind == u32(MoveKind::flag)) {
        kernels().flag(game.board, index, delta);
    } else {
        is_made = kernels().chord(game.board, index, delta);
    }
    if (!is_made) {
        delta_free(delta);
        return out_of_memory;
    }
    if (has_changed(delta)) {
        game.history.push(delta);
        game.latest = &game.history.last();
    }
    tell_change(game, delta, false);
    return done;
}

// Whether this move is the first open.
bool must_decide(const Game& game, u32 kind, u64 index) {
    const bool is_flagged = (game.board.flags[index >> 6] >> (index & 63)) & 1;
    return kind == u32(MoveKind::open) && !game.is_decided && !(game.board.rules.flag_protects_click && is_flagged);
}

// Makes a move on the given layout; if that fails, restores the old one.
Status play_on(Game& game, u32 kind, u64 index, Layout* found) {
    if (game.is_punished && !game.laid.reserve(game.laid.size() + 1)) return out_of_memory;
    const bool was_decided = game.is_decided;
    Layout* const before = game.lay(hold(found), true);
    const u64 place = game.history.size();
    const Status status = play(game, kind, index);
    if (status != done) {
        let_go(game.lay(before, was_decided));
    } else if (game.is_punished) {
        game.laid.push(Laid{place, before, was_decided});
    } else {
        // Without punishing play, undoing the first open keeps its layout.
        let_go(before);
    }
    return status;
}

Status open_first(Game& game, u64 index, Layout* layout) {
    const Status status = play_on(game, u32(MoveKind::open), index, layout);
    if (status == done && game.is_punished && game.dealt != layout) {
        let_go(game.dealt);
        game.dealt = hold(layout);
    }
    return status;
}

// Makes an open or a chord in punishing play, after deciding where the mines are.
Status play_punished(Game& game, u32 kind, u64 index) {
    Layout* const found = new (std::nothrow) Layout(game.layout->grid);
    if (!game.punisher) game.punisher = kernels().punisher_make(*game.geometry);
    if (!found || !found->make() || !game.punisher) {
        let_go(found);
        return out_of_memory;
    }
    found->mines = game.board.mine_count;
    // Limit only states, not time or memory, because the outcome is part of the rules.
    Limits limits;
    limits.states = punished_states;
    limits.bytes = ~u64{0} >> 1;
    const u64 key = kernels().stream_key(game.seed, punished_stream, game.board.opened);
    bool is_laid = false;
    u64 states = 0;
    const Solved solved = kernels().punisher_decide(game.punisher, game.board, MoveKind(kind), index, key, limits, found->plane,
                                                    is_laid, states);
    if (solved != Solved::done || states > spare_states) game.drop_punisher();
    const Status status = solved != Solved::done ? Status(solved)
                          : is_laid              ? play_on(game, kind, index, found)
                                                 : play(game, kind, index);
    let_go(found);
    return status;
}

// Makes a move by the rules. Callers handle a first open that must decide the layout.
Status play_ruled(Game& game, u32 kind, u64 index) {
    game.latest = nullptr;
    const bool is_punished = has_solver && game.is_punished && game.is_decided && kind != u32(MoveKind::flag);
    return is_punished ? play_punished(game, kind, index) : play(game, kind, index);
}

Status undo(Game& game) {
    if (!game.history.size()) {
        game.latest = nullptr;
        tell(0, 0, 0, int(game.board.outcome));
        return done;
    }
    if (!game.later.reserve(game.later.size() + 1)) return out_of_memory;
    const Delta delta = game.history.last();
    kernels().undo(game.board, delta);
    game.history.resize(game.history.size() - 1);
    game.later.push(Move{u32(delta.kind), u32(delta.index)});
    if (game.laid.size() && game.laid.last().move == game.history.size()) {
        const Laid own = game.laid.last();
        let_go(game.lay(own.before, own.was_decided));
        game.laid.resize(game.laid.size() - 1);
    }
    delta_free(game.taken);
    game.taken = delta;
    game.latest = &game.taken;
    tell_change(game, delta, true);
    return done;
}

Status redo(Game& game) {
    if (!game.later.size()) {
        game.latest = nullptr;
        tell(0, 0, 0, int(game.board.outcome));
        return done;
    }
    const Move move = game.later.last();
    // A redone first open gets its old layout: a different first open would have cleared the redo list.
    const bool is_first = must_decide(game, move.kind, move.index);
    const Status status = is_first ? open_first(game, move.index, game.dealt) : play_ruled(game, move.kind, move.index);
    if (status == done) game.later.resize(game.later.size() - 1);
    return status;
}

// Clears the redo list if a new move changed something.
Status end_fresh(Game& game, Status status) {
    if (status == done && game.latest) game.later.clear();
    return status;
}

Status play_fresh(Game& game, u32 kind, u64 index) {
    return must_decide(game, kind, index) ? undecided : end_fresh(game, play_ruled(game, kind, index));
}

// Writes the codes of cells [begin, end); the caller provides the memory.
void write_codes(const Game& game, u64 begin, u64 end, bool reveal, std::int32_t* out) {
    kernels().codes32(game.board, begin, end, reveal, out);
}

}  // namespace

void destroy_game(Thing* game) { delete static_cast<Game*>(game); }

// Creates a game. `rules` are bits: 1 for flags that protect from clicks, 2 for flags that protect from cascades, 4 for
// flags on open cells, 8 for chords, 16 for flags that toggle.
HS_EXPORT(game_make) int game_make(int grid, u32 rules) {
    Grid* const own = find_own<Grid>(grid);
    if (!own) return -bad_handle;
    if (rules > 31) return -bad_argument;
    Layout* const none = new (std::nothrow) Layout(own);
    if (!none || !none->make()) {
        let_go(none);
        return -out_of_memory;
    }
    const int game = make_and_keep<Game>(none, false, rules);
    let_go(none);
    return game;
}

// Creates a game on a given layout, with rules as in `game_make`.
HS_EXPORT(game_of_layout) int game_of_layout(int layout, u32 rules) {
    Layout* const own = find_own<Layout>(layout);
    if (!own) return -bad_handle;
    return rules > 31 ? -bad_argument : make_and_keep<Game>(own, true, rules);
}

// Turns punishing play on: opens and chords may replace the layout with one drawn from this seed. Fails after the first
// move, for a game on a given layout, and in a module without the solver.
HS_EXPORT(game_punish) int game_punish(int game, u64 seed) {
    Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    if (!has_solver || own->is_decided || own->history.size() || own->later.size()) return bad_argument;
    own->is_punished = true;
    own->seed = seed;
    return done;
}

// Makes a move of a kind: 0 open, 1 flag, 2 chord. Results: cells changed, safe cells opened, change in the number of
// flags on covered cells, and outcome (0 ongoing, 1 won, 2 lost). Returns `undecided`, without effect, for the first
// open.
HS_EXPORT(game_play) int game_play(int game, u32 kind, u32 cell) {
    Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    if (kind > u32(MoveKind::chord) || cell >= own->geometry->cells) return bad_argument;
    return play_fresh(*own, kind, cell);
}

// Makes the first open with the given layout; later calls are ordinary opens.
HS_EXPORT(game_open_first) int game_open_first(int game, u32 cell, int layout) {
    Game* const own = find_own<Game>(game);
    Layout* const given_layout = find_own<Layout>(layout);
    if (!own || !given_layout) return bad_handle;
    if (given_layout->grid != own->layout->grid || cell >= own->geometry->cells) return bad_argument;
    if (!must_decide(*own, u32(MoveKind::open), cell)) return play_fresh(*own, u32(MoveKind::open), cell);
    return end_fresh(*own, open_first(*own, cell, given_layout));
}

// Undoes the latest move that changed something. Results as for game_play, with the changes in opened cells and flags
// negated.
HS_EXPORT(game_undo) int game_undo(int game) {
    Game* const own = find_own<Game>(game);
    return own ? undo(*own) : bad_handle;
}

// Redoes the move that was undone most recently.
HS_EXPORT(game_redo) int game_redo(int game) {
    Game* const own = find_own<Game>(game);
    return own ? redo(*own) : bad_handle;
}

// Out: the cells that the latest call changed, ascending, as 32-bit numbers. Result: their number.
HS_EXPORT(game_changes) int game_changes(int game) {
    const Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    if (!own->latest) {
        tell(0);
        return done;
    }
    Array<Touch> words;
    for_words(*own->latest, [&](u64 word, u64 bits) { words.push(Touch{word, bits, 0}); });
    const u64 count = changed_cells(*own->latest);
    u32* out = space_for<u32>(count);
    if (words.failed() || !out) return out_of_memory;
    std::sort(words.data(), words.data() + words.size(), [](const Touch& a, const Touch& b) { return a.word < b.word; });
    for (u64 i = 0; i < words.size(); ++i) {
        for (u64 bits = words[i].opened; bits; bits &= bits - 1) *out++ = u32(words[i].word * 64 + u64(std::countr_zero(bits)));
    }
    tell(count);
    return done;
}

// Out: the codes of cells [begin, end) as 32-bit numbers, with the values of hypersweep.codes.
HS_EXPORT(game_codes) int game_codes(int game, u32 begin, u32 end, int reveal) {
    const Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    if (begin > end || end > own->geometry->cells) return bad_argument;
    std::int32_t* const out = space_for<std::int32_t>(end - begin);
    if (!out) return out_of_memory;
    write_codes(*own, begin, end, reveal != 0, out);
    return done;
}

// In: cells as 32-bit numbers. Out: their codes in the same order. Runs of consecutive cells are faster.
HS_EXPORT(game_codes_at) int game_codes_at(int game, u32 count, int reveal) {
    const Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    u32* const cells = given<u32>(count);
    if (!cells) return bad_argument;
    for (u32 i = 0; i < count; ++i) {
        if (cells[i] >= own->geometry->cells) return bad_argument;
    }
    for (u32 i = 0; i < count;) {
        const u32 begin = cells[i];
        std::int32_t codes[64];
        u32 length = 1;
        while (length < 64 && i + length < count && cells[i + length] == begin + length) ++length;
        write_codes(*own, begin, begin + length, reveal != 0, codes);
        std::memcpy(cells + i, codes, length * sizeof codes[0]);
        i += length;
    }
    return done;
}

// Results: outcome, open safe cells, flags on covered cells, whether the layout is decided, and the numbers of moves
// that can be undone and redone.
HS_EXPORT(game_standing) int game_standing(int game) {
    const Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    const Board& board = own->board;
    tell(int(board.outcome), board.opened, board.covered_flags, own->is_decided, own->history.size(), own->later.size());
    return done;
}

// Returns a new handle for the layout, or `undecided` before the first open.
HS_EXPORT(game_layout) int game_layout(int game) {
    Game* const own = find_own<Game>(game);
    if (!own) return -bad_handle;
    return own->is_decided ? keep(hold(own->layout)) : -undecided;
}

// Results: openings, single cells and islands, then openings with an open zero, and open single cells.
HS_EXPORT(game_value) int game_value(int game) {
    const Game* const own = find_own<Game>(game);
    if (!own) return bad_handle;
    if (!own->is_decided) return undecided;
    BoardValue value{};
    const Board& board = own->board;
    if (!kernels().board_value(*own->geometry, board.mines, board.open, value, Stop{})) return out_of_memory;
    tell(value.openings, value.single, value.islands, value.openings_open, value.single_open);
    return done;
}

}  // namespace hypersweep::web

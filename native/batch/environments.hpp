// Thousands of games in lockstep, one move in each game per call: environments for reinforcement learning.
//
// The caller owns the observation rows, and only changes are written to them. A layout is drawn when a game's first
// cell is opened, eight games at a time.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "array.hpp"
#include "batch/jobs.hpp"
#include "batch/layouts.hpp"
#include "batch/workspace.hpp"
#include "board/codes.hpp"
#include "board/moves.hpp"
#include "board/plane_fill.hpp"
#include "board/shown.hpp"
#include "play/punishment.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Environments {
  public:
    explicit Environments(const EnvironmentPlan& plan) : plan_(plan), g_(*plan.geometry) {}
    ~Environments() {
        std::free(games_);
        std::free(planes_);
        std::free(clues_);
        delete[] desks_;
    }
    Environments(const Environments&) = delete;
    Environments& operator=(const Environments&) = delete;

    // Allocates memory for `threads` threads. Returns false if memory ran out.
    bool make(u64 threads) {
        plane_words_ = g_.words + 1;
        clue_bytes_ = g_.words * 64 * u64(plan_.code_bytes);
        games_ = static_cast<State*>(std::calloc(std::size_t(plan_.count + 1), sizeof(State)));
        planes_ = static_cast<u64*>(std::calloc(std::size_t(plan_.count * 4 * plane_words_ + 1), sizeof(u64)));
        clues_ = static_cast<u8*>(std::calloc(std::size_t(plan_.count * clue_bytes_ + 64), 1));
        desks_ = new (std::nothrow) Desk[threads];
        if (!games_ || !planes_ || !clues_ || !desks_) return false;
        for (u64 i = 0; i < threads; ++i) {
            if (!desks_[i].make(plan_)) return false;
        }
        return true;
    }

    // Restarts the games that `which` selects (null: all), from `seeds` or, if null, from each game's next seed. A game
    // without actions so far keeps its seed. `quietly` preserves the latest step's results.
    void reset(const EnvironmentRows& rows, u64 begin, u64 end, const u8* which, const u64* seeds, bool quietly) {
        for (u64 i = begin; i < end; ++i) {
            if (which && !which[i]) continue;
            State& game = games_[i];
            if (seeds) {
                game.seed = seeds[i];
                game.episode = 0;
            } else if (game.begun) {
                ++game.episode;
            }
            start(rows, i);
            if (!quietly) tell(rows, i, 0, false, false);
        }
    }

    // Writes, for each game, whether its action opens the first cell. If so, its mines must be laid before the step.
    void waiting(const i64* actions, u8* out) const {
        for (u64 i = 0; i < plan_.count; ++i) out[i] = is_first_open(games_[i], i, actions[i]);
    }

    // Lays the mines of a game before its first open. Returns false if they are laid already.
    bool lay(u64 i, const u64* mines) {
        State& game = games_[i];
        if (game.dealt) return false;
        std::memcpy(plane(i, 0), mines, std::size_t(g_.words * sizeof(u64)));
        show_clues(i);
        game.dealt = true;
        return true;
    }

    // Marks a game as begun after no board could be generated for it, so that the next reset moves on to its next seed.
    void pass_over(u64 i) { games_[i].begun = true; }

    // Makes one move in each game. Returns false if memory ran out; the remaining moves are then skipped.
    bool step(const EnvironmentRows& rows, const i64* actions, u64 begin, u64 end, Ended ended, u64 thread) {
        Desk& desk = desks_[thread];
        u64 waiting[8];
        u64 many = 0;
        for (u64 i = begin; i < end; ++i) {
            State& game = games_[i];
            game.restarted = game.over && ended == Ended::begin_anew;
            if (game.restarted) {
                ++game.episode;
                start(rows, i);
                game.restarted = true;
            } else if (plan_.deals && is_first_open(game, i, actions[i])) {
                waiting[many++] = i;
                if (many == 8) {
                    deal(desk, waiting, many, actions);
                    many = 0;
                }
            }
        }
        if (many) deal(desk, waiting, many, actions);
        const bool at_once = ended == Ended::begin_at_once;
        if (plan_.code_bytes == 1) return play<std::int8_t>(rows, actions, begin, end, at_once, desk);
        return play<std::int16_t>(rows, actions, begin, end, at_once, desk);
    }

    // Terminates the ongoing games that `which` selects.
    void end(const EnvironmentRows& rows, u64 begin, u64 end, const u8* which) {
        for (u64 i = begin; i < end; ++i) {
            State& game = games_[i];
            if (!which[i] || game.over) continue;
            game.over = game.begun = true;
            rows.terminations[i] = true;
        }
    }

    // Draws an action for each game from the stream of `key`, uniformly among those that have an effect.
    void choose(const EnvironmentRows& rows, u64 begin, u64 end, u64 key, i64* actions) const {
        const u64 all = u64(plan_.kinds) * g_.cells;
        for (u64 i = begin; i < end; ++i) {
            const State& game = games_[i];
            u64 counter = i << 20;
            if (game.over) {
                actions[i] = i64(stream_below(key, counter, all));
            } else if (plan_.kinds == 1) {
                actions[i] = i64(nth_covered(i, stream_below(key, counter, g_.cells - u64(game.opened))));
            } else {
                const u8* const mask = rows.masks + i * all;
                u64 legal = 0;
                for (u64 w = 0; w < all; w += 64) legal += population(marked(mask + w, all - w));
                actions[i] = legal ? i64(nth_marked(mask, all, stream_below(key, counter, legal))) : 0;
            }
        }
    }

    // The state of a game, and its bit planes: 0 mines, 1 open cells, 2 flags.
    const EnvironmentState& state(u64 i) const { return games_[i]; }
    const u64* plane(u64 i, int which) const { return planes_ + (i * 4 + u64(which)) * plane_words_; }

    // Restores a saved state and its planes into a restarted game; the caller has validated them.
    void restore(const EnvironmentRows& rows, u64 i, const EnvironmentState& given, const u64* mines, const u64* open,
                 const u64* flags) {
        start(rows, i);
        State& game = games_[i];
        game = given;
        rows.seeds[i] = seed_of(game);
        if (game.dealt) {
            std::memcpy(plane(i, 0), mines, std::size_t(g_.words * sizeof(u64)));
            show_clues(i);
        }
        std::memcpy(plane(i, 1), open, std::size_t(g_.words * sizeof(u64)));
        std::memcpy(plane(i, 2), flags, std::size_t(g_.words * sizeof(u64)));
        if (plan_.code_bytes == 1) {
            show_all<std::int8_t>(rows, i);
        } else {
            show_all<std::int16_t>(rows, i);
        }
    }

  private:
    using State = EnvironmentState;

    // Working memory of one thread.
    struct Desk {
        Workspace space;
        PlaneFill fill;
        IndexSet dirty{};
        Array<u64> fresh, near, around, plane;
        Punisher* punisher = nullptr;

        bool make(const EnvironmentPlan& plan) {
            const Geometry& g = *plan.geometry;
            NoPace pace;
            int planes = planes_for(g) + 1;
            if (planes > bit_width(plan.mines)) planes = bit_width(plan.mines);
            if (planes < 1) planes = 1;
            const u64 most = plan.first_open == FirstOpen::opening ? g.most_neighbours + 1 : 1;
            return space.make(g, planes, pace) && fill.make(space.boards) && index_set_make(dirty, g.chunks) &&
                   fresh.fill(g.words + 1, 0) && near.fill(g.words + 1, 0) && around.fill(8 * most, 0) &&
                   plane.fill(g.words + 1, 0) &&
                   (!plan.punishes || (punisher = new (std::nothrow) Punisher(g)) != nullptr);
        }
        ~Desk() {
            index_set_free(dirty);
            delete punisher;
        }
    };

    u64* plane(u64 i, int which) { return planes_ + (i * 4 + u64(which)) * plane_words_; }
    u64* zeros(u64 i) { return planes_ + (i * 4 + 3) * plane_words_; }

    bool is_first_open(const State& game, u64 i, i64 action) const {
        const u64 index = u64(action);
        return !game.over && !game.dealt && index < g_.cells &&
               !(plan_.rules.flag_protects_click && test_bit(plane(i, 2), index));
    }

    // The first game has the given seed; later ones draw theirs from a stream.
    u64 seed_of(const State& game) const {
        return game.episode ? stream_value(stream_key(game.seed, plan_.episode_name, 0), game.episode - 1) : game.seed;
    }

    // Starts a new game without any action, and fills its rows.
    void start(const EnvironmentRows& rows, u64 i) {
        State& game = games_[i];
        if (game.begun || game.over || !game.shown) {
            std::memset(plane(i, 0), 0, std::size_t(4 * plane_words_ * sizeof(u64)));
            const u64 bytes = g_.cells * u64(plan_.code_bytes);
            std::memset(rows.codes + i * bytes, 0xff, std::size_t(bytes));
            static_assert(code_covered == -1);
            u8* const mask = rows.masks + i * u64(plan_.kinds) * g_.cells;
            const u64 legal = g_.cells * (plan_.kinds > 1 ? 2 : 1);
            std::memset(mask, 1, std::size_t(legal));
            std::memset(mask + legal, 0, std::size_t(u64(plan_.kinds) * g_.cells - legal));
        }
        game = State{game.seed, game.episode, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        rows.seeds[i] = seed_of(game);
    }

    void tell(const EnvironmentRows& rows, u64 i, float reward, bool terminated, bool truncated) const {
        const State& game = games_[i];
        rows.rewards[i] = reward;
        rows.terminations[i] = terminated;
        rows.truncations[i] = truncated;
        rows.outcomes[i] = game.outcome;
        rows.moves[i] = i64(game.moves);
        rows.opened[i] = i64(game.opened);
    }

    // Lays the mines of up to eight games that are about to open their first cell.
    void deal(Desk& desk, const u64* which, u64 many, const i64* actions) {
        NoPace pace;
        u64 keys[8], counts[8];
        const u64* excluded[8];
        const u64 most = plan_.first_open == FirstOpen::opening ? g_.most_neighbours + 1 : 1;
        for (u64 lane = 0; lane < 8; ++lane) {
            // Unused lanes repeat the first one.
            const u64 i = which[lane < many ? lane : 0];
            const u64 first = u64(actions[i]);
            keys[lane] = stream_key(seed_of(games_[i]), plan_.layout_name, 0);
            u64* const own = desk.around.data() + lane * most;
            own[0] = first;
            counts[lane] = plan_.first_open == FirstOpen::any ? 0 : 1;
            if (plan_.first_open == FirstOpen::opening) {
                for_neighbours(g_, first, [&](u64 other) { own[counts[lane]++] = other; });
            }
            excluded[lane] = own;
        }
        Workspace& space = desk.space;
        deal_lanes(g_, plan_.mines, keys, excluded, counts, space.mines, desk.plane.data(), pace);
        Lanes* const* sums = nullptr;
        count_lanes(space.boards, space.mines, space.left, space.right, space.planes, sums, pace);
        const int shown = space.planes < planes_for(g_) ? space.planes : planes_for(g_);
        u8* out[8];
        for (u64 lane = 0; lane < many; ++lane) {
            out[lane] = clues_ + which[lane] * clue_bytes_;
            games_[which[lane]].dealt = true;
        }
        write_clues(g_, sums, shown, many, plan_.code_bytes, out, pace);
        const u64 tail = low_mask(unsigned((g_.cells - 1) % 64) + 1);
        for (u64 w = 0; w < g_.words; ++w) {
            Lanes some = space.mines[w];
            for (int j = 0; j < shown; ++j) some = some | sums[j][w];
            const Lanes none_near = ~some & (w + 1 < g_.words ? ~u64{0} : tail);
            for (u64 lane_ = 0; lane_ < many; ++lane_) {
                plane(which[lane_], 0)[w] = lane(space.mines[w], int(lane_));
                zeros(which[lane_])[w] = lane(none_near, int(lane_));
            }
        }
    }

    // Computes the clues and zeros for mines that the caller laid.
    void show_clues(u64 i) {
        const u64* const mines = plane(i, 0);
        u8* const clues = clues_ + i * clue_bytes_;
        if (plan_.code_bytes == 1) {
            board_clues(g_, mines, 0, g_.cells, clues);
        } else {
            board_clues(g_, mines, 0, g_.cells, reinterpret_cast<std::uint16_t*>(clues));
        }
        u64* const none_near = zeros(i);
        for (u64 w = 0; w < g_.words; ++w) none_near[w] = 0;
        for (u64 cell = 0; cell < g_.cells; ++cell) {
            const int clue = plan_.code_bytes == 1 ? int(clues[cell]) : int(reinterpret_cast<std::uint16_t*>(clues)[cell]);
            if (clue == 0 && !test_bit(mines, cell)) set_bit(none_near, cell);
        }
    }

    template <class Code>
    Shown<Code> shown(const EnvironmentRows& rows, u64 i, Desk& desk) {
        const Code* const clues = reinterpret_cast<const Code*>(clues_ + i * clue_bytes_);
        Code* const codes = reinterpret_cast<Code*>(rows.codes) + i * g_.cells;
        return Shown<Code>{{zeros(i), plane(i, 1), games_[i].opened, &desk.dirty},
                           clues,
                           codes,
                           rows.masks + i * u64(plan_.kinds) * g_.cells,
                           g_.cells / 64};
    }

    template <class Code>
    bool play(const EnvironmentRows& rows, const i64* actions, u64 begin, u64 end, bool at_once, Desk& desk) {
        const float share = g_.cells > plan_.mines ? plan_.cells / float(g_.cells - plan_.mines) : 0;
        for (u64 i = begin; i < end; ++i) {
            State& game = games_[i];
            if (game.restarted || game.over) {
                const bool stays = game.over;
                game.restarted = false;
                tell(rows, i, 0, stays && !game.truncated, stays && game.truncated);
                continue;
            }
            const u64 opened = game.opened;
            // Never punish the first open: the mines were laid so that its promise is kept.
            if (plan_.punishes && opened && !punish(i, u64(actions[i]), desk)) return false;
            bool changed;
            if (plan_.kinds == 1) {
                changed = open_plain<Code>(rows, i, u64(actions[i]), desk);
            } else if (!move<Code>(rows, i, u64(actions[i]), desk, changed)) {
                return false;
            }
            ++game.moves;
            game.begun = true;
            float reward = changed ? plan_.move + share * float(game.opened - opened) : plan_.useless;
            bool terminated = game.outcome != u8(Outcome::ongoing);
            if (terminated) reward += game.outcome == u8(Outcome::won) ? plan_.win : plan_.loss;
            terminated = terminated || (!changed && plan_.ends_useless);
            game.truncated = !terminated && plan_.most_moves && game.moves >= plan_.most_moves;
            game.over = terminated || game.truncated;
            tell(rows, i, reward, terminated, game.truncated);
            if (!game.over) continue;
            if (at_once) {
                ++game.episode;
                start(rows, i);
            } else {
                show_end<Code>(rows, i);
            }
        }
        return true;
    }

    // Opens a cell in a game without flags. Returns whether it changed anything.
    template <class Code>
    HS_INLINE_MEMBER bool open_plain(const EnvironmentRows& rows, u64 i, u64 cell, Desk& desk) {
        State& game = games_[i];
        if (test_bit(plane(i, 1), cell)) return false;
        if (test_bit(plane(i, 0), cell)) {
            set_bit(plane(i, 1), cell);
            game.outcome = u8(Outcome::lost);
            return true;
        }
        Shown<Code> access = shown<Code>(rows, i, desk);
        if (!test_bit(access.zero_plane, cell)) {
            access.add_cell(cell);
        } else if (desk.fill.suits()) {
            desk.fill.open_from(access, cell);
        } else {
            NoPace pace;
            access.add(cell, 1);
            cascade(g_, access, chunk_of(g_, cell), pace);
        }
        game.opened = access.count_opened;
        if (game.opened == g_.cells - plan_.mines) game.outcome = u8(Outcome::won);
        return true;
    }

    // In punishing play, moves the mines if the guess has to fail. Returns false if memory ran out.
    bool punish(u64 i, u64 action, Desk& desk) {
        const State& game = games_[i];
        const u64 kind = action / g_.cells;
        if (kind == 1) return true;
        Limits limits;
        limits.states = punished_states;
        limits.bytes = ~u64{0} >> 1;
        for (u64 w = 0; w < g_.words; ++w) desk.plane[w] = 0;
        const u64 key = stream_key(seed_of(game), plan_.punished_name, game.opened);
        bool is_laid = false;
        const Solved found = desk.punisher->decide(board_of(i, desk), kind ? MoveKind::chord : MoveKind::open,
                                                   action % g_.cells, key, limits, desk.plane.data(), is_laid);
        if (found != Solved::done) return false;
        if (is_laid) {
            std::memcpy(plane(i, 0), desk.plane.data(), std::size_t(g_.words * sizeof(u64)));
            show_clues(i);
        }
        return true;
    }

    // Wraps a game as a `Board`, for the single-game rules.
    Board board_of(u64 i, Desk& desk) {
        const State& game = games_[i];
        return Board{&g_,         plane(i, 0), plane(i, 1), plane(i, 2),           plan_.rules, plan_.mines,
                     game.opened, game.flags,  Outcome(game.outcome), desk.dirty, desk.fresh.data()};
    }

    // Makes a move using the single-game rules. Returns false if memory ran out.
    template <class Code>
    bool move(const EnvironmentRows& rows, u64 i, u64 action, Desk& desk, bool& changed) {
        State& game = games_[i];
        const int kind = action < g_.cells ? 0 : action < 2 * g_.cells ? 1 : 2;
        const u64 index = action - u64(kind) * g_.cells;
        Board board = board_of(i, desk);
        Delta delta{};
        bool done = true;
        if (kind == 0) {
            done = move_open(board, index, delta);
        } else if (kind == 1) {
            move_flag(board, index, delta);
        } else if (game.dealt) {
            done = move_chord(board, index, delta);
        }
        changed = done && (delta.single || delta.first);
        if (changed) {
            const bool had_flags = game.flags != 0;
            game.opened = board.opened;
            game.flags = board.covered_flags;
            game.outcome = u8(board.outcome);
            if (delta.single) {
                show<Code>(rows, i, index >> 6, u64{1} << (index & 63));
                note_around(desk, index);
            }
            for (const TouchBlock* block = delta.first; block; block = block->next) {
                for (u64 t = 0; t < block->used; ++t) {
                    const Touch& touch = block->touches[t];
                    show<Code>(rows, i, touch.word, touch.opened | touch.unflagged);
                    for (u64 bits = touch.opened; bits; bits &= bits - 1) note_around(desk, touch.word * 64 + lowest(bits));
                }
            }
            if (plan_.kinds > 2) mask_chords(rows, i, board, desk, had_flags || game.flags != 0);
        }
        delta_free(delta);
        return done;
    }

    // Records the cells whose chord mask may have changed: a cell and its neighbours.
    void note_around(Desk& desk, u64 index) {
        if (plan_.kinds < 3) return;
        set_bit(desk.near.data(), index);
        for_neighbours(g_, index, [&](u64 other) { set_bit(desk.near.data(), other); });
    }

    void mask_chords(const EnvironmentRows& rows, u64 i, const Board& board, Desk& desk, bool any) {
        u8* const mask = rows.masks + (i * u64(plan_.kinds) + 2) * g_.cells;
        for (u64 w = 0; w < g_.words; ++w) {
            for (u64 bits = any ? desk.near[w] : 0; bits; bits &= bits - 1) {
                const u64 index = w * 64 + lowest(bits);
                bool opens = false;
                for_chorded(board, index, [&](u64) { opens = true; });
                mask[index] = opens;
            }
            desk.near[w] = 0;
        }
    }

    // Updates the codes of the given cells of one word, and their masks for opening and flagging.
    template <class Code>
    void show(const EnvironmentRows& rows, u64 i, u64 word, u64 bits) {
        const Code* const clues = reinterpret_cast<const Code*>(clues_ + i * clue_bytes_);
        Code* const codes = reinterpret_cast<Code*>(rows.codes) + i * g_.cells;
        u8* const opens = rows.masks + i * u64(plan_.kinds) * g_.cells;
        for (; bits; bits &= bits - 1) {
            const u64 bit = bits & (0 - bits), cell = word * 64 + lowest(bits);
            const bool open = plane(i, 1)[word] & bit, flag = plane(i, 2)[word] & bit, mine = plane(i, 0)[word] & bit;
            if (open) {
                codes[cell] = mine ? Code(code_exploded) : clues[cell];
            } else {
                codes[cell] = Code(flag ? code_flagged : code_covered);
            }
            opens[cell] = !open && !(flag && plan_.rules.flag_protects_click);
            if (plan_.kinds > 1) opens[g_.cells + cell] = !open && !(flag && !plan_.rules.flag_toggles);
        }
    }

    // Reveals the board once a game is won or lost, and sets the whole mask, because its actions are no longer read. A
    // game that was cut short keeps its mask, because learners still estimate the value of its actions.
    template <class Code>
    void show_end(const EnvironmentRows& rows, u64 i) {
        if (games_[i].outcome == u8(Outcome::ongoing)) return;
        Code* const codes = reinterpret_cast<Code*>(rows.codes) + i * g_.cells;
        const u64 *const mines = plane(i, 0), *const open = plane(i, 1), *const flags = plane(i, 2);
        const u64 whole = g_.cells / 64;
        for (u64 w = 0; w < g_.words; ++w) {
            set_codes(codes + w * 64, mines[w] & open[w], Code(code_exploded), w < whole);
            set_codes(codes + w * 64, mines[w] & ~open[w] & ~flags[w], Code(code_mine), w < whole);
            set_codes(codes + w * 64, flags[w] & ~open[w] & ~mines[w], Code(code_wrong_flag), w < whole);
        }
        const u64 all = u64(plan_.kinds) * g_.cells;
        std::memset(rows.masks + i * all, 1, std::size_t(all));
    }

    // Fills all rows of a restored game.
    template <class Code>
    void show_all(const EnvironmentRows& rows, u64 i) {
        const State& game = games_[i];
        const u64 tail = low_mask(unsigned((g_.cells - 1) % 64) + 1);
        for (u64 w = 0; w < g_.words; ++w) show<Code>(rows, i, w, w + 1 < g_.words ? ~u64{0} : tail);
        if (plan_.kinds > 2) {
            Desk& desk = desks_[0];
            const Board board = board_of(i, desk);
            for (u64 w = 0; w < g_.words; ++w) desk.near[w] = w + 1 < g_.words ? ~u64{0} : tail;
            mask_chords(rows, i, board, desk, game.dealt);
        }
        if (game.over) show_end<Code>(rows, i);
        tell(rows, i, 0, game.over && !game.truncated, game.truncated);
    }

    // The allowed action with `number` allowed ones before it. Returns 0 if there are too few: the caller owns the
    // masks and may have changed them since they were counted.
    static u64 nth_marked(const u8* mask, u64 all, u64 number) {
        for (u64 w = 0; w < all; w += 64) {
            const u64 bits = marked(mask + w, all - w), here = population(bits);
            if (number < here) return w + nth_bit(bits, unsigned(number));
            number -= here;
        }
        return 0;
    }

    // The covered cell with `number` covered cells before it.
    u64 nth_covered(u64 i, u64 number) const {
        const u64* const open = plane(i, 1);
        for (u64 w = 0;; ++w) {
            const u64 covered = ~open[w];
            const u64 here = population(covered);
            if (number < here) return w * 64 + nth_bit(covered, unsigned(number));
            number -= here;
        }
    }

    const EnvironmentPlan plan_;
    const Geometry& g_;
    u64 plane_words_ = 0, clue_bytes_ = 0;
    State* games_ = nullptr;
    u64* planes_ = nullptr;   // per game: mines, open cells, flags, zeros
    u8* clues_ = nullptr;     // per game: the code of each cell once opened
    Desk* desks_ = nullptr;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

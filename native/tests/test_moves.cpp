// Whole games with undo, played on every variant at once and on the naive implementation.
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

// Chooses useful moves: purely random ones would rarely find a chord with matching flags.
class Player {
  public:
    Player(Dice& dice, const naive::Game& game) : dice_(dice), game_(game), cells_(game.table.cells) {}

    std::pair<MoveKind, u64> next() {
        if (!planned_.empty()) {
            const auto move = planned_.back();
            planned_.pop_back();
            return move;
        }
        const u64 choice = dice_.below(100);
        if (choice < 30) plan_chord();
        if (choice < 30 && !planned_.empty()) return next();
        if (choice < 55) return {MoveKind::flag, dice_.below(cells_)};
        if (choice < 65) return {MoveKind::chord, dice_.below(cells_)};
        if (choice < 70) return {MoveKind::open, dice_.below(cells_)};
        // Prefers a covered safe cell, if one is found soon, so that games last.
        u64 index = dice_.below(cells_);
        for (int tries = 0; tries < 20 && (game_.now.open[index] || game_.mines[index]); ++tries) {
            index = dice_.below(cells_);
        }
        return {MoveKind::open, index};
    }

  private:
    void plan_chord() {
        u64 index = dice_.below(cells_);
        for (int tries = 0; tries < 50 && (!game_.now.open[index] || game_.mines[index]); ++tries) {
            index = dice_.below(cells_);
        }
        planned_.push_back({MoveKind::chord, index});
        if (game_.table.neighbours[index].size() > 80) return;
        // Sometimes one flag is placed next to its mine, so that the chord explodes.
        const bool wrong = dice_.chance(20);
        bool spoilt = false;
        for (u64 other : game_.table.neighbours[index]) {
            bool wanted = game_.mines[other];
            if (game_.now.open[other]) continue;
            if (wrong && !spoilt && !wanted) wanted = spoilt = true;
            if (game_.now.flags[other] != wanted) planned_.push_back({MoveKind::flag, other});
        }
        if (!spoilt) return;
        for (u64 other : game_.table.neighbours[index]) {
            if (game_.now.open[other] || !game_.mines[other]) continue;
            for (std::size_t i = 1; i < planned_.size(); ++i) {
                if (planned_[i].second != other) continue;
                planned_.erase(planned_.begin() + std::ptrdiff_t(i));
                return;
            }
        }
    }

    Dice& dice_;
    const naive::Game& game_;
    u64 cells_;
    std::vector<std::pair<MoveKind, u64>> planned_;
};

// Number of times that each interesting event occurred.
struct Tally {
    u64 opens = 0, cascades = 0, flags = 0, chords = 0, chord_cascades = 0, chord_losses = 0, losses = 0, wins = 0,
        undone = 0;
};

// The state of a game, packed once for all variants.
struct Standing {
    explicit Standing(const naive::Game& game)
        : open(pack(game.now.open)),
          flags(pack(game.now.flags)),
          outcome(game.now.outcome),
          opened(game.opened()),
          covered_flags(game.covered_flags()) {}
    Words open, flags;
    Outcome outcome;
    u64 opened;
    i64 covered_flags;
};

static void check_position(const Standing& standing, const Position& position) {
    const Board& board = position.board;
    CHECK(position.open == standing.open);
    CHECK(position.flags == standing.flags);
    CHECK(position.is_clean());
    CHECK_EQUAL(board.outcome, standing.outcome);
    CHECK_EQUAL(board.opened, standing.opened);
    CHECK_EQUAL(board.covered_flags, standing.covered_flags);
}

static void check_record(const naive::Change& change, const Record& record, MoveKind kind, u64 index) {
    const Delta& delta = record.delta;
    CHECK_EQUAL(delta.kind, kind);
    CHECK_EQUAL(delta.index, index);
    CHECK_EQUAL(record.is_empty(), change.cells.empty());
    CHECK(record.cells() == change.cells);
    CHECK_EQUAL(delta.opened, change.opened);
    CHECK_EQUAL(delta.flag_change, change.flag_change);
    CHECK_EQUAL(delta.mine, change.mine);
}

static void tally_move(Tally& tally, const naive::Change& change, MoveKind kind, Outcome outcome) {
    if (change.cells.empty()) return;
    tally.opens += kind == MoveKind::open;
    tally.cascades += kind == MoveKind::open && change.opened > 1;
    tally.flags += kind == MoveKind::flag;
    tally.chords += kind == MoveKind::chord;
    tally.chord_cascades += kind == MoveKind::chord && change.opened > 26;
    tally.chord_losses += kind == MoveKind::chord && change.mine;
    tally.losses += outcome == Outcome::lost;
    tally.wins += outcome == Outcome::won;
}

// Plays one game from a given state; at the end everything is undone.
static void play(Dice& dice, const Scene& scene, const naive::Bits& mines, const naive::State& start,
                 const RuleFlags& rules, int moves, Tally& tally) {
    naive::Game game(scene.table, mines, rules);
    game.now = start;
    const auto& tables = variants();
    std::vector<std::unique_ptr<Position>> positions;
    std::vector<std::vector<std::unique_ptr<Record>>> history(tables.size());
    for (std::size_t v = 0; v < tables.size(); ++v) {
        positions.push_back(std::make_unique<Position>(scene.geometry, mines, start.open, start.flags, rules));
    }
    auto undo = [&] {
        game.undo();
        const Standing standing(game);
        for (std::size_t v = 0; v < tables.size(); ++v) {
            tables[v]->undo(positions[v]->board, history[v].back()->delta);
            history[v].pop_back();
            check_position(standing, *positions[v]);
        }
        ++tally.undone;
    };
    Player player(dice, game);
    for (int i = 0; i < moves; ++i) {
        if (!game.history.empty() && dice.chance(game.now.outcome == Outcome::ongoing ? 8 : 70)) {
            undo();
            continue;
        }
        const auto [kind, index] = player.next();
        const naive::Change change = kind == MoveKind::open   ? game.open(index)
                                     : kind == MoveKind::flag ? game.flag(index)
                                                              : game.chord(index);
        const Standing standing(game);
        tally_move(tally, change, kind, game.now.outcome);
        for (std::size_t v = 0; v < tables.size(); ++v) {
            auto record = std::make_unique<Record>();
            CHECK(move(*tables[v], positions[v]->board, kind, index, record->delta));
            check_record(change, *record, kind, index);
            check_position(standing, *positions[v]);
            if (!change.cells.empty()) history[v].push_back(std::move(record));
        }
    }
    while (!game.history.empty()) undo();
    for (const auto& position : positions) {
        CHECK(position->open == start.open);
        CHECK(position->flags == start.flags);
        CHECK(position->mines == mines);
    }
}

static unsigned random_share(Dice& dice) {
    static const unsigned shares[] = {0, 1, 3, 8, 15, 25, 40, 80, 100};
    return shares[dice.below(9)];
}

static void test_games(Dice& dice, Tally& tally) {
    for_scenes(dice, 500, [&](const Scene& board) {
        const int moves = int(std::min<u64>(60, 10 + board.cells()));
        const naive::Bits none(board.cells());
        play(dice, board, random_bits(dice, board.cells(), random_share(dice)), {none, none}, random_rules(dice), moves,
             tally);
    });
}

// Any state may be restored: open mines, open zeros next to covered cells, flags anywhere.
static void test_restored(Dice& dice, Tally& tally) {
    for_scenes(dice, 500, [&](const Scene& board) {
        const u64 cells = board.cells();
        const naive::Bits mines = random_bits(dice, cells, random_share(dice));
        const naive::State start{random_bits(dice, cells, random_share(dice)),
                                 random_bits(dice, cells, random_share(dice))};
        play(dice, board, mines, start, random_rules(dice), int(std::min<u64>(40, 10 + cells)), tally);
    });
}

// Large openings and winding corridors: cascades that cross many chunks and return to them.
static void test_mazes(Dice& dice, Tally& tally) {
    const std::vector<naive::Grid> grids = {
        make_grid({83, 201}),
        make_grid({83, 201}, false),
        make_grid({70, 129}, true, {true, true}),
        make_grid({5, 40, 66}),
        make_grid({4, 6, 7, 65}, false),
        make_grid({9, 10, 100}, true, {true, false, true}),
        make_grid({6000}, true, {true}),
        make_grid({3, 2000}, false, {true, true}),
    };
    for (const naive::Grid& grid : grids) {
        const Scene board(grid);
        const u64 cells = board.cells(), row = grid.shape.back();
        // Walls two rows apart with a gap at alternate ends make one corridor as long as the board.
        naive::Bits walls(cells);
        for (u64 r = 3; row > 20 && r < cells / row; r += 4) {
            for (u64 column = 0; column < row; ++column) {
                walls[r * row + column] = r % 8 == 3 ? column + 6 < row : column >= 6;
            }
        }
        const naive::Bits none(cells);
        for (const naive::Bits& mines : {none, walls, random_bits(dice, cells, 1), random_bits(dice, cells, 4)}) {
            naive::State start{none, none};
            play(dice, board, mines, start, random_rules(dice), 4, tally);
            start.flags = random_bits(dice, cells, 2);
            start.open = random_bits(dice, cells, 5);
            play(dice, board, mines, start, random_rules(dice), 4, tally);
        }
    }
}

// A record of many blocks: a move that touches every word of a large board.
static void test_large(Dice& dice) {
    const naive::Grid grid = make_grid({1701, 1999});
    const Geometry g = make_geometry(grid);
    scene() = grid.format();
    naive::Bits none(g.cells), flags(g.cells);
    for (int i = 0; i < 1000; ++i) flags[dice.below(g.cells)] = true;
    for (const Kernels* kernels : variants()) {
        Position position(g, none, none, flags, RuleFlags{false, false, false, true});
        Record record;
        CHECK(kernels->open(position.board, dice.below(g.cells), record.delta));
        CHECK_EQUAL(kernels->population(position.open.word(), g.words), g.cells);
        CHECK(position.open.is_tidy() && position.is_clean() && position.flags.is_empty());
        CHECK_EQUAL(record.delta.opened, g.cells);
        CHECK_EQUAL(position.board.outcome, Outcome::won);
        CHECK_EQUAL(position.board.covered_flags, 0);
        CHECK(record.delta.first != record.delta.last);
        kernels->undo(position.board, record.delta);
        CHECK(position.open.is_empty() && position.is_clean());
        CHECK(position.flags == flags);
        CHECK_EQUAL(position.board.opened, 0u);
        CHECK_EQUAL(position.board.covered_flags, i64(naive::count(flags)));
    }
}

// Stops at the nth check.
struct Patience {
    u64 left;
    u64 asked = 0;
    static bool stop(void* opaque) {
        Patience& own = *static_cast<Patience*>(opaque);
        ++own.asked;
        return own.left == 0 || --own.left == 0;
    }
    Stop as_stop() { return Stop{stop, this}; }
};

// A move stopped at any point must leave the board unchanged, and so must an undo.
static void test_stopped(Dice& dice) {
    const Geometry g = make_geometry(make_grid({2100, 2001}));
    const naive::Bits none(std::size_t(g.cells));
    naive::Bits flags = none;
    for (int i = 0; i < 1000; ++i) flags[std::size_t(dice.below(g.cells))] = true;
    for (const Kernels* kernels : variants()) {
        Position position(g, none, none, flags, RuleFlags{false, false, false, true});
        u64 ended = 0;
        for (u64 left = 1;; left *= 3) {
            scene() = "stopped at " + std::to_string(left) + " with " + kernels->name;
            Record record;
            Patience patience{left};
            position.board.stop = patience.as_stop();
            const bool done = kernels->open(position.board, 2000, record.delta);
            position.board.stop = Stop{};
            CHECK_EQUAL(done, patience.left > 0);
            if (done) {
                CHECK_EQUAL(position.board.outcome, Outcome::won);
                Patience none_left{1};
                position.board.stop = none_left.as_stop();
                CHECK(!kernels->undo(position.board, record.delta));
                position.board.stop = Stop{};
                CHECK_EQUAL(kernels->population(position.open.word(), g.words), g.cells);
                CHECK_EQUAL(position.board.opened, g.cells);
                CHECK(position.flags.is_empty());
                CHECK(kernels->undo(position.board, record.delta));
            } else {
                ++ended;
            }
            CHECK(position.open.is_empty() && position.is_clean());
            CHECK(position.flags == flags);
            CHECK_EQUAL(position.board.opened, 0u);
            CHECK_EQUAL(position.board.covered_flags, i64(naive::count(flags)));
            CHECK_EQUAL(position.board.outcome, Outcome::ongoing);
            if (done) break;
        }
        CHECK(ended > 0);
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(3);
    Tally tally;
    test_games(dice, tally);
    test_restored(dice, tally);
    test_mazes(dice, tally);
    test_large(dice);
    test_stopped(dice);
    std::cout << tally.opens << " opens, " << tally.cascades << " of them cascades, " << tally.flags << " flags, "
              << tally.chords << " chords, " << tally.chord_cascades << " of them cascades and " << tally.chord_losses
              << " losses; " << tally.losses << " games lost, " << tally.wins << " won; " << tally.undone
              << " moves taken back" << std::endl;
    // Make sure that the games had enough effects to test anything.
    scene() = "the tally";
    CHECK(tally.cascades > 500 && tally.flags > 500 && tally.chords > 500 && tally.chord_cascades > 20);
    CHECK(tally.chord_losses > 50 && tally.losses > 100 && tally.wins > 100 && tally.undone > 5000);
    return finish("moves");
}

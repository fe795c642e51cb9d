// Batches of games, with one move in each per call, compared with single games.
#include <algorithm>
#include <cstring>
#include <memory>

#include "tests/boards.hpp"
#include "tests/naive_random.hpp"

namespace hypersweep {
namespace test {

// Rows allocated without slack, so that a sanitizer detects any access beyond them.
struct KeptRows {
    KeptRows(const EnvironmentPlan& plan)
        : cells(plan.geometry->cells),
          actions(u64(plan.kinds) * cells),
          codes(new u8[plan.count * cells * u64(plan.code_bytes)]),
          masks(new u8[plan.count * actions]),
          rewards(plan.count),
          moves(plan.count),
          opened(plan.count),
          seeds(plan.count),
          terminations(plan.count),
          truncations(plan.count),
          outcomes(plan.count),
          wide(plan.code_bytes == 2) {}

    EnvironmentRows rows() {
        return {codes.get(),      masks.get(),  rewards.data(), terminations.data(), truncations.data(),
                outcomes.data(), moves.data(), opened.data(),  seeds.data()};
    }
    int code(u64 game, u64 cell) const {
        if (!wide) return reinterpret_cast<const std::int8_t*>(codes.get())[game * cells + cell];
        std::int16_t found;
        std::memcpy(&found, codes.get() + 2 * (game * cells + cell), 2);
        return found;
    }

    u64 cells, actions;
    std::unique_ptr<u8[]> codes, masks;
    std::vector<float> rewards;
    std::vector<i64> moves, opened;
    std::vector<u64> seeds;
    std::vector<u8> terminations, truncations, outcomes;
    bool wide;
};

constexpr u64 layout_name = 11, episode_name = 12;

// One game of a batch, played separately.
struct Single {
    u64 seed, episode = 0, moves = 0;
    std::unique_ptr<naive::Game> game;  // null before the mines are laid
    naive::Bits flags;
    bool over = false;

    u64 own_seed() const {
        if (!episode) return seed;
        naive::Stream stream(seed, episode_name, 0);
        u64 found = 0;
        for (u64 i = 0; i < episode; ++i) found = stream.next();
        return found;
    }
    void begin(u64 cells) {
        game.reset();
        flags = naive::Bits(cells);
        moves = 0;
        over = false;
    }
};

static naive::Game standing(const Scene& board, const EnvironmentPlan& plan, const Single& own) {
    if (own.game) return *own.game;
    naive::Game game(board.table, naive::Bits(board.cells()), plan.rules);
    game.now.flags = own.flags;
    return game;
}

// Makes a move; returns whether it had an effect.
static bool act(const Scene& board, const EnvironmentPlan& plan, Single& own, u64 action) {
    const u64 cells = board.cells(), kind = action / cells, index = action % cells;
    if (kind == 0 && !own.game && !(own.flags[index] && plan.rules.flag_protects_click)) {
        std::vector<u64> kept;
        if (plan.first_open != FirstOpen::any) kept.push_back(index);
        if (plan.first_open == FirstOpen::opening) {
            kept.insert(kept.end(), board.table.neighbours[index].begin(), board.table.neighbours[index].end());
        }
        const u64 key = naive::Stream(own.own_seed(), layout_name, 0).key;
        own.game = std::make_unique<naive::Game>(board.table, naive::random_mines(cells, plan.mines, key, kept), plan.rules);
        own.game->now.flags = own.flags;
    }
    if (!own.game) {
        if (kind != 1 || (own.flags[index] && !plan.rules.flag_toggles)) return false;
        own.flags[index] = !own.flags[index];
        return true;
    }
    const u64 before = own.game->history.size();
    if (kind == 0) {
        own.game->open(index);
    } else if (kind == 1) {
        own.game->flag(index);
    } else {
        own.game->chord(index);
    }
    return own.game->history.size() != before;
}

static void check_game(const Scene& board, const EnvironmentPlan& plan, const KeptRows& rows, u64 which, Single& own,
                       bool asks_all) {
    const u64 cells = board.cells();
    const naive::Game game = standing(board, plan, own);
    for (u64 cell = 0; cell < cells; ++cell) {
        const int expected = own.game ? game.code(cell, false) : own.flags[cell] ? -2 : -1;
        CHECK_EQUAL(rows.code(which, cell), expected);
    }
    CHECK_EQUAL(rows.seeds[which], own.own_seed());
    const u8* const mask = rows.masks.get() + which * rows.actions;
    const bool decided = own.game && own.game->now.outcome != Outcome::ongoing;
    for (u64 action = 0; asks_all && action < rows.actions; ++action) {
        const u64 cell = action % cells, kind = action / cells;
        bool expected = decided;
        if (!decided && kind == 0) expected = !game.now.open[cell] && !(game.now.flags[cell] && plan.rules.flag_protects_click);
        if (!decided && kind == 1) expected = !game.now.open[cell] && !(game.now.flags[cell] && !plan.rules.flag_toggles);
        if (!decided && kind == 2 && own.game) {
            naive::Game after = game;
            after.chord(cell);
            expected = after.history.size() != game.history.size();
        }
        CHECK_EQUAL(bool(mask[action]), expected);
    }
}

// Compares the codes and masks of two batches.
static void check_alike(const KeptRows& one, const KeptRows& other, u64 count) {
    const u64 bytes = one.cells * (one.wide ? 2 : 1);
    CHECK(std::memcmp(one.codes.get(), other.codes.get(), std::size_t(count * bytes)) == 0);
    CHECK(std::memcmp(one.masks.get(), other.masks.get(), std::size_t(count * one.actions)) == 0);
    CHECK(one.seeds == other.seeds && one.outcomes == other.outcomes);
    CHECK(one.moves == other.moves && one.opened == other.opened);
}

static void test_steps(Dice& dice) {
    u64 won = 0, lost = 0, cut = 0;
    for_scenes(dice, 60, [&](const Scene& board) {
        const u64 cells = board.cells();
        if (cells > 400) return;
        EnvironmentPlan plan{};
        plan.geometry = &board.geometry;
        plan.first_open = FirstOpen(dice.below(3));
        const u64 kept = plan.first_open == FirstOpen::any    ? 0
                         : plan.first_open == FirstOpen::safe ? 1
                                                              : board.table.most_neighbours + 1;
        if (kept > cells) return;
        plan.mines = std::min<u64>(cells - kept, dice.chance(70) ? dice.below(2 + cells / 5) : dice.below(cells + 1));
        plan.count = dice.between(1, 11);
        plan.layout_name = layout_name;
        plan.episode_name = episode_name;
        plan.rules = random_rules(dice);
        plan.kinds = int(dice.between(1, 3));
        plan.code_bytes = board.table.most_neighbours > 127 ? 2 : 1;
        plan.win = 1;
        plan.loss = -1;
        plan.useless = -0.5;
        plan.most_moves = dice.chance(30) ? dice.between(1, 12) : 0;
        plan.ends_useless = dice.chance(20);
        plan.deals = true;
        scene() += ", " + std::to_string(plan.mines) + " mines, kinds " + std::to_string(plan.kinds);
        const Ended ended = Ended(dice.below(3));
        const u64 first_seed = dice.word();
        const u64 moves_seed = dice.word();
        for (const Kernels* kernels : variants()) {
            Dice own_dice(moves_seed);
            KeptRows kept_rows(plan);
            const EnvironmentRows rows = kept_rows.rows();
            void* const games = kernels->environments_make(plan, 2);
            CHECK(games != nullptr);
            std::vector<u64> seeds(plan.count);
            std::vector<Single> singles(plan.count);
            for (u64 i = 0; i < plan.count; ++i) {
                seeds[i] = singles[i].seed = first_seed + i;
                singles[i].begin(cells);
            }
            kernels->environments_reset(games, rows, 0, plan.count, nullptr, seeds.data(), false);
            for (int step = 0; step < 14; ++step) {
                std::vector<i64> actions(plan.count);
                if (own_dice.chance(60)) {
                    kernels->environments_choose(games, rows, 0, plan.count, own_dice.word(), actions.data());
                } else {
                    for (i64& action : actions) action = i64(own_dice.below(kept_rows.actions));
                }
                const u64 half = own_dice.below(plan.count + 1);
                CHECK(kernels->environments_step(games, rows, actions.data(), 0, half, ended, 0));
                CHECK(kernels->environments_step(games, rows, actions.data(), half, plan.count, ended, 1));
                for (u64 i = 0; i < plan.count; ++i) {
                    Single& own = singles[i];
                    float reward = 0;
                    if (own.over && ended == Ended::begin_anew) {
                        ++own.episode;
                        own.begin(cells);
                    } else if (!own.over) {
                        const bool useful = act(board, plan, own, u64(actions[i]));
                        ++own.moves;
                        const Outcome outcome = own.game ? own.game->now.outcome : Outcome::ongoing;
                        reward = useful ? 0 : -0.5f;
                        if (outcome != Outcome::ongoing) reward += outcome == Outcome::won ? 1 : -1;
                        const bool terminated = outcome != Outcome::ongoing || (!useful && plan.ends_useless);
                        const bool truncated = !terminated && plan.most_moves && own.moves >= plan.most_moves;
                        own.over = terminated || truncated;
                        CHECK_EQUAL(bool(kept_rows.terminations[i]), terminated);
                        CHECK_EQUAL(bool(kept_rows.truncations[i]), truncated);
                        won += outcome == Outcome::won;
                        lost += outcome == Outcome::lost;
                        cut += truncated;
                    }
                    CHECK_EQUAL(kept_rows.rewards[i], reward);
                    CHECK_EQUAL(kept_rows.moves[i], i64(own.moves));
                    CHECK_EQUAL(kept_rows.opened[i], own.game ? i64(own.game->opened()) : 0);
                    if (own.over && ended == Ended::begin_at_once) {
                        ++own.episode;
                        own.begin(cells);
                    }
                    check_game(board, plan, kept_rows, i, own, step % 3 == 0);
                }
                if (step == 8) {
                    std::vector<u8> which(plan.count);
                    for (u64 i = 0; i < plan.count; ++i) which[i] = own_dice.chance(40);
                    kernels->environments_reset(games, rows, 0, plan.count, which.data(), nullptr, false);
                    for (u64 i = 0; i < plan.count; ++i) {
                        if (!which[i]) continue;
                        Single& own = singles[i];
                        if (own.moves || own.over) ++own.episode;
                        own.begin(cells);
                        check_game(board, plan, kept_rows, i, own, true);
                    }
                }
            }
            kernels->environments_free(games);
        }
    });
    scene() = "steps";
    CHECK(won > 100 && lost > 100 && cut > 100);
}

// Games whose mines the caller lays once the games need them; and games restored into others, which must end and
// continue in the same way.
static void test_laid_and_restored(Dice& dice) {
    u64 laid = 0, moved = 0, ended_early = 0;
    for_scenes(dice, 40, [&](const Scene& board) {
        const u64 cells = board.cells();
        if (cells > 300 || cells < 2) return;
        EnvironmentPlan plan{};
        plan.geometry = &board.geometry;
        plan.first_open = FirstOpen::safe;
        plan.mines = std::min<u64>(cells - 1, dice.below(2 + cells / 4));
        plan.count = dice.between(1, 7);
        plan.layout_name = layout_name;
        plan.episode_name = episode_name;
        plan.rules = random_rules(dice);
        plan.kinds = int(dice.between(1, 3));
        plan.code_bytes = board.table.most_neighbours > 127 ? 2 : 1;
        plan.win = 1;
        plan.most_moves = dice.chance(30) ? 6 : 0;
        plan.deals = false;
        EnvironmentPlan dealt = plan;
        dealt.deals = true;
        const u64 first_seed = dice.word(), moves_seed = dice.word();
        for (const Kernels* kernels : variants()) {
            Dice own_dice(moves_seed);
            KeptRows here_rows(plan), twin_rows(plan), copy_rows(plan);
            const EnvironmentRows here = here_rows.rows(), twin = twin_rows.rows(), copy = copy_rows.rows();
            void* const games = kernels->environments_make(plan, 1);
            void* const twins = kernels->environments_make(dealt, 1);
            CHECK(games != nullptr && twins != nullptr);
            std::vector<u64> seeds(plan.count);
            for (u64 i = 0; i < plan.count; ++i) seeds[i] = first_seed + i;
            kernels->environments_reset(games, here, 0, plan.count, nullptr, seeds.data(), false);
            kernels->environments_reset(twins, twin, 0, plan.count, nullptr, seeds.data(), false);
            // A game that was passed over must be replaced by the next one of its seed, even without an action.
            kernels->environments_pass_over(games, 0);
            kernels->environments_reset(games, here, 0, plan.count, nullptr, nullptr, false);
            CHECK_EQUAL(here_rows.seeds[0], naive::Stream(first_seed, episode_name, 0).next());
            for (u64 i = 1; i < plan.count; ++i) CHECK_EQUAL(here_rows.seeds[i], seeds[i]);
            kernels->environments_reset(games, here, 0, plan.count, nullptr, seeds.data(), false);
            for (int step = 0; step < 9; ++step) {
                std::vector<i64> actions(plan.count);
                kernels->environments_choose(games, here, 0, plan.count, own_dice.word(), actions.data());
                std::vector<u8> waits(plan.count, 7);
                kernels->environments_waiting(games, actions.data(), waits.data());
                for (u64 i = 0; i < plan.count; ++i) {
                    const u64* planes[3];
                    const EnvironmentState& game = kernels->environments_state(games, i, planes);
                    const u64 cell = u64(actions[i]);
                    const bool shut = cell < cells && plan.rules.flag_protects_click && planes[2][cell / 64] >> (cell % 64) & 1;
                    CHECK_EQUAL(int(waits[i]), int(!game.over && !game.dealt && cell < cells && !shut));
                    if (!waits[i]) continue;
                    const u64 key = naive::Stream(here_rows.seeds[i], layout_name, 0).key;
                    const naive::Bits mines = naive::random_mines(cells, plan.mines, key, {cell});
                    std::vector<u64> words(board.geometry.words + 1);
                    for (u64 at = 0; at < cells; ++at) words[at / 64] |= u64(mines[at]) << (at % 64);
                    CHECK(kernels->environments_lay(games, i, words.data()));
                    CHECK(!kernels->environments_lay(games, i, words.data()));
                    ++laid;
                }
                CHECK(kernels->environments_step(games, here, actions.data(), 0, plan.count, Ended::begin_anew, 0));
                CHECK(kernels->environments_step(twins, twin, actions.data(), 0, plan.count, Ended::begin_anew, 0));
                if (step == 5) {
                    std::vector<u8> which(plan.count);
                    for (u64 i = 0; i < plan.count; ++i) {
                        which[i] = own_dice.chance(30);
                        const u64* planes[3];
                        const bool over = kernels->environments_state(games, i, planes).over;
                        ended_early += which[i] && !over;
                    }
                    kernels->environments_end(games, here, 0, plan.count, which.data());
                    kernels->environments_end(twins, twin, 0, plan.count, which.data());
                    for (u64 i = 0; i < plan.count; ++i) {
                        const u64* planes[3];
                        CHECK(!which[i] || kernels->environments_state(games, i, planes).over);
                        CHECK(!which[i] || here_rows.terminations[i] || here_rows.truncations[i]);
                    }
                }
                check_alike(here_rows, twin_rows, plan.count);
                CHECK(here_rows.rewards == twin_rows.rewards && here_rows.terminations == twin_rows.terminations);
                // Once restored into other games, these games must look the same, and behave the same in one more move.
                void* const copies = kernels->environments_make(plan, 1);
                kernels->environments_reset(copies, copy, 0, plan.count, nullptr, seeds.data(), false);
                for (u64 i = 0; i < plan.count; ++i) {
                    const u64* planes[3];
                    const EnvironmentState game = kernels->environments_state(games, i, planes);
                    kernels->environments_restore(copies, copy, i, game, planes[0], planes[1], planes[2]);
                    const u64* own[3];
                    const EnvironmentState& put = kernels->environments_state(copies, i, own);
                    CHECK(put.opened == game.opened && put.flags == game.flags && put.outcome == game.outcome);
                    for (int plane = 0; plane < 3; ++plane) {
                        for (u64 w = 0; w < board.geometry.words; ++w) CHECK_EQUAL(own[plane][w], planes[plane][w]);
                    }
                    ++moved;
                }
                check_alike(here_rows, copy_rows, plan.count);
                // Games without mines must not open any cell, because the test lays no mines in them.
                std::vector<i64> more(plan.count);
                kernels->environments_choose(copies, copy, 0, plan.count, own_dice.word(), more.data());
                kernels->environments_waiting(copies, more.data(), waits.data());
                if (std::none_of(waits.begin(), waits.end(), [](u8 one) { return one; })) {
                    std::vector<u8> same(plan.count);
                    kernels->environments_waiting(games, more.data(), same.data());
                    CHECK(same == waits);
                    CHECK(kernels->environments_step(copies, copy, more.data(), 0, plan.count, Ended::begin_anew, 0));
                    CHECK(kernels->environments_step(games, here, more.data(), 0, plan.count, Ended::begin_anew, 0));
                    CHECK(kernels->environments_step(twins, twin, more.data(), 0, plan.count, Ended::begin_anew, 0));
                    check_alike(here_rows, copy_rows, plan.count);
                }
                kernels->environments_free(copies);
            }
            kernels->environments_free(games);
            kernels->environments_free(twins);
        }
    });
    scene() = "laid and restored";
    CHECK(laid > 100 && moved > 500 && ended_early > 10);
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(6);
    test_steps(dice);
    test_laid_and_restored(dice);
    return finish("environments");
}

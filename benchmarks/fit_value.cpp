// Positions for fit_value.py and their values, from games in which no guess fails (guessing_games.hpp), played by
// `progress`.
//
//   fit_value KIND SHAPE MINES FIRST FIRST_OPEN SEED GAMES FILE
//
// games: positions right after a guess, with the outcome of the game. In most games one guess is a random candidate,
// and earlier positions aren't written.
// close: possible answers of the candidates of a guess, with 2^13 to 2^70 layouts left, each with the outcome of one
// game from there on.
// ends:  the same with at most 2^13 layouts left, and their exact values.
#include <algorithm>

#include "fit_positions.hpp"

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

namespace {

constexpr u64 explore_stream = 777;
constexpr double exact_bits = 13, close_bits = 70, least_bits = 6;

// The end of such a game is played exactly if that is fast.
ChoiceLimits quick() {
    ChoiceLimits caps;
    caps.log2_layouts = 10;
    caps.layouts = 1024;
    caps.steps = 2000000;
    return caps;
}

class Play {
  public:
    explicit Play(const Contest& contest) : game(contest), chooser(contest.g), contest_(contest) {}

    GuessingGame game;
    Chooser chooser;
    bool guess(Choice& choice) {
        if (!game.come_to_a_guess(chooser)) return false;
        choice = Choice{};
        check(chooser.guess(Policy::progress, quick(), closer(Limits{}), choice));
        return true;
    }
    double risk(u64 cell, Explorer& dice) { return game.risk(cell, 1 - chooser.mine_chance[cell], dice); }
    double to_the_end(Explorer& dice) {
        double value = 1;
        for (Choice choice{}; guess(choice);) {
            if (choice.exact) return value * choice.score;
            value *= risk(choice.cell, dice);
        }
        return value;
    }
    // Cells not much less safe than the safest, and only a few that no clue sees. Usually the safest comes first.
    std::vector<u64> candidates(Explorer& dice, double margin, std::size_t most) {
        std::vector<std::pair<double, u64>> found;
        double best = 1;
        for (u64 i = 0; i < contest_.g.cells; ++i) {
            if (chooser.is_covered(i)) best = std::min(best, chooser.mine_chance[i]);
        }
        bool has_unseen = false;
        for (u64 i = 0; i < contest_.g.cells; ++i) {
            if (!chooser.is_covered(i) || chooser.mine_chance[i] == 1 || chooser.mine_chance[i] > best + margin) continue;
            if (chooser.solver().problem.frontier_of[i] == no_group) {
                if (has_unseen && dice.share() < 0.9) continue;
                has_unseen = true;
            }
            found.push_back({chooser.mine_chance[i] + 0.02 * dice.share(), i});
        }
        std::sort(found.begin(), found.end());
        std::vector<u64> cells;
        for (std::size_t i = 0; i < found.size() && i < most; ++i) cells.push_back(found[i].second);
        return cells;
    }

  private:
    const Contest& contest_;
};

struct After {
    std::vector<i32> codes;
    double survived;
};

void write_games(const Contest& contest, u64 seed, u64 games, PositionFiles& files) {
    Play play(contest);
    std::vector<After> positions;
    for (u64 number = 0; number < games; ++number) {
        play.game.deal(stream_key(seed, layout_stream, number));
        Explorer dice{stream_key(seed, explore_stream, number)};
        const bool exploring = dice.share() < 0.7;
        const u64 turn = dice.below(9);
        positions.clear();
        double survived = 1, value = 1;
        play.game.open(contest.first);
        u64 guesses = 0;
        for (Choice choice{}; play.guess(choice); ++guesses) {
            if (choice.exact) {
                value = choice.score;
                break;
            }
            if (exploring && guesses == turn) {
                const std::vector<u64> cells = play.candidates(dice, 0.16, 40);
                const u64 few = cells.size() < 6 ? cells.size() : 6;
                if (few) choice.cell = cells[dice.below(dice.below(2) ? few : cells.size())];
                positions.clear();
            }
            survived *= play.risk(choice.cell, dice);
            positions.push_back(After{play.game.codes, survived});
        }
        // Write the first position, and a random one of the others.
        for (std::size_t k = 0; k < 2 && k < positions.size(); ++k) {
            const After& own = positions[k == 0 ? 0 : 1 + dice.below(positions.size() - 1)];
            if (files.read(own.codes) > 10) files.write(number, survived * value / own.survived);
        }
    }
}

void write_close(const Contest& contest, u64 seed, u64 games, PositionFiles& files) {
    Play play(contest), onward(contest);
    Solver solver(contest.g);
    std::vector<u8> mined(contest.g.cells);
    for (u64 number = 0; number < games; ++number) {
        play.game.deal(stream_key(seed, layout_stream, number));
        Explorer dice{stream_key(seed, explore_stream, number)};
        play.game.open(contest.first);
        int looks = 0;
        for (Choice choice{}; play.guess(choice) && !choice.exact;) {
            const double bits = play.chooser.log2_layouts();
            if (bits <= close_bits && bits > exact_bits && looks < 2 && !play.chooser.estimated && dice.share() < 0.7) {
                ++looks;
                const std::vector<u64> cells = play.candidates(dice, 0.2, 9);
                check(solver.weigh_layouts(play.game.codes.data(), contest.mines, false, Limits{}));
                for (int leaf = 0; leaf < 12; ++leaf) {
                    check(solver.draw_layout(dice.next(), mined.data()));
                    const u64 cell = cells[dice.below(cells.size())];
                    if (mined[cell]) continue;
                    onward.game.show(play.game.codes);
                    onward.game.lay(mined);
                    std::vector<i32> codes = play.game.codes;
                    codes[cell] = onward.game.clue(cell);
                    onward.game.open(cell);
                    const double value = onward.to_the_end(dice);
                    if (files.read(codes) > 9) files.write(number, value);
                }
            }
            play.risk(choice.cell, dice);
        }
    }
}

void write_ends(const Contest& contest, u64 seed, u64 games, PositionFiles& files) {
    Play play(contest);
    Solver solver(contest.g);
    std::vector<double> chance(contest.g.cells);
    Endgame endgame;
    for (u64 number = 0; number < games; ++number) {
        play.game.deal(stream_key(seed, layout_stream, number));
        Explorer dice{stream_key(seed, explore_stream, number)};
        play.game.open(contest.first);
        // Write positions with at most 2^most layouts; the limit varies from game to game, so that sizes do too.
        const double most = 9 + (exact_bits - 9) * dice.share();
        while (play.game.come_to_a_guess(play.chooser)) {
            check(play.chooser.read(play.game.codes.data(), contest.mines, false, Limits{}, true, false));
            const double bits = play.chooser.log2_layouts();
            if (bits <= least_bits) break;
            std::vector<u64> cells = play.candidates(dice, 1, 12);
            if (bits <= most && !play.chooser.estimated) {
                std::vector<i32> codes = play.game.codes;
                for (const u64 cell : cells) {
                    if (dice.below(2)) continue;
                    for (i32 clue = 0; clue <= 8; ++clue) {
                        codes[cell] = clue;
                        if (solver.analyse(codes.data(), contest.mines, false, Limits{}, chance.data()) != Solved::done) continue;
                        if (solver.log2_layouts <= least_bits || !endgame.solve(solver.problem, 1 << 13, 200000000, Limits{})) continue;
                        files.read(codes);
                        files.write(number, double(endgame.wins) / double(endgame.layouts));
                    }
                    codes[cell] = -1;
                }
            }
            play.risk(cells[dice.below(cells.size() < 4 ? cells.size() : 4)], dice);
        }
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 9) fail("expected KIND SHAPE MINES FIRST FIRST_OPEN SEED GAMES FILE");
    const Contest contest(words + 2);
    const u64 seed = numbers(words[6])[0], games = numbers(words[7])[0];
    const std::string kind = words[1];
    if (kind != "games" && kind != "close" && kind != "ends") fail("expected games, close or ends");
    PositionFiles files(contest, words[8]);
    if (kind == "games") {
        write_games(contest, seed, games, files);
    } else if (kind == "close") {
        write_close(contest, seed, games, files);
    } else {
        write_ends(contest, seed, games, files);
    }
    std::printf("%s with %s mines, first open %s at %s: %llu %s\n", words[2], words[3], words[5], words[4],
                static_cast<unsigned long long>(files.written), words[1]);
    return 0;
}

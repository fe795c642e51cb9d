// Games for fit_value.py: positions right after a guess, as native/play/evaluation.hpp describes them, and what they were
// worth.
//
// No guess of these games fails: see guessing_games.hpp.
//
//   fit_value SHAPE MINES FIRST FIRST_OPEN SEED GAMES EXPLORE LEAD TRACE FILE
//
// In a share EXPLORE of the games one guess is any of the candidates, and what came before it isn't written. The target of a
// position is TRACE parts what came of it and 1 - TRACE parts what the policy expects at the next guess. FILE.positions gets
// rows of game, target, number of cells, binary logarithm of layouts and the inputs of the whole; FILE.cells those of the cells.
#include <cmath>

#include "guessing_games.hpp"

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

namespace {

constexpr u64 explore_stream = 777;

struct Position {
    std::vector<i32> codes;
    double survived;  // the chance to come so far
    double expected;  // what the policy expected at the next guess
};

}  // namespace

int main(int count, char** words) {
    if (count != 11) fail("expected SHAPE MINES FIRST FIRST_OPEN SEED GAMES EXPLORE LEAD TRACE FILE");
    const Contest contest(words + 1);
    const u64 seed = numbers(words[5])[0], games = numbers(words[6])[0];
    const double explore = std::atof(words[7]), trace = std::atof(words[9]);
    ChoiceLimits caps;
    caps.lead = std::atof(words[8]);
    const Limits limits;
    std::FILE* const to_positions = std::fopen((std::string(words[10]) + ".positions").c_str(), "wb");
    std::FILE* const to_cells = std::fopen((std::string(words[10]) + ".cells").c_str(), "wb");
    if (!to_positions || !to_cells) fail("can't write");

    GuessingGame game(contest);
    Chooser chooser(contest.g);
    Solver solver(contest.g);
    std::vector<double> chance(contest.g.cells);
    Evaluator evaluator;
    std::vector<Position> positions;
    double sum = 0, squares = 0, counted = 0;
    for (u64 number = 0; number < games; ++number) {
        game.deal(stream_key(seed, layout_stream, number));
        Explorer dice{stream_key(seed, explore_stream, number)};
        const bool exploring = dice.share() < explore;
        const u64 turn = dice.below(10);
        positions.clear();
        double survived = 1, value = 1;
        game.open(contest.first);
        for (u64 guesses = 0; game.come_to_a_guess(chooser);) {
            Choice choice{};
            check(chooser.guess(Policy::look_ahead, caps, limits, choice));
            if (!positions.empty()) positions.back().expected = choice.score;
            if (choice.exact) {
                value = choice.score;
                break;
            }
            if (exploring && guesses == turn) {
                // Half of the time one of the safest.
                const u64 all = chooser.candidates(), few = all < 14 ? all : 14;
                choice.cell = chooser.candidate(dice.below(dice.below(2) ? few : all));
                positions.clear();
            }
            ++guesses;
            Position own{game.codes, 0, 1};
            survived *= game.risk(choice.cell, 1 - chooser.mine_chance[choice.cell], dice);
            own.codes[choice.cell] = game.clue(choice.cell);
            own.survived = survived;
            positions.push_back(own);
        }
        if (!exploring) {
            sum += survived * value;
            squares += survived * value * survived * value;
            ++counted;
        }
        double target = value;
        for (std::size_t i = positions.size(); i-- > 0;) {
            const Position& own = positions[i];
            if (i + 1 < positions.size()) {
                target *= positions[i + 1].survived / own.survived;
                target = trace * target + (1 - trace) * own.expected;
            }
            check(solver.analyse(own.codes.data(), contest.mines, false, limits, chance.data()));
            if (!evaluator.describe(solver, chance.data())) fail("out of memory");
            const float head[4] = {float(number), float(target), float(evaluator.cells.size() / Evaluator::cell_inputs),
                                   float(solver.log2_layouts)};
            std::fwrite(head, sizeof(float), 4, to_positions);
            std::fwrite(evaluator.whole, sizeof(float), Evaluator::whole_inputs, to_positions);
            std::fwrite(evaluator.cells.data(), sizeof(float), evaluator.cells.size(), to_cells);
        }
    }
    if (std::fclose(to_positions) || std::fclose(to_cells)) fail("can't write");
    const double mean = sum / counted, variance = squares / counted - mean * mean;
    std::printf("%s with %s mines, first open %s at %s: wins %.2f %% (standard error %.2f)\n", words[1], words[2], words[4], words[3],
                100 * mean, 100 * std::sqrt(variance / counted));
    return 0;
}

// Games of `look-ahead` for strength.py, and its guesses played on for regret.py; see guessing_games.hpp for how they are played.
//
//   guesses SHAPE MINES FIRST FIRST_OPEN SEED FIRST_GAME GAMES ROLLOUTS CANDIDATES LEAST_OPEN SHARE
//
// With no ROLLOUTS a line a game: its value and the number of its guesses. With some, a line for each decision that was looked
// at, which is a SHARE of those with at least LEAST_OPEN open cells whose end can't be played out exactly: game, open cells,
// binary logarithm of layouts, the chance to come so far, then for each of the best CANDIDATES by the program's own estimate, the
// one that it chose first: the cell, its safety, that estimate, and the values that the first and the second half of
// ROLLOUTS games from there on had in the mean. The games of all candidates begin on the same layouts.
#include <algorithm>
#include <memory>

#include "guessing_games.hpp"

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

namespace {

constexpr u64 guess_stream = 4811, decision_stream = 4813;

struct Candidate {
    u64 cell;
    double safe, estimate;
    double halves[2] = {0, 0};
};

struct Decision {
    std::vector<i32> view;
    u64 opened;
    double log2_layouts, survived;
    std::vector<Candidate> candidates;
};

class Play {
  public:
    explicit Play(const Contest& contest) : game_(contest), chooser_(contest.g) {}

    GuessingGame& game() { return game_; }
    u64 guesses = 0;

    // The value of the game from here on. Calls decide(chooser, choice, chance survived so far) for each guess.
    template <class Decide>
    double to_the_end(Explorer& dice, const Decide& decide) {
        double value = 1;
        while (game_.come_to_a_guess(chooser_)) {
            Choice choice{};
            check(chooser_.guess(Policy::look_ahead, ChoiceLimits{}, closer(Limits{}), choice));
            if (choice.exact) return value * choice.score;
            ++guesses;
            decide(chooser_, choice, value);
            value *= game_.risk(choice.cell, 1 - chooser_.mine_chance[choice.cell], dice);
        }
        return value;
    }

  private:
    GuessingGame game_;
    Chooser chooser_;
};

// The cell that was chosen, and the best of the others by the estimate.
std::vector<Candidate> candidates_of(const Chooser& chooser, const Choice& choice, std::size_t most) {
    std::vector<Candidate> found;
    for (u64 i = 0; i < chooser.weighed.size(); ++i) {
        const auto& own = chooser.weighed[i];
        found.push_back(Candidate{own.cell, 1 - chooser.mine_chance[own.cell], own.score});
    }
    std::sort(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
        if ((a.cell == choice.cell) != (b.cell == choice.cell)) return a.cell == choice.cell;
        return a.estimate > b.estimate;
    });
    if (found.size() > most) found.resize(most);
    return found;
}

void play_on(Decision& own, Play& play, u64 rollouts, u64 key) {
    const Contest& contest = play.game().contest;
    Solver solver(contest.g);
    std::vector<u8> mined(contest.g.cells);
    check(solver.weigh_layouts(own.view.data(), contest.mines, false, Limits{}));
    for (u64 number = 0; number < rollouts; ++number) {
        Explorer dice{key, number << 32};
        check(solver.draw_layout(dice.next(), mined.data()));
        for (Candidate& candidate : own.candidates) {
            Explorer fate{key, (number << 32) + 1};
            play.game().show(own.view);
            play.game().lay(mined);
            const double safe = play.game().risk(candidate.cell, candidate.safe, fate);
            candidate.halves[number & 1] += safe * play.to_the_end(fate, [](const Chooser&, const Choice&, double) {});
        }
    }
    std::vector<Candidate>& all = own.candidates;
    for (Candidate& candidate : all) {
        candidate.halves[0] /= double((rollouts + 1) / 2);
        candidate.halves[1] /= double(rollouts / 2);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 12) {
        fail("expected SHAPE MINES FIRST FIRST_OPEN SEED FIRST_GAME GAMES ROLLOUTS CANDIDATES LEAST_OPEN SHARE");
    }
    const Contest contest(words + 1);
    const u64 seed = numbers(words[5])[0], first_game = numbers(words[6])[0], games = numbers(words[7])[0];
    const u64 rollouts = numbers(words[8])[0], most = numbers(words[9])[0], least_open = numbers(words[10])[0];
    const double share = std::atof(words[11]);
    if (rollouts == 1) fail("expected two rollouts or more, as they are halved");
    Play play(contest);
    std::vector<Decision> decisions;
    for (u64 number = first_game; number < first_game + games; ++number) {
        GuessingGame& game = play.game();
        Explorer dice{stream_key(seed, guess_stream, number)}, looks{stream_key(seed, decision_stream, number)};
        decisions.clear();
        play.guesses = 0;
        game.deal(stream_key(seed, layout_stream, number));
        game.open(contest.first);
        const double value = play.to_the_end(dice, [&](const Chooser& chooser, const Choice& choice, double survived) {
            if (!rollouts || game.opened < least_open || looks.share() >= share) return;
            std::vector<Candidate> own = candidates_of(chooser, choice, most);
            if (own.size() < 2 || own[0].cell != choice.cell) return;
            decisions.push_back(Decision{game.codes, game.opened, chooser.log2_layouts(), survived, own});
        });
        if (!rollouts) std::printf("%.9g %llu\n", value, static_cast<unsigned long long>(play.guesses));
        for (Decision& own : decisions) {
            play_on(own, play, rollouts, looks.next());
            std::printf("%llu %llu %.3f %.6g", static_cast<unsigned long long>(number),
                        static_cast<unsigned long long>(own.opened), own.log2_layouts, own.survived);
            for (const Candidate& each : own.candidates) {
                std::printf(" %llu,%.6g,%.6g,%.6g,%.6g", static_cast<unsigned long long>(each.cell), each.safe, each.estimate,
                            each.halves[0], each.halves[1]);
            }
            std::printf("\n");
        }
        std::fflush(stdout);
    }
    return 0;
}

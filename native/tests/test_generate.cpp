// No-guess boards: deduction compared with lists of all layouts, using plain rules; cells that are certain in single
// positions; searches whose layouts are checked by deducing them again; and failed allocations.
#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT direct

#include "solve/backbone.hpp"
#include "solve/deduction.hpp"
#include "tests/boards.hpp"
#include "tests/naive_random.hpp"
#include "tests/positions.hpp"
#include "tests/scarce.hpp"

namespace hypersweep {

namespace test {

struct Generators {
    Generators(const Kernels& table, const Geometry& g) : kernels(table), own(table.generator_make(g)) {}
    Generators(const Generators&) = delete;
    Generators& operator=(const Generators&) = delete;
    ~Generators() {
        if (own) kernels.generator_free(own);
    }
    const Kernels& kernels;
    void* own;
};

// How far deduction gets, and how hard it is. Applies each rule by listing all ways to fill its cells.
class PlainPlay {
  public:
    PlainPlay(const naive::Table& table, const naive::Bits& mines, u64 first, Effort hardest)
        : table_(table), mines_(mines), open_(table.cells), known_(table.cells) {
        open_[first] = true;
        while (!is_finished()) {
            std::vector<u64> clues;
            for (u64 i = 0; i < table.cells; ++i) {
                if (open_[i] && !unknown({i}, false).empty()) clues.push_back(i);
            }
            if (step(clues, hardest)) continue;
            return;
        }
    }
    bool is_finished() const { return naive::count(open_) + naive::count(mines_) == table_.cells; }
    u64 opened() const { return naive::count(open_); }
    Effort effort = Effort::clue;

  private:
    bool step(const std::vector<u64>& clues, Effort hardest) {
        for (u64 clue : clues) {
            if (settle({clue}, false)) return true;
        }
        for (std::size_t i = 0; i < clues.size() && hardest >= Effort::pair; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (settle({clues[i], clues[j]}, false)) return note(Effort::pair);
            }
        }
        if (hardest >= Effort::set && settle(clues, false)) return note(Effort::set);
        return hardest >= Effort::count && settle(clues, true) && note(Effort::count);
    }
    bool note(Effort used) {
        effort = std::max(effort, used);
        return true;
    }
    std::vector<u64> unknown(const std::vector<u64>& clues, bool is_counted) const {
        std::vector<u64> found;
        for (u64 i = 0; i < table_.cells; ++i) {
            if (open_[i] || known_[i]) continue;
            bool is_seen = is_counted;
            for (u64 clue : clues) {
                for (u64 other : table_.neighbours[clue]) is_seen = is_seen || other == i;
            }
            if (is_seen) found.push_back(i);
        }
        return found;
    }
    bool settle(const std::vector<u64>& clues, bool is_counted) {
        const std::vector<u64> cells = unknown(clues, is_counted);
        std::vector<u64> with_mine(cells.size());
        u64 ways = 0;
        for (u64 choice = 0; choice >> cells.size() == 0; ++choice) {
            naive::Bits layout = known_;
            for (std::size_t i = 0; i < cells.size(); ++i) layout[cells[i]] = (choice >> i) & 1;
            bool fits = !is_counted || naive::count(layout) == naive::count(mines_);
            for (u64 clue : clues) fits = fits && table_.clue(layout, clue) == table_.clue(mines_, clue);
            if (!fits) continue;
            ++ways;
            for (std::size_t i = 0; i < cells.size(); ++i) with_mine[i] += layout[cells[i]];
        }
        CHECK(ways > 0);
        bool any = false;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (with_mine[i] != 0 && with_mine[i] != ways) continue;
            any = true;
            if (with_mine[i]) {
                known_[cells[i]] = true;
            } else {
                CHECK(!mines_[cells[i]]);
                open_[cells[i]] = true;
            }
        }
        return any;
    }

    const naive::Table& table_;
    const naive::Bits& mines_;
    naive::Bits open_, known_;
};

struct Tally {
    u64 finished[4] = {}, stuck = 0, certain = 0, unsettled = 0, found = 0, repaired = 0, paused = 0, short_of_memory = 0, done = 0, exhausted = 0;
};

// One to four axes, few cells, with or without wrapping, and either adjacency.
static naive::Grid small_grid(Dice& dice, u64 most) {
    for (;;) {
        std::vector<u64> shape;
        for (u64 axes = dice.between(1, 4); axes > 0; --axes) shape.push_back(dice.between(1, 5));
        if (shape.size() == 1) shape[0] = dice.between(3, most);
        std::vector<bool> wrap(shape.size());
        for (std::size_t axis = 0; axis < shape.size(); ++axis) wrap[axis] = dice.chance(30);
        naive::Grid grid = make_grid(shape, dice.chance(60), wrap);
        if (grid.cells() >= 3 && grid.cells() <= most) return grid;
    }
}

static void check_deduction(Dice& dice, Tally& tally) {
    // Half of the boards are 3x4, where pairs of clues often settle more than single ones.
    const Scene board(dice.chance(50) ? make_grid({3, 4}) : small_grid(dice, 13));
    naive::Bits mines = random_bits(dice, board.cells(), unsigned(dice.between(5, 30)));
    const u64 first = dice.below(board.cells());
    mines[first] = false;
    const Plane plane(mines);
    const u64 count = naive::count(mines);
    std::vector<PlainPlay> plays;
    for (int hardest = 0; hardest < 4; ++hardest) plays.emplace_back(board.table, mines, first, Effort(hardest));
    if (plays.back().is_finished()) {
        ++tally.finished[int(plays.back().effort)];
    } else {
        ++tally.stuck;
    }
    for (const Kernels* kernels : variants()) {
        const Generators generator(*kernels, board.geometry);
        CHECK(generator.own != nullptr);
        for (int hardest = 0; hardest < 4; ++hardest) {
            const PlainPlay& plain = plays[std::size_t(hardest)];
            // With few states, the rest is settled by counterexamples, or given up.
            for (u64 states : {u64{1} << 20, u64{30}}) {
                Limits limits;
                limits.states = states;
                Deduced deduced{};
                const Solved solved = kernels->generator_deduce(generator.own, plane.word(), count, first, Effort(hardest),
                                                                limits, true, deduced);
                if (solved == Solved::over_budget && states == 30) continue;
                CHECK_EQUAL(solved, Solved::done);
                CHECK_EQUAL(deduced.is_finished, plain.is_finished());
                CHECK_EQUAL(deduced.opened, plain.opened());
                if (deduced.is_finished) CHECK_EQUAL(deduced.effort, plain.effort);
            }
        }
    }
}

// Compares what counterexamples and weighed clues settle in one position with all its layouts.
static void check_backbone(Dice& dice, Tally& tally) {
    const Scene board(random_grid(dice, 60));
    naive::Seen seen = random_position(dice, board.table);
    const std::vector<naive::Bits> counted = seen.layouts();
    if (counted.empty()) return;
    // Layouts with any number of mines.
    std::vector<naive::Bits> all;
    const std::vector<u64> unknown = seen.unknown();
    naive::Seen free = seen;
    for (u64 choice = 0; choice >> unknown.size() == 0; ++choice) {
        naive::Bits layout = counted.front();
        for (std::size_t i = 0; i < unknown.size(); ++i) layout[unknown[i]] = (choice >> i) & 1;
        free.mines = naive::count(layout);
        if (free.fits(layout)) all.push_back(layout);
    }
    direct::Problem problem;
    problem.set_geometry(board.geometry);
    CHECK_EQUAL(problem.read(seen.codes.data(), seen.mines, seen.trust_flags), Solved::done);
    const Plane fitting(counted[std::size_t(dice.below(counted.size()))]);
    direct::Backbone backbone;
    direct::BoundTightening tightening;
    CHECK(backbone.begin(problem, fitting.word()));
    for (bool is_counted : {false, true}) {
        const std::vector<naive::Bits>& layouts = is_counted ? counted : all;
        for (u64 most : {u64{20}, u64{1} << 16}) {
            CHECK(backbone.begin(problem, fitting.word()));
            u64 moves = most;
            const Solved solved = backbone.look(is_counted, nullptr, moves, tightening, Limits{});
            CHECK(solved == Solved::done || solved == Solved::over_budget);
            if (most > 20 && !backbone.any) CHECK_EQUAL(solved, Solved::done);
            std::vector<u64> with_mine(problem.groups.size() + 1), without(problem.groups.size() + 1);
            for (const naive::Bits& layout : layouts) {
                for (u64 cell : unknown) {
                    if (problem.cells[cell] != direct::Cell::unknown) continue;
                    const u32 place = problem.frontier_of[cell];
                    const u64 group = place == direct::no_group ? problem.groups.size() : problem.group_of[place];
                    ++(layout[cell] ? with_mine : without)[std::size_t(group)];
                }
            }
            for (u64 group = 0; group < with_mine.size(); ++group) {
                const bool is_safe = !with_mine[group] && without[group], is_mine = with_mine[group] && !without[group];
                const u8 sure = backbone.sure[group];
                if (sure) CHECK(sure == 1 ? is_safe : is_mine);
                const bool is_asked = is_counted || group + 1 < with_mine.size();
                if (solved == Solved::done && is_asked) CHECK_EQUAL(int(sure), is_safe ? 1 : is_mine ? 2 : 0);
                tally.certain += sure != 0;
            }
            tally.unsettled += solved == Solved::over_budget;
        }
    }
}

struct Made {
    Solved solved = Solved::stopped;
    Search search{};
    Words words;
    bool operator==(const Made& other) const {
        return solved == other.solved && words == other.words && search.found == other.search.found &&
               search.tried == other.search.tried && search.effort == other.search.effort &&
               search.work == other.search.work && search.most_opened == other.search.most_opened &&
               search.is_exhausted == other.search.is_exhausted;
    }
};

static Made make(const Kernels& kernels, void* generator, u64 cells, const SearchJob& job, const Limits& limits = Limits{}) {
    Made made;
    const Plane plane(cells);
    made.solved = kernels.generator_search(generator, job, limits, plane.word(), made.search);
    CHECK(plane.is_tidy());
    made.words = plane.copy();
    return made;
}

// Runs the same search in parts, recording the maximum number of opened cells at each pause.
static Made make_in_parts(const Kernels& kernels, void* generator, const Made& whole, u64 cells, SearchJob job, const Limits& limits,
                          Dice& dice, Tally& tally) {
    Made made;
    const Plane plane(cells);
    do {
        job.pause = made.search.work + 1 + dice.below(20 * cells);
        made.solved = kernels.generator_search(generator, job, limits, plane.word(), made.search);
        tally.paused += made.search.is_paused;
    } while (made.solved == Solved::done && made.search.is_paused);
    CHECK(plane.is_tidy());
    CHECK_EQUAL(made.search.changes, whole.search.changes);
    made.search.most_opened = whole.search.most_opened;
    made.words = plane.copy();
    return made;
}

// Every variant must make the same board, with the requested mines and difficulty.
static void check_search(Dice& dice, bool is_small, Tally& tally) {
    const Scene board(is_small ? small_grid(dice, 13) : random_grid(dice, 300));
    const u64 cells = board.cells(), first = dice.below(cells);
    std::vector<u64> excluded{first};
    if (dice.chance(70)) {
        const std::vector<u64>& around = board.table.neighbours[first];
        excluded.insert(excluded.end(), around.begin(), around.end());
        std::sort(excluded.begin(), excluded.end());
    }
    const u64 space = cells - excluded.size();
    const Effort hardest = Effort(dice.below(4));
    const bool exactly = dice.chance(20);
    static const u64 uniforms[] = {0, 5, 1000};
    const SearchJob job{std::min(space, cells * dice.between(5, 35) / 100), dice.word(), 7, 40, first,
                        excluded.data(), excluded.size(), hardest, exactly, uniforms[dice.below(3)], u64{1} << 40, 50,
                        dice.chance(30) ? dice.below(20 * cells) : u64{1} << 24};
    Limits limits;
    limits.states = 5000;
    Made expected;
    for (const Kernels* kernels : variants()) {
        const Generators generator(*kernels, board.geometry);
        const Made made = make(*kernels, generator.own, cells, job, limits);
        CHECK_EQUAL(made.solved, Solved::done);
        if (kernels == variants().front()) expected = made;
        CHECK(made == expected);
        // An earlier search must leave no trace.
        CHECK(make(*kernels, generator.own, cells, job, limits) == expected);
        CHECK(make_in_parts(*kernels, generator.own, expected, cells, job, limits, dice, tally) == expected);
        CHECK(made.search.tried <= job.tries && made.search.most_opened <= cells - job.mines);
        if (!made.search.found) continue;
        naive::Bits mines(cells);
        for (u64 i = 0; i < cells; ++i) mines[i] = (made.words[i >> 6] >> (i & 63)) & 1;
        CHECK_EQUAL(naive::count(mines), job.mines);
        for (u64 cell : excluded) CHECK(!mines[cell]);
        Deduced deduced{};
        CHECK_EQUAL(kernels->generator_deduce(generator.own, made.words.data(), job.mines, first, hardest, Limits{}, false, deduced),
                    Solved::done);
        CHECK(deduced.is_finished && deduced.effort == made.search.effort && deduced.effort <= hardest);
        if (exactly) CHECK_EQUAL(deduced.effort, hardest);
        if (is_small && kernels == variants().front()) {
            const PlainPlay plain(board.table, mines, first, hardest);
            CHECK(plain.is_finished() && plain.effort == deduced.effort);
        }
        ++tally.found;
        tally.repaired += made.search.changes > 0;
    }
}

// On a board with few layouts, a search must find a suitable one if it exists, and otherwise report that there is none.
static void check_few_layouts(Dice& dice, Tally& tally) {
    const Scene board(small_grid(dice, 9));
    const u64 cells = board.cells(), first = dice.below(cells);
    std::vector<u64> excluded{first};
    if (dice.chance(50)) {
        const std::vector<u64>& around = board.table.neighbours[first];
        excluded.insert(excluded.end(), around.begin(), around.end());
        std::sort(excluded.begin(), excluded.end());
    }
    const Effort hardest = Effort(dice.below(4));
    const bool exactly = dice.chance(30);
    const u64 uniform = dice.chance(50) ? u64{1} << 40 : dice.below(3);
    const SearchJob job{dice.between(0, cells - excluded.size()), dice.word(), 7, 20000, first,
                        excluded.data(), excluded.size(), hardest, exactly, uniform, u64{1} << 40, 50, u64{1} << 40};
    u64 layouts = 0, fine = 0;
    for (u64 choice = 0; choice >> cells == 0; ++choice) {
        naive::Bits mines(cells);
        for (u64 i = 0; i < cells; ++i) mines[i] = (choice >> i) & 1;
        bool fits = naive::count(mines) == job.mines;
        for (u64 cell : excluded) fits = fits && !mines[cell];
        if (!fits) continue;
        ++layouts;
        const PlainPlay plain(board.table, mines, first, hardest);
        fine += plain.is_finished() && (!exactly || plain.effort == hardest);
    }
    Made expected;
    for (const Kernels* kernels : variants()) {
        const Generators generator(*kernels, board.geometry);
        const Made made = make(*kernels, generator.own, cells, job);
        if (kernels == variants().front()) expected = made;
        CHECK(made == expected);
        if (kernels != variants().back()) continue;
        CHECK(make_in_parts(*kernels, generator.own, expected, cells, job, Limits{}, dice, tally) == expected);
    }
    CHECK_EQUAL(expected.search.found, fine > 0);
    CHECK_EQUAL(expected.search.is_exhausted, fine == 0);
    if (expected.search.is_exhausted && uniform > 2) CHECK(expected.search.tried >= layouts);
    tally.exhausted += expected.search.is_exhausted && layouts > 1;
}

// A stopped search must end soon, and must not affect the next one.
static void check_stops() {
    const Scene board(make_grid({12, 15}));
    const u64 first = 97;
    const SearchJob job{60, 1, 7, 30, first, &first, 1, Effort::clue, false, 2, ~u64{0}, 200, ~u64{0}};
    const Kernels& kernels = *variants().back();
    const Generators generator(kernels, board.geometry);
    const Made expected = make(kernels, generator.own, board.cells(), job);
    CHECK_EQUAL(expected.solved, Solved::done);
    u64 stopped = 0;
    for (u64 tick = 1;; tick = tick * 3 / 2 + 1) {
        Clock clock;
        clock.interrupted = tick;
        const Made made = make(kernels, generator.own, board.cells(), job, clock.limits(u64{1} << 24));
        if (made.solved == Solved::done) break;
        CHECK_EQUAL(made.solved, Solved::stopped);
        CHECK(clock.ticks <= tick + 1);
        CHECK(make(kernels, generator.own, board.cells(), job) == expected);
        ++stopped;
    }
    CHECK(stopped > 2);
}

static void check_shortage(const Scene& board, const SearchJob& job, u64 states, Tally& tally) {
    const Kernels& kernels = scarce::kernels();
    Limits limits;
    limits.states = states;
    allocations = 0;
    first_failure = ~u64{0};
    Made expected;
    {
        const Generators fresh(kernels, board.geometry);
        expected = make(kernels, fresh.own, board.cells(), job, limits);
    }
    const u64 all = allocations, step = all / 150 + 1;
    for (u64 number = 0; number < all; number += step) {
        for (u64 last : {number, ~u64{0}}) {
            allocations = 0;
            first_failure = number;
            last_failure = last;
            const Generators fresh(kernels, board.geometry);
            const Made made = fresh.own ? make(kernels, fresh.own, board.cells(), job, limits) : Made{Solved::out_of_memory, {}, {}};
            first_failure = ~u64{0};
            if (made.solved == Solved::out_of_memory) {
                ++tally.short_of_memory;
            } else {
                CHECK(made == expected);
                ++tally.done;
            }
            if (fresh.own) CHECK(make(kernels, fresh.own, board.cells(), job, limits) == expected);
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep;
    using namespace hypersweep::test;
    Dice dice(31);
    Tally tally;
    for (int i = 0; i < 150; ++i) check_deduction(dice, tally);
    for (int i = 0; i < 200; ++i) check_backbone(dice, tally);
    for (int i = 0; i < 120; ++i) check_search(dice, true, tally);
    for (int i = 0; i < 80; ++i) check_search(dice, false, tally);
    for (int i = 0; i < 300; ++i) check_few_layouts(dice, tally);
    check_stops();
    for (const naive::Grid& grid : {make_grid({5, 6}), make_grid({3, 4, 5}), make_grid({5, 5, 5})}) {
        const Scene board(grid);
        const u64 first = board.cells() / 2;
        std::vector<u64> excluded = board.table.neighbours[first];
        excluded.push_back(first);
        for (u64 uniform : {u64{0}, u64{4}}) {
            const SearchJob job{board.cells() / 6, 3, 7, 8, first, excluded.data(), excluded.size(), Effort::count, true, uniform,
                                ~u64{0}, 10, u64{1} << 17};
            for (u64 states : {u64{1} << 11, u64{20}}) check_shortage(board, job, states, tally);
        }
    }
    std::cout << "finished by clues " << tally.finished[0] << ", pairs " << tally.finished[1] << ", sets " << tally.finished[2]
              << ", the count " << tally.finished[3] << ", stuck " << tally.stuck << "; certain " << tally.certain << ", unsettled "
              << tally.unsettled << "; found " << tally.found << ", repaired " << tally.repaired << ", paused " << tally.paused
              << ", no board "
              << tally.exhausted << "; short of memory " << tally.short_of_memory << ", done all the same " << tally.done << std::endl;
    scene() = "the tally";
    CHECK(tally.finished[0] && tally.finished[1] && tally.finished[3] && tally.stuck > 20);
    CHECK(tally.certain > 100 && tally.found > 100 && tally.repaired > 20 && tally.paused > 100 && tally.exhausted > 20 && tally.short_of_memory > 100 && tally.done > 0);
    return finish("generate");
}

// Times of the parts of an exact analysis, for solve.py: reading a view, with single clues and pairs; the specs of the
// components; their states and weights; and the chances of the cells.
//
//   analysis_parts ROUNDS FILE
//
// FILE contains numbers: rows, columns, mines and views, then the codes of each view. Prints nanoseconds of processor time for
// each view and part, the least of all rounds. The time of a part is the difference between an analysis that ends after it and
// one that ends before it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "solve/analysis.hpp"

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

namespace {

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "analysis_parts: %s\n", what);
    std::exit(1);
}

double now() {
    std::timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)) fail("there is no clock");
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

void check(Solved solved) {
    if (solved != Solved::done) fail("an analysis failed");
}

}  // namespace

int main(int arguments, char** argument) {
    if (arguments != 3) fail("expected ROUNDS and FILE");
    const long rounds = std::atol(argument[1]);
    std::FILE* const file = std::fopen(argument[2], "r");
    if (!file) fail("can't read the file");
    long rows, columns, mines, count;
    if (std::fscanf(file, "%ld %ld %ld %ld", &rows, &columns, &mines, &count) != 4) fail("expected four numbers first");
    std::vector<std::int32_t> codes(std::size_t(rows * columns * count));
    for (std::int32_t& code : codes) {
        if (std::fscanf(file, "%d", &code) != 1) fail("the file ends too soon");
    }
    std::fclose(file);
    const u64 sides[] = {u64(rows), u64(columns)};
    const bool wrap[] = {false, false};
    Geometry geometry;
    if (!geometry_make(geometry, 2, sides, wrap, true)) fail("no such board");
    Solver solver(geometry);
    std::vector<double> chances(geometry.cells);
    Limits limits;
    limits.states = u64{1} << 22;
    static constexpr int ends = 4;
    const auto run = [&](int end, const std::int32_t* own) {
        if (end == 0) check(solver.problem.read(own, u64(mines), false));
        if (end == 1) check(solver.read_view(own, u64(mines), limits));
        if (end == 2) check(solver.find_fit(own, u64(mines), limits));
        if (end == 3) check(solver.analyse(own, u64(mines), false, limits, chances.data()));
    };
    double least[ends] = {1e300, 1e300, 1e300, 1e300};
    for (long round = 0; round < rounds; ++round) {
        for (int end = 0; end < ends; ++end) {
            const double begun = now();
            for (long view = 0; view < count; ++view) run(end, codes.data() + u64(view) * geometry.cells);
            least[end] = std::min(least[end], (now() - begun) / double(count));
        }
    }
    static const char* const names[] = {"read", "specs", "states", "chances"};
    for (int end = 0; end < ends; ++end) std::printf("%s %.0f\n", names[end], least[end] - (end ? least[end - 1] : 0));
    std::printf("all %.0f\n", least[ends - 1]);
    return 0;
}

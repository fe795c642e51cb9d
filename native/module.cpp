// The only file that knows Python. It checks no more than what keeps memory safe; Python checks arguments and raises.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "channel_ends.hpp"
#include "kernels.hpp"

namespace nb = nanobind;
using namespace hypersweep;

namespace {

const Kernels* active = best_kernels();

// Below this many cells a call is too short for letting other threads run to pay.
constexpr u64 long_work = u64{1} << 18;

// Raises one of hypersweep's own errors.
[[noreturn]] void raise_own(const char* name, const char* message) {
    nb::object error = nb::module_::import_("hypersweep.errors").attr(name);
    PyErr_SetString(error.ptr(), message);
    throw nb::python_error();
}

[[noreturn]] void raise_too_large() { raise_own("BoardTooLargeError", "this machine has no memory for that board"); }

// A Python buffer of plain bytes for as long as a call lasts.
class Bytes {
  public:
    Bytes(nb::handle object, bool writable) {
        if (PyObject_GetBuffer(object.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    ~Bytes() { PyBuffer_Release(&view_); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;
    u8* data() const { return static_cast<u8*>(view_.buf); }
    u64 size() const { return u64(view_.len); }

  private:
    Py_buffer view_;
};

nb::bytes new_bytes(u64 size, u8*& data) {
    PyObject* object = PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size));
    if (!object) throw nb::python_error();
    data = reinterpret_cast<u8*>(PyBytes_AS_STRING(object));
    return nb::steal<nb::bytes>(object);
}

struct Plane {
    explicit Plane(u64 words) : word(plane_make(words)), words(words) {
        if (!word) raise_too_large();
    }
    ~Plane() { plane_free(word); }
    Plane(const Plane&) = delete;
    Plane& operator=(const Plane&) = delete;

    u64* word;
    u64 words;
};

// A byte range of a plane's bit string, little-endian whatever the machine.
nb::bytes plane_bytes(const u64* plane, u64 cells, u64 begin, u64 end) {
    const u64 all = (cells + 7) / 8;
    end = std::min(end, all);
    begin = std::min(begin, end);
    u8* out;
    nb::bytes result = new_bytes(end - begin, out);
    for (u64 i = begin; i < end; ++i) *out++ = u8(plane[i >> 3] >> (8 * (i & 7)));
    return result;
}

// Bytes that are left out at the end are zeros.
void read_bytes(const Bytes& bytes, u64 cells, u64* plane) {
    if (bytes.size() > (cells + 7) / 8) throw std::invalid_argument("too many bytes");
    const u8* data = bytes.data();
    for (u64 i = 0; i < bytes.size(); ++i) plane[i >> 3] |= u64(data[i]) << (8 * (i & 7));
    if (cells % 64 && plane[cells >> 6] >> (cells & 63)) throw std::invalid_argument("spare bits are set");
}

class PyGeometry {
  public:
    PyGeometry(std::vector<u64> shape, std::vector<bool> wrap, bool moore) : shape(std::move(shape)) {
        std::unique_ptr<bool[]> flags(new bool[this->shape.size() + 1]);
        for (std::size_t axis = 0; axis < this->shape.size(); ++axis) flags[axis] = wrap.at(axis);
        if (!geometry_make(geometry, int(this->shape.size()), this->shape.data(), flags.get(), moore)) raise_too_large();
    }

    // The raveled index of a cell given as a tuple of ints, or -1. Everything else is left to Python.
    i64 ravel(nb::handle cell) const {
        PyObject* object = cell.ptr();
        if (!PyTuple_Check(object) || std::size_t(PyTuple_GET_SIZE(object)) != shape.size()) return -1;
        u64 index = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            PyObject* item = PyTuple_GET_ITEM(object, Py_ssize_t(axis));
            if (!PyLong_Check(item) || PyBool_Check(item)) return -1;
            const long long coordinate = PyLong_AsLongLong(item);
            if (coordinate < 0) {
                PyErr_Clear();
                return -1;
            }
            if (u64(coordinate) >= shape[axis]) return -1;
            index = index * shape[axis] + u64(coordinate);
        }
        return i64(index);
    }

    u64 check(u64 index) const {
        if (index >= geometry.cells) throw std::out_of_range("cell index");
        return index;
    }

    std::vector<u64> neighbours(u64 index) const {
        std::vector<u64> out(std::size_t(geometry.most_neighbours) + 1);
        out.resize(std::size_t(active->neighbours(geometry, check(index), out.data())));
        std::sort(out.begin(), out.end());
        return out;
    }

    Geometry geometry;
    std::vector<u64> shape;
};

class PyGnuRandom {
  public:
    explicit PyGnuRandom(u64 seed) { active->gnu_seed(random, u32(seed)); }
    u32 next() { return active->gnu_next(random); }
    GnuRandom random;
};

class PyStream {
  public:
    PyStream(u64 seed, u64 name, u64 index) : key(active->stream_key(seed, name, index)) {}
    u64 bits64() { return active->stream_value(key, counter++); }
    u64 below(u64 bound) {
        if (bound == 0) throw std::invalid_argument("bound is 0");
        return active->stream_below(key, counter, bound);
    }
    u64 key;
    u64 counter = 0;
};

// Where the mines are; never changes once made.
class PyMines {
  public:
    explicit PyMines(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), plane(shape->geometry.words) {}

    static std::shared_ptr<PyMines> from_indices(std::shared_ptr<PyGeometry> shape, nb::iterable indices) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        for (nb::handle item : indices) {
            const u64 index = mines->shape->check(nb::cast<u64>(item));
            u64& word = mines->plane.word[index >> 6];
            const u64 bit = u64{1} << (index & 63);
            mines->count += !(word & bit);
            word |= bit;
        }
        return mines;
    }
    static std::shared_ptr<PyMines> from_bits(std::shared_ptr<PyGeometry> shape, nb::handle bits) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        read_bytes(Bytes(bits, false), mines->shape->geometry.cells, mines->plane.word);
        mines->count = active->population(mines->plane.word, mines->plane.words);
        return mines;
    }
    static std::shared_ptr<PyMines> sample(std::shared_ptr<PyGeometry> shape, u64 count, u64 seed, u64 name, u64 index,
                                           const std::vector<u64>& excluded) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        for (u64 cell : excluded) mines->shape->check(cell);
        if (count > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
        nb::gil_scoped_release release;
        active->sample(g.cells, count, active->stream_key(seed, name, index), excluded.data(), excluded.size(),
                       mines->plane.word);
        mines->count = count;
        return mines;
    }
    static std::shared_ptr<PyMines> esp(std::shared_ptr<PyGeometry> shape, u64 count, u64 start, PyGnuRandom& random) {
        auto mines = std::make_shared<PyMines>(std::move(shape));
        const Geometry& g = mines->shape->geometry;
        mines->shape->check(start);
        if (count > g.cells - 1) throw std::invalid_argument("too many mines");
        GnuRandom own = random.random;
        {
            nb::gil_scoped_release release;
            active->esp_map(mines->plane.word, g.cells, count, start, own);
        }
        random.random = own;
        mines->count = count;
        return mines;
    }

    bool test(u64 index) const {
        shape->check(index);
        return (plane.word[index >> 6] >> (index & 63)) & 1;
    }
    u64 clue(u64 index) const { return active->clue(shape->geometry, plane.word, shape->check(index)); }
    nb::bytes bits(u64 begin, u64 end) const { return plane_bytes(plane.word, shape->geometry.cells, begin, end); }

    // Mined indices from `begin` on, at most `most` of them.
    std::vector<u64> indices(u64 begin, u64 most) const {
        std::vector<u64> out;
        const u64 cells = shape->geometry.cells;
        if (begin >= cells) return out;
        u64 word = begin >> 6;
        u64 bits = plane.word[word] & (~u64{0} << (begin & 63));
        for (;;) {
            for (; bits; bits &= bits - 1) {
                u64 place = 0;
                for (u64 rest = bits; !(rest & 1); rest >>= 1) ++place;
                out.push_back((word << 6) + place);
                if (out.size() == most) return out;
            }
            if (++word >= plane.words) return out;
            bits = plane.word[word];
        }
    }

    nb::bytes clues(u64 begin, u64 end, int size) const {
        const Geometry& g = shape->geometry;
        if (end > g.cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        nb::gil_scoped_release release;
        if (size == 1) {
            active->clues8(g, plane.word, begin, end, out);
        } else if (size == 2) {
            active->clues16(g, plane.word, begin, end, reinterpret_cast<std::uint16_t*>(out));
        } else {
            active->clues32(g, plane.word, begin, end, reinterpret_cast<u32*>(out));
        }
        return result;
    }

    // (openings, single cells, islands, openings with an open zero, single cells that are open); the last two are 0 where
    // no bits of open cells are given.
    nb::tuple value(nb::handle open_bits) const {
        const Geometry& g = shape->geometry;
        std::unique_ptr<Plane> open;
        if (!open_bits.is_none()) {
            open = std::make_unique<Plane>(g.words);
            read_bytes(Bytes(open_bits, false), g.cells, open->word);
        }
        BoardValue value;
        bool done;
        auto work = [&] { done = active->board_value(g, plane.word, open ? open->word : nullptr, value); };
        if (g.cells < long_work) {
            work();
        } else {
            nb::gil_scoped_release release;
            work();
        }
        if (!done) raise_too_large();
        return nb::make_tuple(value.openings, value.single, value.islands, value.openings_open, value.single_open);
    }
    u64 zini(bool human) const {
        const Geometry& g = shape->geometry;
        u64 clicks = 0;
        bool done;
        {
            nb::gil_scoped_release release;
            done = active->zini(g, plane.word, human, clicks);
        }
        if (!done) raise_too_large();
        return clicks;
    }

    bool same(const PyMines& other) const {
        return plane.words == other.plane.words && std::equal(plane.word, plane.word + plane.words, other.plane.word);
    }
    u64 hash() const {
        u64 all = count;
        for (u64 w = 0; w < plane.words; ++w) {
            if (plane.word[w]) all = active->stream_value(all ^ plane.word[w], w);
        }
        return all;
    }

    std::shared_ptr<PyGeometry> shape;
    Plane plane;
    u64 count = 0;
};

class PyDelta {
  public:
    PyDelta() = default;
    ~PyDelta() { delta_free(delta); }
    PyDelta(const PyDelta&) = delete;
    PyDelta& operator=(const PyDelta&) = delete;

    bool changed() const { return delta.single || delta.first; }
    u64 cell_count() const {
        u64 count = delta.single ? 1 : 0;
        for (TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) count += active->population(&block->touches[i].opened, 1);
        }
        return count;
    }
    // Indices of the cells that the move changed, in order.
    std::vector<u64> cells() const {
        std::vector<u64> out;
        if (delta.single) out.push_back(delta.index);
        for (TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) {
                const Touch& touch = block->touches[i];
                for (u64 place = 0; place < 64; ++place) {
                    if ((touch.opened >> place) & 1) out.push_back(touch.word * 64 + place);
                }
            }
        }
        std::sort(out.begin(), out.end());
        return out;
    }

    Delta delta{};
};

class PyBoard {
  public:
    PyBoard(std::shared_ptr<PyMines> mines_given, bool click, bool cascade, bool on_open, bool chord)
        : mines(std::move(mines_given)),
          open(mines->plane.words),
          flags(mines->plane.words),
          fresh(mines->plane.words) {
        board.geometry = &mines->shape->geometry;
        board.mines = mines->plane.word;
        board.open = open.word;
        board.flags = flags.word;
        board.fresh = fresh.word;
        board.rules = RuleFlags{click, cascade, on_open, chord};
        board.mine_count = mines->count;
        if (!index_set_make(board.dirty, board.geometry->chunks)) raise_too_large();
    }
    ~PyBoard() { index_set_free(board.dirty); }
    PyBoard(const PyBoard&) = delete;
    PyBoard& operator=(const PyBoard&) = delete;

    void restore(nb::handle open_bits, nb::handle flag_bits) {
        read_bytes(Bytes(open_bits, false), board.geometry->cells, open.word);
        read_bytes(Bytes(flag_bits, false), board.geometry->cells, flags.word);
        if (!board.rules.flags_on_open) {
            for (u64 w = 0; w < flags.words; ++w) flags.word[w] &= ~open.word[w];
        }
        board.opened = active->common_population(open.word, board.mines, true, open.words);
        board.covered_flags = i64(active->common_population(flags.word, open.word, true, open.words));
    }

    void check_free() const {
        if (busy) raise_own("BusyError", "this game is in use in another thread");
    }

    // Runs a kernel on this board alone: other threads may run meanwhile on a large board, but not on this one.
    template <class Work>
    auto alone(Work&& work) {
        check_free();
        busy = true;
        struct Done {
            bool& busy;
            ~Done() { busy = false; }
        } done{busy};
        if (board.geometry->cells < long_work) return work();
        nb::gil_scoped_release release;
        return work();
    }

    nb::object move_open(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        if (!alone([&] { return active->open(board, u64(index), delta->delta); })) raise_too_large();
        return nb::cast(std::move(delta));
    }
    nb::object move_flag(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        check_free();
        active->flag(board, u64(index), delta->delta);
        return nb::cast(std::move(delta));
    }
    nb::object move_chord(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        if (!alone([&] { return active->chord(board, u64(index), delta->delta); })) raise_too_large();
        return nb::cast(std::move(delta));
    }
    void undo(const PyDelta& delta) {
        alone([&] { active->undo(board, delta.delta); });
    }

    bool is_open(u64 index) const {
        mines->shape->check(index);
        return (open.word[index >> 6] >> (index & 63)) & 1;
    }
    bool is_flagged(u64 index) const {
        mines->shape->check(index);
        return (flags.word[index >> 6] >> (index & 63)) & 1;
    }

    nb::bytes codes(u64 begin, u64 end, bool reveal, int size) {
        if (end > board.geometry->cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        alone([&] {
            if (size == 2) {
                active->codes16(board, begin, end, reveal, reinterpret_cast<std::int16_t*>(out));
            } else {
                active->codes32(board, begin, end, reveal, reinterpret_cast<std::int32_t*>(out));
            }
        });
        return result;
    }
    nb::bytes open_bits(u64 begin, u64 end) const { return plane_bytes(open.word, board.geometry->cells, begin, end); }
    nb::bytes flag_bits(u64 begin, u64 end) const { return plane_bytes(flags.word, board.geometry->cells, begin, end); }

    std::shared_ptr<PyMines> mines;
    Plane open, flags, fresh;
    Board board{};
    bool busy = false;
};

// An analysis of views of one grid; keeps its memory for the next one.
class PySolver {
  public:
    explicit PySolver(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), solver(active->solver_make(shape->geometry)) {
        if (!solver) throw std::bad_alloc();
    }
    ~PySolver() { kernels->solver_free(solver); }
    PySolver(const PySolver&) = delete;
    PySolver& operator=(const PySolver&) = delete;

    // Ctrl-C and the clock, looked at now and then from inside the kernel.
    struct Watch {
        double seconds;
        std::chrono::steady_clock::time_point start, looked;
        bool late = false, interrupted = false;
        static bool stop(void* opaque) {
            Watch& watch = *static_cast<Watch*>(opaque);
            const auto now = std::chrono::steady_clock::now();
            if (now - watch.looked < std::chrono::milliseconds(20)) return false;
            watch.looked = now;
            if (std::chrono::duration<double>(now - watch.start).count() > watch.seconds) return watch.late = true;
            nb::gil_scoped_acquire acquire;
            return watch.interrupted = PyErr_CheckSignals() != 0;
        }
    };

    // (status, probabilities as doubles, states). The status is the number of a `Solved`.
    nb::tuple analyse(nb::handle codes, u64 mines, bool trust_flags, u64 most_states, u64 most_bytes, double seconds) {
        const Bytes given(codes, false);
        const u64 cells = shape->geometry.cells;
        if (given.size() != 4 * cells) throw std::invalid_argument("size of codes");
        if (busy) raise_own("BusyError", "this solver is in use in another thread");
        busy = true;
        struct Done {
            bool& busy;
            ~Done() { busy = false; }
        } done{busy};
        u8* out;
        nb::bytes probability = new_bytes(8 * cells, out);
        const auto now = std::chrono::steady_clock::now();
        Watch watch{seconds, now, now};
        Limits limits;
        limits.states = most_states;
        limits.bytes = most_bytes;
        limits.stop = Watch::stop;
        limits.stop_with = &watch;
        Solved solved;
        {
            nb::gil_scoped_release release;
            solved = kernels->solver_analyse(solver, reinterpret_cast<const std::int32_t*>(given.data()), mines, trust_flags,
                                             limits, reinterpret_cast<double*>(out), findings);
        }
        if (watch.interrupted) throw nb::python_error();
        return nb::make_tuple(int(solved), probability, findings.states);
    }

    // (status, probabilities, standard errors, states). Components within the limits are counted exactly, the others are
    // sampled: `repeats` times, at most `states` states of each layer.
    nb::tuple estimate(nb::handle codes, u64 mines, bool trust_flags, u64 states, u64 repeats, u64 seed, u64 most_states,
                       u64 most_bytes, double seconds) {
        const Bytes given(codes, false);
        const u64 cells = shape->geometry.cells;
        if (given.size() != 4 * cells) throw std::invalid_argument("size of codes");
        if (states == 0 || repeats == 0) throw std::invalid_argument("size of sample");
        if (busy) raise_own("BusyError", "this solver is in use in another thread");
        busy = true;
        struct Done {
            bool& busy;
            ~Done() { busy = false; }
        } done{busy};
        u8 *out, *errors_out;
        nb::bytes probability = new_bytes(8 * cells, out), errors = new_bytes(8 * cells, errors_out);
        const auto now = std::chrono::steady_clock::now();
        Watch watch{seconds, now, now};
        Limits limits;
        limits.states = most_states;
        limits.bytes = most_bytes;
        limits.stop = Watch::stop;
        limits.stop_with = &watch;
        Solved solved;
        {
            nb::gil_scoped_release release;
            solved = kernels->solver_estimate(solver, reinterpret_cast<const std::int32_t*>(given.data()), mines, trust_flags,
                                              states, repeats, seed, limits, reinterpret_cast<double*>(out),
                                              reinterpret_cast<double*>(errors_out), findings);
        }
        if (watch.interrupted) throw nb::python_error();
        return nb::make_tuple(int(solved), probability, errors, findings.states);
    }

    // The chance that a covered cell is safe and shows each clue from 0 on, given the latest analysis.
    nb::tuple clue_chances(u64 cell, u64 most_states, u64 most_bytes) {
        shape->check(cell);
        std::vector<double> chance(std::size_t(shape->geometry.most_neighbours) + 1);
        Limits limits;
        limits.states = most_states;
        limits.bytes = most_bytes;
        const Solved solved = kernels->solver_clues(solver, cell, limits, chance.data());
        return nb::make_tuple(int(solved), chance);
    }

    std::vector<u64> component(u64 number) {
        if (number >= findings.components) throw std::out_of_range("component");
        std::vector<u64> clues(std::size_t(kernels->solver_component(solver, number, nullptr, 0)));
        kernels->solver_component(solver, number, clues.data(), clues.size());
        return clues;
    }

    // (fewest mines, ways modulo the prime for each number of mines from there on)
    nb::tuple ways(u64 number, u64 prime) {
        if (number >= findings.components) throw std::out_of_range("component");
        i64 low = 0;
        std::vector<u64> found(std::size_t(kernels->solver_span(solver, number, low)));
        if (!kernels->solver_ways(solver, number, prime, found.data())) raise_too_large();
        return nb::make_tuple(low, found);
    }

    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* solver;
    Findings findings{};
    bool busy = false;
};

PolicyLimits read_caps(const std::vector<double>& caps) {
    PolicyLimits own;
    if (caps.size() == 6) own = PolicyLimits{caps[0], u64(caps[1]), u64(caps[2]), u64(caps[3]), caps[4], caps[5]};
    return own;
}

// A choice of move for views of one grid.
class PyChooser {
  public:
    explicit PyChooser(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), chooser(active->chooser_make(shape->geometry)) {
        if (!chooser) throw std::bad_alloc();
    }
    ~PyChooser() { kernels->chooser_free(chooser); }
    PyChooser(const PyChooser&) = delete;
    PyChooser& operator=(const PyChooser&) = delete;

    // (status, cell or -1, certain, safe, score, wins, layouts, exact)
    nb::tuple choose(nb::handle codes, u64 mines, bool trust_flags, int policy, const std::vector<double>& caps,
                     u64 most_states, u64 most_bytes, double seconds) {
        const Bytes given(codes, false);
        if (given.size() != 4 * shape->geometry.cells) throw std::invalid_argument("size of codes");
        if (busy) raise_own("BusyError", "this chooser is in use in another thread");
        busy = true;
        struct Done {
            bool& busy;
            ~Done() { busy = false; }
        } done{busy};
        const auto now = std::chrono::steady_clock::now();
        PySolver::Watch watch{seconds, now, now};
        Limits limits;
        limits.states = most_states;
        limits.bytes = most_bytes;
        limits.stop = PySolver::Watch::stop;
        limits.stop_with = &watch;
        Choice choice{};
        Solved solved;
        {
            nb::gil_scoped_release release;
            solved = kernels->chooser_choose(chooser, reinterpret_cast<const std::int32_t*>(given.data()), mines, trust_flags,
                                             Policy(policy), read_caps(caps), limits, choice);
        }
        if (watch.interrupted) throw nb::python_error();
        return nb::make_tuple(int(solved), choice.cell == ~u64{0} ? i64(-1) : i64(choice.cell), choice.certain, choice.safe,
                              choice.score, choice.wins, choice.layouts, choice.exact);
    }

    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* chooser;
    bool busy = false;
};

// One (won, opened, guesses, analyses) per game.
int solver_play(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count, u64 first, int first_open,
                int policy, const std::vector<double>& caps, nb::object results) {
    const Geometry& g = shape.geometry;
    const Bytes buffer(results, true);
    if (buffer.size() != count * sizeof(GameResult)) throw std::invalid_argument("size of results");
    shape.check(first);
    const FirstOpen open = first_open == 0 ? FirstOpen::any : first_open == 1 ? FirstOpen::safe : FirstOpen::opening;
    const u64 reserved = open == FirstOpen::any ? 0 : open == FirstOpen::safe ? 1 : g.most_neighbours + 1;
    if (mines > g.cells - reserved) throw std::invalid_argument("too many mines");
    SolverJob job{&g, mines, seed, name, first_index, count, first, open, Policy(policy), PolicyLimits{},
                  reinterpret_cast<GameResult*>(buffer.data())};
    job.caps = read_caps(caps);
    const auto now = std::chrono::steady_clock::now();
    PySolver::Watch watch{1e18, now, now};
    Limits limits;
    limits.states = u64{1} << 18;  // past that a position is estimated: whole games can't wait for one of them
    limits.stop = PySolver::Watch::stop;
    limits.stop_with = &watch;
    Solved solved;
    {
        nb::gil_scoped_release release;
        solved = active->solver_play(job, limits);
    }
    if (watch.interrupted) throw nb::python_error();
    return int(solved);
}

void sample_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count,
                  const std::vector<u64>& excluded, nb::object bits, nb::object clues, int clue_bytes) {
    const Geometry& g = shape.geometry;
    for (u64 cell : excluded) shape.check(cell);
    if (mines > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
    SampleJob job{&g, mines, seed, name, first_index, count, excluded.data(), excluded.size(), nullptr, nullptr, clue_bytes};
    std::unique_ptr<Bytes> bit_buffer, clue_buffer;
    if (!bits.is_none()) {
        bit_buffer = std::make_unique<Bytes>(bits, true);
        if (bit_buffer->size() != count * ((g.cells + 7) / 8)) throw std::invalid_argument("size of bits");
        job.bits = bit_buffer->data();
    }
    if (!clues.is_none()) {
        clue_buffer = std::make_unique<Bytes>(clues, true);
        if (clue_buffer->size() != count * g.cells * u64(clue_bytes)) throw std::invalid_argument("size of clues");
        if (clue_bytes < 2 && g.most_neighbours > 255) throw std::invalid_argument("clues need two bytes");
        job.clues = clue_buffer->data();
    }
    bool done;
    {
        nb::gil_scoped_release release;
        done = active->sample_batch(job);
    }
    if (!done) raise_too_large();
}

void play_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 layout_name, u64 click_name, u64 first_index, u64 count,
                int first_open, nb::object outcomes, nb::object clicks, nb::object opened) {
    const Geometry& g = shape.geometry;
    const Bytes outcome_buffer(outcomes, true), click_buffer(clicks, true), opened_buffer(opened, true);
    if (outcome_buffer.size() != count || click_buffer.size() != 8 * count || opened_buffer.size() != 8 * count) {
        throw std::invalid_argument("size of results");
    }
    const FirstOpen policy = first_open == 0 ? FirstOpen::any : first_open == 1 ? FirstOpen::safe : FirstOpen::opening;
    const u64 reserved = policy == FirstOpen::any ? 0 : policy == FirstOpen::safe ? 1 : g.most_neighbours + 1;
    if (mines > g.cells - reserved) throw std::invalid_argument("too many mines");
    const PlayJob job{&g,          mines, seed,   layout_name, click_name, first_index,
                      count,       policy, outcome_buffer.data(),
                      reinterpret_cast<u64*>(click_buffer.data()), reinterpret_cast<u64*>(opened_buffer.data())};
    bool done;
    {
        nb::gil_scoped_release release;
        done = active->play_batch(job);
    }
    if (!done) raise_too_large();
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "Compiled kernels of hypersweep; the public rooms check arguments before they call in.";

    m.def("variant", [] { return std::string(active->name); }, "The instruction set whose kernels are in use.");
    m.def("use_variant", [](const std::string& name) {
        const Kernels* found = named_kernels(name.c_str());
        if (found) active = found;
        return found != nullptr;
    }, "Switch to the kernels of another instruction set; false where this machine can't run them.");

    nb::class_<PyGeometry>(m, "Geometry")
        .def(nb::init<std::vector<u64>, std::vector<bool>, bool>())
        .def("ravel", &PyGeometry::ravel)
        .def("neighbours", &PyGeometry::neighbours)
        .def_prop_ro("cells", [](const PyGeometry& self) { return self.geometry.cells; })
        .def_prop_ro("most_neighbours", [](const PyGeometry& self) { return self.geometry.most_neighbours; });

    nb::class_<PyGnuRandom>(m, "GnuRandom").def(nb::init<u64>()).def("next", &PyGnuRandom::next);

    nb::class_<PyStream>(m, "Stream")
        .def(nb::init<u64, u64, u64>())
        .def("bits64", &PyStream::bits64)
        .def("below", &PyStream::below);

    nb::class_<PyMines>(m, "Mines")
        .def_static("from_indices", &PyMines::from_indices)
        .def_static("from_bits", &PyMines::from_bits)
        .def_static("sample", &PyMines::sample)
        .def_static("esp", &PyMines::esp)
        .def("test", &PyMines::test)
        .def("clue", &PyMines::clue)
        .def("bits", &PyMines::bits)
        .def("indices", &PyMines::indices)
        .def("clues", &PyMines::clues)
        .def("value", &PyMines::value, nb::arg().none())
        .def("zini", &PyMines::zini)
        .def("same", &PyMines::same)
        .def("hash", &PyMines::hash)
        .def_ro("count", &PyMines::count);

    nb::class_<PyDelta>(m, "Delta")
        .def_prop_ro("changed", &PyDelta::changed)
        .def_prop_ro("opened", [](const PyDelta& self) { return self.delta.opened; })
        .def_prop_ro("flag_change", [](const PyDelta& self) { return self.delta.flag_change; })
        .def_prop_ro("kind", [](const PyDelta& self) { return int(self.delta.kind); })
        .def_prop_ro("index", [](const PyDelta& self) { return self.delta.index; })
        .def("cell_count", &PyDelta::cell_count)
        .def("cells", &PyDelta::cells);

    nb::class_<PyBoard>(m, "Board")
        .def(nb::init<std::shared_ptr<PyMines>, bool, bool, bool, bool>())
        .def("restore", &PyBoard::restore)
        .def("open", &PyBoard::move_open, nb::arg().none())
        .def("flag", &PyBoard::move_flag, nb::arg().none())
        .def("chord", &PyBoard::move_chord, nb::arg().none())
        .def("undo", &PyBoard::undo)
        .def("is_open", &PyBoard::is_open)
        .def("is_flagged", &PyBoard::is_flagged)
        .def("codes", &PyBoard::codes)
        .def("open_bits", &PyBoard::open_bits)
        .def("flag_bits", &PyBoard::flag_bits)
        .def_prop_ro("outcome", [](const PyBoard& self) { return int(self.board.outcome); })
        .def_prop_ro("opened", [](const PyBoard& self) { return self.board.opened; })
        .def_prop_ro("covered_flags", [](const PyBoard& self) { return self.board.covered_flags; });

    nb::class_<PySolver>(m, "Solver")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("analyse", &PySolver::analyse)
        .def("estimate", &PySolver::estimate)
        .def("component", &PySolver::component)
        .def("clue_chances", &PySolver::clue_chances)
        .def("ways", &PySolver::ways)
        .def_prop_ro("components", [](const PySolver& self) { return self.findings.components; })
        .def_prop_ro("contradictory", [](const PySolver& self) { return self.findings.contradictory; })
        .def_prop_ro("clue", [](const PySolver& self) { return self.findings.clue; })
        .def_prop_ro("unseen", [](const PySolver& self) { return self.findings.unseen; })
        .def_prop_ro("mines_left", [](const PySolver& self) { return self.findings.mines_left; });

    nb::class_<PyChooser>(m, "Chooser").def(nb::init<std::shared_ptr<PyGeometry>>()).def("choose", &PyChooser::choose);

    m.def("solver_play", &solver_play);
    m.def("raw_bytearray", [](Py_ssize_t size) {
        PyObject* object = PyByteArray_FromStringAndSize(nullptr, size);
        if (!object) throw nb::python_error();
        return nb::steal(object);
    }, "A bytearray whose bytes have not been written: a kernel is about to write all of them.");

    m.def("sample_batch", &sample_batch, nb::arg().noconvert(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg());
    m.def("play_batch", &play_batch);

    bind_channel(m);
}

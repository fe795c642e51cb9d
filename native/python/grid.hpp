// A grid for Python.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "python/binding.hpp"

namespace hypersweep {

// The solver for punishing play on boards of one grid.
struct PunishingSolver {
    explicit PunishingSolver(const Geometry& geometry) : kernels(active), solver(kernels->punisher_make(geometry)) {
        if (!solver) raise_too_large();
    }
    ~PunishingSolver() { kernels->punisher_free(solver); }
    PunishingSolver(const PunishingSolver&) = delete;
    PunishingSolver& operator=(const PunishingSolver&) = delete;

    const Kernels* kernels;
    void* solver;
};

class PyGeometry;

// Grids with a spare solver for the next move, most recently used last; only a few keep one. Protected by the GIL or,
// without a GIL, by the lock.
inline std::array<PyGeometry*, 8> with_spare{};
inline nb::ft_mutex with_spare_lock;

class PyGeometry {
  public:
    PyGeometry(std::vector<u64> shape, std::vector<bool> wrap, bool moore) : shape(std::move(shape)) {
        std::unique_ptr<bool[]> flags(new bool[this->shape.size() + 1]);
        for (std::size_t axis = 0; axis < this->shape.size(); ++axis) flags[axis] = wrap.at(axis);
        if (!geometry_make(geometry, int(this->shape.size()), this->shape.data(), flags.get(), moore)) raise_too_large();
    }
    ~PyGeometry() {
        const nb::ft_lock_guard guard(with_spare_lock);
        std::replace(with_spare.begin(), with_spare.end(), this, static_cast<PyGeometry*>(nullptr));
    }
    PyGeometry(const PyGeometry&) = delete;
    PyGeometry& operator=(const PyGeometry&) = delete;

    // Returns a spare solver, or a new one; the caller hands it back with give_back.
    std::unique_ptr<PunishingSolver> take_solver() {
        {
            const nb::ft_lock_guard guard(with_spare_lock);
            if (spare && spare->kernels == active) return std::move(spare);
        }
        return std::make_unique<PunishingSolver>(geometry);
    }
    void give_back(std::unique_ptr<PunishingSolver> solver) {
        const nb::ft_lock_guard guard(with_spare_lock);
        auto place = std::find(with_spare.begin(), with_spare.end(), this);
        if (place == with_spare.end()) {
            place = with_spare.begin();
            if (*place) (*place)->spare.reset();
            *place = this;
        }
        std::rotate(place, place + 1, with_spare.end());
        spare = std::move(solver);
    }

    // The raveled index of a cell given as a tuple of ints or as an index. Returns -1 for anything else, which Python
    // code must handle.
    i64 ravel(nb::handle cell) const {
        PyObject* object = cell.ptr();
        if (PyLong_CheckExact(object)) {
            const long long index = PyLong_AsLongLong(object);
            if (index < 0) PyErr_Clear();
            return index >= 0 && u64(index) < geometry.cells ? index : -1;
        }
        if (!PyTuple_Check(object) || std::size_t(tuple_size(object)) != shape.size()) return -1;
        u64 index = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            PyObject* item = tuple_item(object, Py_ssize_t(axis));
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

    // The coordinates of a cell as a tuple of ints.
    nb::object cell(u64 index) const {
        nb::object found = nb::steal(PyTuple_New(Py_ssize_t(shape.size())));
        if (!found.is_valid()) throw nb::python_error();
        for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis]) {
            PyObject* coordinate = PyLong_FromUnsignedLongLong(index % shape[axis]);
            if (!coordinate) throw nb::python_error();
            put_in_tuple(found.ptr(), Py_ssize_t(axis), coordinate);
        }
        return found;
    }

    u64 check(u64 index) const {
        if (index >= geometry.cells) throw std::out_of_range("cell index");
        return index;
    }

    // Converts the number of a promise for the first open; raises if that many mines can't keep it.
    FirstOpen check_first_open(int number, u64 mines) const {
        const FirstOpen open = number == 0 ? FirstOpen::any : number == 1 ? FirstOpen::safe : FirstOpen::opening;
        const u64 reserved = open == FirstOpen::any ? 0 : open == FirstOpen::safe ? 1 : geometry.most_neighbours + 1;
        if (mines > geometry.cells - reserved) throw std::invalid_argument("too many mines");
        return open;
    }

    std::vector<u64> neighbours(u64 index) const {
        std::vector<u64> out(std::size_t(geometry.most_neighbours) + 1);
        out.resize(std::size_t(active->neighbours(geometry, check(index), out.data())));
        std::sort(out.begin(), out.end());
        return out;
    }

    Geometry geometry;
    std::vector<u64> shape;

  private:
    std::unique_ptr<PunishingSolver> spare;  // kept for the games on this grid
};

}  // namespace hypersweep

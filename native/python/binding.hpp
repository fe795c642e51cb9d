// Helpers for all bindings: the kernels in use, Python's buffers, and hypersweep's errors. Part of the Python module
// only.
#pragma once

#include <nanobind/nanobind.h>

#include "kernels.hpp"
#include "python/gil.hpp"
#include "python/items.hpp"

namespace hypersweep {
namespace nb = nanobind;

inline const Kernels* active = best_kernels();

// Whether releasing the GIL pays off while all cells of a board are visited; see the kernels' is_short.
inline bool is_long(const Geometry& g) {
    return g.cells >= short_cells || g.cells * (g.most_neighbours + 1) >= short_steps;
}

// Raises one of hypersweep's own errors.
[[noreturn]] inline void raise_own(const char* name, const char* message) {
    nb::object error = nb::module_::import_("hypersweep.errors").attr(name);
    PyErr_SetString(error.ptr(), message);
    throw nb::python_error();
}

[[noreturn]] inline void raise_too_large() {
    raise_own("BoardTooLargeError", "this machine has no memory for that board");
}

// A view of a Python buffer as plain bytes, for the duration of a call.
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
    // An empty buffer may have any address.
    bool is_aligned(std::size_t size) const {
        return view_.len == 0 || reinterpret_cast<std::uintptr_t>(view_.buf) % size == 0;
    }
    // Whether it has exactly `count` items of `each` bytes.
    bool holds(u64 count, u64 each) const { return each ? size() % each == 0 && size() / each == count : size() == 0; }

  private:
    Py_buffer view_;
};

inline nb::bytes new_bytes(u64 size, u8*& data) {
    PyObject* object = PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size));
    if (!object) throw nb::python_error();
    data = reinterpret_cast<u8*>(bytes_data(object));
    return nb::steal<nb::bytes>(object);
}

// Total bytes of `count` items of `each` bytes; raises if that is more than memory can hold.
inline u64 all_of(u64 count, u64 each) {
    if (each && count > (~u64{0} >> 1) / each) raise_too_large();
    return count * each;
}

// Exclusive use of an object during one call, since other threads may try to use it while the GIL is released.
class Turn {
  public:
    Turn(bool& busy, const char* message) : busy_(busy) {
        if (busy) raise_own("BusyError", message);
        busy = true;
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    bool& busy_;
};

// Each function is defined in a separate file, for the package of the same name.
void bind_grid(nb::module_&);
void bind_rng(nb::module_&);
void bind_layout(nb::module_&);
void bind_game(nb::module_&);
void bind_hypermines(nb::module_&);
void bind_batch(nb::module_&);
void bind_environments(nb::module_&);
void bind_solve(nb::module_&);
void bind_best_play(nb::module_&);
void bind_analyse_batch(nb::module_&);
void bind_generate(nb::module_&);
void bind_formats(nb::module_&);
void bind_reasons(nb::module_&);
void bind_stats(nb::module_&);
void bind_channel(nb::module_&);

}  // namespace hypersweep

// Access to items of Python's tuples, bytes, lists and dictionaries: by macros if the module is built for one version
// of Python, by functions if it is built for the stable ABI.
#pragma once

#include <nanobind/nanobind.h>

namespace hypersweep {
namespace nb = nanobind;

#ifdef Py_LIMITED_API
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_Size(tuple); }
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t place) { return PyTuple_GetItem(tuple, place); }
// Sets an item of a new tuple and takes over the reference.
inline void put_in_tuple(PyObject* tuple, Py_ssize_t place, PyObject* item) { PyTuple_SetItem(tuple, place, item); }
inline char* bytes_data(PyObject* bytes) { return PyBytes_AsString(bytes); }
inline Py_ssize_t bytes_size(PyObject* bytes) { return PyBytes_Size(bytes); }
#else
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_GET_SIZE(tuple); }
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t place) { return PyTuple_GET_ITEM(tuple, place); }
inline void put_in_tuple(PyObject* tuple, Py_ssize_t place, PyObject* item) { PyTuple_SET_ITEM(tuple, place, item); }
inline char* bytes_data(PyObject* bytes) { return PyBytes_AS_STRING(bytes); }
inline Py_ssize_t bytes_size(PyObject* bytes) { return PyBytes_GET_SIZE(bytes); }
#endif

// A list item. If threads run in parallel, another thread may replace it at any time, so a reference is held. Otherwise
// it can't change while no Python code runs.
#ifdef Py_GIL_DISABLED
using Item = nb::object;
inline Item held(nb::handle object) { return nb::borrow(object); }
#else
using Item = nb::handle;
inline Item held(nb::handle object) { return object; }
#endif

// Raises if the list has become shorter, for example through another thread.
inline Item list_item(PyObject* list, Py_ssize_t place) {
#if defined(Py_GIL_DISABLED)
    Item item = nb::steal(PyList_GetItemRef(list, place));
    if (!item.is_valid()) throw nb::python_error();
    return item;
#elif defined(Py_LIMITED_API)
    const Item item = PyList_GetItem(list, place);
    if (!item.is_valid()) throw nb::python_error();
    return item;
#else
    return PyList_GET_ITEM(list, place);
#endif
}

// The value of a key in a dictionary, or null. Comparing keys may run arbitrary Python code and raise.
inline nb::object dict_item(PyObject* dict, PyObject* key) {
#ifdef Py_GIL_DISABLED
    PyObject* found;
    if (PyDict_GetItemRef(dict, key, &found) < 0) throw nb::python_error();
    return nb::steal(found);
#else
    nb::object found = nb::borrow(PyDict_GetItemWithError(dict, key));
    if (!found.is_valid() && PyErr_Occurred()) throw nb::python_error();
    return found;
#endif
}

// Replaces an item whose destruction runs no Python code.
inline void put_in_list(PyObject* list, Py_ssize_t place, PyObject* item) {
#if defined(Py_GIL_DISABLED) || defined(Py_LIMITED_API)
    if (PyList_SetItem(list, place, Py_NewRef(item)) != 0) throw nb::python_error();
#else
    PyObject* const old = PyList_GET_ITEM(list, place);
    PyList_SET_ITEM(list, place, Py_NewRef(item));
    Py_DECREF(old);
#endif
}

// Up to 64 adjacent list items, for the lifetime of this object: the list's own array if it is accessible, otherwise
// copies.
#if defined(Py_GIL_DISABLED) || defined(Py_LIMITED_API)
class ItemRow {
  public:
    ItemRow(PyObject* list, Py_ssize_t begin, Py_ssize_t count) : ItemRow() {
        for (; count_ < count; ++count_) items_[count_] = let_go(list_item(list, begin + count_));
    }
    ~ItemRow() {
#ifdef Py_GIL_DISABLED
        while (count_ > 0) Py_DECREF(items_[--count_]);
#endif
    }
    ItemRow(const ItemRow&) = delete;
    ItemRow& operator=(const ItemRow&) = delete;
    PyObject* const* data() const { return items_; }

  private:
    ItemRow() = default;
    static PyObject* let_go(nb::handle item) { return item.ptr(); }
    static PyObject* let_go(nb::object&& item) { return item.release().ptr(); }
    Py_ssize_t count_ = 0;
    PyObject* items_[64];
};
#else
class ItemRow {
  public:
    ItemRow(PyObject* list, Py_ssize_t begin, Py_ssize_t)
        : items_(reinterpret_cast<PyListObject*>(list)->ob_item + begin) {}
    PyObject* const* data() const { return items_; }

  private:
    PyObject** items_;
};
#endif

}  // namespace hypersweep

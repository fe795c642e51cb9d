// Channels for Python.
#include "python/binding.hpp"
#include "python/channel_outlet.hpp"

namespace hypersweep {
namespace {

#ifndef _WIN32

// send(data, seconds=inf), called for every message. Not bound with nanobind, which would make sending a short message
// a tenth slower.
PyObject* send_message(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (count < 1 || count > 2) {
        PyErr_SetString(PyExc_TypeError, "expected data, and optionally seconds");
        return nullptr;
    }
    const double seconds = count == 1 ? std::numeric_limits<double>::infinity() : PyFloat_AsDouble(arguments[1]);
    if (seconds == -1.0 && PyErr_Occurred()) return nullptr;
    try {
        PyOutlet& outlet = *nb::inst_ptr<PyOutlet>(self);
        const nb::ft_object2_guard guard(self, outlet.inlet());
        return PyLong_FromLong(long(outlet.send(arguments[0], seconds)));
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    }
    return nullptr;
}

// A sender also changes its receiver, so without a GIL both are locked while it works.
using Outlet = nb::pointer_and_handle<PyOutlet>;
template <class Work>
void with_inlet(Outlet self, Work&& work) {
    const nb::ft_object2_guard guard(self.h, self.p->inlet());
    work(*self.p);
}

#endif  // _WIN32

// Fills the iterator slot directly, so that iterating involves no Python call.
template <class Messages>
PyObject* take_message(PyObject* self) {
    const nb::ft_object_guard guard(self);
    return nb::inst_ptr<Messages>(self)->take();
}

template <class Messages>
const PyType_Slot iteration[] = {{Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
                                 {Py_tp_iternext, reinterpret_cast<void*>(take_message<Messages>)},
                                 {0, nullptr}};

}  // namespace

void bind_channel(nb::module_& m) {
    // Threads still waiting when the interpreter exits keep these objects alive.
    nb::set_leak_warnings(false);
    nb::class_<PyMessages>(m, "ChannelMessages", nb::type_slots(iteration<PyMessages>), nb::is_weak_referenceable())
        .def(nb::init<u64, u64, u32, bool, u64>())
        .def("__len__", &PyMessages::count, nb::lock_self())
        .def("put", &PyMessages::put, nb::lock_self())
        .def("feed", &PyMessages::feed, nb::lock_self())
        .def("pending", &PyMessages::pending, nb::lock_self())
        .def("clear", &PyMessages::clear, nb::lock_self());
#ifndef _WIN32
    nb::class_<PyInlet, PyMessages>(m, "ChannelInlet", nb::type_slots(iteration<PyInlet>), nb::is_weak_referenceable())
        .def(nb::init<u64, u64, bool, u64>())
        .def("attach", &PyInlet::attach, nb::lock_self())
        .def("fill", [](PyInlet& self, double seconds) { return int(self.fill(seconds)); }, nb::lock_self())
        .def("hand_over", &PyInlet::hand_over, nb::lock_self())
        .def_static("announce_fork", &PyInlet::announce_fork)
        .def("close", &PyInlet::close, nb::lock_self())
        .def_prop_ro("is_open", &PyInlet::is_open, nb::lock_self())
        .def_prop_ro("descriptor", &PyInlet::descriptor, nb::lock_self());
    static PyMethodDef sending[] = {
        {"send", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(send_message)), METH_FASTCALL, nullptr},
        {nullptr, nullptr, 0, nullptr}};
    static const PyType_Slot methods[] = {{Py_tp_methods, sending}, {0, nullptr}};
    nb::class_<PyOutlet>(m, "ChannelOutlet", nb::type_slots(methods), nb::is_weak_referenceable())
        .def(nb::init<int, u64, u64, bool, PyInlet&>())
        .def("hand_over", [](Outlet self) { with_inlet(self, [](PyOutlet& outlet) { outlet.hand_over(); }); })
        .def("close", [](Outlet self) { with_inlet(self, [](PyOutlet& outlet) { outlet.close(); }); })
        .def_prop_ro("is_open", &PyOutlet::is_open, nb::lock_self())
        .def_prop_ro("descriptor", &PyOutlet::descriptor, nb::lock_self());
#endif
}

}  // namespace hypersweep

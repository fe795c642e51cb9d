// Checks of Python's threads, for the ends of channels. Part of channel.cpp, and included by nothing else.
#pragma once

#include <nanobind/nanobind.h>

#ifndef _WIN32
#include <dlfcn.h>
#endif

namespace hypersweep {

#ifndef _WIN32

// Whether this is Python's only thread. No stable API reports that, so two unstable functions are looked up by name;
// without them, assume that there are other threads. In a Python without a GIL, threads may start and end at any
// moment.
inline bool is_only_thread() {
#ifdef Py_GIL_DISABLED
    return false;
#else
    using First = PyThreadState* (*)(PyInterpreterState*);
    using Next = PyThreadState* (*)(PyThreadState*);
    static const auto first = reinterpret_cast<First>(dlsym(RTLD_DEFAULT, "PyInterpreterState_ThreadHead"));
    static const auto next = reinterpret_cast<Next>(dlsym(RTLD_DEFAULT, "PyThreadState_Next"));
    return first && next && !next(first(PyInterpreterState_Get()));
#endif
}

// Whether this thread may touch Python objects now.
inline bool may_touch_python() {
#ifdef Py_LIMITED_API
    // From Python 3.12 on, a thread without the GIL has no such dictionary.
    return PyThreadState_GetDict() != nullptr;
#else
    return PyGILState_Check() != 0;
#endif
}

#endif  // _WIN32

}  // namespace hypersweep

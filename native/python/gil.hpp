// The GIL: released while a kernel runs, and taken back.
#pragma once

#include <nanobind/nanobind.h>

// Whether a thread is ended by unwinding its stack: with glibc and GCC's C++ library. Elsewhere it just ends.
#if defined(__GLIBC__) && defined(__GLIBCXX__)
#define HYPERSWEEP_THREADS_UNWIND 1
#include <cxxabi.h>
#include <unistd.h>
#endif

namespace hypersweep {

// A daemon thread that returns after the interpreter has ended is ended as well. Before Python 3.14 that unwinds its
// stack, up to the first noexcept function, which then ends the whole process. Here such a thread sleeps instead until
// the process is gone, as in later versions of Python.
inline void take_gil(PyThreadState* state) {
#ifdef HYPERSWEEP_THREADS_UNWIND
    try {
        PyEval_RestoreThread(state);
    } catch (const abi::__forced_unwind&) {
        for (;;) pause();
    }
#else
    PyEval_RestoreThread(state);
#endif
}

// Other threads may run while it exists.
class WithoutGil {
  public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() { take_gil(state_); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    friend class WithGil;
    PyThreadState* state_;
};

// Temporarily takes the GIL back, in the thread that released it.
class WithGil {
  public:
    explicit WithGil(WithoutGil& without) : without_(without) { take_gil(without_.state_); }
    ~WithGil() { without_.state_ = PyEval_SaveThread(); }
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

  private:
    WithoutGil& without_;
};

}  // namespace hypersweep

// The lock that only one Python thread holds at a time: let go while a kernel runs, and taken back.
#pragma once

#include <nanobind/nanobind.h>

// Where a thread is made to end by unwinding its stack: with glibc and GCC's C++ library. Elsewhere it just ends.
#if defined(__GLIBC__) && defined(__GLIBCXX__)
#define HYPERSWEEP_THREADS_UNWIND 1
#include <cxxabi.h>
#include <unistd.h>
#endif

namespace hypersweep {

// A daemon thread that comes back when the interpreter has ended is made to end as well. Before Python 3.14 that is done by
// unwinding its stack, up to the first function that throws nothing, which then ends the whole process. Such a thread sleeps
// here instead, until the process is gone, as later versions of Python make it do.
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

// Other threads may run as long as it stands.
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

// Python may be called for a moment, by the thread that let go.
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

// Releasing the GIL while a kernel runs, and taking it back.
#pragma once

#include <nanobind/nanobind.h>

// Whether ending a thread unwinds its stack, as it does with glibc and GCC's C++ library.
#if defined(__GLIBC__) && defined(__GLIBCXX__)
#define HYPERSWEEP_THREADS_UNWIND 1
#include <cxxabi.h>
#include <unistd.h>
#endif

namespace hypersweep {

// When a daemon thread takes the GIL after the interpreter has exited, Python ends the thread. Before Python 3.14 that
// unwinds its stack, and the first noexcept function on the stack terminates the whole process. So let such a thread
// sleep until the process exits, as Python 3.14 does.
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

// Releases the GIL for its lifetime, so that other threads may run.
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

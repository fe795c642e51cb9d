// The Python module. Only the files in this folder use Python. They check only what memory safety needs; Python code
// validates arguments and raises errors.
#include <nanobind/stl/string.h>

#include <string>

#include "python/binding.hpp"

using namespace hypersweep;

// Compiler of the kernels, for bug reports. Clang comes first, because it also defines the macros of the others.
static std::string compiler() {
#if defined(__clang__)
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#elif defined(_MSC_VER)
    return "MSVC " + std::to_string(_MSC_VER / 100) + "." + std::to_string(_MSC_VER % 100);
#else
    return "";
#endif
}

NB_MODULE(_native, m) {
    m.doc() = "Hypersweep's compiled kernels. The public packages check arguments before they call them.";

    m.def("variant", [] { return std::string(active->name); }, "The instruction set whose kernels are in use.");
    m.def("use_variant", [](const std::string& name) {
        const Kernels* found = named_kernels(name.c_str());
        if (found) active = found;
        return found != nullptr;
    }, "Switch to the kernels for another instruction set; return False if this machine can't run them.");

    m.def("compiler", compiler, "The name and version of the compiler that built the kernels; empty if unknown.");

    bind_grid(m);
    bind_rng(m);
    bind_layout(m);
    bind_game(m);
    bind_hypermines(m);
    bind_batch(m);
    bind_environments(m);
    bind_solve(m);
    bind_best_play(m);
    bind_analyse_batch(m);
    bind_generate(m);
    bind_formats(m);
    bind_reasons(m);
    bind_stats(m);
    bind_channel(m);
}

// The kernels with an allocator that can be made to fail.
#include <cstddef>
#include <cstdlib>

namespace hypersweep {
namespace test {
void* scarce_realloc(void* data, std::size_t bytes);
}
}  // namespace hypersweep

#define HYPERSWEEP_REALLOC ::hypersweep::test::scarce_realloc

#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT scarce

#include "kernels.cpp"

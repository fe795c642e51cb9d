// The exchange: memory for input and output arrays. Also defines `new` and `delete`, because the standard library's
// versions would import functions that write to a terminal.
#include <cstdlib>
#include <new>

#include "web/interface.hpp"

#if defined(__wasm__)
// No kernel uses the throwing version of `new`.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace hypersweep::web {

double results[result_count];

namespace {

u8* memory = nullptr;
u64 size = 0;

// Size in bytes above which a buffer is freed when a call needs less than a quarter of it.
constexpr u64 large = u64{1} << 20;

}  // namespace

void* exchanged(u64 bytes) { return memory && bytes <= size ? memory : nullptr; }

bool make_space(u64 bytes) {
    if (bytes > most_bytes) return false;
    if (bytes <= size && memory) return true;
    const u64 wanted = bytes < 1024 ? 1024 : bytes;
    void* const fresh = std::realloc(memory, std::size_t(wanted));
    if (!fresh) return false;
    memory = static_cast<u8*>(fresh);
    size = wanted;
    return true;
}

// Version of this interface; increase it with every change that affects the page.
HS_EXPORT(interface_version) int interface_version() { return 5; }

// Makes the exchange hold at least `bytes` bytes, and returns a status. Its contents may be lost.
HS_EXPORT(exchange) int exchange(double bytes) {
    u64 wanted;
    if (!read_whole(bytes, most_bytes, wanted)) return bad_argument;
    if (size > large && wanted < size / 4) {
        std::free(memory);
        memory = nullptr;
        size = 0;
    }
    return make_space(wanted) ? done : out_of_memory;
}

// Address of the exchange; any call that resizes it can move it.
HS_EXPORT(exchange_place) void* exchange_place() { return memory; }
// Address of the results that functions return as doubles.
HS_EXPORT(results_place) double* results_place() { return results; }

}  // namespace hypersweep::web

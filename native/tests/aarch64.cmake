# For an ARM processor, from whatever machine this is: the compiler of PyPI's `ziglang`, and qemu to run what it made.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER python-zig c++)
# With a C library that is linked in: what qemu runs needs no files of another system.
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-musl)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# No source is a module, and the package has no program that looks for them.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

# Builds for ARM on any machine, with the compiler in PyPI's `ziglang`, and runs the programs in qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER python-zig c++)
# Links the C library statically, so that qemu needs no files from an ARM system.
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-musl)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# There are no C++ modules, and ziglang has no program that scans for them.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

// Identifies senders: which process sent a part, and is it still running?
#pragma once

#include "channel/parts.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#endif

namespace hypersweep {

#ifndef _WIN32

// Monotonic time. Not std::chrono, because the C library for courses must not depend on the C++ library.
inline i64 milliseconds_now() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return i64(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

// Start time of a process in ticks since boot; 0 if unknown.
inline u64 start_of_process([[maybe_unused]] u32 process) {
#ifdef __linux__
    char text[1024];
    std::snprintf(text, sizeof text, "/proc/%lu/stat", static_cast<unsigned long>(process));
    const int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    if (bytes <= 0) return 0;
    text[bytes] = 0;
    // The process name is in parentheses and may contain anything, even ')'. The start time is the twentieth field
    // after it.
    const char* at = std::strrchr(text, ')');
    for (int field = 0; at && field < 20; ++field) at = std::strchr(at + 1, ' ');
    return at ? std::strtoull(at, nullptr, 10) : 0;
#else
    return 0;
#endif
}

// Identifier of the PID namespace, within which process IDs and start times are comparable; 0 if unknown.
inline u32 process_space() {
#ifdef __linux__
    struct stat processes, times;
    if (stat("/proc/self/ns/pid", &processes) != 0) return 0;
    const bool has_times = stat("/proc/self/ns/time", &times) == 0;
    return u32(processes.st_ino) ^ (has_times ? u32(times.st_ino) * 2654435761U : 0);
#else
    return 1;
#endif
}

// Whether the process that sent a part has exited; zombies count as exited.
inline bool is_gone(const Part& part) {
    const pid_t process = pid_t(part.process);
    if (kill(process, 0) != 0 && errno == ESRCH) return true;
#ifdef SYS_pidfd_open
    const int watched = int(syscall(SYS_pidfd_open, process, 0));
    if (watched >= 0) {
        pollfd polled{watched, POLLIN, 0};
        const bool has_ended = poll(&polled, 1, 0) == 1;
        close(watched);
        if (has_ended) return true;
    }
#endif
    const u64 started = part.started ? start_of_process(part.process) : 0;
    return started != 0 && started != part.started;
}

// Header for the parts sent by this process. The sender's number is random, or made from time and process ID if the
// system has no source of randomness.
inline Part sending_identity() {
    Part part{0, 0, 0, u32(getpid()), process_space(), start_of_process(u32(getpid()))};
    if (getentropy(&part.sender, sizeof part.sender) != 0) {
        part.sender = u64(milliseconds_now()) << 22 ^ part.process;
    }
    return part;
}

#endif  // _WIN32

}  // namespace hypersweep

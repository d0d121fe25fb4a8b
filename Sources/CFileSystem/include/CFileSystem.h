#ifndef C_FILE_SYSTEM_H
#define C_FILE_SYSTEM_H

#include <stdint.h>

#ifdef __linux__
#include <sys/statfs.h>

/// The magic number of the file system that a path is on (statfs(2)); 0 when it can't be asked.
/// Swift's modules for the C library lack this header.
static inline uint32_t file_system_type(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}
#endif

#endif

"""A disk that fails or hangs: from a moment on, the program's flushes end with an error, or not at all. Or a list of what was flushed."""

import pytest

from shim import compiled

SHIM = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int flush(long call, int file) {
    const char *sign = getenv("FLUSHES_FAIL");
    const char *hang = getenv("FLUSHES_HANG");
    if (sign && access(sign, F_OK) == 0) { errno = EIO; return -1; }
    while (hang && access(hang, F_OK) == 0) usleep(10000);
    const char *list = getenv("FLUSHES_LIST");
    FILE *listed = list ? fopen(list, "a") : NULL;
    if (listed) {
        char name[64], path[4096];
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        ssize_t count = readlink(name, path, sizeof path);
        if (count > 0) fprintf(listed, "%.*s\\n", (int)count, path);
        fclose(listed);
    }
    return syscall(call, file);
}
int fsync(int file) { return flush(SYS_fsync, file); }
int fdatasync(int file) { return flush(SYS_fdatasync, file); }
"""


@pytest.fixture(scope="session")
def flushes(tmp_path_factory):
    """The library that takes the place of the system's flushes."""
    return compiled(tmp_path_factory, "flushes", SHIM)


@pytest.fixture(scope="session")
def failing_flushes(flushes):
    """The environment in which flushes fail as soon as a file is there: failing_flushes(path)."""
    return lambda sign: {"LD_PRELOAD": flushes, "FLUSHES_FAIL": str(sign)}


@pytest.fixture(scope="session")
def hanging_flushes(flushes):
    """The environment in which flushes hang as long as a file is there: hanging_flushes(path)."""
    return lambda sign: {"LD_PRELOAD": flushes, "FLUSHES_HANG": str(sign)}


@pytest.fixture
def listed_flushes(flushes, tmp_path):
    """The environment in which the files and folders that were flushed are listed in `list`."""
    listed_in = tmp_path / "flushed"

    class Listed:
        environment = {"LD_PRELOAD": flushes, "FLUSHES_LIST": str(listed_in)}

        @property
        def list(self):
            return listed_in.read_text().splitlines()

    return Listed()

"""A wall clock that is wrong: the program sees one that is some seconds ahead (or behind)."""

import pytest

from shim import compiled

SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    const char *ahead = getenv("CLOCK_AHEAD");
    if (clock == CLOCK_REALTIME && ahead) time->tv_sec += atol(ahead);
    return result;
}
"""


@pytest.fixture(scope="session")
def clock_ahead(tmp_path_factory):
    """The environment in which the wall clock is that many seconds ahead: clock_ahead(86_400)."""
    library = compiled(tmp_path_factory, "clock", SHIM, "-ldl")
    return lambda seconds: {"LD_PRELOAD": library, "CLOCK_AHEAD": str(seconds)}

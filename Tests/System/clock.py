"""A wall clock that is wrong: the program sees one that is some seconds ahead (or behind)."""

import shutil
import subprocess

import pytest

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
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        pytest.skip("no C compiler is here")
    folder = tmp_path_factory.mktemp("clock")
    (folder / "clock.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "clock.so", folder / "clock.c", "-ldl"], check=True)
    return lambda seconds: {"LD_PRELOAD": str(folder / "clock.so"), "CLOCK_AHEAD": str(seconds)}

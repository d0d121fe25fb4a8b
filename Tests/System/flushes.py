"""A disk that fails: from a moment on, the program's flushes end with an error."""

import shutil
import subprocess

import pytest

SHIM = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int flush(long call, int file) {
    const char *sign = getenv("FLUSHES_FAIL");
    if (sign && access(sign, F_OK) == 0) { errno = EIO; return -1; }
    return syscall(call, file);
}
int fsync(int file) { return flush(SYS_fsync, file); }
int fdatasync(int file) { return flush(SYS_fdatasync, file); }
"""


@pytest.fixture(scope="session")
def failing_flushes(tmp_path_factory):
    """The environment in which flushes fail as soon as a file is there: failing_flushes(path)."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        pytest.skip("no C compiler is here")
    folder = tmp_path_factory.mktemp("flushes")
    (folder / "flushes.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "flushes.so", folder / "flushes.c"], check=True)
    return lambda sign: {"LD_PRELOAD": str(folder / "flushes.so"), "FLUSHES_FAIL": str(sign)}

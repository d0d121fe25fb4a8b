"""A command that another user of the machine runs. Only root can do that."""

import os
import pwd
import shutil
import stat
import subprocess
import tempfile

import pytest

from martlet_server import BINARY, clean_environment

NAME = "nobody"


def run_as_other(tmp_path, *arguments):
    """Runs a command of the binary as nobody, or skips the test."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root can run it as somebody else")
    user = pwd.getpwnam(NAME)
    identity = ["setpriv", "--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"]
    # Only their user can enter the folders of tests, up to the folder for all temporary files.
    for parent in [tmp_path, *tmp_path.parents]:
        if not parent.stat().st_mode & stat.S_IWOTH and parent.is_relative_to(tempfile.gettempdir()):
            parent.chmod(0o755)
    if subprocess.run([*identity, "ls", tmp_path, BINARY], capture_output=True).returncode != 0:
        pytest.skip("somebody else can't use the folders of this test")
    return subprocess.run(
        [*identity, BINARY, *map(str, arguments)], env=clean_environment(), capture_output=True, text=True)

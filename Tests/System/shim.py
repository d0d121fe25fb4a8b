"""Libraries that are loaded before the system's, and take the place of some of its functions."""

import shutil
import subprocess

import pytest


def compiled(tmp_path_factory, name, source, *libraries):
    """The path of the library that `source` is compiled to. The test is skipped without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        pytest.skip("no C compiler is here")
    folder = tmp_path_factory.mktemp(name)
    (folder / f"{name}.c").write_text(source)
    library = folder / f"{name}.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, folder / f"{name}.c", *libraries], check=True)
    return str(library)

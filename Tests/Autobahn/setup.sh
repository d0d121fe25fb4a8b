#!/bin/bash
# setup.sh DIR: installs the Autobahn fuzzing client into DIR, all of it from PyPI.
#
# autobahntestsuite is Python 2 source; port.py turns it into Python 3 with lib2to3, hence CPython
# 3.12 at most.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
python3 -m venv venv
venv/bin/pip -q install 'twisted==26.10.0' 'autobahn==23.6.2' 'setuptools<81'
venv/bin/pip -q download --no-deps --no-build-isolation --no-binary :all: -d dl autobahntestsuite==25.10.1 2>/dev/null ||
    venv/bin/pip -q download --no-deps -d dl autobahntestsuite==25.10.1
tar xzf dl/autobahntestsuite-25.10.1.tar.gz
venv/bin/python -W ignore "$here/port.py" autobahntestsuite-25.10.1 ab3
touch complete

#!/usr/bin/env bash
# `swift build` as for a release, with the same compiler flags each time: what the tests run is what
# users run, and nothing is compiled twice.
#
# -enable-testing lets tests see what is internal (@testable). SwiftPM passes a package's traits to
# the compiler in the order of a Set, which is different in each process, unless hashes are
# deterministic. The compiler builds a module again when its flags have changed.
#
# SWIFT_BUILD_FLAGS: further options, such as those of .ci/run. Other ones build everything again.
SWIFT_DETERMINISTIC_HASHING=1 exec swift build -c release -Xswiftc -enable-testing ${SWIFT_BUILD_FLAGS:-} "$@"

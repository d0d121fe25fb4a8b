#!/usr/bin/env bash
# `swift build` with the same compiler flags each time. SwiftPM passes a package's traits to the
# compiler in the order of a Set, which is different in each process. The compiler builds a module
# again when its flags have changed. So another product, or an example in the same build folder,
# would compile this whole package again. Tests run without this: their hashes stay random.
#
# SWIFT_BUILD_FLAGS: further options, such as those of .ci/run. Other ones build everything again.
SWIFT_DETERMINISTIC_HASHING=1 exec swift build ${SWIFT_BUILD_FLAGS:-} "$@"

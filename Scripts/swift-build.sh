#!/usr/bin/env bash
# `swift build`, which compiles nothing twice. SwiftPM names a package's traits to the compiler in the order of a Set: another
# one in each process. Without this, every build for which SwiftPM plans anew (another product, another package with the same
# build folder) would compile all modules of this package again.
SWIFT_DETERMINISTIC_HASHING=1 exec swift build "$@"

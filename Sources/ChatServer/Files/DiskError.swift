#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why a disk operation failed.
package struct DiskError: Error, CustomStringConvertible {
    let number: Int32

    /// - Parameter number: of the system's errors
    package init(_ number: Int32 = errno) { self.number = number }

    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    /// Whether there was no descriptor or no memory for it.
    var isShort: Bool { number == EMFILE || number == ENFILE || number == ENOMEM }

    package var description: String { String(cString: strerror(number)) }
}

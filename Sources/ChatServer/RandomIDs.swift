import ChatWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Random ids, drawn from the system's source some at a time: a system call for each would cost more than the message.
struct RandomIDs: RandomNumberGenerator {
    private var words = [UInt64](repeating: 0, count: 128)
    private var used = 128

    mutating func next() -> UInt64 {
        if used == words.count { refill() }
        defer { used += 1 }
        return words[used]
    }

    private mutating func refill() {
        words.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            #if canImport(Glibc) || canImport(Musl)
            // At most 256 bytes a call are never cut short by a signal (getrandom(2)).
            for start in stride(from: 0, to: buffer.count, by: 256) {
                while getrandom(base + start, 256, 0) != 256 {}
            }
            #else
            arc4random_buf(base, buffer.count)
            #endif
        }
        used = 0
    }
}

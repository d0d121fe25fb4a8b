#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Randomness from the system, drawn some at a time: a system call for each message would cost more than the message.
struct RandomIDs: RandomNumberGenerator {
    private var words = [UInt64](repeating: 0, count: 128)
    private var used = 128
    private var system = SystemRandomNumberGenerator()

    mutating func next() -> UInt64 {
        if used == words.count { refill() }
        defer { used += 1 }
        return words[used]
    }

    private mutating func refill() {
        used = 0
        let isFilled = words.withUnsafeMutableBytes { read(Self.source, $0.baseAddress, $0.count) == $0.count }
        guard !isFilled else { return }
        for index in words.indices { words[index] = system.next() }
    }

    private static let source = open("/dev/urandom", O_RDONLY | O_CLOEXEC)
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The source of random words: the system, or a simulation.
package struct Randomness: Sendable {
    fileprivate let injected: (@Sendable () -> UInt64)?

    /// The system's source.
    package init() { injected = nil }

    /// - Parameter injected: Called for each word, on any thread.
    package init(_ injected: @escaping @Sendable () -> UInt64) { self.injected = injected }
}

/// Random words from the system, fetched several at a time: a system call for each message would
/// cost more than the message.
struct RandomIDs: RandomNumberGenerator {
    private let randomness: Randomness
    private var words = [UInt64](repeating: 0, count: 128)
    private var used = 128
    private var system = SystemRandomNumberGenerator()

    init(_ randomness: Randomness = Randomness()) { self.randomness = randomness }

    mutating func next() -> UInt64 {
        if used == words.count { refill() }
        defer { used += 1 }
        return words[used]
    }

    private mutating func refill() {
        used = 0
        if let next = randomness.injected {
            for index in words.indices { words[index] = next() }
            return
        }
        let isFilled = words.withUnsafeMutableBytes { read(Self.source, $0.baseAddress, $0.count) == $0.count }
        guard !isFilled else { return }
        for index in words.indices { words[index] = system.next() }
    }

    private static let source = open("/dev/urandom", O_RDONLY | O_CLOEXEC)
}

/// The streams of a value's changes. Each buffers only the newest.
struct Streams<Value: Sendable>: Sendable {
    private var continuations: [AsyncStream<Value>.Continuation] = []

    /// - Parameter owner: what stays as long as somebody reads
    mutating func add(
        startingWith value: Value, retaining owner: (any AnyObject & Sendable)? = nil
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        if let owner { continuation.onTermination = { _ in withExtendedLifetime(owner) {} } }
        continuation.yield(value)
        continuations.append(continuation)
        return stream
    }

    /// Sends a value to every stream, and removes ended streams.
    mutating func send(_ value: Value) {
        continuations.removeAll { if case .terminated = $0.yield(value) { true } else { false } }
    }

    func finish() { for continuation in continuations { continuation.finish() } }
}

/// Those who await a value's changes. Each has room for one: the newest.
struct Streams<Value: Sendable>: Sendable {
    private var continuations: [AsyncStream<Value>.Continuation] = []

    mutating func add(startingWith value: Value) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(value)
        continuations.append(continuation)
        return stream
    }

    /// Tells everyone, and forgets those who listen no more.
    mutating func send(_ value: Value) {
        guard !continuations.isEmpty else { return }
        continuations.removeAll {
            if case .terminated = $0.yield(value) { true } else { false }
        }
    }

    func finish() {
        for continuation in continuations { continuation.finish() }
    }
}

/// How long to wait before trying again: a random part of a bound that doubles from one second to thirty.
struct Reconnection {
    private var bound = 1.0

    mutating func next() -> Duration {
        defer { bound = min(bound * 2, 30) }
        return .seconds(Double.random(in: 0..<bound))
    }

    mutating func succeeded() { bound = 1 }
}

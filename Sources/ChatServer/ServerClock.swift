/// The server's time: the machine's clocks, or what a simulation says instead.
package struct ServerClock: Sendable {
    /// A moment as both clocks tell it: milliseconds since 1970-01-01 UTC, and nanoseconds of a
    /// clock that never goes back.
    package typealias Moment = (wall: Int64, monotonic: Int64)

    /// A closure, not an existential: without one, reading the time costs a comparison more than
    /// the system's clock.
    private let injected: (@Sendable () -> Moment)?

    /// The machine's clocks.
    package init() { injected = nil }

    /// - Parameter injected: asked for each reading, on any thread
    package init(_ injected: @escaping @Sendable () -> Moment) { self.injected = injected }

    /// Milliseconds since 1970-01-01 UTC. May jump.
    package func milliseconds() -> Int64 {
        if let injected { return injected().wall }
        return SystemClock.milliseconds()
    }

    /// Nanoseconds since an arbitrary moment. Never goes back.
    package func nanoseconds() -> Int64 {
        if let injected { return injected().monotonic }
        return SystemClock.nanoseconds()
    }

    /// Milliseconds since an arbitrary moment. Never goes back.
    func uptime() -> Int64 { nanoseconds() / 1_000_000 }
}

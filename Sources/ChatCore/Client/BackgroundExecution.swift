/// Time from the system to finish what was begun, when an app leaves the screen.
///
/// A client holds one assertion from the moment something waits to be sent until nothing does. On iOS an app implements this
/// with `beginBackgroundTask`; elsewhere a process simply goes on, which is ``NoBackgroundTask``.
public protocol BackgroundExecution: Sendable {
    /// - Parameter name: what it is for, as shown by the system's tools.
    func begin(_ name: String) async -> any BackgroundAssertion
}

/// The time that was given; may end before ``end()``.
public protocol BackgroundAssertion: Sendable {
    /// It is no longer needed. Called once.
    func end() async
}

/// Where no system takes the time away.
public struct NoBackgroundTask: BackgroundExecution {
    public init() {}

    public func begin(_ name: String) -> any BackgroundAssertion { Nothing() }

    private struct Nothing: BackgroundAssertion {
        func end() {}
    }
}

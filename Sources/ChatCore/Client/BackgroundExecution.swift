/// Asks the system for time to finish sending when the app goes to the background.
///
/// The client holds one assertion while anything waits to be sent. On iOS an app implements this
/// with `beginBackgroundTask`. Elsewhere processes keep running, and ``NoBackgroundTask`` is
/// enough.
public protocol BackgroundExecution: Sendable {
    /// Begins a background task.
    ///
    /// - Parameter name: Its purpose, as the system's tools show it.
    func begin(_ name: String) async -> any BackgroundAssertion
}

/// Granted background time. The system may end it before ``end()``.
public protocol BackgroundAssertion: Sendable {
    /// Gives the rest of the time back to the system. Called once.
    func end() async
}

/// For systems that let a process in the background run.
public struct NoBackgroundTask: BackgroundExecution {
    /// Creates the value.
    public init() {}

    /// Returns an assertion that does nothing.
    public func begin(_ name: String) -> any BackgroundAssertion { Nothing() }

    private struct Nothing: BackgroundAssertion {
        func end() {}
    }
}

import ChatRooms

/// Whether the write-ahead log is to be cut, because it still has texts that were deleted.
final class LogErasures: Sendable {
    private struct State {
        var isWaiting = false
        var isEnded = false
    }

    private let state = Locked(State())

    /// Notes that the log has such texts.
    ///
    /// - Returns: whether to wait for ``perform(_:)``; `false` if that is being done, or after the
    ///   end
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isWaiting, !state.isEnded else { return false }
            state.isWaiting = true
            return true
        }
    }

    /// Nothing is cut from now on: the connection is closed.
    func end() { state.withLock { $0.isEnded = true } }

    /// Cuts the log, unless the connection is closed.
    ///
    /// - Parameter cut: returns whether it has to be tried again
    /// - Returns: the same; `false` after the end
    func perform(_ cut: () -> Bool) -> Bool {
        let isEnded = state.withLock { state in
            state.isWaiting = false
            return state.isEnded
        }
        return isEnded ? false : cut()
    }
}

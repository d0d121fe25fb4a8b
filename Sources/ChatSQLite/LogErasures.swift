import Foundation

/// Whether the write-ahead log is to be cut, because it still has texts that were deleted.
///
/// `@unchecked Sendable`: what varies is touched only under `lock`.
final class LogErasures: @unchecked Sendable {
    private let lock = NSLock()
    private var isWaiting = false
    private var isEnded = false

    /// - Returns: whether it has to be waited for; false where that is so already
    func begin() -> Bool {
        lock.withLock {
            guard !isWaiting, !isEnded else { return false }
            isWaiting = true
            return true
        }
    }

    /// Nothing is cut from now on: the connection is closed.
    func end() { lock.withLock { isEnded = true } }

    /// - Parameter cut: returns whether it has to be tried again
    /// - Returns: the same; false after the end
    func perform(_ cut: () -> Bool) -> Bool {
        let isEnded = lock.withLock {
            isWaiting = false
            return self.isEnded
        }
        return isEnded ? false : cut()
    }
}

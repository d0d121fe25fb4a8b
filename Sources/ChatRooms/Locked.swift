import Foundation

/// A value that any thread may read and change, one at a time.
///
/// `@unchecked Sendable`: `value` is touched only in ``withLock(_:)``, under `lock`.
/// (`Synchronization.Mutex` would need macOS 15 and iOS 18.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Calls `body` while no other thread has the value. `body` must not come back here.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

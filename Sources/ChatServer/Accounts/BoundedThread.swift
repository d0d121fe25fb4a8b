import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One thread for work that blocks, with a bounded queue.
///
/// Its work never runs on event loops nor on the pool of all tasks, so a thousand sign-ins delay no
/// message.
package final class BoundedThread: Sendable {
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let waiting = NIOLockedValueBox(0)
    private let limit: Int
    private let full: WireError
    private let isPolite: Bool

    /// - Parameters:
    ///   - limit: work items that may wait or run
    ///   - full: the refusal of more
    ///   - isPolite: whether other threads go first (Linux)
    package init(limit: Int, full: WireError, isPolite: Bool = false) {
        self.limit = limit
        self.full = full
        self.isPolite = isPolite
        pool.start()
    }

    /// Runs `work` on the thread, and returns when it is done.
    ///
    /// - Throws: the refusal if too much waits; what `work` throws
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(WireError) -> Value
    ) async throws(WireError) -> Value {
        let isFull = waiting.withLockedValue { waiting in
            guard waiting < limit else { return true }
            waiting += 1
            return false
        }
        guard !isFull else { throw full }
        defer { waiting.withLockedValue { $0 -= 1 } }
        let isPolite = isPolite
        let result: Result<Value, WireError>?
        do {
            result = try await pool.runIfActive {
                if isPolite { Self.giveWay() }
                return Result(catching: work)
            }
        } catch {
            result = nil
        }
        // The server stops.
        guard let result else { throw full }
        return try result.get()
    }

    package func end() async { try? await pool.shutdownGracefully() }

    /// Lowers the priority of this thread. On Linux it is the thread's own.
    private static func giveWay() {
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Musl)
            _ = setpriority(PRIO_PROCESS, 0, 10)
        #endif
    }
}

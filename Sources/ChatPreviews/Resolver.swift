import ChatServer
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// Asks the system's resolver, which blocks, on threads of its own. A question that is not answered
/// in time keeps its thread until it is; nobody waits for it.
struct Resolver: Sendable {
    private let threads = NIOThreadPool(numberOfThreads: Limits.previewLookups)
    private let asked = NIOLockedValueBox(0)

    func start() { threads.start() }

    /// Does not wait for questions that are not answered.
    func end() { threads.shutdownGracefully { _ in } }

    /// - Returns: none if the name is unknown, or there was no answer in time
    /// - Throws: if too many questions are not answered
    func addresses(
        of host: String, until deadline: NIODeadline
    ) async throws(WebDownload.Busy) -> [HostAddress] {
        let isFull = asked.withLockedValue { asked in
            guard asked < Limits.previewLookups else { return true }
            asked += 1
            return false
        }
        if isFull { throw WebDownload.Busy(wait: UInt64(Limits.previewDeadline)) }
        return await withCheckedContinuation { continuation in
            let waiting = NIOLockedValueBox<CheckedContinuation<[HostAddress], Never>?>(continuation)
            let answer = { @Sendable (found: [HostAddress]) in
                waiting.withLockedValue { waiting in
                    defer { waiting = nil }
                    return waiting
                }?.resume(returning: found)
            }
            let late = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(deadline: deadline) { answer([]) }
            threads.submit { [asked] state in
                let found = state == .active ? HostAddress.of(host) : []
                asked.withLockedValue { $0 -= 1 }
                late.cancel()
                answer(found)
            }
        }
    }
}

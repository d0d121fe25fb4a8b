import ChatRooms
import ChatServer
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// Asks the system's resolver, which blocks, on threads of its own. A question that is not answered
/// in time keeps its thread until it is; nobody waits for it.
struct Resolver: Sendable {
    private let threads = NIOThreadPool(numberOfThreads: Limits.previewLookups)
    /// Questions that are not answered, by reader.
    private let asked = NIOLockedValueBox<[ClientAddress: Int]>([:])

    func start() { threads.start() }

    /// Does not wait for questions that are not answered.
    func end() { threads.shutdownGracefully { _ in } }

    /// - Parameter reader: the address, or the IPv6 site, of the reader who needs the answer
    /// - Returns: none if the name is unknown, or there was no answer in time
    /// - Throws: if too many questions are not answered, of all readers or of this one
    func addresses(
        of host: String, for reader: ClientAddress, until deadline: NIODeadline
    ) async throws(WebDownload.Busy) -> [HostAddress] {
        let isFull = asked.withLockedValue { asked in
            let ofReader = asked[reader, default: 0]
            guard ofReader < Limits.previewLookupsOfSite, asked.values.reduce(0, +) < Limits.previewLookups
            else { return true }
            asked[reader] = ofReader + 1
            return false
        }
        if isFull { throw WebDownload.Busy(reason: .lookups, wait: UInt64(Limits.previewDeadline)) }
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
                asked.withLockedValue { asked in
                    let left = asked[reader, default: 1] - 1
                    asked[reader] = left > 0 ? left : nil
                }
                late.cancel()
                answer(found)
            }
        }
    }
}

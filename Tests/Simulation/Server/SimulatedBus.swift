import ChatRooms
import ChatTesting

/// The bus between the servers of a world. It delays messages, and loses, doubles and reorders some.
///
/// @unchecked: a world runs on one thread.
final class SimulatedBus: @unchecked Sendable {
    private let scheduler: Scheduler
    private let threads: [SimulatedThread]
    private var receivers: [Int: @Sendable ([UInt8]) -> Void] = [:]

    init(_ scheduler: Scheduler) {
        self.scheduler = scheduler
        // Two ways to the others: messages on one overtake those on the other.
        threads = [1, 50].map { scheduler.makeThread(lag: 0...$0) }
    }

    /// A server's end of it.
    func end(of server: Int) -> End { End(bus: self, server: server) }

    struct End: ServerBus {
        let bus: SimulatedBus
        let server: Int

        func publish(_ message: [UInt8]) { bus.publish(message, from: server) }
        func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void) { bus.receivers[server] = receive }
        func end() async { bus.receivers[server] = nil }
    }

    private func publish(_ message: [UInt8], from server: Int) {
        for (other, receive) in receivers.sorted(by: { $0.key < $1.key }) where other != server {
            if scheduler.random.oneIn(20) { continue }
            for _ in 0..<(scheduler.random.oneIn(20) ? 2 : 1) {
                let way = scheduler.random.oneIn(10) ? threads[1] : threads[0]
                way.add { receive(message) }
            }
        }
    }
}

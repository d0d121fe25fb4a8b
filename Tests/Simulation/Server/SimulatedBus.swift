import ChatRooms
import ChatTesting
import ChatWire

/// The bus between the servers of a world. It delays messages, and loses, doubles and reorders
/// some.
///
/// @unchecked: a world runs on one thread.
final class SimulatedBus: @unchecked Sendable {
    private let scheduler: Scheduler
    private let threads: [SimulatedThread]
    private var receivers: [Int: @Sendable ([UInt8]) -> Void] = [:]
    private let bug: PlantedBug?
    /// What each server has said last, and what those have that ended.
    private var last: [Int: ServerMessage] = [:]
    private var ended: [ServerMessage] = []
    /// The servers that did not get a message of another one.
    private var missing: Set<Int> = []
    /// When each server said something last, in milliseconds, and those that were silent for so
    /// long that the others took their people away.
    private var spoke: [Int: Int64] = [:]
    private var returned: Set<Int> = []
    private var isolated: (server: Int, until: Int64)?

    init(_ scheduler: Scheduler, bug: PlantedBug?) {
        self.scheduler = scheduler
        self.bug = bug
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
        var condition: BusCondition { BusCondition(isCarrying: true) }
    }

    /// A server has ended: it says and hears nothing more.
    func cut(_ server: Int) {
        receivers[server] = nil
        missing.remove(server)
        spoke[server] = nil
        returned.remove(server)
        if bug == .endedServerHeard, let last = last.removeValue(forKey: server) { ended.append(last) }
    }

    /// Nothing gets through between a server and the others.
    func isolate(_ server: Int, until moment: Int64) { isolated = (server, moment) }

    func heal() { isolated = nil }

    /// Whether a message of another server was lost on its way to this one since it began.
    func missesMessages(_ server: Int) -> Bool { missing.contains(server) }

    private func publish(_ message: [UInt8], from server: Int) {
        guard receivers[server] != nil else { return }
        let now = scheduler.clock.milliseconds
        if now - (spoke.updateValue(now, forKey: server) ?? now) >= Limits.serverSilence { returned.insert(server) }
        send(flawed(message, from: server), from: server)
        for index in ended.indices {
            ended[index].number += 1
            send(ServerMessage(from: ended[index].server, ended[index].number, []).json, from: server)
        }
    }

    /// With a planted bug, not what the server has said.
    private func flawed(_ bytes: [UInt8], from server: Int) -> [UInt8] {
        guard bug != nil, var message = try? ServerMessage(json: bytes) else { return bytes }
        switch bug {
        case .endedServerHeard: last[server] = message
        case .leavingUnheard:
            message.items.removeAll { if case .presence(.exited) = $0 { true } else { false } }
        case .returnedServerUnheard where returned.contains(server): message.items.removeAll { $0 == .peopleEnd }
        default: return bytes
        }
        return message.json
    }

    private func send(_ message: [UInt8], from server: Int) {
        for (other, receive) in receivers.sorted(by: { $0.key < $1.key }) where other != server {
            if let isolated, isolated.until > scheduler.clock.milliseconds {
                if [server, other].contains(isolated.server) {
                    missing.insert(other)
                    continue
                }
            }
            if scheduler.random.oneIn(20) {
                missing.insert(other)
                continue
            }
            for _ in 0..<(scheduler.random.oneIn(20) ? 2 : 1) {
                let way = scheduler.random.oneIn(10) ? threads[1] : threads[0]
                way.add { receive(message) }
            }
        }
    }
}

import ChatWire
import NIOCore

/// Connections of one event loop that have not yet sent the head of a request; each has
/// ``Limits/handshakeDeadline`` to do so.
struct Handshakes {
    private var waiting: [ObjectIdentifier: (channel: any Channel, deadline: NIODeadline)] = [:]

    mutating func begin(_ channel: any Channel) {
        waiting[ObjectIdentifier(channel)] = (channel, channel.eventLoop.now + .milliseconds(Limits.handshakeDeadline))
    }

    mutating func end(_ channel: any Channel) {
        waiting[ObjectIdentifier(channel)] = nil
    }

    /// Takes out those whose time is up, to be closed.
    mutating func takeOverdue(_ now: NIODeadline) -> [any Channel] {
        let overdue = waiting.filter { $0.value.deadline < now }
        for key in overdue.keys { waiting[key] = nil }
        return overdue.values.map(\.channel)
    }
}

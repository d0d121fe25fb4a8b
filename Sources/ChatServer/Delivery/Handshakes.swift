import ChatWire
import NIOCore

/// Connections of one event loop that have not yet sent a whole request; each has ``Limits/handshakeDeadline`` to do so.
struct Handshakes {
    private var waiting: [ObjectIdentifier: (channel: any Channel, deadline: NIODeadline)] = [:]

    mutating func begin(_ channel: any Channel) {
        waiting[ObjectIdentifier(channel)] = (channel, .now() + .milliseconds(Limits.handshakeDeadline))
    }

    mutating func end(_ channel: any Channel) {
        waiting[ObjectIdentifier(channel)] = nil
    }

    mutating func tick(_ now: NIODeadline) {
        for (key, entry) in waiting where entry.deadline < now {
            waiting[key] = nil
            entry.channel.close(promise: nil)
        }
    }
}

import ArgumentParser
import ChatWire

/// A validated load.
struct LoadPlan: Hashable, Sendable {
    enum Door: String, CaseIterable, Codable, ExpressibleByArgument, Sendable { case v1, swiftchat }

    enum Pace: Hashable, Sendable {
        /// This many unanswered messages of each sender at any time. The next one is sent when one
        /// is acknowledged.
        case window(Int)
        /// This many messages a second of all senders together, whether or not the server keeps up.
        case rate(Int)
    }

    enum Extent: Hashable, Sendable {
        case seconds(Int)
        case messages(Int)
    }

    var door: Door
    var connections: Int
    /// Connection number i is in room number i modulo this.
    var rooms: Int
    /// This many connections send, from the first on.
    var senders: Int
    var pace: Pace
    var extent: Extent
    var textBytes: Int
    /// Seconds of load before anything is measured.
    var warmup: Int

    func check() throws(ValidationError) {
        try check(connections, 1...Limits.benchConnections, "--connections")
        try check(rooms, 1...connections, "--rooms", "at most one a connection")
        guard door == .v1 || rooms == 1 else {
            throw ValidationError("SwiftChat has one room. Leave out --rooms, or use --protocol v1.")
        }
        try check(senders, 0...connections, "--senders", "at most all connections; with 0 they are only held")
        switch pace {
        case .window(let window): try check(window, 1...Limits.sendsInFlight, "--window")
        case .rate(let rate): try check(rate, 1...1_000_000, "--rate")
        }
        switch extent {
        case .seconds(let seconds): try check(seconds, 1...Limits.benchSeconds, "--duration")
        case .messages(let messages): try check(messages, 1...1_000_000_000, "--messages")
        }
        guard senders > 0 || extent.isTimed else {
            throw ValidationError("Without senders there are no messages. Use --duration instead of --messages.")
        }
        try check(textBytes, Marker.bytes...Limits.textBytes, "--text")
        try check(warmup, 0...600, "--warmup")
    }

    private func check(
        _ value: Int, _ range: ClosedRange<Int>, _ option: String, _ why: String? = nil
    ) throws(ValidationError) {
        guard !range.contains(value) else { return }
        let why = why.map { " (\($0))" } ?? ""
        throw ValidationError("\(option) must be from \(range.lowerBound) to \(range.upperBound)\(why), not \(value).")
    }
}

extension LoadPlan.Extent {
    var isTimed: Bool {
        if case .seconds = self { true } else { false }
    }
}

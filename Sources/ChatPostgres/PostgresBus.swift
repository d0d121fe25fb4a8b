import ChatRooms
import ChatWire
import Foundation

/// Carries messages between servers with `LISTEN` and `NOTIFY` of the database that they share
/// (https://www.postgresql.org/docs/15/sql-notify.html).
///
/// It has a thread and a connection of its own. While the connection is lost, messages are lost.
public final class PostgresBus: ServerBus {
    private struct State {
        var waiting: [[UInt8]] = []
        var receive: (@Sendable ([UInt8]) -> Void)?
        var isEnding = false
        var hasEnded = false
        var awaiting: [CheckedContinuation<Void, Never>] = []
    }

    private let address: PostgresAddress
    private let onTrouble: @Sendable (String?) -> Void
    private let state = Locked(State())
    private let alarm: Alarm

    /// - Parameters:
    ///   - address: a URI of libpq, as that of `PostgresStore`
    ///   - onTrouble: called on the bus's thread with why nothing is carried, and with `nil` when
    ///     messages are carried again
    /// - Throws: ``StoreError/unusable(_:)`` without libpq, and for an address that can't be read
    public init(address: String, onTrouble: @escaping @Sendable (String?) -> Void) throws(StoreError) {
        self.address = try PostgresAddress(address)
        self.onTrouble = onTrouble
        alarm = try Alarm()
    }

    /// Hands a message over to the bus's thread. With ``ChatWire/Limits/busMessages`` waiting, it is
    /// lost.
    public func publish(_ message: [UInt8]) {
        state.withLock { state in
            guard state.waiting.count < Limits.busMessages else { return }
            state.waiting.append(message)
        }
        alarm.ring()
    }

    /// Starts the thread, which calls `receive`.
    public func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        state.withLock { $0.receive = receive }
        Thread.detachNewThread { self.run() }
    }

    /// Sends what waits, and ends the thread.
    public func end() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isEnding = true
                if state.receive == nil { state.hasEnded = true }
                if !state.hasEnded { state.awaiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
            alarm.ring()
        }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    private func run() {
        var hasTrouble = false
        while true {
            do {
                try carry(PostgresConnection(address)) {
                    if hasTrouble { onTrouble(nil) }
                    hasTrouble = false
                }
            } catch {
                if !hasTrouble, !isEnding { onTrouble("\(error)") }
                hasTrouble = true
            }
            guard !isEnding else { break }
            alarm.wait(for: nil, milliseconds: Limits.serverTick)
        }
        let awaiting = state.withLock { state in
            state.hasEnded = true
            return state.awaiting
        }
        for continuation in awaiting { continuation.resume() }
    }

    /// Carries messages until the bus ends, or the connection is lost.
    private func carry(_ connection: PostgresConnection, _ onBegin: () -> Void) throws {
        let channel = "martlet_\(try ServerLock.schema(connection))"
        // A message has nothing to store.
        try connection.execute("SET synchronous_commit = off")
        try connection.execute("SET application_name = 'martlet bus'")
        try connection.execute("LISTEN \(channel)")
        onBegin()
        var parts = NotificationParts()
        while true {
            // Looked at first: what was published before the end is sent.
            let isEnding = isEnding
            try send(channel, connection, &parts)
            for (sender, payload) in try connection.notifications() {
                if let message = parts.join(payload, from: sender) { state.withLock { $0.receive }?(message) }
            }
            guard !isEnding else { return }
            alarm.wait(for: connection.descriptor, milliseconds: Limits.serverTick)
        }
    }

    private func send(
        _ channel: String, _ connection: PostgresConnection, _ parts: inout NotificationParts
    ) throws {
        let messages = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        guard !messages.isEmpty else { return }
        try connection.inTransaction(.writing) {
            let notify = try connection.prepared("SELECT pg_notify(?, ?)")
            for message in messages {
                for part in parts.split(message) {
                    try notify.bind(channel, at: 1)
                    try notify.bind(part, at: 2)
                    try notify.run()
                }
            }
        }
    }
}

/// Splits messages for `NOTIFY`, whose payload is at most 7,999 bytes, and joins them.
///
/// A part begins with `+` if another one follows, and with `.` if it is the last. Then come its
/// number and a space: PostgreSQL leaves out what a transaction says twice. A session sends the parts
/// of a message in one transaction, so they come one behind the other.
struct NotificationParts {
    private static let bytes = 7_900
    private var number = 0
    private var begun: [Int32: [UInt8]] = [:]

    /// - Parameter message: UTF-8
    mutating func split(_ message: [UInt8]) -> [String] {
        var parts: [String] = []
        var start = 0
        repeat {
            var end = min(start + Self.bytes, message.count)
            // Not within a character: bytes that continue one begin with the bits 10.
            while end < message.count, end > start, message[end] & 0xC0 == 0x80 { end -= 1 }
            number += 1
            let text = String(decoding: message[start..<end], as: UTF8.self)
            parts.append("\(end < message.count ? "+" : ".")\(number) \(text)")
            start = end
        } while start < message.count
        return parts
    }

    /// - Returns: the whole message, if this is its last part
    mutating func join(_ part: String, from sender: Int32) -> [UInt8]? {
        let text = part.utf8.drop { $0 != UInt8(ascii: " ") }.dropFirst()
        let message = (begun.removeValue(forKey: sender) ?? []) + text
        guard part.utf8.first == UInt8(ascii: "+") else { return message }
        begun[sender] = message
        return nil
    }
}

/// Wakes a thread that waits for a descriptor. Rung several times, it wakes at least once.
private final class Alarm: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws(StoreError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .unusable("There are no descriptors left for the bus.") }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func ring() {
        var byte: UInt8 = 0
        // A full pipe wakes, too.
        _ = write(writing, &byte, 1)
    }

    /// Returns when it is rung, when the descriptor can be read, or after the time.
    func wait(for descriptor: Int32?, milliseconds: Int64) {
        var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let descriptor { waited.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        _ = poll(&waited, nfds_t(waited.count), Int32(clamping: milliseconds))
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}

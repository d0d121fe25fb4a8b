import ChatRooms
import ChatWire
import Foundation

/// Carries messages between servers with `LISTEN` and `NOTIFY` of the database that they share
/// (https://www.postgresql.org/docs/15/sql-notify.html).
///
/// It has a thread and a connection of its own. While there is no connection, the messages of other
/// servers are lost, and so are this server's: a message that comes much later could end a session
/// that began after it.
public final class PostgresBus: ServerBus {
    private struct State {
        var waiting: [[UInt8]] = []
        var receive: (@Sendable ([UInt8]) -> Void)?
        var condition = BusCondition(isCarrying: false)
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

    /// Hands a message over to the bus's thread. With ``ChatWire/Limits/busMessages`` waiting, it
    /// is lost.
    public func publish(_ message: [UInt8]) {
        state.withLock { state in
            guard state.waiting.count < Limits.busMessages else {
                state.condition.lost += 1
                return
            }
            state.waiting.append(message)
        }
        alarm.ring()
    }

    /// Carries messages while its session of the database is open.
    public var condition: BusCondition { state.withLock(\.condition) }

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
                    state.withLock { $0.condition.isCarrying = true }
                    if hasTrouble { onTrouble(nil) }
                    hasTrouble = false
                }
            } catch {
                state.withLock { state in
                    state.condition.isCarrying = false
                    state.condition.lost += state.waiting.count
                    state.waiting = []
                }
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
        // A notification stores nothing, so its commit need not wait for the disk.
        try connection.execute("SET synchronous_commit = off")
        try connection.execute("SET application_name = 'martlet bus'")
        try connection.execute("LISTEN \(channel)")
        onBegin()
        var parts = NotificationParts()
        while true {
            // Read before sending, so that what was published before the end is still sent.
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
        do {
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
        } catch {
            // They may have been sent if the connection was lost during the commit.
            state.withLock { $0.condition.lost += messages.count }
            throw error
        }
    }
}

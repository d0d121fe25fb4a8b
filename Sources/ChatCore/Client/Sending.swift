/// An accepted message or change. It is on this device's disk, and will be performed once or fail
/// visibly.
public struct Sending: Hashable, Sendable {
    /// Its id in the outbox and in the rows.
    public let ticket: Ticket
    private let client: ChatClient

    init(ticket: Ticket, client: ChatClient) {
        self.ticket = ticket
        self.client = client
    }

    /// Waits for the final outcome, however long that takes: hours offline, or a restart of the
    /// server.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled or the client is shut down.
    ///   The message is sent nevertheless. 196 (`noSuchTicket`) if the outbox does not have the
    ///   ticket, and its outcome is not among the newest ``ChatWire/Limits/settlementsKept``.
    @discardableResult
    public func settled() async throws -> Settlement { try await client.settlement(of: ticket) }

    /// Waits until the message or change is in the log, however long that takes.
    ///
    /// - Throws: The `WireError` of a failure, 171 (`cancelled`) if it was taken back
    ///   (``ChatClient/cancel(_:)``), or what ``settled()`` throws.
    @discardableResult
    public func waitUntilSent() async throws -> SentMessage {
        switch try await settled() {
        case .sent(let message): return message
        case .failed(let error): throw error
        case .dropped: throw WireError.cancelled
        }
    }

    public static func == (one: Sending, other: Sending) -> Bool { one.ticket == other.ticket }

    public func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}

/// Something accepted: it is on this device's disk and will be done once, or fail visibly.
public struct Sending: Hashable, Sendable {
    /// Its name in the outbox and in the rows.
    public let ticket: Ticket
    private let client: ChatClient

    init(ticket: Ticket, client: ChatClient) {
        self.ticket = ticket
        self.client = client
    }

    /// Waits for its end, for as long as that takes: hours offline, a restart of the server.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled, or the client shut down; that takes nothing back.
    @discardableResult
    public func settled() async throws -> Settlement { try await client.settlement(of: ticket) }

    public static func == (one: Sending, other: Sending) -> Bool { one.ticket == other.ticket }

    public func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}

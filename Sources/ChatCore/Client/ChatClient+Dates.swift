import Foundation

// The user looks at the messages of a day.
extension ChatClient {
    /// The first message of a joined room that was sent at this time or later, by the server's
    /// clock. The user's calendar tells when a day begins (`Calendar.startOfDay(for:)`).
    ///
    /// - Returns: The number of the message; the number of another event if the messages come much
    ///   later; `nil` if nothing has happened in the room since.
    /// - Throws: A ``ChatWire/WireError``: 292 (`notConnected`) without a connection or while the
    ///   room is being joined, 131 (`notJoined`), or why the server refuses.
    public func firstMessage(in room: RoomName, since date: Date) async throws -> Seq? {
        // Dates far away are those at the ends of what the server reads.
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let at = Int64(min(max(milliseconds, 0), Double(Limits.largestInteger)))
        guard case .firstMessage(let seq) = try await inquire(.firstMessage(room, at: at)) else {
            throw WireError.notConnected
        }
        return seq
    }

    /// Moves a conversation's window to a time: around the first message that was sent then or
    /// later, or to the newest messages if there is none.
    ///
    /// - Returns: The number of that message; `nil` if the newest messages are shown.
    /// - Throws: What ``firstMessage(in:since:)`` throws. Then the window has not moved. A
    ///   ``StorageError`` if the client was shut down.
    @discardableResult
    public func show(since date: Date, in room: RoomName) async throws -> Seq? {
        let seq = try await firstMessage(in: room, since: date)
        try show(seq.map { .around($0) } ?? .newest, in: room)
        return seq
    }
}

extension ChatClient {
    /// Sends a place. Clients that do not know places show its name and its coordinates.
    ///
    /// - Throws: Like `send(_:to:replyTo:)` of a text.
    @discardableResult
    public func send(
        _ location: Location, to room: RoomName, replyTo reply: Seq? = nil
    ) async throws -> Sending {
        try await accept(location.message(replyTo: reply), in: room)
    }
}

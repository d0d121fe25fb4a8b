extension ChatClient {
    /// Sends a place; who does not know places is shown its name and its degrees.
    ///
    /// - Throws: as `send(_:to:replyTo:)` of a text does.
    @discardableResult
    public func send(
        _ location: Location, to room: RoomName, replyTo reply: UInt64? = nil
    ) async throws -> Sending {
        try await accept(location.message(replyTo: reply), in: room)
    }
}

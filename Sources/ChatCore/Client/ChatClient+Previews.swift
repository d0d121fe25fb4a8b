import ChatModel
import ChatWire

// Previews of the pages that messages link to (`docs/protocol.md`, "Link previews").
extension ChatClient {
    /// What the page says of itself that a message links to. The server has fetched it: the page
    /// learns nothing of this user.
    ///
    /// It is asked for once. Ask for messages that are in sight, and keep the answer.
    ///
    /// - Parameter text: The message's text. If it has no link, no request is made.
    /// - Returns: `nil` if there is no link, the page can't be had, or the server has no previews
    /// - Throws: The server's ``ChatWire/WireError``. After 201 (`overloaded`) or 207
    ///   (`addressLimited`), ask again after the time in its `retry`. Any other error means that
    ///   there was no answer.
    public func preview(ofLinkIn text: String, of seq: UInt64, in room: RoomName) async throws -> LinkPreview? {
        let chat = try chat()
        guard chat.limits.previews, let requests, Markup(text).previewedLink != nil else { return nil }
        let token = chat.fileToken ?? chat.identity?.token
        return try await requests.answer(to: .preview(of: seq, in: room, token: token)).preview()
    }
}

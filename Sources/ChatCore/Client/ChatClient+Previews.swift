import ChatModel
import ChatWire

// Previews of the pages that messages link to (`docs/protocol.md`, "Link previews").
extension ChatClient {
    /// Asks the server for the preview of a message's link: the title, the summary and the picture
    /// of the page. The server fetches the page, so the page learns nothing about this user.
    ///
    /// This makes one request, and keeps nothing. Ask about messages that are in sight, and keep
    /// the answer. After an edit that is still on its way, the preview may be that of another link:
    /// then its ``ChatWire/LinkPreview/link`` differs from the message's. Ask again later.
    ///
    /// - Parameter text: The message's text. If it has no link, no request is made.
    /// - Returns: `nil` if the text has no link, the page has no preview, or the server has no
    ///   previews.
    /// - Throws: The server's ``ChatWire/WireError``. After 201 (`overloaded`) or 207
    ///   (`addressLimited`), ask again after the time in its `retry`. Any other error means that
    ///   the server did not answer.
    public func preview(ofLinkIn text: String, of seq: Seq, in room: RoomName) async throws -> LinkPreview? {
        let chat = try chat()
        guard chat.limits.previews, let requests, Markup(text).previewedLink != nil else { return nil }
        let token = chat.fileToken ?? chat.identity?.token
        let answer = try await requests.answer(to: .preview(of: seq, in: room, token: token))
        let preview = try answer.preview()
        if preview == nil, answer.status != 204 { throw UnexpectedAnswer(status: answer.status) }
        return preview
    }
}

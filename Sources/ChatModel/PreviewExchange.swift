import ChatWire

// The request for the preview of a message's link (`docs/protocol.md`, "Link previews"), and the
// meaning of its answer, independent of the HTTP client.

extension ServerRequest {
    /// Asks for the preview of the first link of a message.
    public static func preview(of seq: Seq, in room: RoomName, token: String?) -> ServerRequest {
        ServerRequest(.get, "/v1/previews?room=\(room.text)&seq=\(seq)", token: token)
    }
}

extension ServerAnswer {
    /// The preview in the answer to its request; `nil` if the page has none (status 204), or the
    /// answer is not Martlet's.
    ///
    /// - Throws: The server's refusal. After 201 (`overloaded`) or 207 (`addressLimited`), ask
    ///   again after the time in `retry`.
    public func preview() throws(WireError) -> LinkPreview? {
        if let refusal { throw refusal }
        guard status == 200 else { return nil }
        let preview: Result<LinkPreview, WireError> = body.withUnsafeBufferPointer { buffer in
            do throws(WireError) { return .success(try LinkPreview(try JSONObject(buffer))) } catch {
                return .failure(error)
            }
        }
        return try preview.get()
    }
}

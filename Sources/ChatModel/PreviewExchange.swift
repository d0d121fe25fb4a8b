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

    /// The milliseconds after which to ask again if the server, or a proxy in front of it, is busy
    /// or has refused the token. `nil` if it has answered, or has refused for good.
    public var previewPause: Int64? {
        if let refusal { return refusal.previewPause }
        return [401, 408, 429].contains(status) || status >= 500 ? WireError.previewPause(advice) : nil
    }
}

extension WireError {
    /// The milliseconds after which to ask for a preview again after this refusal; `nil` if the
    /// server would refuse it again. After a refused token it is asked for again, because the
    /// client gets a new token.
    public var previewPause: Int64? {
        code.isTemporary || code == .tokenRefused ? WireError.previewPause(retry) : nil
    }

    /// The milliseconds after which to ask for a preview again.
    ///
    /// - Parameter advice: What the server says, in milliseconds; `nil` if it does not say.
    public static func previewPause(_ advice: UInt64?) -> Int64 {
        min(max(advice.map { Int64(clamping: $0) } ?? Limits.previewPause, 1), Limits.previewPauseMaximum)
    }
}

/// Frames over the HTTP API (`docs/http-api.md`): what a client can ask without a connection.
extension RequestTransport {
    /// Sends one frame, and returns the frame that answers it.
    ///
    /// It is tried once. A mutation with a number may be sent again under the same number of the
    /// same device, and is done once.
    ///
    /// - Parameters:
    ///   - token: Of an account's session, or an API key. Guests are refused (188).
    ///   - device: The device that chose the mutation's number.
    /// - Throws: The server's ``ChatWire/WireError``, or ``UnexpectedAnswer``. Any other error
    ///   means that there was no answer.
    public func ask(
        _ request: ClientFrame.Request, token: String, device: DeviceID? = nil
    ) async throws -> ServerFrame {
        var writer = JSONWriter()
        ClientFrame(ref: 1, request: request).write(to: &writer)
        var body = writer.bytes
        if let device { body = body.dropLast() + Array(",\"device\":\"\(device.text)\"}".utf8) }
        let answer = try await answer(to: ServerRequest(.post, "/v1/request", token: token, body: body))
        if let refusal = answer.refusal { throw refusal }
        guard answer.status == 200, let frame = try? ServerFrame(json: answer.body) else {
            throw UnexpectedAnswer(status: answer.status)
        }
        return frame
    }
}

/// Sends small requests to a server over HTTP: about accounts (`docs/accounts.md`), and frames of
/// the protocol without a connection (`docs/http-api.md`).
///
/// It retries nothing, and follows no redirects, which would carry a token elsewhere. When its task
/// is cancelled, its calls must end soon.
public protocol RequestTransport: Sendable {
    /// Sends a request.
    ///
    /// - Returns: The server's answer, whatever its status.
    /// - Throws: An error means that there was no answer. The server may have done what was asked.
    func answer(to request: ServerRequest) async throws -> ServerAnswer
}

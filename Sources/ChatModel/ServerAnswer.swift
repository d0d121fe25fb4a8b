import ChatWire

/// An answer over HTTP.
public struct ServerAnswer: Hashable, Sendable {
    /// The HTTP status code.
    public var status: Int
    /// The value of `Retry-After`, in seconds.
    public var retryAfter: String?
    /// At most ``ChatWire/Limits/receivedFrameBytes``.
    public var body: [UInt8]

    /// Creates the value.
    public init(status: Int, retryAfter: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// The server's refusal; `nil` if this is something else.
    public var refusal: WireError? {
        guard case .error(_, let error)? = try? ServerFrame(json: body) else { return nil }
        return WireError(error.code, error.translated.text, retry: error.retry ?? advice)
    }

    /// The milliseconds of `Retry-After`, at most a day.
    package var advice: UInt64? { retryAfter.flatMap { UInt64($0) }.map { min($0, 86_400) * 1_000 } }
}

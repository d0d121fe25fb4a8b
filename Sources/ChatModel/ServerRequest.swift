/// A request over HTTP.
public struct ServerRequest: Hashable, Sendable {
    /// The method of an HTTP request.
    public enum Method: String, Sendable {
        /// Reads something.
        case get = "GET"
        /// Creates or changes something, or sends a frame.
        case post = "POST"
        /// Removes something, such as a session.
        case delete = "DELETE"
    }

    /// What the request does at ``path``.
    public var method: Method
    /// Begins with a slash.
    public var path: String
    /// Identifies the user. Never put it into an address or a log.
    public var token: String?
    /// JSON.
    public var body: [UInt8]?

    /// Creates the value.
    public init(_ method: Method, _ path: String, token: String? = nil, body: [UInt8]? = nil) {
        self.method = method
        self.path = path
        self.token = token
        self.body = body
    }

    /// The headers of the request, without the lengths that every HTTP client adds.
    public var headers: [(String, String)] {
        let type = body.map { _ in [("Content-Type", "application/json")] } ?? []
        return FileRequest.authorization(token) + type
    }
}

/// The answer is not Martlet's. A proxy or a hotel network may have answered instead of the server.
public struct UnexpectedAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int

    /// Creates the error.
    public init(status: Int) { self.status = status }

    public var description: String { "an answer with status \(status) that is not from a Martlet server" }
}

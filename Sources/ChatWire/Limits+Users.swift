/// A user and a connection: what they may ask for, and how often.
extension Limits {
    /// Connections of one user at once.
    public static let connectionsPerUser = 10
    /// Sends of one connection that wait for their commit. At this number, the socket is not read
    /// any further.
    package static let sendsInFlight = 256
    /// Consecutive refused requests after which a connection is closed.
    public static let strikes = 16
    /// Refused requests of a connection without a penalty, a second.
    package static let refusalsPerSecond = 20
    /// Refused requests of a connection at once without a penalty.
    public static let refusalBurst = 500
    /// Milliseconds of the first pause in which a connection is not read because its requests are
    /// refused. Each further pause is twice as long, up to ``refusalPauseLongest``.
    package static let refusalPauseFirst: Int64 = 32
    /// Milliseconds of the longest pause in which a connection is not read because its requests are
    /// refused.
    package static let refusalPauseLongest: Int64 = 1_024
    /// Pauses of a connection because of refusals. Instead of a further one, the connection is cut
    /// (4010).
    public static let refusalPauses = 12
    /// Milliseconds after the last pause of a connection. From then on its pauses are forgotten:
    /// the next one counts as its first.
    package static let refusalPausesForgotten: Int64 = 60_000
    /// Messages of a user, a second.
    public static let messagesPerSecond = 20
    /// Messages of a user at once.
    package static let messageBurst = 100
    /// Bytes of a user's messages, a second.
    package static let messageBytesPerSecond = 65_536
    /// Bytes of a user's messages at once: 64 messages of the maximum length.
    package static let messageBytesBurst = 1_048_576
    /// Other requests of a connection, a second.
    package static let requestsPerSecond = 100
    /// Other requests of a connection at once: enough to join every room again.
    package static let requestBurst = 2_000
    /// A costly request counts as this many: see `ClientFrame.Request.cost`.
    package static let costlyRequest = 4
}

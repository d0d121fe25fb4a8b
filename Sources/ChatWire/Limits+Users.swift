/// A user and a connection: what they may ask for, and how often.
extension Limits {
    /// Connections of one user at once.
    public static let connectionsPerUser = 10
    /// Sends of one connection that wait for their commit. At this number, the socket is not read
    /// any further.
    public static let sendsInFlight = 256
    /// Consecutive refused requests after which a connection is closed.
    public static let strikes = 16
    /// Refused requests without a penalty: a second and connection, and at once.
    public static let refusalsPerSecond = 20
    /// Refused requests of a connection at once without a penalty.
    public static let refusalBurst = 500
    /// Pauses without reading a connection whose requests are refused, in milliseconds: the first
    /// one, doubled each time up to the longest one. After this many pauses the connection is cut.
    /// After this time without a pause, it starts over.
    public static let refusalPauseFirst: Int64 = 32
    /// Milliseconds of the longest pause in which a connection is not read because its requests are
    /// refused.
    public static let refusalPauseLongest: Int64 = 1_024
    /// Such pauses of a connection. Instead of a further one, the connection is cut (4010).
    public static let refusalPauses = 12
    /// Milliseconds without such a pause after which the next one is as short as the first.
    public static let refusalPausesForgotten: Int64 = 60_000
    /// Messages of a user: a second, and at once.
    public static let messagesPerSecond = 20
    /// Messages of a user at once.
    public static let messageBurst = 100
    /// Bytes of a user's messages: a second, and at once (64 messages of the maximum length).
    public static let messageBytesPerSecond = 65_536
    /// Bytes of a user's messages at once: 1 MiB.
    public static let messageBytesBurst = 1_048_576
    /// Other requests of a connection: a second, and at once (enough to return to every room).
    public static let requestsPerSecond = 100
    /// Other requests of a connection at once.
    public static let requestBurst = 2_000
    /// A costly request counts as this many: see `ClientFrame.Request.cost`.
    public static let costlyRequest = 4
}

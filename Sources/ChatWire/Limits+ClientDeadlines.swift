/// How long a client waits, in milliseconds.
extension Limits {
    /// For an attempt to connect, until its welcome.
    package static let welcomeDeadline: Int64 = 10_000
    /// After a connection that lasted this long, the pauses between attempts start over.
    package static let steadyConnection: Int64 = 10_000
    /// The longest wait before the first attempt to connect again, in milliseconds. It doubles with
    /// each failure, up to ``reconnectLongest`` or ``backoffLongest``; a client waits a random part
    /// of it.
    public static let backoffFirst: UInt64 = 1_000
    /// The longest wait before an attempt to connect again, after four failures or more, in
    /// milliseconds, while the app is in front of the user. A client waits a random part of it. Of
    /// 10,000 clients of a server that was away, up to 1,900 come back in its first second.
    package static let reconnectLongest: UInt64 = 10_000
    /// The longest wait before an attempt to connect again in the background, and before other
    /// requests are tried again, after five failures or more, in milliseconds. A client waits a
    /// random part of it.
    package static let backoffLongest: UInt64 = 30_000
    /// Milliseconds of the longest pause between two attempts that a server may ask for.
    package static let adviceLongest: UInt64 = 300_000
    /// Milliseconds of the shortest wait that a client says to the user, where it translates a
    /// refusal.
    package static let waitSaid: UInt64 = 5_000
    /// For the reply to a request.
    package static let requestDeadline: Int64 = 30_000
    /// The shortest interval between two pings of a client, in milliseconds, whatever the server
    /// says. The longest is ``pingInterval``.
    package static let pingIntervalShortest: Int64 = 5_000
    /// Milliseconds of silence after which a connection is dead.
    package static let deadSilence: Int64 = pingInterval + pongDeadline
    /// Milliseconds for the answer to a probe: a ping when the network changes.
    package static let probeDeadline: Int64 = 5_000
    /// Milliseconds for which a user is shown as typing after each notice.
    public static let typingShown: Int64 = 5_000
    /// Milliseconds between two notices that the user is still typing.
    public static let typingRepeat: Int64 = 3_000
    /// Milliseconds between two notices that the user types, if they have stopped in between. It is
    /// longer than ``typingInterval``, within which a server does not tell of a second one.
    package static let typingResumed: Int64 = 1_500
    /// Milliseconds between the moment when the user has emptied the field and the notice that they
    /// have stopped typing. A message that follows within them makes the notice needless.
    package static let typingEmptied: Int64 = 250
    /// Joins and leaves are not shown for this long after a connection that followed a lost one:
    /// others come back as well.
    public static let returnSilence: Int64 = 60_000
    /// Milliseconds before a connection was lost. People who left within them may have lost their
    /// connections for the same reason.
    package static let farewell: Int64 = 10_000
    /// A room with more than ``presenceListed`` people sends only a count. Its list of members is
    /// requested at most this often, in milliseconds.
    package static let membersInterval: Int64 = 30_000
    /// Events wait this long before they are cached, so that more are written together.
    package static let cachingPause: Int64 = 2_000
    /// A draft is saved when the user has not typed for this long.
    package static let draftPause: Int64 = 3_000
    /// A draft is saved at the latest so long after the first key.
    package static let draftLongest: Int64 = 30_000
    /// An upload waits this long for the server's permission to send the body.
    package static let expectDeadline: Int64 = 1_000
    /// An upload or a download without a byte for this long is stopped and tried again.
    package static let fileSilence: Int64 = 30_000
    /// After this pause an unfinished line counts as a line, from a server that ended its lines so
    /// far.
    package static let unendedLinePause: Int64 = 5_000
}

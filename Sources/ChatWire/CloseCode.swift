/// Why a connection was closed (RFC 6455 section 7.4), and what its client should do.
public struct CloseCode: Hashable, Sendable {
    /// The number in the close frame. 1005 and 1006, which are never sent, stand for a connection
    /// that ended without one.
    public let number: UInt16

    /// Creates a code of any number; ``mayTravel`` tells whether it may be sent.
    public init(_ number: UInt16) { self.number = number }

    // RFC 6455 section 7.4.1.
    /// 1000: the sender is done. Clients of the SDK hang up with it.
    public static let normal = CloseCode(1000)
    /// 1001: the server is stopping. SwiftChat clients get it instead of ``draining``.
    public static let goingAway = CloseCode(1001)
    /// 1002: a frame breaks the rules of RFC 6455.
    public static let protocolError = CloseCode(1002)
    /// 1003: a binary message. All messages are text.
    public static let unacceptableData = CloseCode(1003)
    /// 1007: a text, or the reason of a close, is not UTF-8.
    public static let invalidText = CloseCode(1007)
    /// 1008: a message has more than ``Limits/fragments`` fragments, or takes longer than
    /// ``Limits/unfinishedDeadline`` from its first byte to its last.
    public static let policyViolation = CloseCode(1008)
    /// 1009: a message has too many bytes: more than ``Limits/frameBytes`` for a server, or more
    /// than ``Limits/receivedFrameBytes`` for a client.
    public static let tooBig = CloseCode(1009)

    // 4000–4199: connect again and resume.
    /// 4000: the server is stopping.
    public static let draining = CloseCode(4000)
    /// 4001: the server is stopping, because it can't store messages.
    public static let storageFailed = CloseCode(4001)
    /// 4002: no hello came within ``Limits/helloDeadline``, or its token could not be checked
    /// within ``Limits/authenticationDeadline``.
    public static let helloMissing = CloseCode(4002)
    /// 4008: more than ``Limits/writeBufferBytes`` bytes waited for this reader for
    /// ``Limits/slowReaderGrace``, or ``Limits/writeBufferExcess`` times as many at once; or it did
    /// not read the answers to its own requests within ``Limits/unreadAnswerDeadline``. A client
    /// closes with it if more than ``Limits/framesWaiting`` frames wait.
    public static let tooSlow = CloseCode(4008)
    /// 4009: the peer did not answer a ping in time.
    public static let pingUnanswered = CloseCode(4009)
    /// 4010: too many requests of this connection were refused, even after ``Limits/refusalPauses``
    /// pauses.
    public static let refusalFlood = CloseCode(4010)
    /// 4011: a room that the connection was in was deleted.
    public static let roomDeleted = CloseCode(4011)
    /// 4012: the user's role on the server (``ServerRole``) has changed, or their newer token gives
    /// them a lower one.
    public static let roleLowered = CloseCode(4012)
    /// 4013, of a client: it connects again at once, under another name. The others are not told
    /// that its user has left.
    public static let returning = CloseCode(4013)
    /// 4014: the operator has banned the user or their network address. The next hello is refused
    /// with ``WireError/Code/serverBanned``, which tells the reason.
    public static let banned = CloseCode(4014)

    // 4200–4399: say hello again with another token. A guest does so without one.
    /// 4201: the session of the user's account was ended, and with it the token.
    public static let tokenRefused = CloseCode(4201)
    /// 4202: the token has expired, and no newer one came in time.
    public static let tokenExpired = CloseCode(4202)
    // 4400–4599: give up.
    /// 4400: ``Limits/strikes`` refused requests in a row that no working client sends.
    public static let tooManyRefusals = CloseCode(4400)
    /// 4401: the user has ``Limits/connectionsPerUser`` other connections.
    /// ``WireError/Code/tooManyConnections`` comes first.
    public static let tooManyConnections = CloseCode(4401)
    /// 4402, of SwiftChat: a moderator has closed the lobby, its only room, for this user.
    public static let evicted = CloseCode(4402)

    /// What a client does after a connection was closed with this code.
    public enum Advice: Hashable, Sendable {
        /// Connect again after a pause (``Limits/backoffFirst``), and resume.
        case reconnect
        /// Connect again after a pause, with another token: a guest without one, everybody else
        /// with a newer one of their own.
        case reintroduce
        /// Do not connect again without the user, and tell them why.
        case giveUp
    }

    /// What the client of a connection that was closed with this code does (`docs/protocol.md`,
    /// "Closing").
    public var advice: Advice {
        switch number {
        // 1005 and 1006 are never sent: they stand for a connection that ended without a close
        // frame.
        case 1001, 1005, 1006, 1011, 1012, 1013, 4000...4199: .reconnect
        case 4200...4399: .reintroduce
        default: .giveUp
        }
    }

    /// Whether the number may be sent in a close frame (RFC 6455 section 7.4; registered codes up
    /// to 1014).
    public var mayTravel: Bool {
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

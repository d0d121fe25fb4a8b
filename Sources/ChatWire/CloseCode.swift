/// Why a connection was closed (RFC 6455 section 7.4), and what its client should do.
public struct CloseCode: Hashable, Sendable {
    public let number: UInt16

    public init(_ number: UInt16) { self.number = number }

    // RFC 6455 section 7.4.1.
    public static let normal = CloseCode(1000)
    public static let goingAway = CloseCode(1001)
    public static let protocolError = CloseCode(1002)
    public static let unacceptableData = CloseCode(1003)
    public static let invalidText = CloseCode(1007)
    public static let policyViolation = CloseCode(1008)
    public static let tooBig = CloseCode(1009)

    // 4000–4199: connect again and resume.
    public static let draining = CloseCode(4000)
    public static let storageFailed = CloseCode(4001)
    public static let helloMissing = CloseCode(4002)
    public static let tooSlow = CloseCode(4008)
    public static let pingUnanswered = CloseCode(4009)
    public static let refusalFlood = CloseCode(4010)
    public static let roomDeleted = CloseCode(4011)
    // 4200–4399: say hello again, without the token.
    public static let tokenRefused = CloseCode(4201)
    public static let tokenExpired = CloseCode(4202)
    // 4400–4599: give up.
    public static let tooManyRefusals = CloseCode(4400)
    public static let tooManyConnections = CloseCode(4401)
    public static let evicted = CloseCode(4402)

    /// What a client does after a connection was closed with this code.
    public enum Advice: Hashable, Sendable {
        case reconnect
        case reintroduce
        case giveUp
    }

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

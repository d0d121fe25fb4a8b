// Errors that a client raises by itself. No server sends them.
extension WireError.Code {
    /// The user has taken it back before it was sent.
    public static let cancelled = WireError.Code(rawValue: 171)
    /// It is unknown whether the server accepted the mutation: the user changed, the user lost the
    /// room, or the journal was damaged meanwhile.
    public static let fateUnknown = WireError.Code(rawValue: 190)
    /// The file's bytes are no longer on this device.
    public static let fileMissing = WireError.Code(rawValue: 191)
    /// The outbox has no such ticket, and its outcome is not remembered.
    public static let noSuchTicket = WireError.Code(rawValue: 196)
    /// The server has another log of the room than the one that was being read.
    public static let otherLog = WireError.Code(rawValue: 197)
    /// The outbox is full: ``Limits/outboxItems``.
    public static let outboxFull = WireError.Code(rawValue: 290)
    /// The device's disk could not store it, so it was not accepted and will not be sent.
    public static let notKept = WireError.Code(rawValue: 291)
    /// There is no connection to the server, and the question is not stored.
    public static let notConnected = WireError.Code(rawValue: 292)
    /// The client belongs to another user: a message of the former user is not sent, or a second
    /// account is not signed in to.
    public static let otherUser = WireError.Code(rawValue: 293)

    /// The name of one of these.
    var nameOfClient: String? {
        switch self {
        case .cancelled: "cancelled"
        case .fateUnknown: "fate_unknown"
        case .fileMissing: "file_missing"
        case .noSuchTicket: "no_such_ticket"
        case .otherLog: "other_log"
        case .outboxFull: "outbox_full"
        case .notKept: "not_kept"
        case .notConnected: "not_connected"
        case .otherUser: "other_user"
        default: nil
        }
    }
}

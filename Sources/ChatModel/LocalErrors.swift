import ChatWire

// Refusals that a client decides by itself. No server sends them.
extension WireError.Code {
    /// The user changed while it was on its way: whether it was kept is not known, and asking again would be as someone else.
    public static let fateUnknown = WireError.Code(rawValue: 190)
    /// The file's bytes are not on this device any more.
    public static let fileMissing = WireError.Code(rawValue: 191)
    /// Too much waits to be sent: ``ChatWire/Limits/outboxIntents``.
    public static let outboxFull = WireError.Code(rawValue: 290)
}

extension WireError {
    static let fateUnknown = WireError(
        .fateUnknown, "The account changed while this was on its way: whether it arrived is not known.")
    static let outboxFull = WireError(
        .outboxFull, "\(Limits.outboxIntents) messages wait to be sent: try again when some of them are.")
    static let filesFull = WireError(
        .outboxFull,
        "Files of \(Limits.outboxFileBytes) bytes wait to be sent: try again when some of them are.")
    static let noFiles = WireError(.file, "This server takes no files.")
    static func fileTooLarge(_ size: UInt64, most: UInt64) -> WireError {
        WireError(.file, "This server takes files of up to \(most) bytes, and this one has \(size).")
    }
    static let otherFile = WireError(.file, "The server answered with another file than the one that was sent.")
    static let ticketTaken = WireError(.badRequest, "Something with this ticket waits already: choose another.")
    static let tooLarge = WireError(.textTooLong, "This is more than a frame of \(Limits.frameBytes) bytes can carry.")
    static let tooManyRooms = WireError(
        .tooManyRooms, "One may be in \(Limits.roomsPerConnection) rooms: leave one first.")
}

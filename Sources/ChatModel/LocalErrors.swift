import ChatWire

// Refusals that a client decides by itself. No server sends them.
extension WireError.Code {
    /// The user changed while it was on its way: whether it was kept is not known, and asking again would be as someone else.
    public static let fateUnknown = WireError.Code(rawValue: 190)
    /// Too much waits to be sent: ``ChatWire/Limits/outboxIntents``.
    public static let outboxFull = WireError.Code(rawValue: 290)
}

extension WireError {
    static let fateUnknown = WireError(
        .fateUnknown, "The account changed while this was on its way: whether it arrived is not known.")
    static let outboxFull = WireError(
        .outboxFull, "\(Limits.outboxIntents) messages wait to be sent: try again when some of them are.")
    static let ticketTaken = WireError(.badRequest, "Something with this ticket waits already: choose another.")
    static let tooLarge = WireError(.textTooLong, "This is more than a frame of \(Limits.frameBytes) bytes can carry.")
    static let tooManyRooms = WireError(
        .tooManyRooms, "One may be in \(Limits.roomsPerConnection) rooms: leave one first.")
}

import ChatWire

extension WireError {
    static let fateUnknown = WireError(
        .fateUnknown,
        localized(
            "The account changed while this was being sent, so it is unknown whether it arrived. Look for it in the room, and send it again if it is missing."
        ))
    /// `reason` is a sentence.
    package static func notKept(because reason: String) -> WireError {
        WireError(.notKept, localized("This device could not save the message, so it was not sent. \(reason)"))
    }
    static let otherUser = WireError(
        .otherUser, localized("The account changed before this was sent. Send it again as the new one, or remove it."))
    static func fateUnknown(in reason: WireError) -> WireError {
        WireError(
            .fateUnknown,
            localized(
                "\(reason.text) This may have been sent before, and it is unknown whether it arrived. If you can enter the room again, look for it there, and send it again if it is missing."
            ))
    }
    package static let noSuchTicket = WireError(
        .noSuchTicket,
        localized("This ticket is not in the outbox. It was made up, or its outcome is no longer remembered."))
    package static let otherLog = WireError(
        .otherLog,
        localized(
            "The server has another log of this room now, with other numbers. Decide where to go on reading in it."))
    package static let notConnected = WireError(
        .notConnected, localized("There is no connection to the server yet. Try again when there is."))
    package static func notJoined(_ room: RoomName) -> WireError {
        WireError(.notJoined, localized("Join the room \(room.text) first."))
    }
    package static let cancelled = WireError(
        .cancelled, localized("This was taken back before it was sent."))
    package static let alreadyDeleted = WireError(.messageDeleted, localized("This message was deleted."))

    /// Why the user can't read a room any more, after this change by `author`.
    static func ended(by author: Author, _ change: MembershipChange) -> WireError {
        let name = author.name
        switch (change.action, change.reason) {
        case (.ban, nil): return WireError(.banned, localized("\(name) banned you from this room."))
        case (.ban, let reason?): return WireError(.banned, localized("\(name) banned you from this room: \(reason)"))
        case (.leave, _): return WireError(.noSuchRoom, localized("You left this room."))
        case (_, nil): return WireError(.noSuchRoom, localized("\(name) removed you from this room."))
        case (_, let reason?):
            return WireError(.noSuchRoom, localized("\(name) removed you from this room: \(reason)"))
        }
    }

    package static let outboxFull = WireError(
        .outboxFull,
        localized("\(Limits.outboxItems) messages are waiting. Try again when some of them have been sent."))
    static let filesFull = WireError(
        .outboxFull,
        localized(
            "Files of \(Sentences.size(Limits.outboxFileBytes)) are waiting. Try again when some of them have been sent."
        ))
    package static let tooManyFiles = WireError(
        .badRequest, localized("At most \(Limits.filesPerSend) files can be sent at once. Send the others afterwards."))
    static let noFiles = WireError(.file, localized("This server does not accept files."))
    package static func fileTooLarge(_ size: UInt64, most: UInt64) -> WireError {
        let (size, most) = (Sentences.size(size), Sentences.size(most))
        return WireError(
            .file, localized("This file has \(size), and this server accepts at most \(most). Send a smaller file."))
    }
    static let otherFile =
        WireError(.file, localized("The server confirmed a different file than the one that was sent. Send it again."))
    static let ticketTaken = WireError(
        .badRequest, localized("This ticket is already in the outbox; choose another one."))
    static let tooLarge =
        WireError(
            .textTooLong, localized("This does not fit into a frame of \(Limits.frameBytes) bytes; make it shorter."))
    static let tooManyRooms = WireError(
        .tooManyRooms, localized("You can join at most \(Limits.roomsPerConnection) rooms; leave one first."))
}

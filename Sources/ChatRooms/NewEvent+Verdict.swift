import ChatWire

/// What a store does with a new event.
package enum NewEventVerdict {
    case refused(WireError)
    /// It waits for a moderator.
    case held
    /// It becomes an event, which changes this message or answers it.
    case written(about: TargetMessage?)
}

extension NewEvent {
    /// Decides what becomes of this new event. Every store asks this, so a new event that several
    /// rules forbid is refused for the same reason everywhere.
    ///
    /// Each closure is called only if nothing before it refuses the new event.
    ///
    /// - Parameters:
    ///   - asked: what the author may do in the room, and why the room refuses the new event; `nil`
    ///     if the new event depends on neither (``asksRoom(_:)``)
    ///   - isNewRoom: whether the room has no event yet
    ///   - find: returns the message that the new event changes or answers. It gets the message's
    ///     number, and whether the author moderates the room.
    ///   - refusalOfRoom: why the store can make no further room; called only for a new room
    ///   - fileRecord: what the store keeps of a file; called for each file of the new event
    package func verdict(
        _ asked: (access: RoomAccess, refusal: WireError?)?, isNewRoom: Bool,
        find: (Seq, _ moderates: Bool) throws -> TargetMessage?, refusalOfRoom: () throws -> WireError?,
        fileRecord: (FileID) throws -> FileRecord?
    ) rethrows -> NewEventVerdict {
        if let refusal = asked?.refusal { return .refused(refusal) }
        let filtered = filtered
        if filtered == .refused { return .refused(.filteredText) }
        let moderates = asked?.access.mayModerate ?? moderatesOpenRoom
        let target = try mutation.reference.flatMap { try find($0, moderates) }
        if let refusal = TargetMessage.refusal(
            of: mutation, by: author.user, moderates: moderates, from: asked?.access.firstReadable ?? 1, to: target)
        {
            return .refused(refusal)
        }
        if isNewRoom, let refusal = try roomRefusal ?? refusalOfRoom() { return .refused(refusal) }
        // A held message makes no room.
        if filtered == .held { return isNewRoom ? .refused(.filteredText) : .held }
        for file in mutation.files {
            if let refusal = FileRecord.refusal(of: file, by: author.user, to: try fileRecord(file.id)) {
                return .refused(refusal)
            }
        }
        return .written(about: target)
    }
}

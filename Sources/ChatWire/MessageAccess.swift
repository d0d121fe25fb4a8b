// Who may change which message: `docs/protocol.md`, "Editing, deleting, reacting".
extension Event {
    /// Why `user` may not do this to this message, as far as whose it is and whether it was deleted
    /// say so; `nil` if they may. ``RoomAccess`` decides what the room has to say.
    ///
    /// - Parameters:
    ///   - mutation: This event is its ``Mutation/reference``.
    ///   - moderates: Whether the user moderates the room (``RoomAccess/mayModerate``).
    package func refusal(of mutation: Mutation, by user: UserID, moderates: Bool) -> WireError? {
        let isOwn = author.user == user
        return switch mutation {
        // What is answered may have been deleted meanwhile: nothing that someone has written is
        // lost for that.
        case .message, .settings, .membership, .link, .choose, .block, .profile: nil
        case .pin(_, let on): on ? deleted : nil
        case .edit: (isOwn ? nil : .notYours) ?? deleted
        case .delete(_, let reason):
            // Authors give no reason for deleting their own message: a muted author could write
            // that way.
            (isOwn || moderates ? nil : .notYours) ?? deleted ?? (isOwn && reason?.isEmpty == false ? .ownReason : nil)
        case .unreact: deleted ?? (isOwn || moderates ? nil : .notYourReactions)
        case .react: deleted
        }
    }

    private var deleted: WireError? {
        guard case .deleted = content else { return nil }
        return WireError(.messageDeleted, "This message was deleted.")
    }
}

extension WireError {
    fileprivate static var notYours: WireError {
        WireError(.notYours, "Only its author can edit a message; moderators can also delete it.")
    }
    fileprivate static var notYourReactions: WireError {
        WireError(.notYours, "Only the message's author and moderators can remove the reactions of others from it.")
    }
    fileprivate static var ownReason: WireError {
        WireError(.reason, "You delete your own message: leave the reason out.")
    }
}

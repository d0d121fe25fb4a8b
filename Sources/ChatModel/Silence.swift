import ChatWire

/// Why the user can't write in a room: for the composer.
public struct Silence: Hashable, Sendable {
    /// A sentence for the user.
    public let sentence: String
    /// When it ends: milliseconds since 1970-01-01 UTC, by the server's clock. `nil`: not by
    /// itself.
    public let end: Int64?
    /// Whether the user may join the room again: their ban is over.
    public let canRejoin: Bool
    /// Whether the user may write after they have signed in: guests only read here.
    public let canSignIn: Bool

    /// `nil` if the user may write, as far as this device knows. Until the server has answered the
    /// join, nothing is known and messages wait: the group itself may still be in the outbox.
    ///
    /// - Parameters:
    ///   - membership: whether the user is in the room
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: the server's time: milliseconds since 1970-01-01 UTC
    ///   - moment: the text of a time with its day, from milliseconds since 1970-01-01 UTC
    public init?(
        _ membership: Conversation.Membership, _ access: RoomAccess?, at time: Int64, moment: (Int64) -> String
    ) {
        switch membership {
        case .waiting, .joining, .leaving: return nil
        case .refused(let error): self.init(refused: error, access, at: time, moment)
        case .joined: self.init(access, at: time, moment)
        }
    }

    private init(sentence: String, end: Int64? = nil, canRejoin: Bool = false, canSignIn: Bool = false) {
        self.sentence = sentence
        self.end = end
        self.canRejoin = canRejoin
        self.canSignIn = canSignIn
    }

    /// The server counts the seconds of a ban from the moment of its answer; the user is told the
    /// end.
    private init(refused error: WireError, _ access: RoomAccess?, at time: Int64, _ moment: (Int64) -> String) {
        guard error.code == .banned, let access, let end = access.standing.bannedUntil else {
            self.init(sentence: error.text)
            return
        }
        if access.standing.isBanned(at: time) {
            self.init(banned: end, moment)
        } else {
            let canRejoin = access.refusalOfEntering(at: time) == nil
            self.init(sentence: localized("Your ban from this room is over."), canRejoin: canRejoin)
        }
    }

    private init(banned end: Int64?, _ moment: (Int64) -> String) {
        guard let end, end < MembershipChange.Action.forGood else {
            self.init(sentence: localized("You are banned from this room."))
            return
        }
        self.init(sentence: localized("You are banned from this room until \(moment(end))."), end: end)
    }

    private init(muted end: Int64?, _ moment: (Int64) -> String) {
        guard let end, end < MembershipChange.Action.forGood else {
            self.init(sentence: localized("A moderator has muted you here."))
            return
        }
        self.init(sentence: localized("A moderator has muted you here until \(moment(end))."), end: end)
    }

    private init?(_ access: RoomAccess?, at time: Int64, _ moment: (Int64) -> String) {
        let message = Mutation.message(text: "x", reply: nil, payload: nil, attachment: nil)
        guard let access, let refusal = access.refusal(of: message, at: time) else { return nil }
        switch refusal.code {
        case .muted: self.init(muted: access.standing.mutedUntil, moment)
        case .banned: self.init(banned: access.standing.bannedUntil, moment)
        default: self.init(sentence: refusal.translated.text, canSignIn: refusal.code == .guestsReadOnly)
        }
    }
}

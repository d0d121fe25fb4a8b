import ChatModel
import ChatWire

/// Why the user can't write in a room: for the composer.
public struct Silence: Hashable, Sendable {
    /// A sentence for the user.
    public let sentence: String

    /// `nil` if the user may write, as far as this device knows. Before the server has answered the
    /// join nothing is known, and what is written waits: a group may be on its way.
    ///
    /// - Parameters:
    ///   - membership: whether the user is in the room
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public init?(
        _ membership: Conversation.Membership, _ access: RoomAccess?, at time: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        switch membership {
        case .waiting, .joining, .leaving: return nil
        case .refused(let error): self.init(sentence: error.text)
        case .joined: self.init(access, at: time, dateFormatting: dateFormatting)
        }
    }

    private init(sentence: String) { self.sentence = sentence }

    init?(_ access: RoomAccess?, at time: Int64, dateFormatting: DateFormatting = DateFormatting()) {
        let message = Mutation.message(text: "x", reply: nil, payload: nil)
        guard let access, let refusal = access.refusal(of: message, at: time) else { return nil }
        let end: Int64?
        let what: String
        switch refusal.code {
        case .muted: (what, end) = ("A moderator has muted you here", access.standing.mutedUntil)
        case .banned: (what, end) = ("You are banned from this room", access.standing.bannedUntil)
        default:
            sentence = refusal.text
            return
        }
        guard let end, end < MembershipChange.Action.forGood else {
            sentence = "\(what)."
            return
        }
        sentence = "\(what) until \(dateFormatting.full(end))."
    }
}

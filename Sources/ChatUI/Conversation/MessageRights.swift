import ChatModel
import ChatWire

/// What the user may do to the messages of a room and to their authors: for the messages' menus.
public struct MessageRights: Hashable, Sendable {
    /// Whether the user may send messages.
    public var posts = true
    /// Whether the user may edit their messages, and react. A muted user may only delete their own.
    public var edits = true
    /// Whether the user may report messages and block people. A guest who only reads may not.
    public var acts = true
    /// Whether the user may delete the messages of others.
    public var deletes = false
    /// Whether the user may pin and unpin messages.
    public var pins = false
    /// Whether the user may remove people from the room.
    public var removes = false
    /// Whether the user may ban people from the room.
    public var bans = false
    /// Whether the user may mute people.
    public var mutes = false
    /// Whether the user sees the room's reports.
    public var reviews = false
    /// The pinned messages.
    public var pinned: Set<Seq> = []

    /// The rights of a user who moderates nothing.
    public init() {}

    /// What the room's rule allows.
    ///
    /// The places of the others are not known here: a moderator is offered what the server may
    /// refuse, since another moderator's role is not lower.
    ///
    /// - Parameters:
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public init(_ access: RoomAccess?, pinned: [Seq], at time: Int64) {
        self.pinned = Set(pinned)
        guard let access else { return }
        let place = Standing(membership: .member)
        func may(_ action: MembershipChange.Action) -> Bool { access.may(action, toward: place, at: time) }
        posts = access.refusal(of: .message(text: "x", reply: nil, payload: nil), at: time) == nil
        edits = access.refusal(of: .edit(of: 1, text: "x"), at: time) == nil
        acts = access.mayWrite
        deletes = access.mayModerate && access.refusal(of: .delete(of: 1), at: time) == nil
        pins = access.refusal(of: .pin(of: 1, on: true), at: time) == nil
        reviews = access.refusalOfReviewing(at: time) == nil
        removes = may(.remove)
        bans = may(.ban(until: MembershipChange.Action.forGood))
        mutes = may(.mute(until: MembershipChange.Action.forGood))
    }

    /// The reactions of others that the user may remove: as the author, or as a moderator.
    func removals(from bubble: Row.Bubble) -> [Mutation] { bubble.isOwn || deletes ? bubble.removals : [] }

    /// The actions that a message's menu offers besides those of its author.
    func actions(on bubble: Row.Bubble) -> [BubbleAction] {
        guard let seq = bubble.seq else { return [] }
        var actions: [BubbleAction] = []
        if pins { actions.append(.change(.pin(of: seq, on: !pinned.contains(seq)))) }
        if bubble.isOwn { return actions }
        if deletes { actions.append(.delete(Deletion(of: seq, by: bubble.author))) }
        if mutes { actions.append(.sanction(.mute, bubble.author)) }
        if removes { actions.append(.sanction(.remove, bubble.author)) }
        if bans { actions.append(.sanction(.ban, bubble.author)) }
        return actions
    }
}

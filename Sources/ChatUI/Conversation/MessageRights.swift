import ChatModel
import ChatWire

/// What the user may do to the messages of a room and to their authors: for the messages' menus.
public struct MessageRights: Hashable, Sendable {
    /// Whether the user may send messages, and edit theirs and react. Who is muted may not, and may
    /// still delete their own.
    public var posts = true
    public var edits = true
    /// Whether the user may delete the messages of others.
    public var deletes = false
    public var pins = false
    /// Whether the user may remove, ban and mute people.
    public var removes = false
    public var bans = false
    public var mutes = false
    /// Whether the user sees the room's reports.
    public var reviews = false
    /// The pinned messages.
    public var pinned: Set<UInt64> = []

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
    public init(_ access: RoomAccess?, pinned: [UInt64], at time: Int64) {
        self.pinned = Set(pinned)
        guard let access else { return }
        let other = UserID(high: ~access.user.high, low: access.user.low)
        let place = Standing(membership: .member)
        func may(_ action: MembershipChange.Action) -> Bool {
            access.refusal(of: .membership(MembershipChange(other, action)), toward: place, at: time) == nil
        }
        posts = access.refusal(of: .message(text: "x", reply: nil, payload: nil), at: time) == nil
        edits = access.refusal(of: .edit(of: 1, text: "x"), at: time) == nil
        deletes = access.mayModerate && access.refusal(of: .delete(of: 1), at: time) == nil
        pins = access.refusal(of: .pin(of: 1, on: true), at: time) == nil
        reviews = access.refusalOfReviewing(at: time) == nil
        removes = may(.remove)
        bans = may(.ban(until: MembershipChange.Action.forGood))
        mutes = may(.mute(until: MembershipChange.Action.forGood))
    }

    /// The changes that a message's menu offers besides those of its author.
    func changes(of bubble: Row.Bubble) -> [Mutation] {
        guard let seq = bubble.seq else { return [] }
        var changes: [Mutation] = []
        if pins { changes.append(.pin(of: seq, on: !pinned.contains(seq))) }
        if bubble.isOwn { return changes }
        if deletes { changes.append(.delete(of: seq)) }
        var actions: [MembershipChange.Action] = []
        if mutes { actions.append(.mute(until: MembershipChange.Action.forGood)) }
        if removes { actions.append(.remove) }
        if bans { actions.append(.ban(until: MembershipChange.Action.forGood)) }
        return changes
            + actions.map { .membership(MembershipChange(bubble.author.user, $0, called: bubble.author.name)) }
    }
}

/// What one user may do in one room: the one place where that is decided.
///
/// The server asks it in the transaction that appends an event, and when a join passes the
/// committer. Clients ask it to disable what would be refused.
public struct RoomAccess: Hashable, Sendable {
    /// The room that is asked about.
    public let room: RoomName
    /// The user who wants to do something.
    public var user: UserID
    /// The user's role on the whole server.
    public var serverRole: ServerRole
    /// Whether the room has an event.
    public var exists: Bool
    /// The room's settings; the defaults where nobody has changed them.
    public var settings: RoomSettings
    /// The user's own place in the room.
    public var standing: Standing
    /// The room's members with the role of an owner.
    public var owners: UInt64
    /// People of a group who are in it, invited, or waiting to be let in.
    public var people: UInt64
    /// Whether the user is blocked by the other person of the direct room, or by the person whom
    /// they invite or add.
    public var isBlocked = false
    /// Whether the user may send; `false` for a guest of a server where guests only read. Such a
    /// guest may leave, and nothing else. Clients set it. The server refuses such a guest before it
    /// asks for the rights.
    public var mayWrite = true
    /// Read from the name once: each question needs it.
    private let kind: RoomKind

    /// Creates the value. ``isBlocked`` is set afterwards, where a block counts.
    public init(
        _ room: RoomName, _ user: UserID, _ serverRole: ServerRole = .user, exists: Bool = true,
        settings: RoomSettings = RoomSettings(), standing: Standing = Standing(), owners: UInt64 = 0,
        people: UInt64 = 0
    ) {
        self.room = room
        kind = room.kind
        self.user = user
        self.serverRole = serverRole
        self.exists = exists
        self.settings = settings
        self.standing = standing
        self.owners = owners
        self.people = people
    }

    /// The user's role in the room. An administrator has the rights of an owner in open rooms, and
    /// in groups of which they are a member.
    public var role: RoomRole {
        if serverRole == .administrator && (isOpen || standing.membership == .member) { return .owner }
        return standing.role
    }

    /// Whether the user has a moderator's rights in the room, by ``role``.
    public var mayModerate: Bool { role >= .moderator }

    /// The first event that the user may read.
    public var firstReadable: Seq {
        guard case .group = kind, settings.newcomers == .joined, role < .moderator else { return 1 }
        return max(1, standing.since)
    }

    /// Why the user may not enter the room and read it; `nil` if they may.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC
    public func refusalOfEntering(at time: Int64) -> WireError? {
        switch kind {
        case .open: return banned(at: time)
        case .group: return standing.membership == .member ? nil : banned(at: time) ?? .noSuchRoom
        case .direct(let one, let other): return user == one || user == other ? nil : .noSuchRoom
        case .own(let owner): return user == owner ? nil : .noSuchRoom
        }
    }

    /// Why the user may not do this to the room; `nil` if they may. Whether a message may be
    /// changed is another question, which the message answers.
    ///
    /// - Parameters:
    ///   - target: the place of the person whose membership changes
    ///   - isLinkValid: whether the code of a join is that of an invite link which lets somebody in
    ///   - time: milliseconds since 1970-01-01 UTC
    public func refusal(
        of mutation: Mutation, toward target: Standing = Standing(), isLinkValid: Bool = false, at time: Int64
    ) -> WireError? {
        if !mayWrite, !mutation.isLeaving(of: user) { return .guestsReadOnly }
        if isOwn != mutation.isOwn { return refusalOfEntering(at: time) ?? (isOwn ? .choicesOnly : .ownLogOnly) }
        return switch mutation {
        case .settings(let change):
            refusalOfSettings(at: time) ?? (change.showsSomething ? muted(at: time) : nil)
        case .membership(let change): refusal(of: change, target, isLinkValid, at: time)
        case .link: refusalOfLinks(at: time)
        case .pin: refusalOfEntering(at: time) ?? blocked ?? refusalOfPinning
        case .message:
            refusalOfEntering(at: time) ?? blocked ?? muted(at: time) ?? refusalOfMaking ?? refusalOfPosting
        case .edit: refusalOfEntering(at: time) ?? blocked ?? muted(at: time) ?? refusalOfPosting
        case .react: refusalOfEntering(at: time) ?? blocked ?? muted(at: time)
        case .delete(_, let reason): refusalOfEntering(at: time) ?? refusal(ofReason: reason, at: time)
        case .unreact, .choose, .block, .profile: refusalOfEntering(at: time)
        }
    }

    /// Whether the user may do this to somebody else's place in the room.
    ///
    /// - Parameters:
    ///   - target: that place
    ///   - time: milliseconds since 1970-01-01 UTC
    public func may(_ action: MembershipChange.Action, toward target: Standing, at time: Int64) -> Bool {
        if case .direct = kind { return false }
        return mayWrite && !isOwn && exists && refusal(of: action, target, at: time) == nil
    }

    /// Why the user may not read the room's moderation log; `nil` if they may.
    public func refusalOfReadingActions(at time: Int64) -> WireError? {
        refusalOfEntering(at: time) ?? refusalOfModerating
    }

    /// Why the user may not see the room's reports and decide about them; `nil` if they may. A user
    /// who reports a message shows it to the administrators, also one of a group.
    public func refusalOfReviewing(at time: Int64) -> WireError? {
        serverRole == .administrator ? nil : refusalOfEntering(at: time) ?? refusalOfModerating
    }

    /// Why the user may not make invite links, or revoke their own. Everyone who may invite people
    /// may do both.
    private func refusalOfLinks(at time: Int64) -> WireError? {
        if case .direct = kind { return refusalOfEntering(at: time) ?? .twoPeople }
        return refusalOfEntering(at: time) ?? (isGroup ? nil : .noMembership)
    }

    /// How long the user must wait before the next message, in milliseconds; `nil` if not at all.
    ///
    /// - Parameter last: when the user last sent a message to the room, if that is known
    public func slowModeWait(after last: Int64?, at time: Int64) -> UInt64? {
        guard settings.slowMode > 0, !mayModerate, let last else { return nil }
        let pause = Int64(clamping: settings.slowMode) * 1_000
        let wait = last + pause - time
        // A clock that was put back does not say how long ago the message was.
        guard wait > 0, wait <= 2 * pause else { return nil }
        return UInt64(min(wait, pause))
    }

    private var isOpen: Bool { kind == .open }

    private var isGroup: Bool { kind == .group }

    private var isOwn: Bool { if case .own = kind { true } else { false } }

    /// The answer for a room that is not there, so that the user is not told of the block.
    private var blocked: WireError? { isBlocked ? .noSuchRoom : nil }

    /// A message makes an open or a direct room. A group is made by its settings.
    private var refusalOfMaking: WireError? { isGroup && !exists ? .noSuchRoom : nil }

    private var refusalOfPosting: WireError? {
        guard settings.posting == .moderators, !mayModerate else { return nil }
        return WireError(.notAllowed, "Only moderators may write in this room.")
    }

    private var refusalOfPinning: WireError? {
        isOpen || isGroup ? refusalOfModerating : nil
    }

    private var refusalOfModerating: WireError? {
        mayModerate ? nil : WireError(.notAllowed, "Only moderators of this room may do that.")
    }

    private func refusalOfSettings(at time: Int64) -> WireError? {
        switch kind {
        case .direct, .own: refusalOfEntering(at: time) ?? WireError(.notAllowed, "A direct room has no settings.")
        case .group: exists ? refusalOfEntering(at: time) ?? refusalOfModerating : nil
        // A user who makes a room by its settings becomes its owner. A room that is made by a
        // message has no owner. The lobby is everybody's: only an administrator makes it so.
        case .open: banned(at: time) ?? (exists || room == .lobby ? refusalOfModerating : nil)
        }
    }

    private var isAboveSanctions: Bool { serverRole.isAboveSanctions(in: kind) }

    private func banned(at time: Int64) -> WireError? {
        guard !isAboveSanctions, standing.isBanned(at: time), let end = standing.bannedUntil else { return nil }
        return Self.refusal(.banned, "You are banned from this room", until: end, time)
    }

    private func muted(at time: Int64) -> WireError? {
        guard !isAboveSanctions, standing.isMuted(at: time), let end = standing.mutedUntil else { return nil }
        return Self.refusal(.muted, "You may not write in this room", until: end, time)
    }

    private static func refusal(_ code: WireError.Code, _ sentence: String, until end: Int64, _ time: Int64)
        -> WireError
    {
        let (rest, isEndless) = end.subtractingReportingOverflow(time)
        if end == MembershipChange.Action.forGood || isEndless { return WireError(code, "\(sentence).") }
        let wait = UInt64(max(rest, 0))
        return WireError(code, "\(sentence) for another \(WaitingTime(milliseconds: wait).text).", retry: wait)
    }
}

// Changes of membership.
extension RoomAccess {
    private func refusal(
        of change: MembershipChange, _ target: Standing, _ isLinkValid: Bool, at time: Int64
    ) -> WireError? {
        if case .direct = kind { return refusalOfEntering(at: time) ?? .twoPeople }
        // The reason of a request to be let in is for the moderators.
        let reason = change.action == .request ? nil : change.reason
        return refusalOfAction(change, target, isLinkValid, at: time) ?? refusal(ofReason: reason, at: time)
    }

    private func refusalOfAction(
        _ change: MembershipChange, _ target: Standing, _ isLinkValid: Bool, at time: Int64
    ) -> WireError? {
        if change.code != nil, isGroup, change.member == user { return refusalOfJoiningByLink(isLinkValid, at: time) }
        guard exists else { return .noSuchRoom }
        return change.member == user
            ? refusalOfOwn(change.action, at: time) : refusal(of: change.action, target, at: time)
    }

    /// Why a reason is refused. Everybody in the room reads it, so nobody gives one who may not
    /// write there, be it a muted moderator.
    private func refusal(ofReason reason: String?, at time: Int64) -> WireError? {
        guard let reason, !reason.isEmpty, muted(at: time) ?? refusalOfPosting != nil else { return nil }
        return WireError(.reason, "You may not write in this room: leave the reason out.")
    }

    /// Why the user may not join by a code. Every invalid code gets the same answer as a group that
    /// does not exist, so that nobody learns which codes or groups exist.
    private func refusalOfJoiningByLink(_ isValid: Bool, at time: Int64) -> WireError? {
        if let error = banned(at: time) { return error }
        if standing.membership == .member { return .memberAlready }
        if standing.membership == .invited { return nil }
        if !isValid { return .linkRefused }
        // A person with an open request counts already.
        return standing.membership == .requested ? nil : tooManyPeople
    }

    /// Whether a join with a code uses up the link. An invited person needs no link.
    public var joinsByLink: Bool { standing.membership != .invited }

    /// Why the user may not make this change of their own place.
    private func refusalOfOwn(_ action: MembershipChange.Action, at time: Int64) -> WireError? {
        switch action {
        case .join: refusalOfJoining(at: time)
        case .request: refusalOfRequest(at: time)
        case .leave: refusalOfLeaving
        case .role(let new):
            // Owners may step down, but the last one stays, also alone: nobody could make those who
            // come later an owner.
            refusalOfEntering(at: time)
                ?? (role < .owner ? .ownersOnly : new < .owner && isLastOwner ? .lastOwner : nil)
        case .invite, .remove, .ban, .unban, .mute, .unmute:
            refusalOfEntering(at: time) ?? WireError(.membership, "You can't do that to yourself.")
        }
    }

    private func refusalOfJoining(at time: Int64) -> WireError? {
        guard isGroup else { return banned(at: time) ?? .noMembership }
        if standing.membership == .member { return .memberAlready }
        if let error = banned(at: time) { return error }
        if standing.membership == .invited { return nil }
        return settings.joining == .anyone ? tooManyPeople : .noSuchRoom
    }

    private func refusalOfRequest(at time: Int64) -> WireError? {
        guard isGroup else { return banned(at: time) ?? .noMembership }
        if let error = banned(at: time) { return error }
        switch standing.membership {
        case .member: return .memberAlready
        case .invited: return WireError(.membership, "You are invited: join.")
        case .requested: return WireError(.membership, "You have asked already.")
        case .outsider: return settings.joining == .request ? tooManyPeople : .noSuchRoom
        }
    }

    private var refusalOfLeaving: WireError? {
        if !isGroup { return .noMembership }
        if standing.membership == .outsider { return .noSuchRoom }
        return isOnlyOwner ? .lastOwner : nil
    }

    /// Whether the user is the only owner, and others need one: a group with other people keeps an
    /// owner.
    public var isOnlyOwner: Bool { isLastOwner && (people > 1 || !isGroup) }

    private var isLastOwner: Bool { standing.role == .owner && owners <= 1 }

    private var tooManyPeople: WireError? {
        guard people >= Limits.groupPeople else { return nil }
        return WireError(.membership, "A group has at most \(Limits.groupPeople) people, invited ones included.")
    }

    /// Why a change of somebody else's place is refused; `nil` if it is not.
    private func refusal(of action: MembershipChange.Action, _ target: Standing, at time: Int64) -> WireError? {
        if let error = refusalOfEntering(at: time) { return error }
        switch action {
        case .invite: return refusalOfInviting(target, at: time)
        case .join:
            guard isGroup else { return .noMembership }
            return refusalOfModerating ?? refusalOfLettingIn(target, at: time)
        case .request, .leave: return WireError(.membership, "Only the person may do that.")
        case .remove: return refusalOfModerating ?? refusalOfRemoving(target)
        case .role(let new):
            if role < .owner { return .ownersOnly }
            if isGroup, target.membership != .member { return .notAMember }
            return new < .owner ? onlyOwner(target) : nil
        case .ban(let until):
            return refusalOfModerating ?? outranked(by: target) ?? onlyOwner(target) ?? refusal(ofEnd: until, at: time)
        case .mute(let until):
            return refusalOfModerating ?? outranked(by: target) ?? refusal(ofEnd: until, at: time)
        case .unban:
            return refusalOfModerating
                ?? (target.bannedUntil == nil ? WireError(.membership, "This person is not banned.") : nil)
        case .unmute:
            return refusalOfModerating
                ?? (target.mutedUntil == nil ? WireError(.membership, "This person is not muted.") : nil)
        }
    }

    /// A ban that is over already would be answered, and would keep nobody out.
    private func refusal(ofEnd end: Int64, at time: Int64) -> WireError? {
        end > time ? nil : .endInThePast(.membership)
    }

    private func refusalOfInviting(_ target: Standing, at time: Int64) -> WireError? {
        guard isGroup else { return .openToAll }
        // An invitation tells a name to all.
        if let error = muted(at: time) ?? refusalOfPosting { return error }
        switch target.membership {
        case .invited: return WireError(.membership, "This person is invited already.")
        case .requested where !target.isBanned(at: time): return nil
        case .requested, .member, .outsider: return refusalOfNewPlace(target, at: time)
        }
    }

    /// Why a person can't get a place in the group that they do not have.
    private func refusalOfNewPlace(_ target: Standing, at time: Int64) -> WireError? {
        if target.isBanned(at: time) { return WireError(.membership, "This person is banned from the group.") }
        if target.membership == .member { return WireError(.membership, "This person is a member already.") }
        return tooManyPeople ?? (isBlocked ? .tooManyInvitations : nil)
    }

    /// Moderators let those in who have asked. Administrators add anybody.
    private func refusalOfLettingIn(_ target: Standing, at time: Int64) -> WireError? {
        if target.membership == .requested { return nil }
        guard serverRole == .administrator else {
            return WireError(.membership, "This person has not asked to be let in: invite them.")
        }
        return target.membership == .invited ? nil : refusalOfNewPlace(target, at: time)
    }

    private func refusalOfRemoving(_ target: Standing) -> WireError? {
        guard isGroup else { return .nobodyToRemove }
        return target.membership == .outsider ? .notAMember : outranked(by: target) ?? onlyOwner(target)
    }

    private func outranked(by target: Standing) -> WireError? {
        target.role < role || serverRole == .administrator
            ? nil : WireError(.notAllowed, "This person's role is not lower than yours.")
    }

    /// Administrators may remove, ban and demote owners. A group keeps one all the same.
    private func onlyOwner(_ target: Standing) -> WireError? {
        guard isGroup, target.role == .owner, owners <= 1 else { return nil }
        return WireError(.membership, "This person is the only owner: make somebody else an owner first.")
    }
}

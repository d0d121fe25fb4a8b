import ChatWire

/// What a store keeps of a room besides its events and its people's places: the fold of its
/// `settings`, `membership`, `pin` and `link` events. A room without such events has none.
public struct RoomRecord: Hashable, Sendable {
    /// What the room's moderators have set.
    public var settings = RoomSettings()
    /// People of a group who are in it, invited, or waiting to be let in.
    public var people: UInt64 = 0
    /// People whose role is owner.
    public var owners: UInt64 = 0
    /// The numbers of the pinned messages, in the order in which they were pinned.
    public var pins: [Seq] = []
    /// The invite links of a group that have not been revoked or used up.
    public var links = InviteLinks()

    /// Creates the record of a room in which nothing was set.
    public init() {}

    /// Folds the room's next event.
    ///
    /// - Parameter standing: a person's place before the event
    /// - Returns: the person whose place changed, with the new place
    public mutating func fold(
        _ event: Event, of room: RoomName, standing: (UserID) throws -> Standing
    ) rethrows -> (user: UserID, standing: Standing)? {
        var info = RoomInfo(settings: settings, pins: pins)
        var changed: (user: UserID, standing: Standing)?
        if let user = event.changesPlace {
            let before = try standing(user)
            info.standing = before
            info.fold(event, of: user, in: room)
            changed = (user, info.standing)
            count(before, info.standing)
        } else {
            info.fold(event, of: .nobody, in: room)
        }
        settings = info.settings
        pins = info.pins
        links.fold(event)
        return changed
    }

    private mutating func count(_ before: Standing, _ after: Standing) {
        if after.membership != .outsider { people += 1 }
        if before.membership != .outsider { people -= min(people, 1) }
        if after.role == .owner { owners += 1 }
        if before.role == .owner { owners -= min(owners, 1) }
    }

    /// With a user's own place.
    public func info(_ standing: Standing) -> RoomInfo {
        RoomInfo(settings: settings, standing: standing, people: people, owners: owners, pins: pins)
    }
}

extension Event {
    /// The person whose place in the room this event changes.
    public var changesPlace: UserID? {
        if case .membership(let change) = content { return change.member }
        return makesRoom ? author.user : nil
    }
}

extension Event.Content {
    /// Whether a room has a ``RoomRecord`` from this event on.
    public var makesRecord: Bool {
        if case .link = self { true } else { isRoomChange }
    }
}

extension RoomAccess {
    /// - Parameter info: of the user; `nil` for a room that has no record
    public init(_ room: RoomName, _ user: UserID, _ role: ServerRole, exists: Bool, _ info: RoomInfo?) {
        let info = info ?? RoomInfo()
        self.init(
            room, user, role, exists: exists, settings: info.settings, standing: info.standing, owners: info.owners,
            people: info.people)
    }
}

extension NewEvent {
    /// Whether the room may have something to say against it. Most new events go to open rooms
    /// without a record, for which nothing needs to be looked up.
    public func asksRoom(_ record: RoomRecord?) -> Bool {
        if record != nil { return true }
        switch mutation {
        case .settings, .membership, .pin, .link, .choose, .block, .profile: return true
        case .message, .edit, .delete, .react, .unreact: return room.kind != .open
        }
    }

    /// What the author may do in the room.
    ///
    /// - Parameter blocks: whether a person has blocked the author
    public func access(
        exists: Bool, _ record: RoomRecord?, _ standing: Standing, blocks: (UserID) throws -> Bool
    ) rethrows -> RoomAccess {
        var access = RoomAccess(room, author.user, role, exists: exists, record?.info(standing))
        if let person = personWhoMayBlock { access.isBlocked = try blocks(person) }
        return access
    }

    /// The person whose block would refuse the new event.
    package var personWhoMayBlock: UserID? {
        switch mutation {
        case .message, .edit, .react, .pin: room.other(than: author.user)
        case .membership(let change):
            switch change.action {
            case .invite: change.member
            case .join: change.member == author.user ? nil : change.member
            case .request, .leave, .remove, .role, .ban, .unban, .mute, .unmute: nil
            }
        case .delete, .unreact, .settings, .link, .choose, .block, .profile: nil
        }
    }

    /// Why the room refuses this; `nil` if it takes it.
    ///
    /// - Parameters:
    ///   - target: the place of the person whose place is to change
    ///   - last: when the author last sent a message to a room in slow mode, in milliseconds since
    ///     1970-01-01 UTC
    ///   - count: called at most once, and only if nothing else refuses the new event
    public func refusal(
        by access: RoomAccess, toward target: Standing, _ record: RoomRecord?, after last: Int64?,
        count: (Counted) throws -> UInt64
    ) rethrows -> WireError? {
        let isLinkValid = link(in: record).map { !$0.isExpired(at: at) } ?? false
        if let error = access.refusal(of: mutation, toward: target, isLinkValid: isLinkValid, at: at) { return error }
        if let person = personEntering(access, target), try count(.groups(of: person)) >= Limits.groupsPerUser {
            return person == author.user ? .tooManyGroups : .tooManyGroupsOfPerson
        }
        switch mutation {
        case .membership(let change):
            if let error = refusal(ofCalling: change) { return error }
            if case .invite = change.action, target.membership == .invited { return nil }
            if let refusal = placeRefusal ?? refusalOfEntry(by: access) { return refusal }
            guard case .invite = change.action else { return nil }
            let invitations = try count(.invitations(of: change.member))
            return invitations >= Limits.invitationsPerUser ? .tooManyInvitations : nil
        case .message:
            guard let wait = access.slowModeWait(after: last, at: at) else { return nil }
            return WireError(
                .rateLimited, "This room is in slow mode; write again in \(WaitingTime(milliseconds: wait).text).",
                retry: wait)
        case .pin(let of, true):
            guard let pins = record?.pins, pins.count >= Limits.pinsPerRoom, !pins.contains(of) else { return nil }
            return WireError(.roomSettings, "A room has at most \(Limits.pinsPerRoom) pinned messages.")
        case .choose(let change):
            guard try count(.choices(besides: change.room)) >= Limits.choicesPerUser else { return nil }
            return WireError(
                .choice, "You have made choices about \(Limits.choicesPerUser) rooms: take one back first.")
        case .block(let person, true):
            if person == author.user { return WireError(.choice, "You can't block yourself.") }
            guard try count(.blocks(besides: person)) >= Limits.blocksPerUser else { return nil }
            return WireError(.choice, "You block \(Limits.blocksPerUser) people: unblock one first.")
        case .link(let change):
            return refusalOfEntry(by: access)
                ?? (record?.links ?? InviteLinks()).refusal(of: change, by: access, at: at)
        case .settings(let change):
            // A group is made with or without settings.
            guard access.exists, change == SettingsChange() else { return nil }
            return WireError(.roomSettings, "The change names no setting: give at least one.")
        case .edit, .delete, .react, .unreact, .pin, .block, .profile: return nil
        }
    }

    private func refusalOfEntry(by access: RoomAccess) -> WireError? {
        access.role == .member && access.standing.membership != .invited ? entryRefusal : nil
    }

    /// What a store counts to decide on a new event.
    public enum Counted {
        /// Groups that a person is in, or has asked to enter.
        case groups(of: UserID)
        /// Groups to which a person is invited.
        case invitations(of: UserID)
        /// Other rooms about which the author has chosen something.
        case choices(besides: RoomName)
        /// Other people whom the author blocks.
        case blocks(besides: UserID)
    }

    /// The invite link by which the author wants to join.
    private func link(in record: RoomRecord?) -> InviteLink? {
        guard case .membership(let change) = mutation, let code = change.code, change.member == author.user else {
            return nil
        }
        return record?.links[code.link]
    }

    /// The invite link that the new event uses if it is accepted; `nil` if it uses none.
    public func linkUse(_ access: RoomAccess?, _ record: RoomRecord?) -> LinkUse? {
        guard access?.joinsByLink == true, let link = link(in: record) else { return nil }
        return LinkUse(link.link, by: link.maker)
    }
}

extension NewEvent {
    /// The person who would be in one more group by the new event. A person whom a moderator lets
    /// in has asked, and the request counts already.
    private func personEntering(_ access: RoomAccess, _ target: Standing) -> UserID? {
        guard let person = personEntering else { return nil }
        if case .settings = mutation { return access.exists ? nil : person }
        return target.membership == .outsider || target.membership == .invited ? person : nil
    }

    /// The person who may be in one more group by the new event, as far as that alone tells.
    var personEntering: UserID? {
        // Messages return before the name of their room is parsed for its kind.
        if case .settings = mutation { return room.kind == .group ? author.user : nil }
        guard case .membership(let change) = mutation, room.kind == .group else { return nil }
        switch change.action {
        case .request, .join: return change.member
        case .invite, .leave, .remove, .role, .ban, .unban, .mute, .unmute: return nil
        }
    }

    /// Refuses that ``personEntering`` enters, as their account is closed, or is being closed.
    mutating func refuseEntry() {
        (placeRefusal, roomRefusal) = (.closingAccount, .closingAccount)
    }

    /// Whether this could make its room, as far as the new event alone tells. Nothing else is
    /// charged for a new room: what is left of the quota would tell a stranger whether the room
    /// exists.
    public var mayMakeRoom: Bool {
        switch room.kind {
        case .open: return true
        case .group: if case .settings = mutation { return true } else { return false }
        case .direct(let one, let other): return author.user == one || author.user == other
        // Accounts have one each, and are limited by themselves.
        case .own(let owner): return author.user == owner && role == .guest
        }
    }
}

extension WireError {
    fileprivate static let tooManyGroups = WireError(
        .membership, "You are in \(Limits.groupsPerUser) groups, requests included: leave one first.")
    fileprivate static let closingAccount = WireError(
        .notAllowed, "This account is closed, or is being closed: it enters no group any more.")
    fileprivate static let tooManyGroupsOfPerson = WireError(
        .membership, "This person is in \(Limits.groupsPerUser) groups, requests included.")
}

extension ReadMark {
    /// Whether the room may have something to say against it.
    public func asksRoom(_ record: RoomRecord?) -> Bool { record != nil || room.kind != .open }
}

extension Event {
    /// What a person is called, as far as this event tells it.
    public func name(of user: UserID) -> String? {
        if author.user == user { return author.name }
        if case .membership(let change) = content, change.member == user { return change.called }
        return nil
    }
}

extension RoomName {
    /// The other person of a direct room.
    public func other(than user: UserID) -> UserID? {
        guard case .direct(let one, let other) = kind else { return nil }
        return user == one ? other : one
    }
}

extension RoomName {
    /// Whether a choice alone puts the room on the user's list, without a place in the room. A user
    /// may choose something about any name, and must not learn from it whether the room exists.
    public func isListed(byChoiceOf user: UserID) -> Bool {
        switch kind {
        case .open: true
        case .direct(let one, let other): user == one || user == other
        case .group, .own: false
        }
    }
}

extension Standing {
    /// Whether it differs from that of somebody who never was in the room.
    public var isNotable: Bool { self != Standing() }
}

extension NewEvent {
    /// Whether the author moderates an open room that has no record.
    public var moderatesOpenRoom: Bool { role == .administrator && room.kind == .open }
}

import Foundation

// Groups, direct rooms and moderation.
//
// Everything here that changes something goes through the outbox, like a message: it is on this
// device's disk when the call returns, is done once, and waits for a connection. The server's
// answer comes with ``Sending/settled()``. The errors of these calls are listed at ``ChatClient``.
extension ChatClient {
    /// Makes a group that the user owns, joins it and invites people.
    ///
    /// - Parameters:
    ///   - title: On one line, at most ``ChatWire/Limits/roomTitleBytes`` bytes.
    ///   - settings: The group's other settings.
    ///   - people: They are invited. Others see the given name until the person has joined.
    /// - Returns: The group's name, which is random, and the outcome of its creation.
    /// - Throws: The errors that are listed at ``ChatClient``. Then no group was made, and nobody
    ///   was invited.
    @discardableResult
    public func createGroup(
        title: String, settings: SettingsChange = SettingsChange(), inviting people: [Author] = []
    ) async throws -> (room: RoomName, sending: Sending) {
        let room = RoomName.newGroup()
        var settings = settings
        settings.title = title
        let invitations = people.map { MembershipChange($0.user, .invite, called: $0.name) }
        let sending = try accept([.settings(settings)] + invitations.map { .membership($0) }, joining: room)
        return (room, sending)
    }

    /// Joins the room of the user and one other person. Each of the two opens the same room. The
    /// first message makes it.
    ///
    /// - Throws: ``ChatWire/WireError`` 130 for the user's own id.
    @discardableResult
    public func openDirect(with person: UserID) throws -> RoomName {
        guard let room = RoomName.direct(try me(), person) else {
            throw WireError(.roomName, localized("A direct room is for two people: choose somebody else."))
        }
        try join(room)
        return room
    }

    /// Invites somebody to a group.
    ///
    /// - Parameter name: What the person is called; at most 32 characters.
    @discardableResult
    public func invite(_ person: UserID, called name: String? = nil, to room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .invite, called: name), in: room)
    }

    /// Makes somebody a member of a group. Only administrators of the server who are members of the
    /// group may do that; all others ``invite(_:called:to:)``.
    ///
    /// - Parameter name: What the person is called; at most 32 characters.
    @discardableResult
    public func add(_ person: UserID, called name: String? = nil, to room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .join, called: name), in: room)
    }

    /// Accepts an invitation to a group, or becomes a member of one that anyone may join. Joins it
    /// as soon as the server has answered.
    @discardableResult
    public func joinGroup(_ room: RoomName) async throws -> Sending {
        let sending = try await change(MembershipChange(try me(), .join), in: room)
        try join(room)
        return sending
    }

    /// Asks to be let into a group, if its settings allow that.
    @discardableResult
    public func askToJoin(_ room: RoomName) async throws -> Sending {
        try await change(MembershipChange(try me(), .request), in: room)
    }

    /// Declines an invitation, or takes back the request to be let in.
    @discardableResult
    public func declineInvitation(to room: RoomName) async throws -> Sending {
        try await change(MembershipChange(try me(), .leave), in: room)
    }

    /// Ends the user's membership of a group. The client leaves the group when the server has
    /// accepted that. The only owner of a group with other members is refused (146), and stays in
    /// it.
    @discardableResult
    public func leaveGroup(_ room: RoomName) async throws -> Sending {
        try await change(MembershipChange(try me(), .leave), in: room)
    }

    /// Lets in somebody who asked.
    @discardableResult
    public func letIn(_ person: UserID, to room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .join), in: room)
    }

    /// Ends somebody's membership, invitation or request.
    ///
    /// - Parameter reason: For the log and the person; at most ``ChatWire/Limits/reasonBytes``
    ///   bytes.
    @discardableResult
    public func remove(_ person: UserID, from room: RoomName, reason: String? = nil) async throws -> Sending {
        try await change(MembershipChange(person, .remove, reason: reason), in: room)
    }

    /// Gives somebody a role.
    @discardableResult
    public func setRole(_ role: RoomRole, of person: UserID, in room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .role(role)), in: room)
    }

    /// Bans somebody from a room; of a group they are no member any more.
    ///
    /// - Parameters:
    ///   - end: When the ban ends; `nil` for never.
    ///   - reason: For the log and the person; at most ``ChatWire/Limits/reasonBytes`` bytes.
    @discardableResult
    public func ban(
        _ person: UserID, from room: RoomName, until end: Date? = nil, reason: String? = nil
    ) async throws -> Sending {
        try await change(MembershipChange(person, .ban(until: .init(end: end)), reason: reason), in: room)
    }

    /// Ends somebody's ban. It does not make them a member of a group again.
    @discardableResult
    public func unban(_ person: UserID, in room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .unban), in: room)
    }

    /// Keeps somebody from writing in a room.
    ///
    /// - Parameters:
    ///   - end: When the person may write again; `nil` for never.
    ///   - reason: For the log and the person; at most ``ChatWire/Limits/reasonBytes`` bytes.
    @discardableResult
    public func mute(
        _ person: UserID, in room: RoomName, until end: Date? = nil, reason: String? = nil
    ) async throws -> Sending {
        try await change(MembershipChange(person, .mute(until: .init(end: end)), reason: reason), in: room)
    }

    /// Ends somebody's mute: they may write in the room again.
    @discardableResult
    public func unmute(_ person: UserID, in room: RoomName) async throws -> Sending {
        try await change(MembershipChange(person, .unmute), in: room)
    }

    /// Pins a message. A room has at most ``ChatWire/Limits/pinsPerRoom``.
    @discardableResult
    public func pin(_ seq: Seq, in room: RoomName) async throws -> Sending {
        try await accept(.pin(of: seq, on: true), in: room)
    }

    /// Takes the pin off a message.
    @discardableResult
    public func unpin(_ seq: Seq, in room: RoomName) async throws -> Sending {
        try await accept(.pin(of: seq, on: false), in: room)
    }

    /// Changes a room's settings. What the change leaves out stays as it is.
    @discardableResult
    public func updateSettings(of room: RoomName, _ change: SettingsChange) async throws -> Sending {
        try await accept(.settings(change), in: room)
    }

    func change(_ change: MembershipChange, in room: RoomName) async throws -> Sending {
        try await accept(.membership(change), in: room)
    }

    func me() throws -> UserID {
        guard let user = try chat().identity?.user else { throw WireError.notConnected }
        return user
    }
}

// What the user may do, and with whom.
extension ChatClient {
    /// Whether the server would accept this, as far as this device knows. For menus and buttons;
    /// the server decides.
    ///
    /// - Parameter target: The place of the person whose membership changes, from ``people(of:)``.
    public func can(
        _ mutation: Mutation, in room: RoomName, toward target: Standing = Standing()
    ) throws(StorageError) -> Bool {
        try refusal(of: mutation, in: room, toward: target) == nil
    }

    /// Why the server would refuse this, as far as this device knows; `nil` if it would not.
    public func refusal(
        of mutation: Mutation, in room: RoomName, toward target: Standing = Standing()
    ) throws(StorageError) -> WireError? {
        try chat().refusal(of: mutation, in: room, toward: target, at: clock.now.wall)
    }

    /// The user's groups, direct rooms and invitations: invitations first, then the rooms that are
    /// pinned, then the newest message. Archived rooms are among them
    /// (``ChatWire/Choice/isArchived``).
    ///
    /// The first call requests the list from the server, and it is requested again after every
    /// later connection; pushes keep it current in between. The server counts unread messages up to
    /// ``ChatWire/Limits/unreadCount``. Where it has not looked at all of them, a room's
    /// ``ChatModel/Unread/isExact`` is `false`.
    public func rooms() throws(StorageError) -> StateUpdates<[ListedRoom]> {
        try handle(.listRooms)
        return StateUpdates(states: try listen { $0.listenToRooms($1) })
    }

    /// The people of a joined room, in pages of at most ``ChatWire/Limits/peoplePage``: members,
    /// invitations and requests of a group, and those with a role, a ban or a mute.
    ///
    /// Each page is read from the server when it is asked for. Iterating throws a
    /// ``ChatWire/WireError``: 131 (`notJoined`) or why the server refuses the room; 292
    /// (`notConnected`) without a connection, while the room is being joined, or if the connection
    /// is lost meanwhile. ``waitUntilJoined(_:)`` waits.
    public nonisolated func people(of room: RoomName) -> PeoplePages {
        PeoplePages { [self] after in
            guard case .people(let page) = try await inquire(.people(room, after: after)) else { return ([], nil) }
            return (page.people, page.next)
        } isForward: {
            $0.isBefore($1)
        }
    }
}

extension Int64 {
    /// The end of a ban, a mute or a link; `nil` is never.
    init(end: Date?) {
        guard let end else { self = MembershipChange.Action.forGood; return }
        let milliseconds = end.timeIntervalSince1970 * 1_000
        guard milliseconds >= 0 else { self = 0; return }
        self = milliseconds < Double(Limits.largestInteger) ? Int64(milliseconds) : MembershipChange.Action.forGood
    }
}

import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire

/// The parts of the state on which the pictures of people depend.
struct AvatarsSource: Equatable {
    private let profiles: [UserID: ShownProfile]
    private let user: UserID?
    private let profile: Profile?

    init(_ state: AppState) {
        (profiles, user, profile) = (state.chat.profiles, state.chat.identity?.user, state.chat.profile)
    }

    /// The pictures, as far as this device knows them.
    var avatars: [UserID: Attachment] {
        var avatars = profiles.compactMapValues(\.avatar)
        // Profiles are asked for once on a connection, and the user may change theirs meanwhile.
        if let user, let profile { avatars[user] = profile.avatar }
        return avatars
    }
}

extension AppState {
    /// The server's time, as far as this device knows: milliseconds since 1970-01-01 UTC. Bans and
    /// mutes end by the server's clock.
    var serverTime: Int64 { DateFormatting.now.addingReportingOverflow(chat.serverAhead).partialValue }

    /// The current account's screen.
    var accountContent: AccountScreenContent {
        let identity = chat.identity
        let name = identity?.name ?? accounts.current?.name ?? ""
        return AccountScreenContent(
            title: identity?.role == .administrator ? localized("\(name) · administrator") : name,
            sessions: panel.sessions.map { sessions in
                sessions.map { session in
                    SessionLine(
                        id: session.id, isCurrent: session.isCurrent, program: session.program,
                        created: session.created, used: session.used, now: DateFormatting.now)
                }
            },
            isBusy: panel.isBusy, failure: panel.failure, success: panel.success, pending: chat.waiting)
    }

    /// The screen of the user's own profile; `nil` until the server has told it.
    var profileContent: ProfileContent? {
        guard let profile = chat.profile, let identity = chat.identity else { return nil }
        return ProfileContent(
            author: identity.author, about: profile.about, avatar: profile.avatar,
            isChanging: profileChanges.contains { $0.isPending },
            refusal: chat.failure ?? pictureRefusal ?? refusedProfileChanges.last?.error.text)
    }

    /// The menu about the user.
    var userMenu: [UserMenuEntry] {
        UserMenuEntry.entries(
            hasProfile: profileContent != nil, isAdministrator: chat.identity?.role == .administrator)
    }

    private var pictureRefusal: String? { refusal.flatMap { $0.isAboutPicture ? $0.sentence : nil } }

    /// The changes of the user's profile that the server has refused. A new change takes their
    /// place.
    var refusedProfileChanges: [(ticket: Ticket, error: WireError)] {
        profileChanges.compactMap { item in
            if case .failed(let error) = item.state { (item.ticket, error) } else { nil }
        }
    }

    private var profileChanges: [Outbox.Item] {
        guard let user = chat.identity?.user else { return [] }
        return chat.outbox.items(in: .own(user)).filter { item in
            if case .profile = item.mutation { true } else { false }
        }
    }

    /// The cards of linked pages, as far as their previews are loaded.
    var linkCards: [String: LinkCard] {
        let server = accounts.current?.server
        return previews.found.mapValues { preview in
            LinkCard(preview, image: preview.image.flatMap { server?.url(of: $0.path) })
        }
    }

    /// The members' screen of a room.
    func membersContent(of room: RoomName) -> MembersContent {
        let conversation = chat.conversations[room]
        let (access, now) = (chat.access[room], serverTime)
        let settings = Mutation.settings(SettingsChange(slowMode: 0))
        return MembersContent(
            title: conversation?.title ?? room.text, topic: conversation?.info?.settings.topic,
            people: PeopleList(
                people?.items ?? [], presence: conversation?.presence ?? Presence(), access, at: now),
            isLoading: people?.isLoading ?? false, failure: people?.failure,
            canInvite: access?.may(.invite, toward: Standing(), at: now) ?? false,
            canChangeSettings: access.map { $0.refusal(of: settings, at: now) == nil } ?? false)
    }

    /// The screen of a group's invite links.
    func linksContent(of room: RoomName) -> LinksContent {
        let changes = chat.linkChanges(in: room)
        let (listed, changing) = (links?.items ?? [], Set(changes.map(\.link)))
        let known = Set(listed.map(\.link))
        let waiting = changes.filter { $0.on && !known.contains($0.link) }.map { change in
            LinkLine(waiting: change, address: address(of: change.link, in: room))
        }
        let names = names(of: Set(listed.map(\.maker)))
        let lines = listed.map { link in
            LinkLine(
                link,
                maker: link.maker == chat.identity?.user
                    ? nil : names[link.maker] ?? localized("someone ##whose link it is"),
                address: address(of: link.link, in: room), isChanging: changing.contains(link.link))
        }
        let refusal = chat.outbox.items(in: room).lazy.compactMap { item -> String? in
            guard case .link = item.mutation, case .failed(let error) = item.state else { return nil }
            return error.text
        }.first
        return LinksContent(
            lines: waiting + lines,
            status: ListStatus(isLoading: links?.isLoading ?? false, failure: links?.failure),
            canMake: chat.access[room]?.may(.invite, toward: Standing(), at: serverTime) ?? false, refusal: refusal)
    }

    private func address(of link: LinkID, in room: RoomName) -> String? {
        guard let account = accounts.current, let code = linkCodes.codes(of: room, account: account.id)[link] else {
            return nil
        }
        return account.server.link(with: code)
    }

    /// The names of these people, as far as this device knows them. It looks once through
    /// everything that is loaded, for any number of people.
    private func names(of users: Set<UserID>) -> [UserID: String] {
        var names: [UserID: String] = [:]
        func take(_ author: Author) {
            if users.contains(author.user), names[author.user] == nil { names[author.user] = author.name }
        }
        for person in people?.items ?? [] { take(person.author) }
        for room in chat.rooms { if let partner = room.partner { take(partner) } }
        for conversation in chat.conversations.values where names.count < users.count {
            for person in conversation.presence.acquaintances { take(person) }
            for event in conversation.timeline.events.reversed() { take(event.author) }
        }
        return names
    }

    /// The people whom the user blocks.
    var blockedPeople: [BlockedPerson] {
        let names = names(of: chat.blocked)
        return BlockedPerson.list(chat.blocked) { names[$0] }
    }

    /// The question about the room that a link leads to; `nil` if none was followed.
    var linkedRoomContent: LinkedRoomContent? {
        guard let linked else { return nil }
        return LinkedRoomContent(
            linked.link.room, on: linked.link.server.title, entry: linked.entry,
            as: chat.identity?.name ?? accounts.current?.name ?? "", isInvite: linked.link.code != nil,
            isLoading: linked.isLoading && chat.connection.phase == .connected, canJoin: canAcceptLink)
    }

    /// The lines of a queue of reports.
    ///
    /// - Parameter opensRooms: Whether the screen can show another room than the present one.
    func lines(of queue: ReportQueue, opensRooms: Bool) -> [ReportLine] {
        queue.reports.map { entry in
            var line = ReportLine(entry)
            // An administrator need not be in the room.
            if queue.room == nil { line.room = chat.conversations[entry.room]?.title ?? entry.room.text }
            let entrance = chat.access[entry.room]?.refusalOfEntering(at: serverTime)
            line.canShow = entrance == nil && (opensRooms || entry.room == navigation.room)
            line.isDeciding = queue.isDeciding(about: entry)
            line.refusal = queue.refusal(about: entry)
            return line
        }
    }

    /// The lines of the bans from the server.
    ///
    /// - Parameter moment: The text of a time with its day, from milliseconds since 1970-01-01 UTC.
    func lines(of bans: ServerBanList, moment: (Int64) -> String) -> [ServerBanLine] {
        let unnamed = bans.bans.compactMap { ban -> UserID? in
            if case .user(let user) = ban.subject, ban.name == nil { user } else { nil }
        }
        let names = names(of: Set(unnamed))
        return bans.lines(name: { names[$0] }, moment: moment)
    }

    /// The lines of a queue's held messages.
    func heldLines(of queue: ReportQueue) -> [HeldLine] {
        queue.held.map { entry in
            var line = HeldLine(entry)
            if queue.room == nil { line.room = chat.conversations[entry.room]?.title ?? entry.room.text }
            line.isDeciding = queue.isDeciding(about: entry)
            line.refusal = queue.refusal(about: entry)
            return line
        }
    }

    /// The people nearby whom the user can invite to the group on the screen.
    func peopleToInvite(of nearby: [Author]) -> [Author] {
        Invitation.people(nearby, without: people?.items ?? [], at: serverTime)
    }
}

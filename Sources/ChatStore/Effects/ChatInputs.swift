import ChatCore
import ChatModel
import ChatWire
import Flux

/// Translates actions into inputs for the current account's client, and its first ones.
enum ChatInputs {
    /// `before` and `after` are the states around the action.
    static func of(_ action: any Action, before: AppState, after: AppState) -> [Input] {
        switch action {
        case let action as RoomAction: of(action, before: before, after)
        case let action as NavigationAction:
            accepted(action, before) + of(action, before: before, after: after)
        case is ChatAction, is PeopleAction: wantedProfiles(before: before, after: after)
        case let action as ActivityChanged: [.foreground(action.isActive)] + seen(after)
        case is ScreenAction: turned(before: before, after: after) + (before.seenRoom == nil ? seen(after) : [])
        case AccountAction.renamed(let name): [.rename(name)]
        default: []
        }
    }

    /// The commands of an action, sent files included, in order.
    static func commands(of action: any Action, before: AppState, after: AppState) -> [ClientCommand] {
        if case RoomAction.filesSent(let files, let room) = action {
            return [.files(files, room)] + newest(room, after).map { .input($0) }
        }
        if case AccountAction.pictureChosen(let file) = action { return [.picture(file)] }
        if let action = action as? ReportAction { return commands(of: action, before) }
        return of(action, before: before, after: after).map { .input($0) }
    }

    /// The first inputs of an account's client: the rooms to join, for the current account the room
    /// on the screen, then connect. What the client does already is done once.
    static func opening(_ account: AccountID, _ state: AppState) -> [Input] {
        var inputs: [Input] = (state.knownRooms[account] ?? []).map { .join($0) }
        if account == state.accounts.currentID, let room = state.shown?.room { inputs += entering(room, state) }
        return inputs + [.start]
    }

    private static func of(_ action: RoomAction, before: AppState, _ state: AppState) -> [Input] {
        let chat = state.chat
        return switch action {
        case .joined(let room):
            [.join(room)] + following(room, true, chat) + turned(before: before, after: state, isJoined: true)
        case .left(let room): [.leave(room)] + following(room, false, chat)
        case .typed(let room): [.typed(room)]
        case .performed(let mutation, let room, let ticket):
            [.perform(mutation, in: chat.log(of: mutation, in: room), ticket: ticket)]
                + (mutation.isMessage ? newest(room, state) : [])
        case .linkMade(let code, let change, let ticket):
            [.perform(.link(change), in: code.room, ticket: ticket)]
        case .reported(let report, let seq, let room): [.report(report, of: seq, in: room)]
        case .retried(let ticket): [.retry(ticket)]
        case .dropped(let ticket): before.refusal?.ticket == ticket ? [] : [.drop(ticket)]
        case .olderWanted(let room): [.show(room, .older)]
        case .newerWanted(let room): [.show(room, .newer)]
        case .followed(let room, let isFollowing): [.show(room, .following(isFollowing))]
        case .read(let room, let seq): state.seenRoom == room ? [.markRead(room, upTo: seq)] : []
        case .markedRead(let room):
            (chat.conversations[room].map { [.markRead(room, upTo: $0.timeline.head)] } ?? []) + unmarking(room, chat)
        case .reconnectWanted: [.reconnect]
        case .written(let room, let text): [.write(text ?? "", in: room)]
        case .filesSent, .separatorSeen: []
        }
    }

    /// Puts an open room on the user's list on all devices, or takes it off. Groups and direct
    /// rooms are on it by themselves.
    private static func following(_ room: RoomName, _ isFollowed: Bool, _ chat: ChatState) -> [Input] {
        guard let user = chat.identity?.user, room.kind == .open,
            (chat.choices[room]?.isFollowed ?? false) != isFollowed
        else { return [] }
        let change = ChoiceChange(room, isFollowed: isFollowed)
        return [.perform(.choose(change), in: .own(user), ticket: Ticket.random())]
    }

    /// When the user looks at the room, marks as read what arrived meanwhile.
    private static func seen(_ state: AppState) -> [Input] {
        guard let room = state.seenRoom, let visible = state.shown?.visible else { return [] }
        return [.markRead(room, upTo: visible)]
    }

    /// Takes back that the user has marked the room as unread.
    private static func unmarking(_ room: RoomName, _ chat: ChatState) -> [Input] {
        guard let user = chat.identity?.user, chat.choices[room]?.unread ?? 0 > 0 else { return [] }
        let ticket = Ticket.random()
        return [.perform(.choose(ChoiceChange(room, unread: 0)), in: .own(user), ticket: ticket)]
    }

    private static func of(_ action: NavigationAction, before: AppState, after: AppState) -> [Input] {
        let turned = turned(before: before, after: after)
        guard turned.isEmpty, let room = after.shown?.room else { return turned }
        if action.leadsToMessage, let seq = after.navigation.target { return [.show(room, .around(seq))] }
        switch action {
        case .bottomWanted: return [.show(room, .newest)]
        case .downWanted: return after.shown?.isFollowing == true ? [.show(room, .newest)] : []
        default: return []
        }
    }

    /// Another room is open: the client shows it in place of the one before.
    ///
    /// - Parameter isJoined: Whether the client was told already that the user joins it.
    private static func turned(before: AppState, after: AppState, isJoined: Bool = false) -> [Input] {
        let (old, new) = (before.shown?.room, after.shown?.room)
        guard before.accounts.currentID == after.accounts.currentID, old != new else { return [] }
        var inputs: [Input] = []
        if let old { inputs.append(.show(old, .closed)) }
        if let new {
            if !isJoined && before.chat.conversations[new] == nil { inputs.append(.join(new)) }
            inputs += entering(new, after)
        }
        return inputs
    }

    /// The people on the screen who were not there before.
    private static func wantedProfiles(before: AppState, after: AppState) -> [Input] {
        let isNew = before.chat.connection.phase != .connected
        let known = isNew ? [] : before.peopleOnScreen
        let users = after.peopleOnScreen.subtracting(known)
        guard after.chat.connection.phase == .connected, !users.isEmpty else { return [] }
        return [.wantProfiles(users.sorted { $0.isBefore($1) })]
    }

    private static func commands(of action: ReportAction, _ before: AppState) -> [ClientCommand] {
        switch action {
        case .queueOpened(let room):
            [.question(.reports(room, after: nil), after: nil), .question(.held(room, after: nil), after: nil)]
        case .moreWanted: (before.queue?.questions ?? []).map { .question($0, after: nil) }
        case .decided(let entry, let decision, let ticket):
            before.queue?.isDeciding(about: entry) == false ? commands(of: decision, about: entry, ticket) : []
        case .reviewed(let entry, let verdict):
            before.queue?.isDeciding(about: entry) == false
                ? [.question(.decide(entry.room, place: entry.number, HeldDecision(verdict)), after: nil)] : []
        case .serverBanned(let ban): [.question(.serverBan(ban), after: nil)]
        case .serverBansOpened: [.question(ServerBanList.first, after: nil)]
        case .serverBansWanted: [before.bans?.again].compactMap(\.self).map { .question($0, after: nil) }
        case .serverUnbanned(let subject):
            before.bans?.canEnd(subject) == true ? [.question(.serverUnban(subject), after: nil)] : []
        case .answered(let id, let question, let result):
            id == before.accounts.currentID ? nextBans(before.bans, question, result) : []
        }
    }

    /// The page of bans that follows on the one in the answer.
    private static func nextBans(
        _ bans: ServerBanList?, _ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>
    ) -> [ClientCommand] {
        var bans = bans
        return [bans?.take(question, result)].compactMap(\.self).map { .question($0, after: nil) }
    }

    /// If the decision deletes the message, the server is asked to record the decision after the
    /// deletion is in the log.
    private static func commands(
        of decision: ReportDecision, about entry: ReportedMessage, _ ticket: Ticket
    ) -> [ClientCommand] {
        let question = ModerationQuestion.resolve(entry.room, of: entry.message.seq, decision.resolution)
        guard let deletion = decision.deletion(of: entry) else { return [.question(question, after: nil)] }
        return [.input(.perform(deletion, in: entry.room, ticket: ticket)), .question(question, after: ticket)]
    }

    /// Becomes a member of the group of the link that this action accepts, or asks to.
    private static func accepted(_ action: NavigationAction, _ before: AppState) -> [Input] {
        guard before.canAcceptLink, let link = before.linked?.link, link.room.kind == .group,
            let user = before.chat.identity?.user
        else { return [] }
        if case .linkRequested(let ticket) = action {
            return [.perform(.membership(MembershipChange(user, .request)), in: link.room, ticket: ticket)]
        }
        guard case .linkAccepted = action else { return [] }
        guard let code = link.code else {
            // Without a code the group lets everyone join, or has invited the user.
            let ticket = Ticket.random()
            return [.perform(.membership(MembershipChange(user, .join)), in: link.room, ticket: ticket)]
        }
        let change = MembershipChange(user, .join, code: code.secret)
        // The same link followed twice is one join, as long as the outbox has it.
        return [.perform(.membership(change), in: code.room, ticket: Ticket(code.secret.link.low))]
    }

    /// Leads to the end of the log, where the row of what the user sends is.
    private static func newest(_ room: RoomName, _ state: AppState) -> [Input] {
        state.shown?.room == room ? [.show(room, .newest)] : []
    }

    private static func entering(_ room: RoomName, _ state: AppState) -> [Input] {
        [.show(room, state.navigation.target.map { Timeline.View.around($0) } ?? .newest)]
    }
}

extension NavigationAction {
    /// Whether the action can lead to a message of the room on the screen.
    fileprivate var leadsToMessage: Bool {
        switch self {
        case .messageWanted, .firstNewWanted, .downWanted, .linkFollowed, .linkAccepted: true
        case .roomOpened, .roomClosed, .sheetOpened, .sheetClosed, .linkRequested, .bottomWanted, .dayWanted: false
        }
    }
}

extension Mutation {
    /// Whether it is a new message, and no change to one.
    var isMessage: Bool { if case .message = self { true } else { false } }
}

extension AppState {
    /// The people whom the screen shows: authors, the people of a room, and those of direct rooms.
    fileprivate var peopleOnScreen: Set<UserID> {
        var users = Set(people?.items.map(\.author.user) ?? [])
        let reader = chat.identity?.user
        users.formUnion(chat.rooms.prefix(Limits.roomListPage).compactMap { $0.room.partner(of: reader) })
        for row in shown?.rows ?? [] {
            if case .message(let bubble) = row.content { users.insert(bubble.author.user) }
        }
        return users
    }
}

extension ChatState {
    /// Where a change goes: what the user chooses about rooms and people, to their own log.
    fileprivate func log(of mutation: Mutation, in room: RoomName) -> RoomName {
        guard mutation.isOwn, let user = identity?.user else { return room }
        return .own(user)
    }
}

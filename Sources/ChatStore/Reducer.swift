import ChatModel
import ChatWire
import Flux

extension AppState {
    /// The app's reducer: how each action changes the state. The model answers everything about
    /// messages.
    public static let reducer = Reducer<AppState, any Action> { state, action in
        let sheet = state.navigation.sheet
        parts(&state, action)
        if state.navigation.sheet != sheet { state.panel.screenClosed(sheet) }
        state.askForPreviews()
    }

    /// What the system and the views report.
    private static let reports = Reducer<AppState, any Action>.combine(
        Reducer { (state, action: Launched) in state.launch(action) },
        Reducer { (state, action: ActivityChanged) in state.isActive = action.isActive },
        Reducer { (state, action: NotificationPermissionTold) in state.permission = action.permission },
        Reducer { (state, action: TimeZoneChanged) in state.use(action.utcOffsets) },
        Reducer { (state, action: ScreenAction) in state.reduce(action) })

    /// The searches of the sheets.
    private static let searches = Reducer<AppState, any Action>.combine(
        Reducer { (finder, action: RoomFinderAction) in finder.reduce(action) }.scope(\.finder),
        Reducer { (finder, action: MessageFinderAction) in finder.reduce(action) }.scope(\.messageFinder))

    private static let parts = Reducer<AppState, any Action>.combine(
        reports,
        Reducer { (state, action: AccountAction) in state.reduce(action) },
        Reducer { (state, action: NavigationAction) in state.reduce(action) },
        Reducer { (state, action: RoomAction) in state.reduce(action) },
        Reducer { (state, action: ReportAction) in state.reduce(action) },
        Reducer { (state, action: FileAction) in state.reduce(action) },
        Reducer { (people, action: PeopleAction) in people.reduce(action) }.scope(\.people),
        Reducer { (state, report: AccountReport) in state.reduce(report) },
        Reducer { (state, action: ChatAction) in state.reduce(action) },
        searches,
        Reducer { (state, action: LinksAction) in state.reduce(action) },
        Reducer { (state, action: LinkPreviewAction) in state.reduce(action) },
        Reducer { (linked, action: LinkedRoomAction) in linked.reduce(action) }.scope(\.linked))

    private mutating func launch(_ launch: Launched) {
        if launch.isActive { isActive = true }
        if launch.reportsScreens { screens.isReported = true }
        use(launch.utcOffsets)
        if accounts.all.isEmpty { navigation.sheet = .server(address: "", room: RoomName.lobby.text) }
    }

    /// The headings of days follow the time zone.
    private mutating func use(_ offsets: UTCOffsets) {
        utcOffsets = offsets
        shown?.utcOffsets = offsets
        shown?.refresh(from: chat)
    }

    private mutating func reduce(_ action: ScreenAction) {
        let front = screens.front
        screens.reduce(action)
        // A view that is new opens its room itself: the user may have to join it.
        if case .appeared = action { return }
        if screens.front != front, let room = screens.frontRoom { open(room) }
    }

    private mutating func reduce(_ action: AccountAction) {
        switch action {
        case .added(let account, let room):
            let former = accounts.currentID
            accounts.add(account)
            // Another account of this server and name is used: what the new one has here is erased.
            let isUsed = accounts.all.contains { $0.id == account.id }
            if !isUsed, !leftovers.contains(account.id) { leftovers.append(account.id) }
            switched(from: former)
            if let room {
                know(room)
                open(room)
            }
            if let linked { follow(linked.link) }
        case .chosen(let id):
            linked = nil
            let former = accounts.currentID
            if id == former { return navigation.sheet = nil }
            accounts.choose(id)
            switched(from: former)
        case .removed(let id): remove(id)
        case .erased(let id): leftovers.removeAll { $0 == id }
        case .renamed(let name):
            accounts.rename(name)
        case .notificationsChosen(let notifies):
            settings.notifies = notifies
        case .mapsChosen(let shows):
            settings.showsMaps = shows
        case .pictureChosen:
            // The rest is handled by the client; its answer is `ChatAction.changed`.
            if refusal?.isAboutPicture == true { refusal = nil }
        }
    }

    private mutating func remove(_ id: AccountID) {
        let former = accounts.currentID
        accounts.remove(id)
        (others[id], otherRefusals[id]) = (nil, nil)
        if !leftovers.contains(id) { leftovers.append(id) }
        drafts.forget(id)
        linkCodes.forget(id)
        knownRooms[id] = nil
        if former == id { switched(from: nil) }
        if accounts.all.isEmpty { navigation.sheet = .server(address: "", room: RoomName.lobby.text) }
    }

    private mutating func reduce(_ report: AccountReport) {
        switch report {
        case .began:
            panel.reduce(report)
            panel.asker = navigation.sheet
        case .answered, .failed:
            // An answer for an account that was left meanwhile is not shown for the next one.
            if report.account == accounts.currentID || report.account == panel.account {
                panel.reduce(report)
            } else if panel.account == nil {
                panel.isBusy = false
            }
        }
        guard case .answered(let id, let answer) = report else { return }
        switch answer {
        case .signedOut: remove(id)
        case .signedIn(let name):
            if id == accounts.currentID {
                accounts.rename(name)
                navigation.sheet = nil
            }
        case .sessions, .passwordChanged: break
        }
    }

    /// Another account is current: removes everything of the previous one from the screen.
    ///
    /// - Parameter former: The account that was current; `nil` if it is gone.
    mutating func switched(from former: AccountID?) {
        if let former { (others[former], otherRefusals[former]) = (chat, refusal) }
        chat = accounts.currentID.flatMap { others.removeValue(forKey: $0) } ?? ChatState()
        refusal = accounts.currentID.flatMap { otherRefusals.removeValue(forKey: $0) }
        shown = nil
        viewed = nil
        forgetLists()
        previews = ShownPreviews()
        panel.clear()
        queue = nil
        navigation = Navigation()
    }

    private mutating func reduce(_ action: LinksAction) {
        links?.reduce(action)
        if case .came(let room, let links) = action, let id = accounts.currentID {
            linkCodes.listed(Set(links.map(\.link)), of: room, account: id)
        }
    }

    private mutating func reduce(_ action: RoomAction) {
        switch action {
        case .joined(let room):
            know(room)
            open(room)
        case .left(let room):
            if let id = accounts.currentID { knownRooms[id]?.removeAll { $0 == room } }
            if navigation.room == room { reduce(NavigationAction.roomClosed) }
        case .written(let room, let text):
            if let id = accounts.currentID { drafts.keep(text, account: id, room: room) }
        case .followed(let room, let isFollowing):
            if shown?.room == room { shown?.isFollowing = isFollowing }
        case .performed(let mutation, let room, _):
            if mutation.isMessage { said(in: room) }
        case .filesSent(_, let room): said(in: room)
        case .linkMade(let code, _, _):
            if let id = accounts.currentID { linkCodes.keep(code, account: id) }
        case .read(let room, let seq):
            if shown?.room == room { shown?.visible = seq }
        case .separatorSeen(let room):
            // A room from the journal may lack what came since.
            if shown?.room == room, shown?.firstNew != nil { shown?.hasSeenSeparator = true }
        case .dropped(let ticket):
            if refusal?.ticket == ticket { refusal = nil }
        case .markedRead, .typed, .reported, .retried, .olderWanted, .newerWanted, .reconnectWanted:
            break  // Handled by the client; its answer is `ChatAction.changed`.
        }
    }

    /// Scrolls to the newest message, because the user sent one. A message that they went to before
    /// and that was not there yet is not scrolled to any more.
    private mutating func said(in room: RoomName) {
        guard shown?.room == room else { return }
        navigation.target = nil
        shown?.isFollowing = true
        shown?.hasSeenSeparator = true
        shown?.scroll(to: nil)
    }

    private mutating func reduce(_ action: ReportAction) {
        switch action {
        case .queueOpened(let room):
            queue = ReportQueue(room: room, after: queue)
            reduce(NavigationAction.sheetOpened(.reports))
        case .moreWanted: queue?.loadMore()
        case .decided(let entry, _, _): queue?.began(entry)
        case .reviewed(let entry, _): queue?.began(entry)
        case .serverBanned: break
        case .serverBansOpened:
            bans = ServerBanList()
            reduce(NavigationAction.sheetOpened(.serverBans))
        case .serverBansWanted: bans?.loadAgain()
        case .serverUnbanned(let subject): bans?.began(subject)
        case .answered(let id, let question, let result):
            if case (.serverBan, .failure(let error)) = (question, result) { refuse(error.text, to: id) }
            guard id == accounts.currentID else { return }
            queue?.take(question, result)
            // ``ChatInputs`` asks for the next page.
            _ = bans?.take(question, result)
        }
    }

    private mutating func reduce(_ action: FileAction) {
        switch action {
        case .viewed(let file): viewed = ViewedFile(file)
        case .came(let file, let url): if viewed?.file.id == file.id { viewed?.state = .here(url) }
        case .failed(let file, let reason): if viewed?.file.id == file.id { viewed?.state = .failed(reason) }
        case .closed: viewed = nil
        }
    }

    private mutating func reduce(_ action: ChatAction) {
        switch action {
        case .changed(let id, let chat):
            guard accounts.all.contains(where: { $0.id == id }) else { return }
            let earlier = self.chat(of: id)
            if let former = earlier.identity, let user = chat.identity?.user, former.user != user {
                disown(id, of: former)
            }
            if let identity = chat.identity { accounts.note(id, isRegistered: identity.hasAccount) }
            take(chat.drafts, of: id)
            knownRooms[id] = chat.conversations.values.filter(\.isWanted).map(\.room).sorted { $0.text < $1.text }
            let known = chat.knowingProfile(since: earlier)
            guard id == accounts.currentID else { return others[id] = known }
            self.chat = known
            if let name = chat.identity?.name, chat.connection.phase == .connected { accounts.rename(name) }
            shown?.refresh(from: chat)
            showTarget()
        case .notKept(let id, let input, let reason):
            let isMessage = giveBack(input, to: id)
            refuse(isMessage ? WireError.notKept(because: reason).text : reason, to: id)
        case .notAccepted(let id, let input, let reason):
            giveBack(input, to: id)
            refuse(reason, to: id)
        case .filesRefused(let id, let files, let room, let reason):
            if let text = files.text { giveBack(text, room, to: id) }
            refuse("\(files.refusal) \(reason)", to: id)
        case .pictureRefused(let id, let reason):
            refuse(localized("Your picture was not changed. \(reason)"), to: id, isAboutPicture: true)
        case .refused(let id, let reason): refuse(reason, to: id)
        case .failed(let id, let reason):
            guard accounts.all.contains(where: { $0.id == id }) else { return }
            if id == accounts.currentID {
                chat.failure = reason
            } else {
                others[id, default: ChatState()].failure = reason
            }
        }
    }

    /// Says that something was not done, until the user has read it.
    private mutating func refuse(_ sentence: String, to account: AccountID, isAboutPicture: Bool = false) {
        guard accounts.all.contains(where: { $0.id == account }) else { return }
        refusals &+= 1
        let refused = Refusal(ticket: Ticket(refusals), sentence: sentence, isAboutPicture: isAboutPicture)
        if account == accounts.currentID { refusal = refused } else { otherRefusals[account] = refused }
    }

    /// Closes the former user's private rooms after another user has signed in. A guest's drafts
    /// for open rooms stay, as their messages do: the same person goes on as another user.
    private mutating func disown(_ account: AccountID, of former: Identity) {
        if former.hasAccount {
            drafts.forget(account)
        } else {
            drafts.forgetPrivate(account)
        }
        linkCodes.forget(account)
        guard account == accounts.currentID else {
            others[account]?.drafts = [:]
            otherRefusals[account] = nil
            return
        }
        chat.drafts = [:]
        refusal = nil
        (viewed, queue, bans) = (nil, nil, nil)
        forgetLists()
        previews = ShownPreviews()
        switch navigation.sheet {
        case .members, .links, .reports, .serverBans, .roomSettings, .findMessages, .findRooms:
            navigation.sheet = nil
        default: break
        }
        if let room = shown?.room, room.kind != .open { reduce(NavigationAction.roomClosed) }
        shown?.unreadAfter = nil
    }

    /// Takes over the drafts that other devices have replaced since the last report. What is typed
    /// here is in ``drafts`` before the client knows it.
    private mutating func take(_ told: [RoomName: ComposerDraft], of account: AccountID) {
        let known = chat(of: account).drafts
        for (room, draft) in told where draft.replacements > known[room]?.replacements ?? 0 {
            drafts.keep(draft.text, account: account, room: room)
        }
    }

    /// Makes the text of a message a draft again. Returns whether it is one.
    @discardableResult
    private mutating func giveBack(_ input: Input, to account: AccountID) -> Bool {
        guard case .perform(.message(let text, _, _, _), let room, _) = input else { return false }
        giveBack(text, room, to: account)
        return true
    }

    /// Makes a text that was not accepted a draft again, before what was typed since. A removed
    /// account gets none: its drafts were deleted, and nobody would delete this one.
    private mutating func giveBack(_ text: String, _ room: RoomName, to account: AccountID) {
        guard accounts.all.contains(where: { $0.id == account }) else { return }
        let rest = drafts[account, room].map { "\n" + $0 } ?? ""
        drafts.keep(text + rest, account: account, room: room)
    }

    mutating func know(_ room: RoomName) {
        guard let id = accounts.currentID else { return }
        var rooms = knownRooms[id] ?? []
        if !rooms.contains(room), rooms.count < Limits.roomsPerConnection { rooms.append(room) }
        knownRooms[id] = rooms
    }
}

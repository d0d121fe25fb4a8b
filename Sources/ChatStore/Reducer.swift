import ChatModel
import ChatWire
import Flux

extension AppState {
    /// The app's reducer: how each action changes the state. The model answers everything about
    /// messages.
    public static let reducer: Reducer<AppState> = { state, action in
        switch action {
        case let action as Launched: state.launch(utcOffset: action.utcOffset)
        case let action as ActivityChanged: state.isActive = action.isActive
        case let action as AccountAction: state.reduce(action)
        case let action as NavigationAction: state.reduce(action)
        case let action as RoomAction: state.reduce(action)
        case let action as ReportAction: state.reduce(action)
        case let action as FileAction: state.reduce(action)
        case let action as PeopleAction: state.people?.reduce(action)
        case let report as AccountReport: state.reduce(report)
        case let action as ChatAction: state.reduce(action)
        default: break
        }
    }

    private mutating func launch(utcOffset: Int) {
        self.utcOffset = utcOffset
        shown?.utcOffset = utcOffset
        if accounts.all.isEmpty { navigation.sheet = .server(address: "", room: RoomName.lobby.text) }
    }

    private mutating func reduce(_ action: AccountAction) {
        switch action {
        case .added(let account, let room):
            accounts.add(account)
            switched()
            know(room)
            open(room)
        case .chosen(let id):
            if id == accounts.currentID { return navigation.sheet = nil }
            accounts.choose(id)
            switched()
        case .removed(let id): remove(id)
        case .renamed(let name):
            accounts.rename(name)
        case .notificationsChosen(let notifies):
            settings.notifies = notifies
        }
    }

    private mutating func remove(_ id: AccountID) {
        let wasCurrent = accounts.currentID == id
        accounts.remove(id)
        drafts.forget(id)
        knownRooms[id] = nil
        if wasCurrent { switched() }
        if accounts.all.isEmpty { navigation.sheet = .server(address: "", room: RoomName.lobby.text) }
    }

    private mutating func reduce(_ report: AccountReport) {
        panel.reduce(report)
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
    private mutating func switched() {
        chat = ChatState()
        shown = nil
        viewed = nil
        people = nil
        panel = AccountPanel()
        queue = nil
        navigation = Navigation()
    }

    private mutating func reduce(_ action: NavigationAction) {
        switch action {
        case .roomOpened(let room): open(room)
        case .roomClosed:
            navigation.room = nil
            navigation.target = nil
            shown = nil
        case .sheetOpened(let sheet):
            navigation.sheet = sheet
            panel = AccountPanel()
            people = sheet == .members ? navigation.room.map { RoomPeople($0) } : nil
        case .sheetClosed:
            // Without an account, there is nothing behind the sheet.
            if !accounts.all.isEmpty { navigation.sheet = nil }
            people = nil
        case .linkFollowed(let link): follow(link)
        case .messageWanted(let seq):
            navigation.target = seq
            showTarget()
        case .bottomWanted:
            navigation.target = nil
            shown?.isFollowing = true
            shown?.scroll(to: nil)
        }
    }

    private mutating func follow(_ link: ChatLink) {
        guard let account = accounts.account(for: link.server) else {
            navigation.sheet = .server(address: link.server.text, room: link.room.text)
            return
        }
        if account.id != accounts.currentID {
            accounts.choose(account.id)
            switched()
        }
        know(link.room)
        open(link.room)
        navigation.target = link.seq
        showTarget()
    }

    private mutating func open(_ room: RoomName) {
        navigation.sheet = nil
        people = nil
        if navigation.room == room, shown?.room == room { return }
        navigation.room = room
        navigation.target = nil
        var opened = ShownRoom(room)
        opened.utcOffset = utcOffset
        opened.refresh(from: chat)
        shown = opened
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
            if case .message = mutation { said(in: room) }
        case .fileSent(_, let room): said(in: room)
        case .markedRead, .typed, .reported, .retried, .dropped, .olderWanted, .newerWanted, .read, .reconnectWanted:
            break  // Handled by the client; its answer is `ChatAction.changed`.
        }
    }

    /// Scrolls to the newest message, because the user sent one.
    private mutating func said(in room: RoomName) {
        guard shown?.room == room else { return }
        shown?.isFollowing = true
        shown?.scroll(to: nil)
    }

    private mutating func reduce(_ action: ReportAction) {
        switch action {
        case .queueOpened(let room):
            queue = ReportQueue(room: room)
            navigation.sheet = .reports
        case .moreWanted:
            if queue?.next != nil { queue?.isLoading = true }
        case .resolved: queue?.trouble = nil
        case .answered(let id, let question, let result):
            if id == accounts.currentID { queue?.take(question, result) }
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
            guard id == accounts.currentID else { return }
            self.chat = chat
            knownRooms[id] = chat.conversations.keys.sorted { $0.text < $1.text }
            if let name = chat.identity?.name, chat.connection.phase == .connected { accounts.rename(name) }
            shown?.refresh(from: chat)
            showTarget()
        case .notKept(let id, let input, let reason):
            if case .perform(.message(let text, _, _, _), let room, _) = input { giveBack(text, room, to: id) }
            if id == accounts.currentID { chat.failure = reason }
        case .fileRefused(let id, let file, let room, let reason):
            if let text = file.text { giveBack(text, room, to: id) }
            if id == accounts.currentID { chat.failure = "\(file.name) was not sent. \(reason)" }
        case .failed(let id, let reason):
            if id == accounts.currentID { chat.failure = reason }
        }
    }

    /// Makes a text that was not accepted a draft again, before what was typed since.
    private mutating func giveBack(_ text: String, _ room: RoomName, to account: AccountID) {
        let rest = drafts[account, room].map { "\n" + $0 } ?? ""
        drafts.keep(text + rest, account: account, room: room)
        if shown?.room == room { shown?.givenBack += 1 }
    }

    /// Scrolls to the wanted message, once its row is there.
    private mutating func showTarget() {
        guard let target = navigation.target, let row = shown?.row(of: target) else { return }
        navigation.target = nil
        shown?.isFollowing = false
        shown?.scroll(to: row)
    }

    private mutating func know(_ room: RoomName) {
        guard let id = accounts.currentID else { return }
        var rooms = knownRooms[id] ?? []
        if !rooms.contains(room), rooms.count < Limits.roomsPerConnection { rooms.append(room) }
        knownRooms[id] = rooms
    }
}

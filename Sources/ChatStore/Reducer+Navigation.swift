import ChatModel
import ChatWire

// What is on the screen: rooms, sheets, links, and the message that the list scrolls to.
extension AppState {
    mutating func reduce(_ action: NavigationAction) {
        switch action {
        case .roomOpened(let room): open(room)
        case .roomClosed:
            navigation.room = nil
            navigation.target = nil
            shown = nil
        case .sheetOpened(let sheet):
            navigation.sheet = sheet
            if sheet != .linkedRoom { linked = nil }
            panel.clear()
            // The list of links names their makers.
            if sheet != .links { people = sheet == .members ? navigation.room.map { RoomPeople($0) } : nil }
            links = sheet == .links ? navigation.room.map { RoomLinks($0) } : nil
            finder = sheet == .findRooms ? RoomFinder() : nil
            messageFinder = sheet == .findMessages ? navigation.room.map { MessageFinder($0) } : nil
        case .sheetClosed:
            linked = nil
            // Without an account, there is nothing behind the sheet.
            if accounts.all.isEmpty { panel.screenClosed(navigation.sheet) } else { navigation.sheet = nil }
            forgetLists()
        case .linkFollowed(let link): follow(link)
        case .linkAccepted: acceptLink()
        case .linkRequested:
            if canAcceptLink { reduce(NavigationAction.sheetClosed) }
        case .messageWanted(let seq):
            // The sheet that has led to it would hide it.
            if messageFinder != nil { reduce(NavigationAction.sheetClosed) }
            navigation.target = seq
            showTarget()
        case .bottomWanted:
            navigation.target = nil
            shown?.isFollowing = true
            shown?.scroll(to: nil)
        case .downWanted:
            guard let seq = shown?.unreadBelow else { return reduce(NavigationAction.bottomWanted) }
            shown?.hasGoneDown = true
            navigation.target = seq
            showTarget()
        case .firstNewWanted:
            guard let seq = shown?.firstNew else { return }
            shown?.hasSeenSeparator = true
            navigation.target = seq
            showTarget()
        case .dayWanted: break  // The server is asked where it begins.
        }
    }

    /// Opens the link's room if the user is in it. Otherwise the user is asked first: to join shows
    /// others that the user is there.
    mutating func follow(_ link: ChatLink) {
        // A tap on a notification may come while a file covers the rooms.
        viewed = nil
        guard let account = accounts.account(for: link.server) else {
            // The form names an open room, and the user is asked about a group when there is an
            // account.
            linked = link.code == nil ? nil : LinkedRoom(link)
            let room = link.code == nil ? link.room : .lobby
            navigation.sheet = .server(address: link.server.text, room: room.text)
            return
        }
        let former = accounts.currentID
        if account.id != former {
            accounts.choose(account.id)
            switched(from: former)
        }
        if isIn(link.room) {
            enter(link)
        } else {
            forgetLists()
            linked = LinkedRoom(link)
            navigation.sheet = .linkedRoom
        }
    }

    private mutating func acceptLink() {
        guard canAcceptLink, let linked else { return }
        enter(linked.link)
    }

    private mutating func enter(_ link: ChatLink) {
        know(link.room)
        open(link.room)
        navigation.target = link.seq
        showTarget()
    }

    mutating func open(_ room: RoomName) {
        navigation.sheet = nil
        forgetLists()
        if linked?.link.room == room { linked = nil }
        screens.opened(room)
        if navigation.room == room, shown?.room == room { return }
        navigation.room = room
        navigation.target = nil
        viewed = nil
        var opened = ShownRoom(room)
        opened.utcOffsets = utcOffsets
        opened.refresh(from: chat)
        shown = opened
    }

    /// Scrolls to the wanted message, once its part of the log is there.
    mutating func showTarget() {
        guard let target = navigation.target, let shown = self.shown,
            let timeline = chat.conversations[shown.room]?.timeline,
            let row = shown.rows.row(for: target, in: timeline)
        else { return }
        navigation.target = nil
        self.shown?.isFollowing = false
        self.shown?.scroll(to: row)
    }

    /// Forgets what a closed sheet has listed or searched.
    mutating func forgetLists() { (people, links, finder, messageFinder) = (nil, nil, nil, nil) }
}

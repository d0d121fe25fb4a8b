#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The user's rooms, the one with the newest message first.
    public struct ConversationList: View {
        public var items: [ConversationItem]
        @Binding public var selection: RoomName?
        @Binding public var search: String
        public var notice: ConnectionNotice?
        public var markRead: (RoomName) -> Void
        public var leave: (RoomName) -> Void
        public var join: () -> Void
        public var newGroup: () -> Void
        /// Accepts an invitation, or declines it.
        public var answer: (RoomName, Bool) -> Void
        /// Changes what the user has chosen about a room.
        public var choose: (ChoiceChange) -> Void
        public var settings: () -> Void
        public var remedy: (ConnectionNotice.Remedy) -> Void

        public init(
            items: [ConversationItem], selection: Binding<RoomName?>, search: Binding<String>,
            notice: ConnectionNotice? = nil,
            markRead: @escaping (RoomName) -> Void, leave: @escaping (RoomName) -> Void, join: @escaping () -> Void,
            newGroup: @escaping () -> Void = {}, answer: @escaping (RoomName, Bool) -> Void = { (_, _) in },
            choose: @escaping (ChoiceChange) -> Void = { (_: ChoiceChange) in },
            settings: @escaping () -> Void, remedy: @escaping (ConnectionNotice.Remedy) -> Void
        ) {
            self.items = items
            _selection = selection
            _search = search
            self.notice = notice
            self.markRead = markRead
            self.leave = leave
            self.join = join
            self.newGroup = newGroup
            self.answer = answer
            self.choose = choose
            self.settings = settings
            self.remedy = remedy
        }

        public var body: some View {
            VStack(spacing: 0) {
                ConnectionBanner(notice: notice, act: remedy)
                list
            }
            .navigationTitle(Text("Rooms"))
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Menu {
                        Button(action: join) { Label("Join a room", systemImage: "number") }
                            .keyboardShortcut("n", modifiers: .command)
                        Button(action: newGroup) { Label("New group", systemImage: "person.3") }
                            .keyboardShortcut("n", modifiers: [.command, .shift])
                    } label: {
                        Label("New", systemImage: "plus")
                    }
                }
                ToolbarItem(placement: .automatic) {
                    Button(action: settings) { Label("Settings", systemImage: "gearshape") }
                }
            }
        }

        private var list: some View {
            let found: [ConversationItem] = items.found(by: search)
            return List(selection: $selection) {
                ForEach(found) { (item: ConversationItem) in
                    if item.isInvitation {
                        InvitationLine(item: item) { (accepts: Bool) in answer(item.room, accepts) }
                    } else {
                        ConversationLine(item: item)
                            .tag(item.room)
                            .swipeActions(edge: .leading) { readButton(item) }
                            .swipeActions(edge: .trailing) { leaveButton(item) }
                            .contextMenu {
                                readButton(item)
                                choiceButtons(item)
                                leaveButton(item)
                            }
                    }
                }
            }
            .searchable(text: $search, prompt: Text("Search"))
            .overlay {
                if found.isEmpty {
                    EmptyNote(
                        symbol: items.isEmpty ? "bubble.left.and.bubble.right" : "magnifyingglass",
                        sentence: items.isEmpty ? "You have not joined a room yet. Join one with +." : "Nothing found.")
                }
            }
        }

        private func readButton(_ item: ConversationItem) -> some View {
            Button {
                markRead(item.room)
            } label: {
                Label("Mark as read", systemImage: "checkmark.circle")
            }
            .disabled(item.badge == nil)
        }

        @ViewBuilder private func choiceButtons(_ item: ConversationItem) -> some View {
            let isMuted: Bool = item.choice.notice == Choice.Notice.none
            Button {
                choose(ChoiceChange(item.room, isPinned: !item.choice.isPinned))
            } label: {
                Label(item.choice.isPinned ? "Unpin" : "Pin", systemImage: item.choice.isPinned ? "pin.slash" : "pin")
            }
            Button {
                choose(ChoiceChange(item.room, notice: isMuted ? .all : Choice.Notice.none))
            } label: {
                Label(isMuted ? "Unmute" : "Mute", systemImage: isMuted ? "bell" : "bell.slash")
            }
            Button {
                choose(ChoiceChange(item.room, isArchived: !item.choice.isArchived))
            } label: {
                Label(item.choice.isArchived ? "Take out of the archive" : "Archive", systemImage: "archivebox")
            }
        }

        private func leaveButton(_ item: ConversationItem) -> some View {
            Button(role: .destructive) {
                leave(item.room)
            } label: {
                Label("Leave", systemImage: "rectangle.portrait.and.arrow.right")
            }
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The user's rooms: invitations, then pinned rooms, then the others; of each, the newest
    /// change first.
    public struct ConversationList: View {
        /// The user's rooms in any order. The list sorts them and filters them by ``search``.
        public var items: [ConversationItem]
        /// The room on the screen; `nil` if there is none.
        @Binding public var selection: RoomName?
        /// The text of the search field.
        @Binding public var search: String
        /// The banner above the list; `nil` hides it.
        public var notice: ConnectionNotice?
        /// Marks a room as read.
        public var markRead: (RoomName) -> Void
        /// Leaves a room. It is offered for open rooms and groups (``ConversationItem/canLeave``).
        public var leave: (RoomName) -> Void
        /// Asks for the name of a room or a link, as ``JoinSheet`` does.
        public var join: () -> Void
        /// Opens the form for a new group, such as ``NewGroupSheet``.
        public var newGroup: () -> Void
        /// Opens the choice of a person to write to.
        public var newMessage: () -> Void
        /// Opens the search for open rooms.
        public var findRooms: () -> Void
        /// Accepts an invitation, or declines it.
        public var answer: (RoomName, Bool) -> Void
        /// Changes what the user has chosen about a room.
        public var choose: (ChoiceChange) -> Void
        /// Opens the settings; `nil` if the list has no button for them.
        public var settings: (() -> Void)?
        /// The menu about the user, for an app without settings; empty if there is none.
        public var userMenu: [UserMenuEntry]
        /// Opens the screen of an entry of ``userMenu``.
        public var openUserMenu: (UserMenuEntry) -> Void
        /// Called when the banner's button is pressed.
        public var remedy: (ConnectionNotice.Remedy) -> Void
        /// The room that the user is asked whether to leave.
        @State private var leaving: ConversationItem?
        /// Whether the user has asked for the archived rooms.
        @State private var wantsArchive: Bool = false
        // A reference: it is written while the view is drawn, and nothing has to be drawn for it.
        @State private var sorted: Memo<Listing, [ConversationItem]> = Memo<Listing, [ConversationItem]>()

        /// What the lines and their order depend on.
        private struct Listing: Equatable {
            let items: [ConversationItem]
            let search: String
            let inArchive: Bool
            let selection: RoomName?

            var found: [ConversationItem] { items.found(by: search, inArchive: inArchive, selected: selection) }
        }

        /// Creates the view.
        public init(
            items: [ConversationItem], selection: Binding<RoomName?>, search: Binding<String>,
            notice: ConnectionNotice? = nil,
            markRead: @escaping (RoomName) -> Void, leave: @escaping (RoomName) -> Void, join: @escaping () -> Void,
            newGroup: @escaping () -> Void = {}, newMessage: @escaping () -> Void = {},
            findRooms: @escaping () -> Void = {},
            answer: @escaping (RoomName, Bool) -> Void = { (_, _) in },
            choose: @escaping (ChoiceChange) -> Void = { (_: ChoiceChange) in },
            settings: (() -> Void)?, userMenu: [UserMenuEntry] = [],
            openUserMenu: @escaping (UserMenuEntry) -> Void = { (_: UserMenuEntry) in },
            remedy: @escaping (ConnectionNotice.Remedy) -> Void
        ) {
            self.items = items
            _selection = selection
            _search = search
            self.notice = notice
            self.markRead = markRead
            self.leave = leave
            self.join = join
            self.newGroup = newGroup
            self.newMessage = newMessage
            self.findRooms = findRooms
            self.answer = answer
            self.choose = choose
            self.settings = settings
            self.userMenu = userMenu
            self.openUserMenu = openUserMenu
            self.remedy = remedy
        }

        public var body: some View {
            VStack(spacing: 0) {
                ConnectionBanner(notice: notice, act: remedy)
                list
            }
            .navigationTitle(Text(localized("Rooms")))
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Menu {
                        Button(action: newMessage) { Label(localized("New message"), systemImage: "square.and.pencil") }
                        Button(action: newGroup) { Label(localized("New group"), systemImage: "person.3") }
                        Button(action: findRooms) { Label(localized("Find rooms"), systemImage: "magnifyingglass") }
                        Button(action: join) { Label(localized("Join by name or link"), systemImage: "number") }
                    } label: {
                        Label(localized("New"), systemImage: "plus")
                    }
                }
                if let settings {
                    ToolbarItem(placement: .automatic) {
                        Button(action: settings) { Label(localized("Settings"), systemImage: "gearshape") }
                    }
                }
                if !userMenu.isEmpty { ToolbarItem(placement: .automatic) { userButton } }
            }
        }

        private var userButton: some View {
            Menu {
                ForEach(userMenu, id: \.self) { (entry: UserMenuEntry) in
                    Button {
                        openUserMenu(entry)
                    } label: {
                        Label(entry.title, systemImage: entry.symbol)
                    }
                }
            } label: {
                Label(localized("You"), systemImage: "person.crop.circle")
            }
        }

        private var list: some View {
            let hasArchive: Bool = items.contains { (item: ConversationItem) in item.choice.isArchived }
            let inArchive: Bool = wantsArchive && hasArchive
            let listing: Listing = Listing(items: items, search: search, inArchive: inArchive, selection: selection)
            let found: [ConversationItem] = sorted.value(of: listing) { (listing: Listing) in listing.found }
            return List(selection: $selection) {
                ForEach(found) { (item: ConversationItem) in
                    if item.isInvitation {
                        InvitationLine(item: item) { (accepts: Bool) in answer(item.room, accepts) }
                    } else {
                        ConversationLine(item: item)
                            .tag(item.room)
                            .swipeActions(edge: .leading) { readButton(item) }
                            // A destructive role would take the row away before the user has
                            // answered.
                            .swipeActions(edge: .trailing, allowsFullSwipe: !item.canLeave) {
                                if item.canLeave {
                                    leaveButton(item, role: nil).tint(.red)
                                } else {
                                    archiveButton(item)
                                }
                            }
                            .contextMenu {
                                readButton(item)
                                choiceButtons(item)
                                archiveButton(item)
                                if item.canLeave { leaveButton(item, role: .destructive) }
                            }
                    }
                }
                if let title = items.archiveTitle(of: search, inArchive: inArchive) {
                    Button {
                        wantsArchive = !inArchive
                    } label: {
                        Label(title, systemImage: inArchive ? "chevron.backward" : "archivebox")
                            .foregroundColor(.secondary)
                            .tappableRow()
                    }
                    .buttonStyle(.plain)
                }
            }
            .onChange(of: hasArchive) { (has: Bool) in if !has { wantsArchive = false } }
            .confirmationDialog(
                Text(verbatim: leaving?.leavingTitle ?? ""), isPresented: isLeaving,
                titleVisibility: Visibility.visible, presenting: leaving
            ) { (item: ConversationItem) in
                Button(localized("Leave"), role: ButtonRole.destructive) { leave(item.room) }
            } message: { (item: ConversationItem) in
                Text(verbatim: item.leavingSentence)
            }
            .searchable(text: $search, prompt: Text(localized("Search")))
            .overlay {
                if found.isEmpty {
                    EmptyNote(
                        place: .rooms(search: search),
                        symbol: items.isEmpty ? "bubble.left.and.bubble.right" : "magnifyingglass",
                        sentence: items.emptiness(of: search))
                }
            }
        }

        private var isLeaving: Binding<Bool> {
            Binding<Bool>(get: { leaving != nil }, set: { (isOpen: Bool) in if !isOpen { leaving = nil } })
        }

        private func readButton(_ item: ConversationItem) -> some View {
            Button {
                if let change = item.unreadMark { choose(change) } else { markRead(item.room) }
            } label: {
                Label(
                    localized(item.unreadMark == nil ? "Mark as read" : "Mark as unread"),
                    systemImage: item.unreadMark == nil ? "checkmark.circle" : "circle.fill")
            }
            .disabled(item.badge == nil && item.unreadMark == nil)
        }

        @ViewBuilder private func choiceButtons(_ item: ConversationItem) -> some View {
            Button {
                choose(ChoiceChange(item.room, isPinned: !item.choice.isPinned))
            } label: {
                Label(
                    localized(item.choice.isPinned ? "Unpin" : "Pin"),
                    systemImage: item.choice.isPinned ? "pin.slash" : "pin")
            }
            Menu {
                ForEach(ConversationItem.notices, id: \.self) { (notice: Choice.Notice) in
                    Button {
                        choose(ChoiceChange(item.room, notice: notice))
                    } label: {
                        Label(
                            ConversationItem.title(of: notice),
                            systemImage: item.choice.notice == notice
                                ? "checkmark" : ConversationItem.symbol(of: notice))
                    }
                }
            } label: {
                Label(localized("Notifications"), systemImage: ConversationItem.symbol(of: item.choice.notice))
            }
        }

        private func archiveButton(_ item: ConversationItem) -> some View {
            Button {
                choose(ChoiceChange(item.room, isArchived: !item.choice.isArchived))
            } label: {
                Label(localized(item.choice.isArchived ? "Unarchive" : "Archive"), systemImage: "archivebox")
            }
        }

        private func leaveButton(_ item: ConversationItem, role: ButtonRole?) -> some View {
            Button(role: role) {
                leaving = item
            } label: {
                Label(localized("Leave"), systemImage: "rectangle.portrait.and.arrow.right")
            }
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A room's screen: messages, typing, and the composer.
    public struct ConversationScreen: View {
        /// What the screen shows.
        public struct Content {
            /// The room whose messages are shown.
            public var room: RoomName
            /// The room's title for the navigation bar; its name if it has no title.
            public var title: String
            /// The rows of the list, oldest first.
            public var rows: [Row]
            /// Whether there are older rows to load. If so, ``ConversationScreen/Actions/older`` is
            /// called near the first row.
            public var hasOlder: Bool
            /// Whether there are newer rows to load. If so, ``ConversationScreen/Actions/newer`` is
            /// called near the last row.
            public var hasNewer: Bool
            /// The names of the people who are typing.
            public var typing: [String]
            /// The number of people in the room now, for the button that shows the members.
            public var people: Int
            /// “3”, “99+”; `nil` when nothing is unread.
            public var badge: String?
            /// Whether the list is scrolled to the bottom. If not, the jump button is shown.
            public var isFollowing: Bool
            /// Where to scroll; `nil` if nothing is requested.
            public var request: ScrollRequest?
            /// The banner above the messages; `nil` hides it.
            public var notice: ConnectionNotice?
            /// What the user may do to the messages, for their menus.
            public var rights: MessageRights
            /// Why the user can't write; `nil` if they can.
            public var silence: Silence?

            /// - Parameter title: without it, the room's name is shown
            public init(
                room: RoomName, title: String? = nil, rows: [Row], hasOlder: Bool = false, hasNewer: Bool = false,
                typing: [String] = [],
                people: Int = 0, badge: String? = nil, isFollowing: Bool = true, request: ScrollRequest? = nil,
                notice: ConnectionNotice? = nil, rights: MessageRights = MessageRights(),
                silence: Silence? = nil
            ) {
                self.silence = silence
                self.room = room
                self.title = title ?? room.text
                self.rights = rights
                self.rows = rows
                self.hasOlder = hasOlder
                self.hasNewer = hasNewer
                self.typing = typing
                self.people = people
                self.badge = badge
                self.isFollowing = isFollowing
                self.request = request
                self.notice = notice
            }
        }

        /// The user's actions.
        public struct Actions {
            /// Loads older rows. Called within ``ScrollRule/ahead`` points of the first row, once
            /// until the rows change.
            public var older: () -> Void = {}
            /// Loads newer rows. Called within ``ScrollRule/ahead`` points of the last row, once
            /// until the rows change.
            public var newer: () -> Void = {}
            /// Called with `true` when the list reaches the bottom, and with `false` when the user
            /// leaves it.
            public var following: (Bool) -> Void = { (_: Bool) in }
            /// Called with the sequence number of the newest fully visible message when it is
            /// higher than before.
            public var read: (UInt64) -> Void = { (_: UInt64) in }
            /// Scrolls to the newest message. The jump button calls it.
            public var jump: () -> Void = {}
            /// Performs an action on a message. The screen itself performs
            /// ``BubbleAction/reveal(of:)`` and ``BubbleAction/sanction(_:_:)``.
            public var act: (BubbleAction) -> Void = { (_: BubbleAction) in }
            /// Sends what is written, like ``Composer/send``.
            public var send: () -> Void = {}
            /// Called when the user types, so that the others in the room can be told.
            public var typed: () -> Void = {}
            /// Sends the user's location; `nil` if the app can't.
            public var sendLocation: (() -> Void)?
            /// Bans, mutes or removes the author of a message.
            public var decide: (Sanction) -> Void = { (_: Sanction) in }
            /// Joins the room again, after a ban.
            public var rejoin: () -> Void = {}
            /// Opens the list of the room's members.
            public var members: () -> Void = {}
            /// Opens the room's reports. The button is shown with ``MessageRights/reviews``.
            public var reports: () -> Void = {}
            /// Called when the banner's button is pressed.
            public var remedy: (ConnectionNotice.Remedy) -> Void = { (_: ConnectionNotice.Remedy) in }

            /// Creates actions that do nothing.
            public init() {}
        }

        /// What the screen shows.
        public var content: Content
        /// The message being written.
        @Binding public var composition: Composition
        /// What the list, the composer and the buttons do.
        public var actions: Actions
        @State private var sanction: Sanction?
        /// A deletion of somebody else's message.
        @State private var deletion: Deletion?
        /// A deletion of the user's own message.
        @State private var ownDeletion: Deletion?
        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(content: Content, composition: Binding<Composition>, actions: Actions) {
            self.content = content
            _composition = composition
            self.actions = actions
        }

        public var body: some View {
            VStack(spacing: 0) {
                ConnectionBanner(notice: content.notice, act: actions.remedy)
                list
                TypingLine(names: content.typing)
                Divider()
                composer
            }
            .background(Color(theme.background))
            .sheet(item: $sanction) { (sanction: Sanction) in
                SanctionSheet(sanction: sanction, decide: decide, cancel: { self.sanction = nil })
            }
            .sheet(item: $deletion) { (deletion: Deletion) in
                DeletionSheet(deletion: deletion, decide: delete, cancel: { self.deletion = nil })
            }
            .confirmationDialog(
                Text(verbatim: ownDeletion?.title ?? ""), isPresented: isDeletingOwn,
                titleVisibility: Visibility.visible, presenting: ownDeletion
            ) { (deletion: Deletion) in
                Button("Delete", role: ButtonRole.destructive) { delete(deletion) }
            } message: { (deletion: Deletion) in
                Text(verbatim: deletion.sentence)
            }
            .navigationTitle(Text(verbatim: content.title))
            .smallTitle()
            .toolbar {
                ToolbarItem(placement: .primaryAction) { membersButton }
                if content.rights.reviews { ToolbarItem(placement: .secondaryAction) { reportsButton } }
            }
        }

        /// What is being written is kept as a draft while the user can't write.
        @ViewBuilder private var composer: some View {
            if let silence = content.silence {
                SilenceNote(silence: silence, rejoin: actions.rejoin)
            } else {
                Composer(
                    composition: $composition, send: actions.send, typed: actions.typed,
                    sendLocation: actions.sendLocation)
            }
        }

        private func act(_ action: BubbleAction) {
            switch action {
            case .sanction(let kind, let person): sanction = Sanction(kind, of: person)
            case .delete(let asked): if asked.asksReason { deletion = asked } else { ownDeletion = asked }
            default: actions.act(action)
            }
        }

        private func delete(_ decided: Deletion) {
            actions.act(.change(decided.mutation))
            deletion = nil
        }

        private var isDeletingOwn: Binding<Bool> {
            Binding<Bool>(get: { ownDeletion != nil }, set: { (isOpen: Bool) in if !isOpen { ownDeletion = nil } })
        }

        private func decide(_ decided: Sanction) {
            actions.decide(decided)
            sanction = nil
        }

        private var list: some View {
            MessageList(
                rows: content.rows, hasOlder: content.hasOlder, hasNewer: content.hasNewer, request: content.request,
                older: actions.older, newer: actions.newer, following: actions.following, read: actions.read,
                act: act
            )
            .environment(\.messageRights, content.rights)
            .overlay(alignment: .bottomTrailing) {
                if !content.isFollowing { JumpButton(badge: content.badge, jump: actions.jump) }
            }
            .overlay {
                if content.rows.isEmpty { EmptyNote(symbol: "text.bubble", sentence: "No messages yet. Say hello.") }
            }
        }

        private var reportsButton: some View {
            Button(action: actions.reports) {
                Label("Reports", systemImage: "exclamationmark.bubble")
            }
        }

        private var membersButton: some View {
            Button(action: actions.members) {
                Label("\(content.people)", systemImage: "person.2")
            }
            .keyboardShortcut("i", modifiers: .command)
            .help("Members")
            .accessibilityLabel(Text(verbatim: "\(Sentences.people(content.people)) here"))
        }
    }
#endif

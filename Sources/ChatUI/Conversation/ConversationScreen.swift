#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A room's screen: messages, typing, and the composer.
    public struct ConversationScreen: View {
        /// What the screen shows.
        public struct Content {
            public var room: RoomName
            public var title: String
            public var rows: [Row]
            public var hasOlder: Bool
            public var hasNewer: Bool
            public var typing: [String]
            public var people: Int
            /// “3”, “99+”; `nil` when nothing is unread.
            public var badge: String?
            public var isFollowing: Bool
            public var request: ScrollRequest?
            public var notice: ConnectionNotice?
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
            public var older: () -> Void = {}
            public var newer: () -> Void = {}
            public var following: (Bool) -> Void = { (_: Bool) in }
            public var read: (UInt64) -> Void = { (_: UInt64) in }
            public var jump: () -> Void = {}
            public var act: (BubbleAction) -> Void = { (_: BubbleAction) in }
            public var send: () -> Void = {}
            public var typed: () -> Void = {}
            /// Sends the user's location; `nil` if the app can't.
            public var sendLocation: (() -> Void)?
            public var members: () -> Void = {}
            public var reports: () -> Void = {}
            public var remedy: (ConnectionNotice.Remedy) -> Void = { (_: ConnectionNotice.Remedy) in }

            public init() {}
        }

        public var content: Content
        @Binding public var composition: Composition
        public var actions: Actions
        @Environment(\.theme) private var theme: Theme

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
            .navigationTitle(Text(verbatim: content.title))
            .toolbar {
                ToolbarItem(placement: .primaryAction) { membersButton }
                ToolbarItem(placement: .secondaryAction) { if content.rights.reviews { reportsButton } }
            }
        }

        /// What is being written is kept as a draft while the user can't write.
        @ViewBuilder private var composer: some View {
            if let silence = content.silence {
                SilenceNote(silence: silence)
            } else {
                Composer(
                    composition: $composition, send: actions.send, typed: actions.typed,
                    sendLocation: actions.sendLocation)
            }
        }

        private var list: some View {
            MessageList(
                rows: content.rows, hasOlder: content.hasOlder, hasNewer: content.hasNewer, request: content.request,
                older: actions.older, newer: actions.newer, following: actions.following, read: actions.read,
                act: actions.act
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

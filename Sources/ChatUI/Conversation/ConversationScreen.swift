#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import Foundation
    import SwiftUI

    /// A room's screen: messages, typing, and the composer.
    public struct ConversationScreen: View {
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
            public var read: (Seq) -> Void = { (_: Seq) in }
            /// Called when the separator before the first unread message is in sight.
            public var separator: () -> Void = {}
            /// Called with the sequence numbers of messages with links that came into sight.
            public var linked: ([Seq]) -> Void = { (_: [Seq]) in }
            /// Scrolls to the newest message. The jump button calls it.
            public var jump: () -> Void = {}
            /// Goes to the first new message. The button above the messages calls it.
            public var firstNew: () -> Void = {}
            /// Goes to the first message since this time: the beginning of a day that the user has
            /// chosen.
            public var goToDay: (Date) -> Void = { (_: Date) in }
            /// Performs an action on a message. The screen itself performs
            /// ``BubbleAction/reveal(of:)``, ``BubbleAction/delete(_:)``,
            /// ``BubbleAction/sanction(_:_:)`` and ``BubbleAction/chooseDay(_:)``. A deletion comes
            /// here as a ``BubbleAction/change(_:)`` when the user has confirmed it.
            public var act: (BubbleAction) -> Void = { (_: BubbleAction) in }
            /// Sends what is written, like ``Composer/send``.
            public var send: () -> Void = {}
            /// Called when the user types, so that the others in the room can be told.
            public var typed: () -> Void = {}
            /// Sends the user's location; `nil` if the app can't.
            public var sendLocation: (() -> Void)?
            /// Returns the people whose names begin with what is written after an `@`.
            public var mentionable: (NameStart) -> [Author] = { (_: NameStart) in [] }
            /// Bans, mutes or removes the author of a message.
            public var decide: (Sanction) -> Void = { (_: Sanction) in }
            /// Joins the room again, after a ban.
            public var rejoin: () -> Void = {}
            /// Makes an account or signs in; `nil` if the app offers neither. The button is shown
            /// to guests who only read.
            public var signIn: (() -> Void)?
            /// Opens the list of the room's members.
            public var members: () -> Void = {}
            /// Opens the search of the room's messages; `nil` if the app has none.
            public var search: (() -> Void)?
            /// Opens the room's reports. The button is shown with ``MessageRights/reviews``.
            public var reports: () -> Void = {}
            /// Called when the banner's button is pressed.
            public var remedy: (ConnectionNotice.Remedy) -> Void = { (_: ConnectionNotice.Remedy) in }

            /// Creates actions that do nothing.
            public init() {}
        }

        /// What the screen shows.
        public var content: ConversationContent
        /// The message being written.
        @Binding public var composition: Composition
        /// What the list, the composer and the buttons do.
        public var actions: Actions
        @State private var sanction: Sanction?
        /// A deletion of somebody else's message.
        @State private var deletion: Deletion?
        /// A deletion of the user's own message.
        @State private var ownDeletion: Deletion?
        /// The day from which the user goes to another one.
        @State private var day: DaySheet.Choice?
        @Environment(\.theme) private var theme: Theme
        @Environment(\.chatSlots) private var slots: ChatSlots

        /// Creates the view.
        public init(content: ConversationContent, composition: Binding<Composition>, actions: Actions) {
            self.content = content
            _composition = composition
            self.actions = actions
        }

        public var body: some View {
            VStack(spacing: 0) {
                Slotted(\.banner, content) { ConnectionBanner(notice: content.notice, act: actions.remedy) }
                list
                Slotted(\.typing, content.typing) { TypingLine(names: content.typing) }
                Divider()
                composer
            }
            .background(Color(theme.background))
            .sheet(item: $sanction) { (sanction: Sanction) in
                SanctionSheet(sanction: sanction, decide: decide, cancel: { self.sanction = nil }).sheetFont()
            }
            .sheet(item: $deletion) { (deletion: Deletion) in
                DeletionSheet(deletion: deletion, decide: delete, cancel: { self.deletion = nil }).sheetFont()
            }
            .sheet(item: $day) { (choice: DaySheet.Choice) in
                DaySheet(choice, go: goToDay, cancel: { self.day = nil }).sheetFont()
            }
            .confirmationDialog(
                Text(verbatim: ownDeletion?.title ?? ""), isPresented: isDeletingOwn,
                titleVisibility: Visibility.visible, presenting: ownDeletion
            ) { (deletion: Deletion) in
                Button(localized("Delete"), role: ButtonRole.destructive) { delete(deletion) }
            } message: { (deletion: Deletion) in
                Text(verbatim: deletion.sentence)
            }
            .navigationTitle(Text(verbatim: content.title))
            .smallTitle()
            .toolbar {
                if let header = slots.header { ToolbarItem(placement: .principal) { title(header) } }
                ToolbarItem(placement: .primaryAction) { membersButton }
                if let search = actions.search { ToolbarItem(placement: .secondaryAction) { searchButton(search) } }
                if content.rights.reviews { ToolbarItem(placement: .secondaryAction) { reportsButton } }
            }
        }

        private func title(_ header: ChatSlot<ConversationContent>) -> AnyView {
            header.view(content, AnyView(Text(verbatim: content.title).themeFont(\.title)))
        }

        private var composer: some View {
            let context: ComposerContext = ComposerContext(
                composition: $composition, silence: content.silence, send: actions.send, typed: actions.typed,
                sendLocation: actions.sendLocation, mentionable: actions.mentionable, editLast: editLast)
            return Slotted(\.composer, context) { ownComposer }
        }

        /// What is being written is kept as a draft while the user can't write.
        @ViewBuilder private var ownComposer: some View {
            if let silence = content.silence {
                SilenceNote(silence: silence, rejoin: actions.rejoin, signIn: actions.signIn)
            } else {
                Composer(
                    composition: $composition, send: actions.send, typed: actions.typed,
                    sendLocation: actions.sendLocation, mentionable: actions.mentionable, editLast: editLast)
            }
        }

        private func editLast() -> Bool {
            guard let edit: BubbleAction = BubbleAction.editLast(in: content.rows, rights: content.rights) else {
                return false
            }
            act(edit)
            return true
        }

        private func act(_ action: BubbleAction) {
            switch action {
            case .sanction(let kind, let person): sanction = Sanction(kind, of: person)
            case .delete(let asked): if asked.asksReason { deletion = asked } else { ownDeletion = asked }
            case .chooseDay(let at): day = DaySheet.Choice(id: at)
            default: actions.act(action)
            }
        }

        private func goToDay(_ start: Date) {
            actions.goToDay(start)
            day = nil
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
                separator: actions.separator, linked: actions.linked, act: act
            )
            .environment(\.messageRights, content.rights)
            .overlay(alignment: .top) {
                if let new = content.new { FirstNewButton(sentence: new, go: actions.firstNew) }
            }
            .overlay(alignment: .bottomTrailing) {
                if !content.isFollowing { JumpButton(badge: content.badge, jump: actions.jump) }
            }
            .overlay {
                // The room is loaded, and there is nothing in it.
                if content.rows.map(\.id) == [.beginning] {
                    EmptyNote(
                        place: .room(content.room), symbol: "text.bubble",
                        sentence: localized("No messages yet. Say hello."))
                }
            }
        }

        private func searchButton(_ search: @escaping () -> Void) -> some View {
            Button(action: search) {
                Label(localized("Search messages"), systemImage: "magnifyingglass")
            }
            .keyboardShortcut("f", modifiers: .command)
        }

        private var reportsButton: some View {
            Button(action: actions.reports) {
                Label(localized("Reports"), systemImage: "exclamationmark.bubble")
            }
        }

        /// Without a connection, nobody knows how many people are here.
        private var membersLabel: String {
            content.people > 0
                ? localized(content.people, one: "1 person here", other: "\(content.people) people here")
                : localized("Members")
        }

        private var membersButton: some View {
            Button(action: actions.members) {
                if content.people > 0 {
                    Label("\(content.people)", systemImage: "person.2").labelStyle(.titleAndIcon)
                } else {
                    Image(systemName: "person.2")
                }
            }
            .keyboardShortcut("i", modifiers: .command)
            .help(localized("Members"))
            .accessibilityLabel(Text(verbatim: membersLabel))
        }
    }
#endif

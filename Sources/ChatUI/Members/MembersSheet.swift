#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The people of a room: who they are there, and what the user may do with each.
    public struct MembersSheet: View {
        /// The user's actions.
        public struct Actions {
            /// Opens the direct room with somebody; `nil` if the sheet does not offer that.
            public var message: ((UserID) -> Void)? = { (_: UserID) in }
            /// Changes somebody's place in the room at once: lets them in, gives a role, ends a ban
            /// or mute.
            public var change: (MembershipChange) -> Void = { (_: MembershipChange) in }
            /// Makes the ban, mute or removal that the user has decided.
            public var decide: (Sanction) -> Void = { (_: Sanction) in }
            /// Opens the sheet that invites people, such as ``InviteSheet``.
            public var invite: () -> Void = {}
            /// Opens the group's invite links.
            public var links: () -> Void = {}
            /// Reads the list again.
            public var again: () -> Void = {}
            /// Opens the settings of the room.
            public var settings: () -> Void = {}
            /// Closes the sheet.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// What the sheet shows.
        public var content: MembersContent
        /// What the menus and buttons of the sheet do.
        public var actions: Actions
        @State private var sanction: Sanction?
        /// The change of a role that the user is asked about.
        @State private var promotion: Promotion?

        /// Creates the view.
        public init(content: MembersContent, actions: Actions) {
            self.content = content
            self.actions = actions
        }

        public var body: some View {
            ListSheet(
                title: content.title, status: content.status, load: actions.again, close: actions.close
            ) {
                people
            } extras: {
                extras
            }
            .sheet(item: $sanction) { (sanction: Sanction) in
                SanctionSheet(sanction: sanction, decide: decide, cancel: { self.sanction = nil })
            }
            .confirmationDialog(
                Text(verbatim: promotion?.title ?? ""), isPresented: isPromoting,
                titleVisibility: Visibility.visible, presenting: promotion
            ) { (promotion: Promotion) in
                Button(promotion.verb) { actions.change(promotion.change) }
            } message: { (promotion: Promotion) in
                Text(verbatim: promotion.sentence)
            }
        }

        @ViewBuilder private var people: some View {
            if let topic = content.topic {
                Section(localized("Topic")) { Text(verbatim: topic).textSelection(.enabled) }
            }
            ForEach(content.people.sections) { (section: PeopleList.Section) in
                Section(section.title) {
                    ForEach(section.people) { (line: PeopleList.Line) in
                        PersonLine(line: line, actions: offered(for: line)) {
                            (action: PersonAction) in
                            act(action, line.person.author)
                        }
                    }
                }
            }
            if content.people.more > 0 {
                Text(localized("and \(content.people.more) more")).themeFont(\.explanation)
            }
        }

        @ViewBuilder private var extras: some View {
            if content.canInvite {
                Button(action: actions.invite) { Label(localized("Invite"), systemImage: "person.badge.plus") }
                Button(action: actions.links) { Label(localized("Invite links"), systemImage: "link") }
            }
            if content.canChangeSettings {
                Button(action: actions.settings) { Label(localized("Room settings"), systemImage: "gearshape") }
            }
        }

        private var isPromoting: Binding<Bool> {
            Binding<Bool>(get: { promotion != nil }, set: { (isOpen: Bool) in if !isOpen { promotion = nil } })
        }

        private func offered(for line: PeopleList.Line) -> [PersonAction] {
            content.people.actions(for: line).filter { (action: PersonAction) -> Bool in
                action != PersonAction.message || actions.message != nil
            }
        }

        private func act(_ action: PersonAction, _ person: Author) {
            switch action {
            case .message: actions.message?(person.user)
            case .change(let action):
                promotion = Promotion(action, of: person)
                if promotion == nil { actions.change(MembershipChange(person.user, action, called: person.name)) }
            case .sanction(let kind): sanction = Sanction(kind, of: person)
            }
        }

        private func decide(_ decided: Sanction) {
            actions.decide(decided)
            sanction = nil
        }
    }
#endif

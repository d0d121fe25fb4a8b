#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The people of a room: who they are there, and what the user may do with each.
    public struct MembersSheet: View {
        /// The user's actions.
        public struct Actions {
            /// Opens the direct room with somebody.
            public var message: (UserID) -> Void = { (_: UserID) in }
            public var change: (MembershipChange) -> Void = { (_: MembershipChange) in }
            public var invite: () -> Void = {}
            public var settings: () -> Void = {}
            public var close: () -> Void = {}

            public init() {}
        }

        public var content: MembersContent
        public var actions: Actions
        @State private var sanction: Sanction?

        public init(content: MembersContent, actions: Actions) {
            self.content = content
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                List {
                    if let failure = content.failure { Text(verbatim: failure).font(.footnote) }
                    ForEach(content.people.sections) { (section: PeopleList.Section) in
                        Section(section.title) {
                            ForEach(section.people) { (line: PeopleList.Line) in
                                PersonLine(line: line) { (action: PersonAction) in act(action, line.person.author) }
                            }
                        }
                    }
                    if content.people.more > 0 {
                        Text(verbatim: "and \(content.people.more) more").font(.footnote)
                    }
                    if content.isLoading { ProgressView().frame(maxWidth: .infinity) }
                }
                .navigationTitle(Text(verbatim: content.title))
                .toolbar { toolbar }
            }
            .frame(minWidth: 320, minHeight: 380)
            .sheet(isPresented: isDeciding) {
                if let sanction {
                    SanctionSheet(sanction: sanction, decide: decide, cancel: { self.sanction = nil })
                }
            }
        }

        @ToolbarContentBuilder private var toolbar: some ToolbarContent {
            ToolbarItem(placement: .confirmationAction) { Button("Done", action: actions.close) }
            ToolbarItemGroup(placement: .primaryAction) {
                if content.canInvite {
                    Button(action: actions.invite) { Label("Invite", systemImage: "person.badge.plus") }
                }
                if content.canChangeSettings {
                    Button(action: actions.settings) { Label("Room settings", systemImage: "gearshape") }
                }
            }
        }

        private var isDeciding: Binding<Bool> {
            Binding<Bool>(get: { sanction != nil }, set: { (isOpen: Bool) in if !isOpen { sanction = nil } })
        }

        private func act(_ action: PersonAction, _ person: Author) {
            switch action {
            case .message: actions.message(person.user)
            case .change(let action): actions.change(MembershipChange(person.user, action, called: person.name))
            case .sanction(let kind): sanction = Sanction(kind, of: person)
            }
        }

        private func decide(_ decided: Sanction) {
            actions.change(decided.change(at: DateFormatting.now))
            sanction = nil
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The invite links of a group: makes, copies and revokes them.
    public struct LinksSheet: View {
        /// The user's actions.
        public struct Actions {
            /// Makes a link.
            public var make: (LinkForm) -> Void = { (_: LinkForm) in }
            /// Copies a link to the clipboard.
            public var copy: (String) -> Void = { (_: String) in }
            /// Revokes a link.
            public var revoke: (LinkID) -> Void = { (_: LinkID) in }
            /// Reads the list again.
            public var again: () -> Void = {}
            /// Closes the screen.
            public var close: () -> Void = {}

            /// Creates the empty value.
            public init() {}
        }

        /// What the screen shows.
        public var content: LinksContent
        /// What the user does.
        public var actions: Actions
        @State private var form: LinkForm = LinkForm()
        /// The link that the user is asked about.
        @State private var revoked: LinkLine?

        /// Creates the sheet.
        public init(content: LinksContent, actions: Actions) {
            self.content = content
            self.actions = actions
        }

        public var body: some View {
            ListSheet(
                title: localized("Invite links"), status: content.status, load: actions.again, close: actions.close
            ) {
                if let refusal = content.refusal {
                    Text(verbatim: refusal).themeFont(\.explanation).foregroundColor(.red)
                }
                if content.canMake { Section(localized("New link")) { newLink } }
                if !content.lines.isEmpty {
                    Section {
                        ForEach(content.lines) { (line: LinkLine) in row(line) }
                    } header: {
                        Text(localized("Links"))
                    } footer: {
                        Text(localized("Anyone with one of these links can join the group."))
                    }
                }
            }
            .confirmationDialog(
                Text(localized("Revoke the link?")), isPresented: isAsking, titleVisibility: Visibility.visible,
                presenting: revoked
            ) { (line: LinkLine) in
                Button(localized("Revoke"), role: ButtonRole.destructive) { actions.revoke(line.id) }
            } message: { (_: LinkLine) in
                Text(localized("Nobody can join with it any more. People who have joined with it stay members."))
            }
        }

        private var isAsking: Binding<Bool> {
            Binding<Bool>(get: { revoked != nil }, set: { (isOpen: Bool) in if !isOpen { revoked = nil } })
        }

        @ViewBuilder private var newLink: some View {
            Picker(localized("Expires"), selection: $form.lifetime) {
                ForEach(LinkForm.Lifetime.allCases) { (lifetime: LinkForm.Lifetime) in
                    Text(verbatim: lifetime.title).tag(lifetime)
                }
            }
            Toggle(localized("For one person only"), isOn: $form.isForOne)
            Button(localized("Make a link")) { actions.make(form) }
        }

        private func row(_ line: LinkLine) -> some View {
            let share: String = localized("Share")
            return VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: line.title)
                Text(verbatim: line.detail).themeFont(\.detail).foregroundColor(.secondary)
                if line.address == nil {
                    Text(verbatim: LinkLine.unknown).themeFont(\.detail).foregroundColor(.secondary)
                }
                LargeTextStack(spacing: 16) {
                    if let address = line.address {
                        SmallButton(localized("Copy"), about: line.title) { actions.copy(address) }
                        ShareLink(item: address) { Text(verbatim: share).touchTarget() }
                            .accessibilityLabel(Text(verbatim: localized("\(share): \(line.title)")))
                    }
                    SmallButton(localized("Revoke"), role: .destructive, about: line.title) { revoked = line }
                        .disabled(line.isChanging)
                }
                .buttonStyle(.borderless)
                .themeFont(\.note)
            }
            .padding(.vertical, 4)
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// Invites people to a group: those nearby, or one by their id.
    public struct InviteSheet: View {
        private let people: [Author]
        private let me: UserID?
        private let invite: (UserID, String?) -> Void
        private let close: () -> Void

        /// Creates the view.
        ///
        /// - Parameters:
        ///   - people: The people to offer (``Invitation/people(_:without:at:)``).
        ///   - link: The link that was made since the sheet was opened; `nil` before.
        ///   - makeLink: Makes an invite link.
        ///   - invite: Invites a person. Their name is `nil` if their id was typed.
        ///   - close: Closes the sheet.
        public init(
            people: [Author], me: UserID? = nil, invite: @escaping (UserID, String?) -> Void,
            close: @escaping () -> Void
        ) {
            self.people = people
            self.me = me
            self.invite = invite
            self.close = close
        }

        public var body: some View {
            NavigationStack {
                Form {
                    PeopleChooser(
                        verb: "Invite", people: people, emptiness: "Nobody who is not in the group is here now.",
                        me: me, choose: invite)
                }
                .formStyle(.grouped)
                .navigationTitle(Text("Invite"))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: close) }
                }
            }
            .frame(minWidth: 320, minHeight: 360)
        }
    }
#endif

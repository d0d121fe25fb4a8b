#if canImport(SwiftUI)
    import ChatModel
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
        ///   - me: The user, who can't be invited.
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
            FormSheet(
                title: localized("Invite"), height: 360, confirm: FormButton(title: localized("Done"), act: close)
            ) {
                PeopleChooser(
                    purpose: .invitation, people: people,
                    emptiness: localized("There is nobody in your rooms now whom you can invite."), me: me,
                    choose: invite)
            }
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Chooses the person of a direct room.
    public struct NewMessageSheet: View {
        private let people: [Author]
        private let me: UserID?
        private let open: (UserID) -> Void
        private let cancel: () -> Void

        /// Creates the sheet.
        public init(
            people: [Author], me: UserID? = nil, open: @escaping (UserID) -> Void, cancel: @escaping () -> Void
        ) {
            self.people = people
            self.me = me
            self.open = open
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(title: localized("New message"), height: 360, cancel: cancel) {
                PeopleChooser(
                    purpose: .message, people: people, emptiness: localized("Nobody else is in your rooms now."),
                    me: me,
                    choose: { (user: UserID, _: String?) in open(user) })
            }
        }
    }
#endif

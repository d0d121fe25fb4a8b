#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The people whom the user blocks.
    public struct BlockedSheet: View {
        /// The people whom the user blocks.
        public var people: [BlockedPerson]
        /// Stops blocking a person.
        public var unblock: (UserID) -> Void
        /// Closes the screen.
        public var close: () -> Void

        /// Creates the sheet.
        public init(people: [BlockedPerson], unblock: @escaping (UserID) -> Void, close: @escaping () -> Void) {
            self.people = people
            self.unblock = unblock
            self.close = close
        }

        public var body: some View {
            ListSheet(
                title: localized("Blocked people"), symbol: "hand.raised",
                status: ListStatus(emptiness: people.isEmpty ? BlockedPerson.none : nil), close: close
            ) {
                ForEach(people) { (person: BlockedPerson) in
                    HStack {
                        VStack(alignment: .leading) {
                            Text(verbatim: person.title)
                            Text(verbatim: person.id.text).themeFont(\.detail).foregroundColor(.secondary)
                        }
                        .accessibilityElement(children: .combine)
                        Spacer()
                        Button {
                            unblock(person.id)
                        } label: {
                            Text(localized("Unblock")).touchTarget(.trailing)
                        }
                        .buttonStyle(.borderless)
                        .accessibilityLabel(Text(localized("Unblock \(person.title)")))
                    }
                }
            }
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// The members of a room.
    public struct MembersSheet: View {
        public var title: String
        public var members: [Author]
        /// The number of people. It exceeds ``members`` in a large room.
        public var count: Int
        public var me: UserID?
        /// Opens the direct room with somebody.
        public var message: (UserID) -> Void
        public var close: () -> Void

        public init(
            title: String, members: [Author], count: Int, me: UserID?,
            message: @escaping (UserID) -> Void = { (_: UserID) in }, close: @escaping () -> Void
        ) {
            self.title = title
            self.message = message
            self.members = members
            self.count = count
            self.me = me
            self.close = close
        }

        public var body: some View {
            NavigationStack {
                List {
                    ForEach(members, id: \.user) { (member: Author) in line(member) }
                    if count > members.count {
                        Text(verbatim: "and \(count - members.count) more").font(.footnote)
                    }
                }
                .navigationTitle(Text(verbatim: "\(Sentences.people(count)) in \(title)"))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: close) }
                }
            }
            .frame(minWidth: 280, minHeight: 320)
        }

        private func line(_ member: Author) -> some View {
            HStack(spacing: 12) {
                Avatar(author: member, size: 32)
                Text(verbatim: member.name)
                if member.user == me {
                    Text("You").font(.caption).foregroundColor(.secondary)
                } else {
                    Spacer()
                    Button {
                        message(member.user)
                    } label: {
                        Label("Message \(member.name)", systemImage: "bubble.left").labelStyle(.iconOnly)
                    }
                }
            }
            .accessibilityElement(children: .contain)
        }
    }
#endif

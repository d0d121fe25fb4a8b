#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Lists the open rooms of the server, and searches them.
    public struct FindRoomsSheet: View {
        /// The rooms found so far, in the order in which they are shown.
        public var rooms: [DirectoryEntry]
        /// Those of them that the user is in.
        public var joined: Set<RoomName>
        /// The text of the search field: beginnings of words of a name, title or topic
        /// (docs/protocol.md, "The directory").
        @Binding public var search: String
        /// How far the list is loaded.
        public var status: ListStatus
        /// Loads more, or tries again.
        public var more: () -> Void
        /// Joins the room that was tapped.
        public var join: (RoomName) -> Void
        /// Closes the screen.
        public var close: () -> Void

        /// Creates the view.
        public init(
            rooms: [DirectoryEntry], joined: Set<RoomName> = [], search: Binding<String>, status: ListStatus,
            more: @escaping () -> Void, join: @escaping (RoomName) -> Void, close: @escaping () -> Void
        ) {
            self.rooms = rooms
            self.joined = joined
            _search = search
            self.status = status
            self.more = more
            self.join = join
            self.close = close
        }

        public var body: some View {
            ListSheet(
                title: localized("Find rooms"), symbol: "magnifyingglass", status: status,
                search: .init(text: $search, prompt: localized("Name, title or topic")), load: more, close: close
            ) {
                ForEach(rooms, id: \.room) { (entry: DirectoryEntry) in
                    Button {
                        join(entry.room)
                    } label: {
                        FoundRoomLine(entry: entry, isJoined: joined.contains(entry.room))
                    }
                    .buttonStyle(.plain)
                }
            }
        }
    }

    /// A room in the directory.
    struct FoundRoomLine: View {
        let entry: DirectoryEntry
        let isJoined: Bool

        var body: some View {
            VStack(alignment: .leading, spacing: 2) {
                LargeTextStack {
                    Text(verbatim: entry.title.isEmpty ? entry.room.text : entry.title).themeFont(\.title).fillsLine()
                    Text(verbatim: isJoined ? localized("Joined") : Sentences.people(Int(clamping: entry.people)))
                        .themeFont(\.detail)
                        .foregroundColor(.secondary)
                }
                if !entry.topic.isEmpty {
                    Text(verbatim: entry.topic).themeFont(\.preview).foregroundColor(.secondary).shortened(toLines: 2)
                }
            }
            .tappableRow()
            .accessibilityElement(children: .combine)
        }
    }
#endif

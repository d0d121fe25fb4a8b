#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Searches the messages of a room.
    public struct FindMessagesSheet: View {
        /// The messages found so far, the newest first.
        public var hits: [MessageHit]
        /// The text of the search field: beginnings of words (docs/protocol.md, "Searching
        /// messages").
        @Binding public var search: String
        /// How far the search is.
        public var status: ListStatus
        /// Searches older messages, or tries again.
        public var more: () -> Void
        /// Shows the message that was tapped.
        public var show: (Seq) -> Void
        /// Closes the screen.
        public var close: () -> Void
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        /// Creates the view.
        public init(
            hits: [MessageHit], search: Binding<String>, status: ListStatus,
            more: @escaping () -> Void, show: @escaping (Seq) -> Void, close: @escaping () -> Void
        ) {
            self.hits = hits
            _search = search
            self.status = status
            self.more = more
            self.show = show
            self.close = close
        }

        public var body: some View {
            ListSheet(
                title: localized("Search messages"), symbol: "magnifyingglass", status: status,
                search: .init(text: $search, prompt: localized("Beginnings of words")), load: more, close: close
            ) {
                ForEach(hits) { (hit: MessageHit) in
                    Button {
                        show(hit.seq)
                    } label: {
                        line(hit)
                    }
                    .buttonStyle(.plain)
                }
            }
        }

        private func line(_ hit: MessageHit) -> some View {
            VStack(alignment: .leading, spacing: 2) {
                LargeTextStack {
                    Text(verbatim: hit.author.name).themeFont(\.title).fillsLine()
                    Text(verbatim: dateFormatting.brief(hit.at, now: DateFormatting.now)).themeFont(\.detail)
                        .foregroundColor(.secondary)
                }
                Text(hit.words.attributed).themeFont(\.preview).shortened(toLines: 3)
            }
            .tappableRow()
            .accessibilityElement(children: .combine)
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The scrolling list of a conversation's rows: a collection view on iOS, a table view on macOS
    /// (docs/app.md says why).
    public struct MessageList: View {
        /// The rows, oldest first.
        public var rows: [Row]
        /// Whether there are older rows to load.
        public var hasOlder: Bool
        /// Whether there are newer rows to load.
        public var hasNewer: Bool
        /// Where to scroll; `nil` if nothing is requested.
        public var request: ScrollRequest?
        /// Loads older rows. Called within ``ScrollRule/ahead`` points of the first row, once until
        /// the rows change.
        public var older: () -> Void
        /// Loads newer rows. Called within ``ScrollRule/ahead`` points of the last row, once until
        /// the rows change.
        public var newer: () -> Void
        /// Whether the list is scrolled to the bottom.
        public var following: (Bool) -> Void
        /// The newest fully visible message.
        public var read: (UInt64) -> Void
        /// Performs an action on a message. ``BubbleAction/reveal(of:)`` is performed by the row
        /// itself.
        public var act: (BubbleAction) -> Void

        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.pictures) private var pictures: PictureStore?
        @Environment(\.avatars) private var avatars: [UserID: Attachment]
        @Environment(\.messageRights) private var rights: MessageRights

        /// Creates the view.
        public init(
            rows: [Row], hasOlder: Bool = false, hasNewer: Bool = false, request: ScrollRequest? = nil,
            older: @escaping () -> Void = {}, newer: @escaping () -> Void = {},
            following: @escaping (Bool) -> Void = { (_: Bool) in },
            read: @escaping (UInt64) -> Void = { (_: UInt64) in },
            act: @escaping (BubbleAction) -> Void = { (_: BubbleAction) in }
        ) {
            self.rows = rows
            self.hasOlder = hasOlder
            self.hasNewer = hasNewer
            self.request = request
            self.older = older
            self.newer = newer
            self.following = following
            self.read = read
            self.act = act
        }

        public var body: some View {
            #if canImport(UIKit)
                CollectionMessageList(content: content)
            #elseif canImport(AppKit)
                TableMessageList(content: content)
            #endif
        }

        private var content: MessageListContent {
            MessageListContent(
                rows: rows, hasOlder: hasOlder, hasNewer: hasNewer, request: request,
                events: ListDriver.Events(older: older, newer: newer, following: following, read: read), act: act,
                theme: theme,
                dateFormatting: dateFormatting, pictures: pictures, avatars: avatars,
                rights: rights)
        }
    }

    /// The input of both platforms' lists.
    struct MessageListContent {
        var rows: [Row]
        var hasOlder: Bool
        var hasNewer: Bool
        var request: ScrollRequest?
        var events: ListDriver.Events
        var act: (BubbleAction) -> Void
        var theme: Theme
        var dateFormatting: DateFormatting
        var pictures: PictureStore?
        var avatars: [UserID: Attachment]
        var rights: MessageRights

        /// A row for a cell: cells are outside of the list's environment.
        @MainActor
        func view(of row: Row) -> HostedRow {
            HostedRow(
                row: row, act: act, theme: theme, dateFormatting: dateFormatting, pictures: pictures, avatars: avatars,
                rights: rights)
        }
    }

    /// A row with its own environment.
    struct HostedRow: View {
        let row: Row
        let act: (BubbleAction) -> Void
        let theme: Theme
        let dateFormatting: DateFormatting
        let pictures: PictureStore?
        let avatars: [UserID: Attachment]
        let rights: MessageRights

        var body: some View {
            RowView(row: row, act: act)
                .environment(\.theme, theme)
                .environment(\.dateFormatting, dateFormatting)
                .environment(\.pictures, pictures)
                .environment(\.avatars, avatars)
                .environment(\.messageRights, rights)
        }
    }
#endif

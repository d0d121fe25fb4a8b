#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import Combine
    import Foundation
    import SwiftUI

    /// The scrolling list of a conversation's rows: a collection view on iOS, a table view on macOS
    /// (docs/app.md says why).
    public struct MessageList: View {
        /// The rows, oldest first. An album may be one row (``Swift/Array/withAlbums``), or a row
        /// for each photo; it is shown as one.
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
        public var read: (Seq) -> Void
        /// The separator before the first unread message is in sight.
        public var separator: () -> Void
        /// Messages with links came into sight: their sequence numbers. A message that comes back
        /// into sight is among them again.
        public var linked: ([Seq]) -> Void
        /// Performs an action on a message. ``BubbleAction/reveal(of:)`` is performed by the row
        /// itself.
        public var act: (BubbleAction) -> Void

        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.pictures) private var pictures: PictureStore?
        @Environment(\.mapPictures) private var mapPictures: MapPictures?
        @Environment(\.voicePlayback) private var voicePlayback: VoicePlayback?
        @Environment(\.avatars) private var avatars: [UserID: Attachment]
        @Environment(\.linkCards) private var linkCards: [String: LinkCard]
        @Environment(\.messageRights) private var rights: MessageRights
        @Environment(\.chatSlots) private var slots: ChatSlots
        @Environment(\.layoutDirection) private var layoutDirection: LayoutDirection
        @Environment(\.locale) private var locale: Locale
        @Environment(\.openURL) private var openURL: OpenURLAction
        /// See ``RowLook/clock``.
        @State private var clock: Int = 0
        // A reference: it is written while the view is drawn, and nothing has to be drawn for it.
        @State private var albums: Memo<[Row], [Row]> = Memo<[Row], [Row]>()

        /// Creates the view.
        public init(
            rows: [Row], hasOlder: Bool = false, hasNewer: Bool = false, request: ScrollRequest? = nil,
            older: @escaping () -> Void = {}, newer: @escaping () -> Void = {},
            following: @escaping (Bool) -> Void = { (_: Bool) in },
            read: @escaping (Seq) -> Void = { (_: Seq) in },
            separator: @escaping () -> Void = {},
            linked: @escaping ([Seq]) -> Void = { (_: [Seq]) in },
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
            self.separator = separator
            self.linked = linked
            self.act = act
        }

        public var body: some View {
            list
                .onReceive(changes(of: .NSCalendarDayChanged)) { (_: Notification) in clock += 1 }
                .onReceive(changes(of: .NSSystemTimeZoneDidChange)) { (_: Notification) in clock += 1 }
                .onReceive(changes(of: NSLocale.currentLocaleDidChangeNotification)) { (_: Notification) in
                    clock += 1
                }
        }

        @ViewBuilder private var list: some View {
            #if canImport(UIKit)
                CollectionMessageList(content: content)
            #elseif canImport(AppKit)
                TableMessageList(content: content)
            #endif
        }

        /// The system posts some of these on other threads.
        private func changes(of name: Notification.Name) -> some Publisher<Notification, Never> {
            NotificationCenter.default.publisher(for: name).receive(on: DispatchQueue.main)
        }

        private var content: MessageListContent {
            MessageListContent(
                // An app that draws bubbles draws one for each message.
                rows: slots.bubble == nil ? albums.value(of: rows) { (rows: [Row]) in rows.withAlbums } : rows,
                hasOlder: hasOlder, hasNewer: hasNewer, request: request,
                events: ListDriver.Events(
                    older: older, newer: newer, following: following, read: read, separator: separator,
                    linked: linked), act: act,
                look: RowLook(
                    theme: theme, rights: rights, dateFormatting: dateFormatting,
                    pictures: pictures.map { (store: PictureStore) in ObjectIdentifier(store) },
                    showsMaps: mapPictures != nil, avatars: avatars,
                    previews: linkCards, slots: slots.rowDependencies,
                    isRightToLeft: layoutDirection == .rightToLeft, locale: locale, clock: clock),
                pictures: pictures, mapPictures: mapPictures, voicePlayback: voicePlayback, slots: slots,
                openURL: openURL)
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
        var look: RowLook
        var pictures: PictureStore?
        var mapPictures: MapPictures?
        var voicePlayback: VoicePlayback?
        var slots: ChatSlots
        /// Opens the links that are tapped in a text.
        var openURL: OpenURLAction

        /// A row for a cell: cells are outside of the list's environment.
        @MainActor
        func view(of row: Row) -> HostedRow {
            HostedRow(
                row: row, act: act, look: look, pictures: pictures, mapPictures: mapPictures,
                voicePlayback: voicePlayback, slots: slots, openURL: openURL)
        }

        /// The rows whose cells are drawn again although they are the same.
        @MainActor
        func redrawn(since former: MessageListContent) -> Set<Row.ID> { look.changed(rows, since: former.look) }
    }

    /// A row with its own environment.
    struct HostedRow: View {
        let row: Row
        let act: (BubbleAction) -> Void
        let look: RowLook
        let pictures: PictureStore?
        let mapPictures: MapPictures?
        let voicePlayback: VoicePlayback?
        let slots: ChatSlots
        let openURL: OpenURLAction

        var body: some View {
            // Cells are reused: what a view of one message remembers, an app's too, is not
            // another's.
            RowView(row: row, act: act).id(row.id)
                .theme(look.theme)
                .environment(\.dateFormatting, look.dateFormatting)
                .environment(\.pictures, pictures)
                .environment(\.mapPictures, mapPictures)
                .environment(\.voicePlayback, voicePlayback)
                .environment(\.avatars, look.avatars)
                .environment(\.linkCards, look.previews)
                .environment(\.messageRights, look.rights)
                .environment(\.chatSlots, slots)
                .environment(\.layoutDirection, look.isRightToLeft ? .rightToLeft : .leftToRight)
                .environment(\.locale, look.locale)
                .environment(\.openURL, openURL)
        }
    }
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A row of a conversation, of any kind.
    struct RowView: View {
        let row: Row
        let act: (BubbleAction) -> Void

        var body: some View {
            Slotted(\.row, row) { original }
        }

        @ViewBuilder private var original: some View {
            switch row.content {
            case .beginning: BeginningRow()
            case .day(let at): DayRow(at: at, act: act)
            case .unread: UnreadRow()
            case .message(let bubble): BubbleRow(bubble: bubble, act: act)
            case .album(let album): AlbumRow(album: album, act: act)
            case .changes(let changes): ChangesRow(changes: changes)
            case .notice(let notice): NoticeRow(notice: notice)
            }
        }
    }
#endif

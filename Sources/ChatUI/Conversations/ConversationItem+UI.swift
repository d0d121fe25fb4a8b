import ChatModel
import ChatWire
import Foundation

// What the app draws and says of a room besides words.
extension [ConversationItem] {
    /// The items that `found(by:inArchive:)` finds, and at the end that of the `selected` room,
    /// if it is not among them: without a row for its selection, a list on a phone does not show
    /// the room.
    func found(by search: String, inArchive: Bool, selected: RoomName?) -> [ConversationItem] {
        let found = found(by: search, inArchive: inArchive)
        guard let selected, !found.contains(where: { $0.room == selected }) else { return found }
        return found + filter { $0.room == selected }
    }
}

extension ConversationItem {
    /// The VoiceOver label.
    public func label(_ dateFormatting: DateFormatting, now: Int64) -> String {
        label(time: at.map { dateFormatting.brief($0, now: now) })
    }

    static func symbol(of notice: Choice.Notice) -> String {
        switch notice {
        case .all: "bell"
        case .mentions: "at"
        case .nothing: "bell.slash"
        }
    }
}

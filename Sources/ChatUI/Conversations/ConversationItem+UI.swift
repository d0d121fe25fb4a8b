import ChatModel
import ChatWire
import Foundation

// How the app searches the list, and what it draws and says of a room besides words.
extension [ConversationItem] {
    /// The items that contain `search`, ignoring case and accents, in the list's order.
    ///
    /// - Parameter inArchive: Without a search, the archived rooms are wanted, and not the others.
    public func found(by search: String, inArchive: Bool = false) -> [ConversationItem] {
        found(by: search, inArchive: inArchive, folded: ConversationItem.folded)
    }

    /// The items that ``found(by:inArchive:)`` finds, and at the end that of the `selected` room,
    /// if it is not among them: without a row for its selection, a list on a phone does not show
    /// the room.
    func found(by search: String, inArchive: Bool, selected: RoomName?) -> [ConversationItem] {
        let found = found(by: search, inArchive: inArchive)
        guard let selected, !found.contains(where: { $0.room == selected }) else { return found }
        return found + filter { $0.room == selected }
    }

    /// The title of the button that opens or closes the archive; `nil` if there is no button.
    func archiveTitle(of search: String, inArchive: Bool) -> String? {
        archiveTitle(ofFolded: ConversationItem.folded(search), inArchive: inArchive)
    }

    /// Why the list shows nothing: a sentence for the user.
    func emptiness(of search: String) -> String { emptiness(ofFolded: ConversationItem.folded(search)) }
}

extension ConversationItem {
    fileprivate static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

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

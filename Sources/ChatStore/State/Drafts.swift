import ChatWire

/// Unsent texts by account and room; at most ``ChatWire/Limits/drafts``, then the oldest is
/// dropped.
public struct Drafts: Hashable, Sendable, Codable {
    private struct Draft: Hashable, Sendable, Codable {
        var account: String
        var room: String
        var text: String
    }

    /// Oldest first.
    private var all: [Draft] = []

    /// Creates drafts without a text.
    public init() {}

    /// The unsent text of an account in a room; `nil` if there is none.
    public subscript(account: AccountID, room: RoomName) -> String? {
        all.last { $0.account == account.text && $0.room == room.text }?.text
    }

    /// Stores a draft. `nil` or an empty text removes it.
    mutating func keep(_ text: String?, account: AccountID, room: RoomName) {
        all.removeAll { $0.account == account.text && $0.room == room.text }
        guard let text, !text.isEmpty else { return }
        all.append(Draft(account: account.text, room: room.text, text: text))
        if all.count > Limits.drafts { all.removeFirst(all.count - Limits.drafts) }
    }

    mutating func forget(_ account: AccountID) { all.removeAll { $0.account == account.text } }

    /// Removes the drafts in rooms that not everyone can find.
    mutating func forgetPrivate(_ account: AccountID) {
        all.removeAll { $0.account == account.text && RoomName($0.room)?.kind != .open }
    }
}

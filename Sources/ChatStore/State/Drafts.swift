import ChatWire

/// What is being written, by account and room; at most ``ChatWire/Limits/drafts``, and then the oldest goes.
public struct Drafts: Hashable, Sendable, Codable {
    private struct Draft: Hashable, Sendable, Codable {
        var account: String
        var room: String
        var text: String
    }

    /// Oldest first.
    private var all: [Draft] = []

    public init() {}

    public subscript(account: AccountID, room: RoomName) -> String? {
        all.last { $0.account == account.text && $0.room == room.text }?.text
    }

    /// `nil` and an empty text leave none.
    mutating func keep(_ text: String?, account: AccountID, room: RoomName) {
        all.removeAll { $0.account == account.text && $0.room == room.text }
        guard let text, !text.isEmpty else { return }
        all.append(Draft(account: account.text, room: room.text, text: text))
        if all.count > Limits.drafts { all.removeFirst(all.count - Limits.drafts) }
    }

    mutating func forget(_ account: AccountID) { all.removeAll { $0.account == account.text } }
}

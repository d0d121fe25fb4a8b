import ChatModel
import ChatWire

/// The codes of the invite links that were made on this device, by account; at most
/// ``ChatWire/Limits/linkCodes``, then the oldest is dropped.
///
/// The server keeps only a hash of a code, so no other device can show the link again.
public struct LinkCodes: Hashable, Sendable, Codable {
    private struct Entry: Hashable, Sendable, Codable {
        var account: String
        var code: String
        /// Whether the server has listed the link.
        var isListed: Bool?
    }

    /// Oldest first.
    private var all: [Entry] = []

    /// Creates the empty value.
    public init() {}

    /// The codes of a group's links, by their ids.
    public func codes(of room: RoomName, account: AccountID) -> [LinkID: InviteCode] {
        let codes = all.lazy.filter { $0.account == account.text }.compactMap { InviteCode($0.code) }
        return Dictionary(codes.filter { $0.room == room }.map { ($0.secret.link, $0) }) { _, last in last }
    }

    mutating func keep(_ code: InviteCode, account: AccountID) {
        all.append(Entry(account: account.text, code: code.text))
        if all.count > Limits.linkCodes { all.removeFirst(all.count - Limits.linkCodes) }
    }

    /// Takes over which of a group's links the server lists. Removes the codes of links that were
    /// listed before and are not now. A link that was never listed may still be on its way.
    mutating func listed(_ links: Set<LinkID>, of room: RoomName, account: AccountID) {
        all = all.compactMap { entry -> Entry? in
            guard entry.account == account.text, let code = InviteCode(entry.code), code.room == room else {
                return entry
            }
            guard links.contains(code.secret.link) else { return entry.isListed == true ? nil : entry }
            var listed = entry
            listed.isListed = true
            return listed
        }
    }

    mutating func forget(_ account: AccountID) { all.removeAll { $0.account == account.text } }
}

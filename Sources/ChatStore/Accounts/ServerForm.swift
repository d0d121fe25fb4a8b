import ChatWire
import Foundation

/// The screen that asks which server, under which name: what was typed, and what is wrong with it.
public struct ServerForm: Hashable, Sendable {
    public var address: String
    public var name: String
    public var room: String

    public init(address: String = "", name: String = "", room: String = "lobby") {
        self.address = address
        self.name = name
        self.room = room
    }

    /// What a field's text is not good for; `nil` for an empty field, which is not wrong, only not finished.
    public var addressProblem: String? {
        if address.allSatisfy(\.isWhitespace) || server != nil { return nil }
        return "Write the server's address like chat.example.org or 192.168.1.20:8080."
    }

    public var nameProblem: String? { trimmedName.isEmpty ? nil : NameRule.check(trimmedName)?.text }

    public var roomProblem: String? { ServerForm.problem(ofRoom: room) }

    /// The same, for a room's name wherever one is asked for.
    public static func problem(ofRoom room: String) -> String? {
        if room.isEmpty || RoomName(room) != nil { return nil }
        return "A room's name has 1 to 64 of a–z, 0–9, - and _, and begins with a letter or digit."
    }

    public var server: ServerAddress? { ServerAddress(address) }

    /// What the form says once it is finished and right: the account, and the room to begin in.
    public func account(id: AccountID) -> (account: Account, room: RoomName)? {
        guard let server, NameRule.check(trimmedName) == nil, let room = RoomName(room) else { return nil }
        return (Account(id: id, server: server, name: trimmedName), room)
    }

    public var isComplete: Bool { account(id: AccountID(high: 0, low: 0)) != nil }

    private var trimmedName: String { name.trimmingCharacters(in: .whitespaces) }
}

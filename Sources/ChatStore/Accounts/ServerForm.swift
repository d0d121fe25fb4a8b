import ChatCore
import ChatWire
import Foundation

/// The form for a new account: what was typed, and what is wrong with it.
public struct ServerForm: Hashable, Sendable {
    /// The address as typed.
    public var address: String
    /// The name as typed.
    public var name: String
    /// The room as typed.
    public var room: String

    /// Creates a form.
    public init(address: String = "", name: String = "", room: String = "lobby") {
        self.address = address
        self.name = name
        self.room = room
    }

    /// What is wrong with the address; `nil` if it is right or empty.
    public var addressProblem: String? {
        if address.allSatisfy(\.isWhitespace) || server != nil { return nil }
        return "Enter the server's address, such as chat.example.org or http://192.168.1.20:8080."
    }

    /// What is wrong with the name; `nil` if it is right or empty.
    public var nameProblem: String? { trimmedName.isEmpty ? nil : NameRule.check(trimmedName)?.text }

    /// What is wrong with the room; `nil` if it is right or empty.
    public var roomProblem: String? { ServerForm.problem(ofRoom: room) }

    /// What is wrong with a room's name; `nil` if it is right or empty.
    public static func problem(ofRoom room: String) -> String? {
        if room.isEmpty || RoomName(room) != nil { return nil }
        return "A room's name has 1 to 64 characters (a–z, 0–9, - and _) and begins with a letter or digit."
    }

    /// The server's address, if it is right.
    public var server: ServerAddress? { ServerAddress(address) }

    /// The account and the first room, if the form is complete and right.
    public func account(id: AccountID) -> (account: Account, room: RoomName)? {
        guard let server, NameRule.check(trimmedName) == nil, let room = RoomName(room) else { return nil }
        return (Account(id: id, server: server, name: trimmedName), room)
    }

    /// Whether the form is complete and right.
    public var isComplete: Bool { account(id: AccountID(high: 0, low: 0)) != nil }

    private var trimmedName: String { name.trimmingCharacters(in: .whitespaces) }
}

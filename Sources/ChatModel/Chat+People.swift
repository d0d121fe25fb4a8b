import ChatWire

/// A page of the people of a room.
public struct PeoplePage: Hashable, Sendable {
    /// By their ids.
    public var people: [Person]
    /// Where the next page begins; `nil` if this is the last one.
    public var next: UserID?

    /// Creates a page.
    public init(people: [Person], next: UserID?) {
        self.people = people
        self.next = next
    }
}

// Reads the people of a room. A question is asked once: it is not stored, and fails without a
// connection.
extension Chat {
    mutating func listPeople(_ room: RoomName, _ after: UserID?, _ ticket: Ticket) {
        guard isConnected, conversations[room]?.membership == .joined else {
            effects.append(.people(ticket, .failure(.notConnected)))
            return
        }
        ask(.people(room, ticket), .people(room: room, after: after))
    }

    /// The connection is lost, and with it the answers.
    mutating func interruptPeople() {
        for ticket in requests.peopleAsked { effects.append(.people(ticket, .failure(.notConnected))) }
    }
}

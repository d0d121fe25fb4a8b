import ChatWire

/// A person whom the user blocks, in a list.
public struct BlockedPerson: Hashable, Sendable, Identifiable {
    /// Who it is.
    public let id: UserID
    /// The name, as far as this device knows it.
    public var name: String?

    /// Creates the line of a person.
    public init(_ id: UserID, name: String?) {
        self.id = id
        self.name = name
    }

    /// The name that is shown.
    public var title: String { name ?? localized("Unknown person") }

    /// In place of an empty list.
    public static var none: String {
        localized("You block nobody. To block a person, open the menu of one of their messages.")
    }

    /// By name; people without one come last.
    public static func list(_ users: Set<UserID>, name: (UserID) -> String?) -> [BlockedPerson] {
        users.map { BlockedPerson($0, name: name($0)) }.sorted { one, other in
            if (one.name == nil) != (other.name == nil) { return other.name == nil }
            return Author(user: one.id, name: one.title).isListed(before: Author(user: other.id, name: other.title))
        }
    }
}

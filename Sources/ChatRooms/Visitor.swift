import ChatWire

/// The user for whom a connection reads.
package struct Visitor: Hashable, Sendable {
    package var user: UserID
    package var role: ServerRole
    /// Whether the user can have a stored read mark. A new user can't.
    package var mayHaveMark: Bool
    /// What the user is called on the connection that asks; empty where that is of no use.
    package var name: String

    package init(_ user: UserID, _ role: ServerRole = .user, mayHaveMark: Bool = true, name: String = "") {
        self.name = name
        self.user = user
        self.role = role
        self.mayHaveMark = mayHaveMark
    }
}

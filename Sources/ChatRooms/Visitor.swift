import ChatWire

/// The user for whom a connection reads.
package struct Visitor: Hashable, Sendable {
    package var user: UserID
    package var role: ServerRole
    /// Whether the user can have a stored read mark. A new user can't.
    package var mayHaveMark: Bool

    package init(_ user: UserID, _ role: ServerRole = .user, mayHaveMark: Bool = true) {
        self.user = user
        self.role = role
        self.mayHaveMark = mayHaveMark
    }
}

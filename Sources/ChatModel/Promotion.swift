import ChatWire

/// A change of somebody's role that is asked about first: an owner can do everything, and take the
/// roles of others away.
public struct Promotion: Hashable, Sendable, Identifiable {
    /// Whose role changes.
    public let person: Author
    /// The new role.
    public let role: RoomRole

    /// `nil` for a change that is made at once.
    public init?(_ action: MembershipChange.Action, of person: Author) {
        guard case .role(let role) = action, Promotion.isAsked(about: action) else { return nil }
        self.person = person
        self.role = role
    }

    /// The person's id.
    public var id: UserID { person.user }

    /// Whether the user is asked before this change is made.
    static func isAsked(about action: MembershipChange.Action) -> Bool {
        if case .role(let role) = action { role != .moderator } else { false }
    }

    /// “Make Bob an owner?”
    public var title: String { title(quote: Sentences.isolated) }

    /// - Parameter quote: prepares the name for the sentence, as in ``Sentences``
    package func title(quote: (String) -> String) -> String {
        let name = quote(person.name)
        return role == .owner ? localized("Make \(name) an owner?") : localized("Take the role of \(name) away?")
    }

    /// The button that does it.
    public var verb: String { role == .owner ? localized("Make an owner") : localized("Take the role away") }

    /// What the change means.
    public var sentence: String {
        role == .owner
            ? localized("An owner can change everything here, also the roles of others and yours.")
            : localized("The person can't moderate this room any more.")
    }

    /// What to do, if it is decided.
    public var change: MembershipChange { MembershipChange(person.user, .role(role), called: person.name) }
}

import ChatModel
import ChatWire

/// The form for a new group: its title, and the people to invite.
public struct GroupForm: Hashable, Sendable {
    /// The title as typed.
    public var title = ""
    /// The people to choose from; at most ``ChatWire/Limits/peopleOffered``.
    public private(set) var people: [Author] = []
    /// The chosen people.
    public private(set) var chosen: Set<UserID> = []

    /// Creates an empty form.
    public init() {}

    /// What is wrong with the title; `nil` if it is right or empty.
    public var problem: String? { SettingsChange(title: title).check()?.translated.text }

    /// Whether the form is complete and right.
    public var isComplete: Bool { !title.isEmpty && problem == nil }

    /// The chosen people, in the order of the list.
    public var invited: [Author] { people.filter { chosen.contains($0.user) } }

    /// Offers the people who are nearby when the form opens. They stay on the list if they leave.
    public mutating func offer(_ nearby: [Author]) { people = Array(nearby.prefix(Limits.peopleOffered)) }

    /// Adds a person to ``chosen``, or removes them.
    public mutating func choose(_ user: UserID, _ isChosen: Bool) {
        if isChosen { chosen.insert(user) } else { chosen.remove(user) }
    }
}

import ChatModel

/// What the members' screen shows.
public struct MembersContent: Hashable, Sendable {
    /// The room's title; its name if it has none.
    public var title: String
    /// What the room is about; `nil` if nothing is said.
    public var topic: String?
    /// The people in sections.
    public var people: PeopleList
    /// Whether the list is being read from the server.
    public var isLoading: Bool
    /// Why the list could not be read; `nil` if it was.
    public var failure: String?
    /// Whether the user may invite people. If so, the button for it is shown.
    public var canInvite: Bool
    /// Whether the user may change the room's settings. If so, the button for it is shown.
    public var canChangeSettings: Bool

    /// Creates the value.
    public init(
        title: String, topic: String? = nil, people: PeopleList, isLoading: Bool = false, failure: String? = nil,
        canInvite: Bool = false, canChangeSettings: Bool = false
    ) {
        self.title = title
        self.topic = topic.flatMap { $0.isEmpty ? nil : $0 }
        self.people = people
        self.isLoading = isLoading
        self.failure = failure
        self.canInvite = canInvite
        self.canChangeSettings = canChangeSettings
    }

    var status: ListStatus { ListStatus(isLoading: isLoading, failure: failure) }
}

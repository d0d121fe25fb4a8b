/// What the members' screen shows.
public struct MembersContent: Hashable, Sendable {
    public var title: String
    public var people: PeopleList
    public var isLoading: Bool
    /// Why the list could not be read; `nil` if it was.
    public var failure: String?
    public var canInvite: Bool
    public var canChangeSettings: Bool

    public init(
        title: String, people: PeopleList, isLoading: Bool = false, failure: String? = nil,
        canInvite: Bool = false, canChangeSettings: Bool = false
    ) {
        self.title = title
        self.people = people
        self.isLoading = isLoading
        self.failure = failure
        self.canInvite = canInvite
        self.canChangeSettings = canChangeSettings
    }
}

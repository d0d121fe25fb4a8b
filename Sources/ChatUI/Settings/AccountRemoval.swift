import ChatModel

/// What the user is asked before an account is removed from this device.
public struct AccountRemoval: Hashable, Sendable, Identifiable {
    /// The account's id on this device.
    public var id: String
    /// The user's name in the account.
    public var name: String
    /// The number of messages and changes that wait to be sent; `nil` if that is not known, because
    /// the account can't be opened, or is not open yet.
    public var pending: Int?
    /// Why the account could not be removed a moment ago; `nil` if that was not tried.
    public var failure: String?

    /// Creates the value.
    public init(id: String, name: String, pending: Int?, failure: String?) {
        self.id = id
        self.name = name
        self.pending = pending
        self.failure = failure
    }

    /// “Remove ann?”
    public var title: String { localized("Remove \(Sentences.isolated(name))?") }

    /// What is lost, and why it failed before.
    public var message: String {
        let loss =
            switch pending {
            case nil: localized("Messages and changes that were not sent yet are deleted.")
            case 0: localized("Its messages are deleted from this device.")
            case let count?:
                localized(
                    count, one: "1 unsent message or change will be deleted.",
                    other: "\(count) unsent messages and changes will be deleted.")
            }
        return failure.map { "\($0) \(loss)" } ?? loss
    }

    /// Whether to offer to remove the account without signing out. An account that can't be opened
    /// can't sign out, either.
    public var offersForce: Bool { failure != nil }
}

import ChatWire

/// The result of adding an account.
public enum AccountAddition: Hashable, Sendable {
    /// It is stored, with its invite's role.
    case added(Account)
    /// The invite does not count. Nothing was stored.
    case inviteRefused
    /// Another account or API key has a name that looks the same. Nothing was stored, and the
    /// invite is not used up.
    case nameTaken

    /// The account.
    ///
    /// - Throws: the refusal for the person who asked for the account `name`
    package func account(named name: String) throws(WireError) -> Account {
        switch self {
        case .added(let account): account
        case .inviteRefused: throw .inviteRefused
        case .nameTaken: throw .nameTaken(name)
        }
    }
}

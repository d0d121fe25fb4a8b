import ChatWire

/// Keeps the tokens of one journal's user apart from the journal.
///
/// The client puts a token here before the journal names its user, and removes those of former
/// users afterwards, so the two agree whenever the process ends.
public protocol TokenVault: Sendable {
    /// The user's token; `nil` if there is none. It throws if that can't be known now: a client
    /// that took that for "none" would become a new guest.
    func token(of user: UserID) throws(StorageError) -> String?

    /// Keeps a user's token, in place of an older one. If it throws, the journal has the token.
    func keep(_ token: String, of user: UserID) throws(StorageError)

    /// Removes all tokens except that of `user`.
    func removeAll(but user: UserID?) throws(StorageError)
}

extension Storage {
    /// No vault: the token is in the journal.
    public var tokens: (any TokenVault)? { nil }
}

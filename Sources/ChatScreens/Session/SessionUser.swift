import ChatCore
import ChatStore

/// The one user of a ``ChatSession`` that an app makes for its own user.
struct SessionUser: Sendable {
    /// The user's account. Every user has files of their own, so all have the same id there.
    let account: Account
    /// The name that a guest asks for; `nil` lets the server choose.
    let name: String?
    /// Supplies the user's tokens; `nil` for a guest.
    let tokens: (any TokenProvider)?

    init(_ user: String, on server: ServerAddress, name: String?, tokens: (any TokenProvider)?) {
        account = Account(id: SessionUser.id, server: server, name: name ?? user)
        self.name = name
        self.tokens = tokens
    }

    private static let id = AccountID(high: 0, low: 1)
}

import ChatModel

/// How a user comes in to a server.
public enum SignInWay: String, CaseIterable, Hashable, Sendable {
    /// A guest has a name and no password. `signIn` enters an account, and `signUp` makes one.
    case guest, signIn, signUp

    /// Its name among the others.
    public var label: String {
        switch self {
        case .guest: localized("As a guest")
        case .signIn: localized("Sign in")
        case .signUp: localized("New account")
        }
    }

    /// The button that does it.
    public var title: String {
        switch self {
        case .guest: localized("Connect")
        case .signIn: localized("Sign in")
        case .signUp: localized("Create account")
        }
    }
}

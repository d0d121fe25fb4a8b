/// How a user comes in to a server.
public enum SignInWay: String, CaseIterable, Hashable, Sendable {
    /// A guest has a name and no password. `signIn` enters an account, and `signUp` makes one.
    case guest, signIn, signUp

    /// Its name among the others.
    public var label: String {
        switch self {
        case .guest: "As a guest"
        case .signIn: "Sign in"
        case .signUp: "New account"
        }
    }

    /// The button that does it.
    public var title: String {
        switch self {
        case .guest: "Connect"
        case .signIn: "Sign in"
        case .signUp: "Create account"
        }
    }
}

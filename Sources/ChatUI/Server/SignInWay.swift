/// How a user comes in to a server.
public enum SignInWay: String, CaseIterable, Hashable, Sendable {
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
        case .signUp: "Make the account"
        }
    }
}

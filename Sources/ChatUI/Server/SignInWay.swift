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

    /// What the user keeps, and what not. It is about an account, new or not.
    ///
    /// - Parameter isGuest: Whether they are a guest now, who becomes another user by a sign-in.
    func explanation(isGuest: Bool) -> String {
        if self == .signUp { return localized("Your messages and rooms stay yours, and your name is kept for you.") }
        return isGuest
            ? localized(
                "You become the account’s user. This guest’s groups, direct rooms and drafts are lost, and what waits is not sent."
            ) : localized("Messages that were not sent yet are sent after you have signed in.")
    }
}

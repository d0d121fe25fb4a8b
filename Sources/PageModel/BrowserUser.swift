import ChatModel
import ChatWire

/// The user of all tabs of a browser, as its storage has them.
struct BrowserUser: Hashable {
    var name: String?
    var token: String?
    /// Whether a tab is making the guest an account, so that their token may be refused.
    var isSigningUp: Bool

    init(_ identity: Identity) { (name, token, isSigningUp) = (identity.name, identity.token, identity.isSigningUp) }

    init(_ object: JSONObject) throws(WireError) {
        name = try object.optionalString("name")
        token = try object.optionalString("token")
        isSigningUp = try object.optionalBool("signingUp") ?? false
    }
}

extension PageClient {
    /// Notes what another tab has remembered.
    func heard(_ user: BrowserUser) -> [Input] {
        remembered = user
        guard user.token == chat.identity?.token else {
            pageEffects.append(.reload)
            return []
        }
        guard let identity = chat.identity else { return [] }
        guard user.isSigningUp != identity.isSigningUp else {
            guard let name = user.name, name != chat.name, !identity.hasAccount else { return [] }
            return [.rename(name)]
        }
        // The tab that asks the server knows more than the others.
        if account.isSigningUp {
            remember(identity)
            return []
        }
        return [.signUp(user.isSigningUp ? .began : .refused)]
    }

    /// Tells the other tabs who the user is now. What they know already is not repeated: it could
    /// come after what another tab has remembered meanwhile.
    func remember(_ effects: [Effect]) {
        for case .keep(.identity(let identity)) in effects { remember(identity) }
    }

    private func remember(_ identity: Identity) {
        let user = BrowserUser(identity)
        guard user != remembered else { return }
        remembered = user
        pageEffects.append(.remember(user))
    }
}

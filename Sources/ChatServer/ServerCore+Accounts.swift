import ChatRooms
import ChatWire

/// Accounts without HTTP: what ``AccountRoutes`` does for its requests.
extension ServerCore {
    /// Something that a client asks for about an account.
    package enum AccountRequest: Hashable, Sendable {
        /// Makes an account.
        ///
        /// - Parameter guest: the token of the guest who makes it; `nil` for a new user
        case register(name: String, password: String, guest: String?)
        case signIn(name: String, password: String)
        /// Ends the session of this token.
        case signOut(token: String)
        /// Closes the account of a session for good.
        case close(token: String, password: String)
    }

    /// Does what a client asks for.
    ///
    /// - Parameter done: called in a task, with the new session if there is one
    package func answer(
        _ request: AccountRequest, from client: ClientAddress,
        done: @escaping @Sendable (Result<SignedIn?, WireError>) -> Void
    ) {
        Task {
            do throws(WireError) { done(.success(try await answer(request, from: client))) } catch {
                done(.failure(error))
            }
        }
    }

    private func answer(_ request: AccountRequest, from client: ClientAddress) async throws(WireError) -> SignedIn? {
        guard let accounts = context.accounts, let loop = loops.first else { throw .accountsOff }
        switch request {
        case .register(let name, let password, let guest):
            return try await accounts.register(
                .init(name: name, password: password, guest: guest, invite: nil, program: nil), from: client)
        case .signIn(let name, let password):
            return try await accounts.signIn(name, password, from: client)
        case .signOut(let token):
            let identity = try await accounts.identity(ofBearer: token)
            guard let session = identity.session else { throw .accountRequired }
            try await accounts.end(session, of: identity)
        case .close(let token, let password):
            let identity = try await accounts.identity(ofBearer: token)
            try await context.close(identity, in: accounts, password: password, from: client, on: loop)
        }
        return nil
    }
}

import ChatCore
import ChatWire

/// What the user asks the server about an account. It has passwords: it is never part of the state,
/// nor saved.
public enum AccountRequest: Hashable, Sendable {
    /// Makes an account. A guest keeps their messages and rooms.
    case signUp(name: String, password: String, invite: String?)
    /// Signs in to an account of this name. A guest becomes another user.
    case signIn(name: String, password: String)
    /// Lists the account's sessions.
    case sessions
    /// Ends another session of the account, and lists the rest.
    case endSession(SessionID)
    /// Changes the password, and ends all other sessions.
    case changePassword(from: String, to: String)
    /// Ends the session, and erases the account from this device.
    case signOut
    /// Closes the account for good, and erases it from this device.
    case close(password: String)
}

/// What came of an ``AccountRequest``.
public enum AccountAnswer: Hashable, Sendable {
    /// The user has this name now.
    case signedIn(name: String)
    /// The account's sessions, this one included.
    case sessions([ListedSession])
    /// The password was changed, and all other sessions have ended.
    case passwordChanged
    /// Nothing of the account is on this device any more.
    case signedOut
}

extension ClientSession {
    /// Asks the server. Throws ``ChatWire/WireError`` if it refuses, ``ChatCore/StorageError`` if
    /// the disk does, and other errors if there is no answer.
    public func ask(_ request: AccountRequest) async throws -> AccountAnswer {
        switch request {
        case .signUp(let name, let password, let invite):
            return .signedIn(name: try await client.signUp(name: name, password: password, invite: invite).name)
        case .signIn(let name, let password):
            let former = try await client.chat().identity?.user
            let credentials = try await client.signIn(name: name, password: password)
            if let former, former != credentials.user { await shelf?.removeAll() }
            return .signedIn(name: credentials.name)
        case .sessions: return .sessions(try await client.sessions())
        case .endSession(let session):
            try await client.endSession(session)
            return .sessions(try await client.sessions())
        case .changePassword(let old, let new):
            try await client.changePassword(from: old, to: new)
            return .passwordChanged
        case .signOut:
            await shelf?.removeAll()
            do { try await client.signOut() } catch let error as StorageError { throw error } catch {
                // The server could not be asked: the session ends there when it is not used.
                // Nothing is left here all the same.
            }
            return .signedOut
        case .close(let password):
            try await client.closeAccount(password: password)
            await shelf?.removeAll()
            return .signedOut
        }
    }
}

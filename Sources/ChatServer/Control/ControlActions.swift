import ChatRooms
import ChatWire
import NIOCore
import NIOPosix

/// Does what commands ask of a running server, and tells the security log what was done.
struct ControlActions: Sendable {
    let removals: Removals
    /// Answers whether the log knows a person, and which groups they are in.
    let store: any MessageStore
    /// Its accounts tell the security log themselves.
    let server: ServerContext
    /// One of the server's.
    let loop: any EventLoop

    /// Ends when everything is done.
    ///
    /// - Throws: why it was not done
    func perform(_ request: ControlRequest) async throws(WireError) -> ControlReply {
        if let subject = request.removal { return .removed(try await remove(subject)) }
        if case .knows(let user) = request { return .known(try await isKnown(user)) }
        guard let accounts = server.accounts, case .account(let command) = request else {
            throw Self.accountsOff
        }
        return .lines(try await accounts.perform(command, leaveGroups: leaveGroups))
    }

    private static let accountsOff = WireError(
        .accountsOff, "This server runs without accounts. Start it with --accounts, or stop it for this command.")

    private func remove(_ subject: Removal.Subject) async throws(WireError) -> Removed {
        let removed = try await removals.run(subject)
        switch subject {
        case .person(let user): server.security.commandDone("erase", about: user, nil)
        case .rooms: if !removed.rooms.isEmpty { server.security.commandDone("room delete", about: nil, nil) }
        case .remains: break
        }
        return removed
    }

    private func isKnown(_ user: UserID) async throws(WireError) -> Bool? {
        try await reading { store in try store.knows(user) }
    }

    /// Makes a user whose account the operator closes, or whose API key they remove, leave their
    /// groups. The only owner of a group with other people stays in it, so that nobody keeps the
    /// operator from closing an account.
    private func leaveGroups(_ identity: UserIdentity) async throws(WireError) {
        try await Accounts.awaitEntries { group throws(WireError) in try await leave(group, identity) }
        let groups = try await reading { store in try store.groups(of: identity.user).map(\.room) }
        for group in groups {
            do throws(WireError) { try await leave(group, identity) } catch {
                guard error.code == .membership else { throw error }
            }
        }
    }

    private func leave(_ group: RoomName, _ identity: UserIdentity) async throws(WireError) {
        try await server.leave(group, by: identity, from: ClientAddress(.fileSystem, isLocal: true), on: loop)
    }

    /// Reads on a thread that may wait for the disk or the database.
    private func reading<Value: Sendable>(
        _ read: @escaping @Sendable (any MessageStore) throws -> Value
    ) async throws(WireError) -> Value {
        let store = store
        do {
            return try await NIOSingletons.posixBlockingThreadPool.runIfActive { try read(store) }
        } catch let error as StoreError {
            throw error.refusal
        } catch {
            throw StoreError.closed.refusal
        }
    }
}

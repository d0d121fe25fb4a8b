import ChatRooms
import ChatWire
import NIOCore
import NIOPosix

/// Does what commands ask of a running server, and tells the security log what was done.
struct ControlActions: Sendable {
    let removals: Removals
    /// Answers whether the log knows a person.
    let store: any MessageStore
    /// `nil` if the server runs without accounts. They tell the security log themselves.
    let accounts: Accounts?
    let security: SecurityLog

    /// Ends when everything is done.
    ///
    /// - Throws: why it was not done
    func perform(_ request: ControlRequest) async throws(WireError) -> ControlReply {
        if let subject = request.removal { return .removed(try await remove(subject)) }
        if case .knows(let user) = request { return .known(try await isKnown(user)) }
        guard let accounts, case .account(let command) = request else {
            throw WireError(
                .accountsOff,
                "This server runs without accounts. Start it with --accounts, or stop it for this command.")
        }
        return .lines(try await accounts.perform(command))
    }

    private func remove(_ subject: Removal.Subject) async throws(WireError) -> Removed {
        let removed = try await removals.run(subject)
        switch subject {
        case .person(let user): security.commandDone("erase", about: user, nil)
        case .rooms: if !removed.rooms.isEmpty { security.commandDone("room delete", about: nil, nil) }
        case .remains: break
        }
        return removed
    }

    /// Reads on a thread that may wait for the disk or the database.
    private func isKnown(_ user: UserID) async throws(WireError) -> Bool? {
        let store = store
        do {
            return try await NIOSingletons.posixBlockingThreadPool.runIfActive { try store.knows(user) }
        } catch let error as StoreError {
            throw error.refusal
        } catch {
            throw StoreError.closed.refusal
        }
    }
}

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
        switch request {
        case .deleteRoom, .erase:
            let removed = try await removals.run(request.removal ?? .remains)
            tellSecurityLog(of: request, removed)
            return .removed(removed)
        case .knows(let user): return .known(try await isKnown(user))
        case .account(let command):
            guard let accounts else {
                throw WireError(
                    .accountsOff,
                    "This server runs without accounts. Start it with --accounts, or stop it for this command.")
            }
            return .lines(try await accounts.perform(command))
        }
    }

    /// A room that is not there is not told.
    private func tellSecurityLog(of request: ControlRequest, _ removed: Removed) {
        switch request {
        case .erase(let user): security.commandDone("erase", about: user, nil)
        case .deleteRoom where !removed.rooms.isEmpty: security.commandDone("room delete", about: nil, nil)
        case .deleteRoom, .knows, .account: break
        }
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

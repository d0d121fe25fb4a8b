import ChatRooms
import ChatWire
import NIOCore

extension ServerContext {
    /// Tells the accounts what this server does for them. Called before the server begins.
    ///
    /// - Parameter store: the log, which has the groups that users leave with their accounts
    func attachAccounts(of store: any MessageStore) {
        let (fanout, presence, cluster, filter) = (fanout, presence, cluster, filter)
        accounts?.attach(
            Accounts.Server(
                sessionsEnded: { ended in
                    fanout.onEachTable { $0.endSessions(ended) }
                    cluster?.announce(.sessionsEnded(ended))
                },
                namesChanged: { cluster?.announce($0) },
                bansChanged: {
                    closeBanned()
                    cluster?.announce(.bansChanged)
                }, isAlone: cluster == nil,
                isNameHeld: { presence.holds($0, butBy: $1) }, refusalOfName: { filter?.refusal(ofName: $0) },
                groupsLeft: { user throws(StoreError) in try store.groupsLeft(byClosing: user) },
                commandDone: security.commandDone),
            telling: cluster?.spendings)
    }

    /// Closes an account for good. Its user leaves their groups.
    ///
    /// - Parameter loop: where they are left
    func close(
        _ identity: UserIdentity, in accounts: Accounts, password: String, from client: ClientAddress,
        on loop: any EventLoop
    ) async throws(WireError) {
        try await accounts.close(password, of: identity, at: client) { group throws(WireError) in
            try await leave(group, by: identity, from: client, on: loop)
        }
    }
}

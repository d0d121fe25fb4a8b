import ChatRooms
import ChatWire

/// What one connection reports: to the log, to the security log, to the metrics and to
/// the count of those for whom events are encoded.
struct ConnectionRecord {
    let spoken: ChatProtocol
    let id: ConnectionID
    let client: ClientAddress
    let table: LoopTable
    let server: ServerContext

    func opened() {
        count(1)
        server.logger.debug("opened", metadata: table.metadata(id, spoken.rawValue))
    }

    /// The connection has ended.
    /// - Parameter user: `nil` for a connection that has not introduced itself
    func closed(_ code: CloseCode?, _ user: UserID?) {
        if code == .tooSlow { table.metrics.slowReaderCuts.increment() }
        count(-1)
        server.logger.debug("closed", metadata: table.metadata(id, spoken.rawValue, code))
        cut(code, user)
    }

    /// The server closes the connection, which will not tell ``closed(_:_:)`` with what code.
    func cut(_ code: CloseCode?, _ user: UserID?) {
        server.security.closed(code, user, client, spoken.rawValue)
    }

    func signedIn(_ user: UserID) { server.security.signedIn(user, client, spoken.rawValue) }

    func refused(_ error: WireError, _ user: UserID?) {
        table.metrics.count(error)
        server.logger.debug("refused", metadata: table.metadata(id, spoken.rawValue, error))
        server.security.refused(error, user, client, spoken.rawValue)
    }

    private func count(_ change: Int) {
        server.fanout.changeAudience { $0[spoken] += change }
    }
}

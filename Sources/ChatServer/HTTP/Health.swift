import ChatRooms

/// What `/health` says: whether messages are taken, and what an operator should look at.
struct Health: Hashable {
    /// Whether the server takes requests: it is not stopping, and its store has not failed.
    var isAccepting: Bool
    /// Whether it stores nothing because its disk is nearly full.
    var isReadOnly = false
    var condition = StoreCondition()

    var isReady: Bool { isAccepting && !isReadOnly }

    /// A line for each thing there is to say.
    var text: String {
        var lines = [isReady ? "ok" : "not ready: no messages are taken"]
        if isAccepting, isReadOnly {
            let free = condition.freeBytes.map { " (\($0) bytes are free)" } ?? ""
            lines.append("read-only: the disk is nearly full\(free); rooms can be joined and read")
        }
        if condition.damagedRows > 0 {
            lines.append(
                "damaged: \(condition.damagedRows) rows of the database are not what was written"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Health {
    init(of server: ServerContext) {
        let committer = server.committer
        self.init(
            isAccepting: committer.isAccepting, isReadOnly: committer.isReadOnly, condition: committer.storeCondition)
    }
}

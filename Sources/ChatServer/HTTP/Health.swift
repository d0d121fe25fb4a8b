import ChatRooms

/// The content of `/health`: whether messages are accepted, and what needs an operator's attention.
struct Health: Hashable {
    /// Whether the server accepts requests: it is not stopping, and its store has not failed.
    var isAccepting: Bool
    /// Whether a commit has run for ``Limits/storeDeadline``: the disk or the database hangs.
    var isStoreHanging = false
    /// Whether the disk is nearly full, so that nothing is stored.
    var isReadOnly = false
    var condition = StoreCondition()
    /// Whether the last request to the files' object store failed.
    var isFileStorageAway = false
    /// The number of other servers that share the log and are heard; `nil` if there can be none.
    var otherServers: Int?

    var isReady: Bool { isAccepting && !isReadOnly && !isStoreHanging }

    /// A line for each statement.
    var text: String {
        var lines = [isReady ? "ok" : "not ready: no messages are accepted"]
        if isAccepting, isStoreHanging { lines.append("the store does not answer: look at the disk or the database") }
        if isAccepting, isReadOnly {
            let free = condition.freeBytes.map { " (\($0) bytes are free)" } ?? ""
            lines.append("read-only: the disk is nearly full\(free); rooms can be joined and read")
        }
        if condition.damagedRows > 0 {
            lines.append(
                "damaged: \(condition.damagedRows) rows of the database are not what was written"
            )
        }
        if isFileStorageAway {
            lines.append("files: their storage can't be used; files are refused for now, messages are not affected")
        }
        if let otherServers {
            lines.append("cluster: \(otherServers) other \(otherServers == 1 ? "server is" : "servers are") heard")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Health {
    init(of server: ServerContext) {
        let committer = server.committer
        self.init(
            isAccepting: committer.isAccepting, isStoreHanging: committer.isStoreHanging,
            isReadOnly: committer.isReadOnly, condition: committer.storeCondition,
            isFileStorageAway: server.files?.objects?.isAway ?? false, otherServers: server.cluster?.othersCount)
    }
}

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
    /// Whether the log is in another process. It answers as long as the store does not hang.
    var hasDatabase = false
    /// Whether the last request to the files' object store failed; `nil` if there is none.
    var isFileStorageAway: Bool?
    /// Whether the bus carries messages between servers; `nil` if there is none.
    var isBusCarrying: Bool?
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
        if hasDatabase, isAccepting, !isStoreHanging { lines.append("log: the database answers") }
        switch isFileStorageAway {
        case true?:
            lines.append("files: their storage can't be used; files are refused for now, messages are not affected")
        case false?: lines.append("files: their storage can be used")
        case nil: break
        }
        switch isBusCarrying {
        case true?: lines.append("bus: messages of other servers are heard")
        case false?:
            lines.append(
                "bus: it can't be used; events of other servers arrive up to a second late; typing, read marks and lists of people are not updated"
            )
        case nil: break
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
            hasDatabase: committer.isStoreRemote, isFileStorageAway: server.files?.objects?.isAway,
            isBusCarrying: server.cluster?.busCondition.isCarrying, otherServers: server.cluster?.othersCount)
    }
}

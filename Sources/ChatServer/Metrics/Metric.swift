/// The metrics of the server, by their names in Prometheus, in the order of the page.
enum Metric: String, CaseIterable, Sendable {
    case connections = "martlet_connections"
    case connectionLimit = "martlet_connections_limit"
    case turnedAway = "martlet_connections_turned_away_total"
    case acceptFailures = "martlet_accept_failures_total"
    case messages = "martlet_messages_total"
    case expired = "martlet_expired_messages_total"
    case commitMessages = "martlet_commit_messages"
    case commitSeconds = "martlet_commit_seconds"
    case commitRunning = "martlet_commit_running_seconds"
    case damagedRows = "martlet_damaged_rows"
    case readOnly = "martlet_read_only"
    case diskFree = "martlet_disk_free_bytes"
    case deliveries = "martlet_deliveries_total"
    case deliverySeconds = "martlet_delivery_seconds"
    case slowReaderCuts = "martlet_slow_reader_cuts_total"
    case refusalCuts = "martlet_refusal_cuts_total"
    case uploads = "martlet_uploads_total"
    case uploadedBytes = "martlet_uploaded_bytes_total"
    case downloads = "martlet_downloads_total"
    case filesRemoved = "martlet_files_removed_total"
    case storageFailures = "martlet_file_storage_failures_total"
    case otherServers = "martlet_cluster_other_servers"
    case eventsOfOthers = "martlet_cluster_events_total"
    case lag = "martlet_cluster_lag_seconds"
    case missed = "martlet_cluster_missed_total"
    case ignored = "martlet_cluster_ignored_total"
    case busCarries = "martlet_cluster_bus_carries"
    case busLost = "martlet_cluster_bus_lost_total"
    case spentElsewhere = "martlet_cluster_spent_total"
    case readWaits = "martlet_database_read_waits_total"
    case errors = "martlet_errors_total"
    case certificateEnd = "martlet_certificate_expires_seconds"
    /// The name that Prometheus' own client libraries give it.
    case startTime = "process_start_time_seconds"

    enum Kind: Hashable {
        case counter, gauge
        /// A histogram of durations, in seconds.
        case seconds
        /// A histogram of counts.
        case sizes
    }

    var kind: Kind {
        switch self {
        case .connections, .connectionLimit, .commitRunning, .damagedRows, .readOnly, .diskFree, .otherServers,
            .busCarries, .certificateEnd, .startTime:
            .gauge
        case .commitSeconds, .deliverySeconds, .lag: .seconds
        case .commitMessages: .sizes
        case .turnedAway, .acceptFailures, .messages, .expired, .deliveries, .slowReaderCuts, .refusalCuts, .uploads,
            .uploadedBytes, .downloads, .filesRemoved, .storageFailures, .eventsOfOthers, .missed, .ignored,
            .busLost, .spentElsewhere, .readWaits, .errors:
            .counter
        }
    }

    var help: String {
        switch self {
        case .connections: "Open connections by protocol."
        case .connectionLimit: "The maximum of connections. Further ones are turned away."
        case .turnedAway: "Connections closed at once because the maximum was reached."
        case .acceptFailures: "Times that the system had no descriptor for a connection."
        case .messages: "Messages appended to the log."
        case .expired: "Messages erased because they expired."
        case .commitMessages: "Sends in one commit."
        case .commitSeconds: "Time of one commit, flush included."
        case .commitRunning: "How long the commit that runs now has taken; 0 if none runs."
        case .damagedRows: "Damaged rows of the database found since the start."
        case .readOnly: "1 while the disk is too full for messages."
        case .diskFree: "Free bytes of the database's disk."
        case .deliveries: "Events written to connections."
        case .deliverySeconds: "Time from a message's arrival until it was written, by commit, room and event loop."
        case .slowReaderCuts: "Readers cut for being too slow."
        case .refusalCuts: "Connections cut for too many refused requests."
        case .uploads: "Files taken."
        case .uploadedBytes: "Bytes of received files."
        case .downloads: "Downloads of files or parts of files."
        case .filesRemoved: "Files removed from the disk."
        case .storageFailures: "Failed requests to the object store of files."
        case .otherServers: "Other servers of the cluster that are heard."
        case .eventsOfOthers: "Events that other servers of the cluster have appended."
        case .lag: "Age of another server's event when this server reads it, by the clocks of both."
        case .missed: "Seconds in which messages of other servers were missing."
        case .ignored: "Messages of other servers that came twice or too late, and have no effect."
        case .busCarries: "1 while the bus carries messages between servers. Without a bus it is not there."
        case .busLost: "Messages that this server could not give to the bus."
        case .spentElsewhere: "What was used of rate limits on other servers, beyond the first half."
        case .readWaits: "Reads that had to wait for a connection to the database."
        case .errors: "Refusals by error number."
        case .certificateEnd:
            "When the TLS certificate in use ends, in seconds since 1970. Without TLS it is not there."
        case .startTime: "When the server was started, in seconds since 1970."
        }
    }
}

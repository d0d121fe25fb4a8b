import ChatWire

/// The page at `/metrics`.
enum MetricsPage {
    static func text(of server: ServerContext) async throws -> String {
        var loops = LoopMetrics()
        for metrics in try await server.fanout.gather({ $0.metrics }) { loops.add(metrics) }
        let commits = server.committer.metrics
        var page = PrometheusText()
        page.family(
            "martlet_connections", "gauge", "Open connections by protocol.", label: "protocol",
            [
                ("v1", UInt64(max(0, loops.connections.v1))),
                ("swiftchat", UInt64(max(0, loops.connections.swiftChat))),
                ("lines", UInt64(max(0, loops.connections.lines))),
            ])
        page.gauge(
            "martlet_connections_limit", "The maximum of connections. Further ones are turned away.",
            server.connections.limit)
        let connections = server.connections.counts
        page.counter(
            "martlet_connections_turned_away_total", "Connections closed at once because the maximum was reached.",
            connections.turnedAway)
        page.counter(
            "martlet_accept_failures_total", "Times that the system had no descriptor for a connection.",
            connections.acceptFailures)
        page.counter("martlet_messages_total", "Messages appended to the log.", commits.messages)
        page.counter(
            "martlet_expired_messages_total", "Messages erased because they expired.", commits.expired)
        page.histogram("martlet_commit_messages", "Sends in one commit.", commits.batchSize)
        page.histogram("martlet_commit_seconds", "Time of one commit, flush included.", commits.latency)
        let condition = server.committer.storeCondition
        page.gauge(
            "martlet_damaged_rows", "Damaged rows of the database found since the start.",
            condition.damagedRows)
        page.gauge(
            "martlet_read_only", "1 while the disk is too full for messages.", server.committer.isReadOnly ? 1 : 0)
        if let free = condition.freeBytes {
            page.gauge("martlet_disk_free_bytes", "Free bytes of the database's disk.", Int(clamping: free))
        }
        page.counter("martlet_deliveries_total", "Events written to connections.", loops.delivered)
        page.histogram(
            "martlet_delivery_seconds",
            "Time from a message's arrival until it was written, by commit, room and event loop.",
            loops.deliveryLatency)
        page.counter("martlet_outbox_cuts_total", "Readers cut for being too slow.", loops.outboxCuts)
        page.counter(
            "martlet_refusal_cuts_total", "Connections cut for too many refused requests.", loops.refusalCuts)
        let files = server.files?.metrics ?? FileMetrics()
        page.counter("martlet_uploads_total", "Files taken.", files.uploads)
        page.counter("martlet_uploaded_bytes_total", "Bytes of received files.", files.uploaded)
        page.counter("martlet_downloads_total", "Downloads of files or parts of files.", files.downloads)
        page.counter("martlet_files_removed_total", "Files removed from the disk.", files.removed)
        let errors = loops.errors.merging(files.errors, uniquingKeysWith: +)
        page.family(
            "martlet_errors_total", "counter", "Refusals by error number.", label: "code",
            errors.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) })
        return page.text
    }
}

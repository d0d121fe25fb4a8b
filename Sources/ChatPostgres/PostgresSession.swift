import CPostgres
import ChatWire

/// A session with a PostgreSQL server through libpq. One thread uses it at a time.
///
/// It is always in libpq's pipeline mode: executions are queued, and one round trip brings the
/// results of all of them (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
final class PostgresSession {
    private enum Queued {
        case preparation(PostgresPlan)
        case execution
        case commit
    }

    let pq: pg_library
    private let connection: OpaquePointer
    private let warnings: PostgresWarnings
    private var queue: [Queued] = []
    /// What was sent without waiting for its results.
    private var posted: [Queued] = []
    private var buffer = ParameterBuffer()
    private(set) var isLost = false

    /// Connects, and waits for the server.
    init(_ address: PostgresAddress) throws {
        let pq = address.library
        guard let connection = address.connect() else {
            throw PostgresError.lost("There is no memory for a connection")
        }
        guard pq.status(connection) == pg_connection_ok else {
            let message = pq.errorMessage(connection).map { String(cString: $0) } ?? ""
            pq.finish(connection)
            throw PostgresError.lost(message.oneLine)
        }
        guard pq.enterPipelineMode(connection) == 1 else {
            pq.finish(connection)
            throw PostgresError.lost("The connection has no pipeline mode")
        }
        self.pq = pq
        self.connection = connection
        warnings = PostgresWarnings(pq)
        warnings.receive(from: connection)
    }

    deinit { pq.finish(connection) }

    /// Queues an execution. Reads results only when the queue is full; then this throws the error
    /// of an earlier execution, too.
    func queue(_ plan: PostgresPlan, _ values: [PostgresValue] = []) throws {
        try send(plan, values, as: .execution)
        if queue.count >= Limits.databasePipeline { _ = try drain() }
    }

    /// Executes after everything that is queued, and returns the rows.
    func execute(_ plan: PostgresPlan, _ values: [PostgresValue] = []) throws -> PostgresRows {
        try send(plan, values, as: .execution)
        guard let rows = try drain() else { throw fault("it returned no result") }
        return rows
    }

    /// Reads the results of what is queued, then sends this and does not wait. Its result is read
    /// before those of what is executed next.
    func post(_ plan: PostgresPlan) throws {
        _ = try drain()
        try takePosted()
        try send(plan, [], as: .execution)
        guard pq.pipelineSync(connection) == 1 else { throw fault() }
        posted = queue
        queue.removeAll(keepingCapacity: true)
    }

    /// Reads the results of what was posted, whatever they are.
    ///
    /// - Throws: if the connection is lost
    func takePosted() throws {
        guard !posted.isEmpty else { return }
        let steps = posted
        posted.removeAll(keepingCapacity: true)
        do { _ = try results(of: steps) } catch  where !isLost {}
    }

    /// Commits everything that is queued.
    ///
    /// After a warning of `COMMIT` itself its outcome is unknown: PostgreSQL warns when somebody
    /// has ended the commit's wait for a synchronous standby
    /// (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION). Warnings of
    /// other statements do not count.
    func commit(_ plan: PostgresPlan) throws {
        try send(plan, [], as: .commit)
        guard let rows = try drain() else { throw fault("it returned no result") }
        if let warning = warnings.take() {
            isLost = true
            throw PostgresError(state: "01000", message: warning, isConnectionLost: true, mayHaveCommitted: true)
        }
        // A commit of a failed transaction is a rollback, and no error.
        guard rows.tag == "COMMIT" else {
            throw PostgresError(state: "25P02", message: "The transaction had failed before its commit")
        }
    }

    /// The descriptor that becomes readable when the server has sent something.
    var descriptor: Int32 { pq.socket(connection) }

    /// What `NOTIFY` has brought and was not taken yet. Does not wait.
    func notifications() throws -> [(sender: Int32, payload: String)] {
        guard pq.consumeInput(connection) == 1 else { throw fault() }
        var notifications: [(sender: Int32, payload: String)] = []
        while let next = pq.notifies(connection) {
            notifications.append((next.pointee.sender, String(cString: next.pointee.payload)))
            pq.freemem(next)
        }
        return notifications
    }

    /// Reads the results of everything that is queued, whatever they are.
    func discard() throws {
        do {
            _ = try drain()
        } catch  where !isLost {}
    }
}

extension PostgresSession {
    private func send(_ plan: PostgresPlan, _ values: [PostgresValue], as kind: Queued) throws {
        guard !isLost else { throw PostgresError.lost("The connection to PostgreSQL was lost") }
        if !plan.isPrepared {
            let sent = plan.types.withUnsafeBufferPointer {
                pq.sendPrepare(connection, plan.name, plan.sql, Int32(clamping: $0.count), $0.baseAddress)
            }
            guard sent == 1 else { throw fault() }
            // There is one statement without a name. The next preparation without a name replaces
            // it, so it is prepared for each execution.
            plan.isPrepared = !plan.name.isEmpty
            queue.append(.preparation(plan))
        }
        let sent = buffer.with(values) { pointers, lengths, formats in
            pq.sendQueryPrepared(
                connection, plan.name, Int32(clamping: values.count), pointers, lengths, formats, 1)
        }
        guard sent == 1 else { throw fault() }
        queue.append(kind)
    }

    /// Reads the results of everything that is queued.
    ///
    /// - Returns: the last result
    /// - Throws: the first error. The server executes nothing that was queued after it.
    private func drain() throws -> PostgresRows? {
        guard !isLost else { throw PostgresError.lost("The connection to PostgreSQL was lost") }
        guard !queue.isEmpty else { return nil }
        guard pq.pipelineSync(connection) == 1 else { throw fault() }
        let queued = queue
        queue.removeAll(keepingCapacity: true)
        try takePosted()
        return try results(of: queued)
    }

    /// Reads the results of what one synchronisation has sent.
    private func results(of queued: [Queued]) throws -> PostgresRows? {
        var (last, failure): (PostgresRows?, PostgresError?) = (nil, nil)
        for step in queued {
            // Warnings of earlier statements came before their results. libpq reads no message of
            // COMMIT before it is asked for COMMIT's result.
            if case .commit = step { _ = warnings.take() }
            guard let result = pq.getResult(connection) else { throw lost(during: queued) }
            let rows = PostgresRows(result, pq)
            switch pq.resultStatus(result) {
            case pg_command_ok, pg_tuples_ok: last = rows
            case pg_fatal_error:
                failure = failure ?? error(of: result)
                if isLost { throw lost(during: queued, failure) }
                fallthrough
            default:
                if case .preparation(let plan) = step { plan.isPrepared = false }
            }
            // Every result is followed by an end of its own.
            while let further = pq.getResult(connection) { pq.clear(further) }
        }
        guard let end = pq.getResult(connection) else { throw lost(during: queued) }
        defer { pq.clear(end) }
        guard pq.resultStatus(end) == pg_pipeline_sync else { throw lost(during: queued) }
        if let failure { throw failure }
        return last
    }

    private func error(of result: OpaquePointer) -> PostgresError {
        let field = { [pq] (name: Int32) in pq.resultErrorField(result, name).map { String(cString: $0) } }
        // libpq's own errors have no SQLSTATE. After a fatal one the server ends the session. A
        // session whose prepared statements somebody else has dropped is given up: the next one
        // prepares anew.
        let severity = field(pg_field_severity)
        guard let state = field(pg_field_sqlstate) else {
            isLost = true
            return .lost(message.oneLine)
        }
        isLost =
            severity == "FATAL" || severity == "PANIC" || state == PostgresError.noSuchStatement
            || pq.status(connection) != pg_connection_ok
        return PostgresError(state: state, message: field(pg_field_message) ?? "", isConnectionLost: isLost)
    }

    private func lost(during queued: [Queued], _ cause: PostgresError? = nil) -> PostgresError {
        isLost = true
        var error = cause ?? .lost(message.oneLine)
        error.mayHaveCommitted = queued.contains { if case .commit = $0 { true } else { false } }
        return error
    }

    /// An error that libpq reports without a result. The order of results is not known any more.
    private func fault(_ message: String? = nil) -> PostgresError {
        isLost = true
        return .lost("PostgreSQL's library failed: \(message ?? self.message.oneLine)")
    }

    private var message: String { pq.errorMessage(connection).map { String(cString: $0) } ?? "" }
}

/// A statement as the server prepares it: for one session and one list of parameter types.
final class PostgresPlan {
    /// Empty for a statement that is prepared anew for each execution.
    let name: String
    let sql: String
    /// 0 for a type that the server finds out.
    let types: [pg_oid]
    fileprivate(set) var isPrepared = false

    init(name: String = "", sql: String, types: [pg_oid] = []) {
        self.name = name
        self.sql = sql
        self.types = types
    }
}

import CPostgres

/// The warnings of a session. libpq hands them over while results are read; without a receiver it
/// would write them to standard error, with all other notices.
final class PostgresWarnings {
    private let pq: pg_library
    private var last: String?

    init(_ pq: pg_library) { self.pq = pq }

    /// Receives the notices of a connection from now on. It has to live as long as the connection.
    func receive(from connection: OpaquePointer) {
        _ = pq.setNoticeReceiver(
            connection,
            { context, notice in
                guard let context, let notice else { return }
                Unmanaged<PostgresWarnings>.fromOpaque(context).takeUnretainedValue().note(notice)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The last warning since this was called before.
    func take() -> String? {
        defer { last = nil }
        return last
    }

    private func note(_ notice: OpaquePointer) {
        let field = { [pq] (name: Int32) in pq.resultErrorField(notice, name).map { String(cString: $0) } }
        if field(pg_field_severity) == "WARNING" { last = field(pg_field_message) ?? "" }
    }
}

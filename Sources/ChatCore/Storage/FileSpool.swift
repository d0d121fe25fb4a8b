/// Files in a folder beside the journal. The journal's lock protects both.
///
/// A file needs no temporary name: the journal does not refer to a half-written file, and it is
/// removed when the journal is opened.
struct FileSpool: Spool {
    /// The folder's path.
    let path: String
    let system: any FileSystem

    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError) {
        let path = path(of: ticket)
        try system.syncFolder(of: path)
        do throws(StorageError) {
            let file = try system.open(path)
            defer { file.close() }
            try file.truncate(to: 0)
            var offset: UInt64 = 0
            while offset < source.size {
                let part = try source.read(at: offset, count: Limits.filePartBytes)
                try file.append(part)
                offset += UInt64(part.count)
            }
            try file.sync()
            try system.syncFolder(of: path)
        } catch {
            try? system.remove(path)
            throw error
        }
    }

    func source(of ticket: Ticket, size: UInt64) -> FileSource {
        FileSource(size: size, path: path(of: ticket), in: system)
    }

    func remove(_ ticket: Ticket) throws(StorageError) { try system.remove(path(of: ticket)) }

    func tickets() throws(StorageError) -> [Ticket] {
        try system.names(in: path).compactMap { $0.utf8.count == 16 ? UInt64($0, radix: 16).map { Ticket($0) } : nil }
    }

    private func path(of ticket: Ticket) -> String { "\(path)/\(ticket.text)" }
}

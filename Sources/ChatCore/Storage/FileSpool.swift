/// Files in a folder beside the journal, which holds the lock for both.
///
/// A file that was not written to its end is not referred to by the journal, and goes when the journal is opened; so it needs no other
/// name until it is whole.
struct FileSpool: Spool {
    /// Of the folder.
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
            // The folder has a name, too.
            try system.syncFolder(of: self.path)
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

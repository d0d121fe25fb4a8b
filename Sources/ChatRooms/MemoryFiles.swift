import ChatWire

/// The files of a log, as a value.
struct MemoryFiles {
    private var records: [FileID: FileRecord] = [:]
    /// The owner of each deleted file's id. Nobody else may use the id.
    private var deleted: [FileID: UserID] = [:]

    subscript(id: FileID) -> FileRecord? { records[id] }

    var places: Set<FilePlace> { Set(records.values.map(\.place)) }

    func bytes(of user: UserID, except: [FileID]) -> UInt64 {
        records.values.lazy.filter { $0.user == user && !except.contains($0.attachment.id) }
            .reduce(0) { $0 + FileLimits.charge(ofSize: $1.attachment.size) }
    }

    mutating func record(_ file: FileRecord) -> FileOutcome {
        if let known = records[file.attachment.id] {
            return known.isRepeated(by: file.user, digest: file.digest) ? .alreadyThere(known) : .conflict
        }
        guard deleted[file.attachment.id] ?? file.user == file.user else { return .conflict }
        records[file.attachment.id] = file.taken(by: nil)
        return .recorded
    }

    /// The files of a message belong to it from now on.
    mutating func give(_ files: [Attachment], to message: MessagePlace) {
        for file in files { records[file.id] = records[file.id]?.taken(by: message) }
    }

    /// Forgets a file that was deleted, but not the owner of its id.
    /// - Returns: where its bytes are
    mutating func forget(_ id: FileID) -> [FilePlace] {
        guard let record = records.removeValue(forKey: id) else { return [] }
        deleted[id] = record.user
        return [record.place]
    }

    var newestUnused: Int64? { records.values.lazy.filter { !$0.isTaken }.map(\.at).max() }

    mutating func forgetUnused(before: Int64) -> [FilePlace] {
        let unused = records.values.filter { !$0.isTaken && $0.at < before }.prefix(Limits.unusedFilesStep)
        for record in unused { records[record.attachment.id] = nil }
        return unused.map(\.place)
    }
}

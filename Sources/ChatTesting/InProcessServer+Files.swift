import ChatCore
import ChatRooms
import ChatWire

/// The files of an ``InProcessServer``: what its disk keeps of them. A value, so that a server that starts again takes it over, and a copy of
/// it is a backup.
public struct InProcessFiles: Hashable, Sendable {
    struct File: Hashable, Sendable {
        var owner: UserID
        var attachment: Attachment
        /// `nil` when its message was deleted.
        var bytes: [UInt8]?
        var at: Int64
        /// The message that it went with.
        var use: Use?
    }

    struct Use: Hashable, Sendable {
        var room: RoomName
        var intent: Intent?
        /// `nil` before it is in the log.
        var seq: UInt64?
    }

    private(set) var files: [FileID: File] = [:]

    public init() {}

    /// A file's bytes, or `nil` where there is none of this id.
    public subscript(id: FileID) -> [UInt8]? { files[id]?.bytes }

    /// How many there are.
    public var count: Int { files.values.count { $0.bytes != nil } }

    mutating func put(_ upload: Upload, _ bytes: [UInt8], of owner: UserID, at now: Int64) throws(WireError)
        -> Attachment
    {
        if let error = FileRule.check(name: upload.name) ?? FileRule.check(size: UInt64(bytes.count)) { throw error }
        if let known = files[upload.id] {
            guard known.owner == owner, known.bytes == bytes, known.attachment.name == upload.name else {
                throw WireError(.fileConflict, "This id stands for another file: upload this one under a new id.")
            }
            return known.attachment
        }
        let held = files.values.reduce(0) { $0 + ($1.owner == owner ? UInt64($1.bytes?.count ?? 0) : 0) }
        guard held + UInt64(bytes.count) <= Limits.fileBytesPerUser else {
            throw WireError(.fileQuota, "Your files together would be too large: delete some.")
        }
        let (type, dimensions) = InProcessFiles.recognise(bytes)
        let attachment = Attachment(
            id: upload.id, name: upload.name, type: type, size: UInt64(bytes.count), dimensions: dimensions)
        files[upload.id] = File(owner: owner, attachment: attachment, bytes: bytes, at: now)
        return attachment
    }

    /// Why this message may not go with the file that it names; `nil` if it may. Then it has it, until ``settle(_:as:)`` says otherwise.
    mutating func claim(_ draft: Draft) -> WireError? {
        guard let wanted = draft.attachment else { return nil }
        let missing = WireError(
            .noSuchFile, "There is no such file of yours that waits for a message: upload it again.")
        guard let file = files[wanted.id], file.owner == draft.author.user, file.attachment == wanted else {
            return missing
        }
        if let use = file.use { return use.intent != nil && use.intent == draft.intent ? nil : missing }
        files[wanted.id]?.use = Use(room: draft.room, intent: draft.intent)
        return nil
    }

    /// What became of a message that had claimed its file.
    mutating func settle(_ draft: Draft, as outcome: AppendOutcome) {
        switch outcome {
        case .appended(let event):
            if case .deletion(let of) = event.content { delete(of, in: draft.room) }
            if let id = draft.attachment?.id { files[id]?.use?.seq = event.seq }
        case .alreadyThere: break
        case .refused, .outOfTurn, .conflict, .passed:
            if let id = draft.attachment?.id, files[id]?.use?.seq == nil { files[id]?.use = nil }
        }
    }

    private mutating func delete(_ seq: UInt64, in room: RoomName) {
        for (id, file) in files where file.use?.room == room && file.use?.seq == seq { files[id]?.bytes = nil }
    }

    /// Removes what no message has taken within a day.
    mutating func sweep(at now: Int64) {
        files = files.filter { $0.value.use != nil || now - $0.value.at < Limits.unusedFileAge }
    }

    /// As far as tests need it: PNG with its size, JPEG, PDF.
    private static func recognise(_ bytes: [UInt8]) -> (type: String, dimensions: Attachment.Dimensions?) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            return ("image/png", Attachment.Dimensions(width: numbers[0], height: numbers[1]))
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ("image/jpeg", nil) }
        return (bytes.starts(with: "%PDF-".utf8) ? "application/pdf" : "application/octet-stream", nil)
    }
}

// What HTTP is on a real server.
extension InProcessServer {
    /// A file that was uploaded whole, in the name of whose token it is; it is on disk when this returns.
    public mutating func put(_ upload: Upload, _ bytes: [UInt8], token: String) throws(WireError) -> Attachment {
        guard let user = authenticator.user(of: token) else {
            throw WireError(.tokenRefused, "This token is not one of this server's.")
        }
        guard UInt64(bytes.count) == upload.size else {
            throw WireError(.file, "The file was to have \(upload.size) bytes, and \(bytes.count) came.")
        }
        return try files.put(upload, bytes, of: user, at: clock.milliseconds)
    }

    /// A file's bytes, to whoever knows its id.
    public func get(_ id: FileID) throws(WireError) -> [UInt8] {
        guard let bytes = files[id] else { throw WireError(.noSuchFile, "There is no such file.") }
        return bytes
    }
}

extension FileRecord {
    /// Of the file that a message goes with: the server keeps the files itself, and its store hears of one with the message.
    init?(of draft: Draft) {
        guard let attachment = draft.attachment else { return nil }
        self.init(
            attachment: attachment, user: draft.author.user, digest: Array(repeating: 0, count: 32), at: draft.at,
            place: attachment.id)
    }
}

extension Draft {
    fileprivate var attachment: Attachment? { mutation.attachment }
}

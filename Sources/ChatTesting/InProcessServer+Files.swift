import ChatCore
import ChatRooms

/// The bytes of the files of an ``InProcessServer``, as its disk has them: what is known of them is in its store. A value, so that a server
/// that starts again takes it over, and a copy of it is a backup.
public struct InProcessFiles: Hashable, Sendable {
    /// By place.
    private var bytes: [FilePlace: [UInt8]] = [:]

    public init() {}

    /// How many there are.
    public var count: Int { bytes.count }

    subscript(place: FilePlace) -> [UInt8]? { bytes[place] }

    mutating func write(_ file: [UInt8], to place: FilePlace) { bytes[place] = file }

    mutating func remove(_ places: [FilePlace]) { for place in places { bytes[place] = nil } }
}

// What HTTP is on a real server.
extension InProcessServer {
    private var limits: FileLimits { FileLimits() }

    /// A file that was uploaded whole, in the name of whose token it is; it is on disk when this returns.
    public mutating func put(_ upload: Upload, _ bytes: [UInt8], token: String) throws(WireError) -> Attachment {
        guard let user = authenticator.user(of: token) else {
            throw WireError(.tokenRefused, "This token is not one of this server's.")
        }
        if let error = FileRule.check(name: upload.name) ?? FileRule.check(size: upload.size)
            ?? limits.refusal(ofSize: upload.size)
        {
            throw error
        }
        guard UInt64(bytes.count) == upload.size else {
            throw WireError(.file, "The upload names \(upload.size) bytes, and \(bytes.count) came.")
        }
        let (type, dimensions) = Self.recognise(bytes)
        let attachment = Attachment(
            id: upload.id, name: upload.name, type: type, size: upload.size, dimensions: dimensions)
        return try record(attachment, bytes, of: user).result(of: attachment).attachment
    }

    /// A file's bytes, to whoever knows its id.
    public func get(_ id: FileID) throws(WireError) -> [UInt8] {
        guard let place = (try? store.file(id))?.place, let bytes = files[place] else {
            throw .noSuchFile
        }
        return bytes
    }

    /// Forgets files that no message has and that came before this moment, in milliseconds since 1970-01-01 UTC.
    public mutating func forgetUnused(before moment: Int64) {
        tell(of: CommitBatch(chores: CommitChores(unusedBefore: moment)))
    }

    private mutating func record(
        _ attachment: Attachment, _ bytes: [UInt8], of user: UserID
    ) throws(WireError) -> FileOutcome {
        do throws(StoreError) {
            let stored = try store.fileBytes(of: user, except: [attachment.id])
            let refusal =
                try store.file(attachment.id)?.refusal(ofUpload: attachment.size, by: user)
                ?? limits.refusal(ofTotal: stored + attachment.size)
            if let refusal { return .refused(refusal) }
        } catch {
            throw error.refusal
        }
        let place = FilePlace.random(using: &random)
        // Bytes as few as these are their own digest.
        let record = FileRecord(attachment: attachment, user: user, digest: bytes, at: clock.wall, place: place)
        let outcome = tell(of: CommitBatch(chores: CommitChores(files: [record]))).first ?? .success(.conflict)
        if case .success(.recorded) = outcome { files.write(bytes, to: place) }
        return try outcome.get()
    }

    /// As far as tests need it: PNG with its size, and PDF.
    private static func recognise(_ bytes: [UInt8]) -> (type: String, dimensions: Attachment.Dimensions?) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            return ("image/png", Attachment.Dimensions(width: numbers[0], height: numbers[1]))
        }
        return (bytes.starts(with: "%PDF-".utf8) ? "application/pdf" : "application/octet-stream", nil)
    }
}

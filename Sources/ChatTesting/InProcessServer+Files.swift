import ChatCore
import ChatRooms

/// The bytes of the files of an ``InProcessServer``; their records are in its store. It is a value:
/// pass it to a server that starts again, or keep a copy as a backup.
public struct InProcessFiles: Hashable, Sendable {
    /// By place.
    private var bytes: [FilePlace: [UInt8]] = [:]

    /// Creates a disk without files.
    public init() {}

    /// The number of files.
    public var count: Int { bytes.count }

    subscript(place: FilePlace) -> [UInt8]? { bytes[place] }

    mutating func write(_ file: [UInt8], to place: FilePlace) { bytes[place] = file }

    mutating func remove(_ places: [FilePlace]) { for place in places { bytes[place] = nil } }
}

// Uploads and downloads, which go over HTTP on a real server.
extension InProcessServer {
    /// Stores an uploaded file of the token's user. It is on the disk when this returns.
    public mutating func put(_ upload: Upload, _ bytes: [UInt8], token: String) throws(WireError) -> Attachment {
        guard case .user(let identity) = authenticator.answer(to: token) else { throw .bearerRefused }
        guard identity.mayWrite else { throw .guestsReadOnly }
        let user = identity.user
        let (size, limits, type) = (UInt64(bytes.count), FileLimits(), FileType(head: bytes))
        if let error = FileRule.check(name: upload.name) ?? FileRule.check(size: size)
            ?? limits.refusal(ofSize: size) ?? type.refusal
        {
            throw error
        }
        guard size == upload.size else {
            throw WireError(.file, "The upload names \(upload.size) bytes, and \(size) came.")
        }
        if let error = refusal(of: upload.id, size: size, by: user, limits) { throw error }
        let place = FilePlace.random(using: &random)
        let attachment = Attachment(
            id: upload.id, name: upload.name, type: type.name, size: size, dimensions: type.dimensions)
        // The bytes serve as the digest: files in tests are small.
        let record = FileRecord(attachment: attachment, user: user, digest: bytes, at: clock.wall, place: place)
        let outcomes = commit(CommitBatch(chores: CommitChores(files: [record])))
        guard let outcome = try outcomes.first?.get() else { throw .overloaded }
        if outcome == .recorded { files.write(bytes, to: place) }
        return try outcome.result(of: attachment).attachment
    }

    private func refusal(of id: FileID, size: UInt64, by user: UserID, _ limits: FileLimits) -> WireError? {
        do throws(StoreError) {
            let stored = try store.fileBytes(of: user, except: [id])
            return try store.file(id)?.refusal(ofUpload: size, by: user)
                ?? limits.refusal(ofTotal: stored + FileLimits.charge(ofSize: size))
        } catch {
            return error.refusal
        }
    }

    /// A file's bytes, as the token's user may read them. Without a token, only files of open rooms
    /// can be read, and none where there are no guests.
    public func get(_ id: FileID, token: String? = nil) throws(WireError) -> [UInt8] {
        var reader: Visitor?
        if let token {
            guard case .user(let identity) = authenticator.answer(to: token) else { throw .bearerRefused }
            reader = Visitor(identity.user, identity.role)
        }
        let admitsGuests = authenticator.admitsGuests
        guard let place = (try? store.file(id, for: reader, admitsGuests: admitsGuests, at: clock.wall))?.place,
            let bytes = files[place]
        else { throw .noSuchFile }
        return bytes
    }

    /// Forgets files that no message has and that came before this moment, in milliseconds since
    /// 1970-01-01 UTC.
    public mutating func forgetUnused(before moment: Int64) {
        commit(CommitBatch(chores: CommitChores(unusedBefore: moment)))
    }
}

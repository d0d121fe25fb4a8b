import ChatWire

/// A file whose bytes are on the disk: what its upload is answered, and whose it is.
public struct FileRecord: Hashable, Sendable {
    /// What the upload was answered. The message that takes the file must carry it unchanged.
    public var attachment: Attachment
    /// The uploader. Only their message may take the file.
    public var user: UserID
    /// SHA-256 of its bytes.
    public var digest: [UInt8]
    /// Milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// The name of its bytes on the disk, or in the bucket.
    public var place: FilePlace
    /// The message that has it.
    public internal(set) var message: MessagePlace?
    /// Whether a message has it.
    public var isTaken: Bool { message != nil }

    /// Creates the record of a file that no message has.
    public init(attachment: Attachment, user: UserID, digest: [UInt8], at: Int64, place: FilePlace) {
        self.attachment = attachment
        self.user = user
        self.digest = digest
        self.at = at
        self.place = place
    }

    /// A copy of this record in which `message` has the file. With `nil`, no message has it.
    package func taken(by message: MessagePlace?) -> FileRecord {
        var record = self
        record.message = message
        return record
    }

    /// Whether an upload of `user` with these bytes is this file once more.
    public func isRepeated(by user: UserID, digest: [UInt8]) -> Bool {
        self.user == user && self.digest == digest
    }

    /// Why a message of `user` may not carry `attachment`; `nil` where it may.
    ///
    /// - Parameter record: of the attachment's id; `nil` where there is none.
    public static func refusal(of attachment: Attachment, by user: UserID, to record: FileRecord?) -> WireError? {
        guard let record, record.user == user, !record.isTaken else {
            return WireError(.noSuchFile, "You have no such file that waits for a message: upload it again.")
        }
        guard record.attachment.isSame(as: attachment) else {
            return WireError(
                .noSuchFile, "The attachment differs from what its upload was answered: send that unchanged.")
        }
        return nil
    }
}

/// A message in a room.
public struct MessagePlace: Hashable, Sendable {
    /// The message's room.
    public var room: RoomName
    /// The message's sequence number in the room.
    public var seq: Seq

    /// Creates the value.
    public init(room: RoomName, seq: Seq) {
        self.room = room
        self.seq = seq
    }
}

/// What became of a file that was to be recorded.
public enum FileOutcome: Hashable, Sendable {
    /// It is in the store now, and waits for a message.
    case recorded
    /// The same user had uploaded the same bytes under this id; this is that file. The bytes of the
    /// later upload are of no use.
    case alreadyThere(FileRecord)
    /// The id stands for another file (``WireError/Code/fileConflict``). The bytes of the later
    /// upload are of no use.
    case conflict
    /// It can't be recorded; the bytes of the upload are of no use.
    case refused(WireError)
}

extension Event {
    /// The file that belongs to it.
    package var attachment: Attachment? { content.attachment }

    /// The files whose records belong to it.
    package var files: [Attachment] { content.files }
}

extension Attachment {
    /// Whether what the server answered to the upload is the same in both, to the byte: two names
    /// that Unicode takes for equal may differ. What the sender adds (album, voice, thumbnail) is
    /// not compared.
    package func isSame(as other: Attachment) -> Bool {
        id == other.id && size == other.size && dimensions == other.dimensions
            && name.utf8.elementsEqual(other.name.utf8) && type.utf8.elementsEqual(other.type.utf8)
    }
}

extension MessageStore {
    /// A file, if a user may read it: one that no event has, or whose event the user may read, or
    /// the avatar of a room that they may enter. The avatars of people are for everyone who knows
    /// the id; where there are guests, so are the files of open rooms.
    ///
    /// - Parameters:
    ///   - reader: `nil` for a request without a user, which reads nothing on a server without
    ///     guests
    ///   - admitsGuests: whether the server has guests
    ///   - time: milliseconds since 1970-01-01 UTC
    package func file(
        _ id: FileID, for reader: Visitor?, admitsGuests: Bool = true, at time: Int64
    ) throws(StoreError) -> FileRecord? {
        guard admitsGuests || reader != nil else { return nil }
        let record = try file(id)
        switch record?.message?.room.kind {
        // The only files of a user's own log are the avatars that the user shows.
        case .own: return record
        case .open where admitsGuests: return record
        case nil where record != nil: return record
        case .open, .group, .direct, nil: break
        }
        guard let reader else { return nil }
        // Strangers do not learn from the time whether there is such a file: for one that is not
        // there, a place is looked up all the same, and a room's record only for people in it.
        let room = record?.message?.room ?? .ofNobody
        let place = RoomInfo(standing: try standing(of: reader.user, in: room))
        let isIn = RoomAccess(room, reader.user, reader.role, exists: true, place).refusalOfEntering(at: time) == nil
        guard isIn, let record, let message = record.message else { return nil }
        let info = try info(of: room, for: reader.user)
        let access = RoomAccess(room, reader.user, reader.role, exists: true, info)
        guard access.refusalOfEntering(at: time) == nil else { return nil }
        return message.seq >= access.firstReadable || access.settings.avatar?.id == id ? record : nil
    }
}

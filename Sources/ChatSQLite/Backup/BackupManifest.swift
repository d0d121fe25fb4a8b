import ChatWire
import Crypto

/// The last member of a backup. It lists the archive's content, so that missing or changed parts
/// are detected.
struct BackupManifest: Hashable {
    static let format: UInt64 = 1
    static let name = "backup.json"

    /// Milliseconds since 1970-01-01 UTC.
    var at: Int64
    var epoch: UInt64
    var events: UInt64
    /// Files in the archive.
    var files: UInt64
    /// Files that the database names but the archive lacks: deleted during the backup, or missing
    /// before.
    var absent: [FileID]
    /// The ``BackupDigest`` of all members before this one.
    var digest: String

    init(at: Int64, epoch: UInt64, events: UInt64, files: UInt64, absent: [FileID], digest: String) {
        self.at = at
        self.epoch = epoch
        self.events = events
        self.files = files
        self.absent = absent
        self.digest = digest
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", BackupManifest.format as UInt64?)
        writer.member("at", at)
        writer.member("epoch", epoch as UInt64?)
        writer.member("events", events as UInt64?)
        writer.member("files", files as UInt64?)
        writer.member("absent", absent) { $1.value($0) }
        writer.member("sha256", digest as String?)
        writer.endObject()
        return writer.bytes
    }

    /// `nil` if it is not a manifest that this build can read.
    init?(json: [UInt8]) {
        let read = json.withUnsafeBufferPointer { buffer -> BackupManifest? in
            guard let object = try? JSONObject(buffer), (try? object.number("format")) == BackupManifest.format else {
                return nil
            }
            return try? BackupManifest(
                at: object.time("at"), epoch: object.number("epoch"), events: object.number("events"),
                files: object.number("files"), absent: object.ids("absent"), digest: object.string("sha256"))
        }
        guard let read else { return nil }
        self = read
    }
}

/// One digest over all members of an archive: their names and the SHA-256 of their bytes.
struct BackupDigest {
    private var all = SHA256()

    mutating func add(_ name: String, _ digest: [UInt8]) {
        all.update(data: Array("\(name) \(digest.hexadecimal)\n".utf8))
    }

    /// The digest, in lower-case hexadecimal digits.
    var hexadecimal: String { all.finalize().hexadecimal }
}

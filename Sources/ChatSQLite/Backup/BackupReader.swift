import ChatRooms
import ChatWire
import Crypto

/// Reads a backup member by member, and checks that it is complete and unchanged.
struct BackupReader {
    enum Member: Hashable {
        case database
        case tokenKey
        case accounts
        case file(place: FilePlace)
    }

    private let path: String
    private var tar: TarReader
    private var digest = BackupDigest()
    private var sum = SHA256()
    private var current: String?
    private var files: UInt64 = 0
    /// The bytes of the archive read so far.
    var count: UInt64 { tar.count }
    /// The manifest, after ``next()`` has returned `nil`.
    private(set) var manifest: BackupManifest?

    init(_ path: String) throws(StoreError) {
        guard let file = try ByteFile.open(path) else { throw .unusable("There is no backup \(path).") }
        self.path = path
        tar = TarReader(file)
    }

    /// Reads and checks a whole archive.
    static func verify(_ path: String) throws(StoreError) -> BackupManifest {
        var reader = try BackupReader(path)
        while try reader.next() != nil {
            while try !reader.read().isEmpty {}
        }
        guard let manifest = reader.manifest else { throw reader.damaged() }
        return manifest
    }

    /// The next member, whose bytes ``read()`` returns. `nil` when all members were read and match
    /// the manifest.
    mutating func next() throws(StoreError) -> Member? {
        if let current { digest.add(current, Array(sum.finalize())) }
        sum = SHA256()
        current = nil
        guard let header = try tar.next() else { throw damaged() }
        if header.name == BackupManifest.name {
            try finish(header)
            return nil
        }
        current = header.name
        switch header.name {
        case "martlet.db": return .database
        case "token.key": return .tokenKey
        case "accounts.db": return .accounts
        default:
            guard header.name.hasPrefix("files/"), let place = FilePlace(String(header.name.dropFirst("files/".count))),
                header.name == "files/" + place.text
            else { throw damaged() }
            files += 1
            return .file(place: place)
        }
    }

    /// The next bytes of the member; empty at its end.
    mutating func read() throws(StoreError) -> [UInt8] {
        let bytes = try tar.read()
        sum.update(data: bytes)
        return bytes
    }

    /// The SHA-256 of the member, after it was read to its end.
    var memberDigest: [UInt8] { Array(sum.finalize()) }

    private mutating func finish(_ header: TarHeader) throws(StoreError) {
        guard header.size <= Limits.backupManifestBytes else { throw damaged() }
        var json: [UInt8] = []
        while case let bytes = try tar.read(), !bytes.isEmpty { json += bytes }
        guard let manifest = BackupManifest(json: json), manifest.digest == digest.hexadecimal, manifest.files == files,
            try tar.next() == nil
        else { throw damaged() }
        self.manifest = manifest
    }

    func damaged() -> StoreError {
        .unusable("\(path) is damaged, or not a backup that martlet wrote: use another one.")
    }
}

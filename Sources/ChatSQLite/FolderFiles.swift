import ChatRooms
import Crypto
import Foundation

/// The complete files in the folder of a server that has its files elsewhere.
public enum FolderFiles {
    /// Calls `body` while no other process moves these files elsewhere. If two processes did it,
    /// one could miss a file that the other has moved, take its message for deleted, and delete the
    /// copy.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if another process does it; what `body` throws
    public static func moving<Value>(_ paths: DataPaths, _ body: () async throws -> Value) async throws -> Value {
        guard let lock = try ByteFile.lockFolder(paths.files) else {
            throw StoreError.unusable("Another martlet files copy is at work on \(paths.files). Wait for its end.")
        }
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    /// The places of all of them, in order.
    public static func places(_ paths: DataPaths) -> [FilePlace] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.files)) ?? []
        return names.sorted().compactMap { FilePlace(name: $0) }
    }

    /// Reads a whole file; `nil` if it was deleted meanwhile. A file has
    /// ``ChatWire/Limits/fileBytes`` at most.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` with the reason
    public static func read(_ place: FilePlace, _ paths: DataPaths) throws(StoreError) -> (
        bytes: [UInt8], digest: [UInt8]
    )? {
        guard let file = try ByteFile.open(paths.files + "/" + place.text) else { return nil }
        let bytes = try file.read(Int(clamping: try file.size()))
        return (bytes, Array(SHA256.hash(data: bytes)))
    }

    /// Deletes one.
    ///
    /// - Returns: whether it was there
    public static func remove(_ place: FilePlace, _ paths: DataPaths) -> Bool {
        unlink(paths.files + "/" + place.text) == 0
    }
}

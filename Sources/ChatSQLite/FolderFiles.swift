import ChatRooms
import Crypto
import Foundation

/// The complete files in the folder of a server that has its files elsewhere.
public enum FolderFiles {
    /// The places of all of them, in order.
    public static func places(_ paths: DataPaths) -> [FilePlace] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.files)) ?? []
        return names.sorted().compactMap { FilePlace(name: $0) }
    }

    /// Reads one in whole; `nil` if it was deleted meanwhile. A file has
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

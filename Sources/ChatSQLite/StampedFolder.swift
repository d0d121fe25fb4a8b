import ChatRooms
import Foundation

extension DataPaths {
    /// Makes a folder `replaced-…` within the data folder, for what is moved aside. Returns its
    /// path.
    public func makeReplacedFolder() throws(StoreError) -> String { try StampedFolder.replaced.make(in: self) }
}

/// The folders of one kind within a data folder, each named after the time at which it was made.
struct StampedFolder {
    /// For what was moved aside when something else took its place.
    static let replaced = StampedFolder(prefix: "replaced-")
    /// For copies of databases from before a repair.
    static let repaired = StampedFolder(prefix: "repaired-")

    private let prefix: String

    /// The paths of those that exist.
    func all(in paths: DataPaths) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.folder)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { paths.folder + "/" + $0 }
    }

    /// Makes a new one. Returns its path.
    func make(in paths: DataPaths) throws(StoreError) -> String {
        let stamp = paths.folder + "/" + prefix + Date().ISO8601Format().filter { $0 != ":" && $0 != "-" }
        var folder = stamp
        var number = 1
        while ByteFile.exists(folder) {
            number += 1
            folder = "\(stamp)-\(number)"
        }
        try ByteFile.makeFolder(folder)
        return folder
    }
}

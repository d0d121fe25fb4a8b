import ChatRooms
import Foundation

/// The folders `replaced-…` within a data folder. Each has what was moved aside when something else
/// took its place.
enum FormerFolder {
    static func all(in paths: DataPaths) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.folder)) ?? []
        return names.filter { $0.hasPrefix("replaced-") }.map { paths.folder + "/" + $0 }
    }

    /// Makes a new one, named after the time.
    static func make(in paths: DataPaths) throws(StoreError) -> String {
        let stamp = paths.folder + "/replaced-" + Date().ISO8601Format().filter { $0 != ":" && $0 != "-" }
        var former = stamp
        var number = 1
        while ByteFile.exists(former) {
            number += 1
            former = "\(stamp)-\(number)"
        }
        try ByteFile.makeFolder(former)
        return former
    }
}

import ChatModel
import ChatWire
import Foundation

/// Copies of files that were chosen and are not sent yet, each in a folder of its own, so that it can keep its name.
public struct OutgoingFolder: Sendable {
    public let folder: URL

    public init(_ folder: URL) { self.folder = folder }

    /// The app's, among its temporary files: the system removes what is forgotten there.
    public static var shared: OutgoingFolder {
        OutgoingFolder(FileManager.default.temporaryDirectory.appendingPathComponent("Outgoing", isDirectory: true))
    }

    /// A folder for one file.
    public func fresh(_ id: FileID) throws -> URL {
        let place = folder.appendingPathComponent(id.text, isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return place
    }

    /// Copies a file here; nothing is left of a copy that failed.
    public func copy(_ original: URL, id: FileID) throws -> URL {
        let place = try fresh(id)
        let name = FileName.allowed(original.lastPathComponent)
        let copy = place.appendingPathComponent(name, isDirectory: false)
        do {
            try FileManager.default.copyItem(at: original, to: copy)
        } catch {
            remove(id)
            throw error
        }
        return copy
    }

    /// The file was sent, or is not to be.
    public func remove(_ id: FileID) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(id.text, isDirectory: true))
    }

    /// Nothing of an earlier start is wanted any more: what was accepted is kept elsewhere.
    public func removeAll() { try? FileManager.default.removeItem(at: folder) }
}

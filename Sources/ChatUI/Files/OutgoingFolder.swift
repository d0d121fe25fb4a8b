import ChatModel
import ChatWire
import Foundation

/// Copies of chosen files that are not sent yet. Each has a folder of its own, so that it can keep
/// its name.
public struct OutgoingFolder: Sendable {
    /// The folder with all copies. Each is in a subfolder named by the file's id.
    public let folder: URL

    /// Creates the value. The first copy creates the folder.
    public init(_ folder: URL) { self.folder = folder }

    /// A folder among the app's temporary files: the system deletes what is forgotten there.
    public static var temporary: OutgoingFolder {
        OutgoingFolder(FileManager.default.temporaryDirectory.appendingPathComponent("Outgoing", isDirectory: true))
    }

    /// Creates a folder for one file.
    public func fresh(_ id: FileID) throws -> URL {
        let place = folder.appendingPathComponent(id.text, isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return place
    }

    /// Copies a file here. A failed copy leaves nothing behind.
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

    /// Copies a file here, and makes it ready to be sent: without its location, and with a
    /// thumbnail. A file that is too large is not copied: ``PickedFile/problem(_:)`` refuses it.
    public func take(_ original: URL) async throws -> PickedFile {
        #if canImport(SwiftUI)
            return try await FileCopies.take(original, into: self)
        #else
            let id = FileID.random()
            let copy = try copy(original, id: id)
            let size = try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? NSNumber
            return PickedFile(id: id, name: copy.lastPathComponent, size: size?.uint64Value ?? 0, url: copy)
        #endif
    }

    /// Deletes a file that was sent, or is not to be sent.
    public func remove(_ id: FileID) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(id.text, isDirectory: true))
    }

    /// Deletes everything. At launch nothing here is needed: accepted files are stored elsewhere.
    public func removeAll() { try? FileManager.default.removeItem(at: folder) }
}

#if canImport(SwiftUI)
    import SwiftUI

    private struct OutgoingFolderKey: EnvironmentKey {
        static let defaultValue: OutgoingFolder = OutgoingFolder.temporary
    }

    extension EnvironmentValues {
        /// The folder into which the composer copies chosen files.
        public var outgoingFolder: OutgoingFolder {
            get { self[OutgoingFolderKey.self] }
            set { self[OutgoingFolderKey.self] = newValue }
        }
    }
#endif

import ChatRooms
import ChatWire
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder with the bytes of files, each under a random name: `PLACE`, and `incoming/PLACE`
/// while it is incomplete.
///
/// Every call blocks. Do not call from an event loop.
struct FileFolder: Sendable {
    let path: String
    private let disk: any FileDisk
    private let slots: DescriptorSlots

    private var incoming: String { path + "/incoming" }

    /// Creates the folder if necessary, readable for its owner only.
    ///
    /// - Parameter openAtOnce: The maximum of open files.
    init(_ path: String, openAtOnce: Int = .max, disk: any FileDisk = SystemDisk()) throws(StartError) {
        self.path = path
        self.disk = disk
        slots = DescriptorSlots(openAtOnce)
        for folder in [path, path + "/incoming"] {
            do {
                try disk.makeFolder(folder)
            } catch {
                throw StartError(
                    "Can't create the folder \(folder) for files (\(error)). Check the disk and the owner, or use --files off."
                )
            }
        }
        // The folder itself must survive a power cut, or the files in it do not.
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            for folder in [path, parent] { try disk.flush(folder: folder) }
        } catch {
            throw StartError("Can't write \(parent) (\(error)): check the disk.")
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Deletes leftovers: unfinished uploads, and bytes without a file.
    ///
    /// - Parameter setAside: makes a folder, into which bytes without a file are moved in place of
    ///   being deleted; `nil` deletes them
    func tidy(keeping places: Set<FilePlace>, setAside: Files.SetAside? = nil) -> Tidied {
        var tidied = Tidied()
        for name in disk.names(in: incoming) where disk.remove(incoming + "/" + name) { tidied.removed += 1 }
        // Skip files whose names we did not generate.
        let found = self.places()
        tidied.missing = places.subtracting(found).count
        let unknown = found.subtracting(places)
        guard let setAside, !unknown.isEmpty else {
            for place in unknown where disk.remove(name(of: place)) { tidied.removed += 1 }
            return tidied
        }
        do {
            let folder = try setAside() + "/files"
            tidied.folder = folder
            try disk.makeFolder(folder)
            for place in unknown {
                try disk.rename(name(of: place), to: folder + "/" + place.text)
                tidied.setAside += 1
            }
            for folder in [folder, path] { try disk.flush(folder: folder) }
        } catch {
            tidied.failure = "\(error)"
        }
        return tidied
    }

    /// What was done about leftovers.
    struct Tidied {
        var removed = 0
        /// Files of the log whose bytes are not there.
        var missing = 0
        /// Files that were moved aside, and the folder where they are.
        var setAside = 0
        var folder: String?
        /// Why not all of them were moved aside. The others stay.
        var failure: String?

        func log(_ logger: Logger) {
            if removed > 0 { logger.info("removed leftovers of files", metadata: ["files": "\(removed)"]) }
            guard let folder else { return }
            logger.warning(
                "The log may have lost messages, and their files were moved aside. If you put a newer log in its place, put them back into the folder of files; otherwise delete them.",
                metadata: ["files": "\(setAside)", "folder": "\(folder)"])
            guard let failure else { return }
            logger.error(
                "Not all files without a message could be moved aside. The next start deletes the others.",
                metadata: ["error": "\(failure)"])
        }
    }

    /// The places of the complete files.
    func places() -> Set<FilePlace> {
        Set(disk.names(in: path).compactMap { FilePlace(name: $0) })
    }

    func begin(_ place: FilePlace) throws(DiskError) -> IncomingFile {
        let path = incoming + "/" + place.text
        let slot = try slot(isReader: false)
        return IncomingFile(place: place, path: path, file: OpenFile(try disk.create(path), slot: slot))
    }

    /// Gives a complete, flushed file its name, durably.
    func accept(_ file: IncomingFile) throws(DiskError) {
        try file.file.flush()
        try disk.rename(file.path, to: name(of: file.place))
        try disk.flush(folder: path)
    }

    /// Deletes a failed upload, wherever it got to.
    func discard(_ place: FilePlace) {
        _ = disk.remove(incoming + "/" + place.text)
        _ = disk.remove(name(of: place))
    }

    /// Opens a file; `nil` if there is none.
    func open(_ place: FilePlace) throws(DiskError) -> OpenFile? {
        let slot = try slot(isReader: true)
        return try disk.open(name(of: place)).map { OpenFile($0, slot: slot) }
    }

    /// Room for one more open file, or for a connection instead of it.
    func slot(isReader: Bool) throws(DiskError) -> DescriptorSlots.Slot {
        guard let slot = slots.take(isReader: isReader) else { throw DiskError(EMFILE) }
        return slot
    }

    /// The free bytes of the disk.
    func freeBytes() throws(DiskError) -> UInt64 { try disk.freeBytes(at: path) }

    private func name(of place: FilePlace) -> String { path + "/" + place.text }
}

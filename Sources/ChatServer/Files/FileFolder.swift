import ChatRooms
import ChatWire
import NIOCore

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
    private let slots: DescriptorSlots

    private var incoming: String { path + "/incoming" }

    /// Creates the folder if necessary, readable for its owner only.
    ///
    /// - Parameter openAtOnce: The maximum of open files.
    init(_ path: String, openAtOnce: Int = .max) throws(StartError) {
        self.path = path
        slots = DescriptorSlots(openAtOnce)
        for folder in [path, path + "/incoming"] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST, access(folder, R_OK | W_OK | X_OK) == 0 else {
                let reason = String(cString: strerror(errno))
                throw StartError(
                    "Can't create the folder \(folder) for files (\(reason)). Check the disk and the owner, or use --files off."
                )
            }
        }
        // The folder itself must survive a power cut, or the files in it do not.
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            for folder in [path, parent] { try Self.flush(folder) }
        } catch {
            throw StartError("Can't write \(parent) (\(error)): check the disk.")
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Deletes leftovers: unfinished uploads, and bytes without a file.
    ///
    /// - Returns: How many were deleted, and how many files of `places` are missing.
    func tidy(keeping places: Set<FilePlace>) -> (removed: Int, missing: Int) {
        var removed = 0
        for name in Self.names(in: incoming) where unlink(incoming + "/" + name) == 0 { removed += 1 }
        var found = 0
        for name in Self.names(in: path) {
            // Skip files whose names we did not generate.
            guard let place = FilePlace(name), name == place.text else { continue }
            if places.contains(place) {
                found += 1
            } else if unlink(self.name(of: place)) == 0 {
                removed += 1
            }
        }
        return (removed, places.count - found)
    }

    func begin(_ place: FilePlace) throws(DiskError) -> IncomingFile {
        let path = incoming + "/" + place.text
        guard let slot = slots.take() else { throw DiskError(EMFILE) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskError() }
        return IncomingFile(place: place, path: path, file: OpenFile(descriptor, slot: slot))
    }

    /// Gives a complete, flushed file its name, durably.
    func accept(_ file: IncomingFile) throws(DiskError) {
        try file.file.flush()
        guard rename(file.path, name(of: file.place)) == 0 else { throw DiskError() }
        try Self.flush(path)
    }

    /// Deletes a failed upload, wherever it got to.
    func discard(_ place: FilePlace) {
        unlink(incoming + "/" + place.text)
        unlink(name(of: place))
    }

    /// Opens a file; `nil` if there is none.
    func open(_ place: FilePlace) throws(DiskError) -> OpenFile? {
        guard let slot = slots.take() else { throw DiskError(EMFILE) }
        let descriptor = open(name(of: place), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 { return OpenFile(descriptor, slot: slot) }
        let error = DiskError()
        if error.number == ENOENT { return nil }
        throw error
    }

    /// The free bytes of the disk.
    func freeBytes() throws(DiskError) -> UInt64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw DiskError() }
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
    }

    private static func flush(_ folder: String) throws(DiskError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DiskError() }
        try OpenFile(descriptor).flush()
    }

    private func name(of place: FilePlace) -> String { path + "/" + place.text }

    private func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 { Self.open(path, flags, mode) }

    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        while true {
            let descriptor = systemOpen(path, flags, mode)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

/// The system's `open`: the type has a method of the same name.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

/// Why a disk operation failed.
struct DiskError: Error, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32 = errno) { self.number = number }

    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    /// Whether there was no descriptor or no memory for it.
    var isShort: Bool { number == EMFILE || number == ENFILE || number == ENOMEM }

    var description: String { String(cString: strerror(number)) }
}

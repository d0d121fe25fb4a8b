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

/// The folder in which the bytes of files lie, each under a name that says nothing: `PLACE`, and `incoming/PLACE` until all of it is there.
///
/// Every call blocks; none may be made on an event loop.
struct FileFolder: Sendable {
    let path: String
    private let slots: DescriptorSlots

    private var incoming: String { path + "/incoming" }

    /// Makes the folder, for its owner only, where there is none.
    ///
    /// - Parameter openAtOnce: files of it that may be open
    init(_ path: String, openAtOnce: Int = .max) throws(StartError) {
        self.path = path
        slots = DescriptorSlots(openAtOnce)
        for folder in [path, path + "/incoming"] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST, access(folder, R_OK | W_OK | X_OK) == 0 else {
                let reason = String(cString: strerror(errno))
                throw StartError(
                    "Can't make the folder \(folder) for files (\(reason)): check the disk and who owns it, or start with --files off."
                )
            }
        }
        // The folder must be there after a power cut, too, or what is flushed into it is not.
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            for folder in [path, parent] { try Self.flush(folder) }
        } catch {
            throw StartError("Can't write \(parent) (\(error)): check the disk.")
        }
    }

    /// Removes what is left over from before: uploads that were not finished, and bytes of no file.
    ///
    /// - Returns: how many were removed, and how many files of `places` are missing.
    func tidy(keeping places: Set<ID>) -> (removed: Int, missing: Int) {
        var removed = 0
        for name in Self.names(in: incoming) where unlink(incoming + "/" + name) == 0 { removed += 1 }
        var found = 0
        for name in Self.names(in: path) {
            // What is not called as we do is not ours to remove.
            guard let place = ID(name), name == place.text else { continue }
            if places.contains(place) {
                found += 1
            } else if unlink(self.name(of: place)) == 0 {
                removed += 1
            }
        }
        return (removed, places.count - found)
    }

    func begin(_ place: ID) throws(DiskError) -> IncomingFile {
        let path = incoming + "/" + place.text
        guard let slot = slots.take() else { throw DiskError(EMFILE) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskError() }
        return IncomingFile(place: place, path: path, file: OpenFile(descriptor, slot: slot))
    }

    /// Gives a file that is on the disk wholly its name, so that this is on the disk too.
    func accept(_ file: IncomingFile) throws(DiskError) {
        try file.file.flush()
        guard rename(file.path, name(of: file.place)) == 0 else { throw DiskError() }
        try Self.flush(path)
    }

    /// Removes an upload that came to nothing, wherever it got to.
    func discard(_ place: ID) {
        unlink(incoming + "/" + place.text)
        unlink(name(of: place))
    }

    /// `nil` when there is none.
    func open(_ place: ID) throws(DiskError) -> OpenFile? {
        guard let slot = slots.take() else { throw DiskError(EMFILE) }
        let descriptor = open(name(of: place), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 { return OpenFile(descriptor, slot: slot) }
        let error = DiskError()
        if error.number == ENOENT { return nil }
        throw error
    }

    /// Bytes that may still be written.
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

    private func name(of place: ID) -> String { path + "/" + place.text }

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

/// The system's, whose name the folder uses for its own.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

/// Why the disk did not do what it was asked.
struct DiskError: Error, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32 = errno) { self.number = number }

    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    /// Whether there was no descriptor, or no memory, for it.
    var isShort: Bool { number == EMFILE || number == ENFILE || number == ENOMEM }

    var description: String { String(cString: strerror(number)) }
}

import ChatCore
import ChatModel
import ChatWire
import Foundation

/// A cache of downloaded files: a folder that the system may empty, bounded by ``ShelfRule``.
///
/// Each file lies in a folder named after its id, under its own name, so that other apps recognise
/// its type.
public actor FileShelf {
    /// Its work is on the disk, so it has a thread of its own.
    private let executor = QueueExecutor("martlet.shelf")
    /// The executor of this shelf alone.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: URL
    private let rule: ShelfRule
    private let disk = FileManager()
    /// The files that are being downloaded, and who waits for each.
    private var arriving: [FileID: [CheckedContinuation<Void, Never>]] = [:]

    /// Creates a cache in a folder that nothing else uses. The folder is created with the first
    /// file.
    public init(_ folder: URL, rule: ShelfRule = ShelfRule()) {
        self.folder = folder
        self.rule = rule
    }

    /// The local URL of a file. If it is not here, `fetch` downloads it to the given place. A file
    /// that is wanted several times at once, as an avatar is by each row that shows it, is
    /// downloaded once.
    public func url(
        of file: Row.File, fetch: @Sendable (_ destination: URL) async throws -> Void
    ) async throws -> URL {
        let place = folder.appendingPathComponent(file.id.text, isDirectory: true)
        let url = place.appendingPathComponent(FileName.allowed(file.name), isDirectory: false)
        while arriving[file.id] != nil {
            await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
                arriving[file.id]?.append(waiter)
            }
        }
        let isNew = size(of: url) != file.size
        if isNew {
            arriving[file.id] = []
            defer { for waiter in arriving.removeValue(forKey: file.id) ?? [] { waiter.resume() } }
            try disk.createDirectory(at: place, withIntermediateDirectories: true)
            do {
                try await fetch(url)
            } catch {
                try? disk.removeItem(at: place)
                throw error
            }
        }
        // The folder's date is when the file was last opened.
        try? disk.setAttributes([.modificationDate: Date()], ofItemAtPath: place.path)
        if isNew { trim() }
        return url
    }

    /// Deletes all files.
    public func removeAll() { try? disk.removeItem(at: folder) }

    private func size(of url: URL) -> UInt64? {
        let attributes = try? disk.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.uint64Value
    }

    private func trim() {
        let names = (try? disk.contentsOfDirectory(atPath: folder.path)) ?? []
        for entry in rule.surplus(of: names.map(entry)) {
            try? disk.removeItem(at: folder.appendingPathComponent(entry.name, isDirectory: true))
        }
    }

    private func entry(_ name: String) -> ShelfRule.Entry {
        let place = folder.appendingPathComponent(name, isDirectory: true)
        let files = (try? disk.contentsOfDirectory(atPath: place.path)) ?? []
        let bytes = files.reduce(UInt64(0)) { sum, file in
            let size = size(of: place.appendingPathComponent(file, isDirectory: false)) ?? 0
            return sum.addingReportingOverflow(size).overflow ? .max : sum + size
        }
        let date = (try? disk.attributesOfItem(atPath: place.path))?[.modificationDate] as? Date
        return ShelfRule.Entry(name: name, bytes: bytes, used: date?.timeIntervalSince1970 ?? 0)
    }
}

import Foundation

/// A folder of posters with a maximum of bytes. The least recently used posters are deleted first.
/// The date of a file says when it was used.
struct DiskPosters {
    let folder: URL
    let capacity: Int
    private(set) var bytes = 0
    private var files: [String: (size: Int, used: Date)] = [:]

    /// Finds the posters that are in the folder.
    init(folder: URL, capacity: Int) {
        self.folder = folder
        self.capacity = capacity
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
        for url in found ?? [] {
            guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize else { continue }
            files[url.lastPathComponent] = (size, values.contentModificationDate ?? .distantPast)
            bytes += size
        }
        evict()
    }

    mutating func read(_ path: PosterPath) -> Data? {
        guard files[path.name] != nil else { return nil }
        let url = folder.appendingPathComponent(path.name)
        guard let data = try? Data(contentsOf: url), !data.isEmpty else {
            remove(path.name)
            return nil
        }
        let now = Date()
        files[path.name]?.used = now
        try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: url.path)
        return data
    }

    mutating func write(_ data: Data, _ path: PosterPath) {
        guard data.count <= capacity else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: folder.appendingPathComponent(path.name), options: .atomic)
        } catch {
            return
        }
        bytes += data.count - (files[path.name]?.size ?? 0)
        files[path.name] = (data.count, Date())
        evict()
    }

    private mutating func evict() {
        guard bytes > capacity else { return }
        for (name, _) in files.sorted(by: { $0.value.used < $1.value.used }) where bytes > capacity { remove(name) }
    }

    private mutating func remove(_ name: String) {
        bytes -= files.removeValue(forKey: name)?.size ?? 0
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
}

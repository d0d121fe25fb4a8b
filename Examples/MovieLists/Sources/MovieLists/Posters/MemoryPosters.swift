import Foundation

/// The posters that were used last, with a maximum of bytes.
struct MemoryPosters {
    let capacity: Int
    private(set) var bytes = 0
    private var entries: [PosterPath: (data: Data, used: UInt64)] = [:]
    private var clock: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(path: PosterPath) -> Data? {
        mutating get {
            guard let data = entries[path]?.data else { return nil }
            clock += 1
            entries[path]?.used = clock
            return data
        }
        set {
            bytes -= entries.removeValue(forKey: path)?.data.count ?? 0
            guard let newValue, newValue.count <= capacity else { return }
            clock += 1
            entries[path] = (newValue, clock)
            bytes += newValue.count
            while bytes > capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
                entries[oldest.key] = nil
                bytes -= oldest.value.data.count
            }
        }
    }
}

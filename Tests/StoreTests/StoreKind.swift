import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Foundation

/// Every implementation of ``MessageStore``: the conformance suite runs on each.
enum StoreKind: CaseIterable {
    case memory
    case sqlite
    case disk

    /// A fresh store; what it keeps on disk lies in `folder`.
    func store(in folder: String) throws -> any MessageStore {
        switch self {
        case .memory: MemoryStore()
        case .sqlite: try SQLiteStore(path: folder + "/chat.db")
        case .disk: DiskStore(DiskStore.Disk(epoch: MemoryStore().epoch))
        }
    }

    /// Runs `body` on a fresh store, and cleans up behind it.
    func withStore(_ body: (any MessageStore) throws -> Void) throws {
        try withFolder { folder in
            let store = try store(in: folder)
            try body(store)
            try store.close()
        }
    }
}

/// Runs `body` with the path of an empty folder that is gone afterwards.
func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = NSTemporaryDirectory() + "/martlet-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = NSTemporaryDirectory() + "/martlet-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

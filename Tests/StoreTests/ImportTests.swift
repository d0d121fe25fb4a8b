import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import Testing

/// An export may have been written, or changed, by anyone.
@Suite struct ImportTests {
    private let ann = Sender(1)
    private let bob = Sender(2, name: "bob")

    /// Exports a message of ann with a file, changes the lines, and imports them into a new folder.
    private func importing(
        _ change: (inout String) -> Void, _ body: (SQLiteStore, DataPaths, FileID) throws -> Void
    ) throws {
        try withFolder { folder in
            let (old, new) = (DataPaths(folder + "/old"), DataPaths(folder + "/new"))
            for path in [old.folder, new.folder, old.files] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            let bytes = Data("the bytes".utf8)
            var file = ann.file(1, size: UInt64(bytes.count))
            file.digest = [UInt8](hex: Self.digest)
            let store = try SQLiteStore(path: old.database)
            _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: file))], files: [file]))
            try store.close()
            try bytes.write(to: URL(fileURLWithPath: old.files + "/" + file.place.text))
            var export = try Export(of: old)
            _ = try export.write(into: folder + "/export")
            let path = folder + "/export/events.jsonl"
            var lines = try String(contentsOfFile: path, encoding: .utf8)
            change(&lines)
            try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
            _ = try Import.run(.folder(folder + "/export"), into: new)
            let imported = try SQLiteStore(path: new.database)
            try body(imported, new, file.attachment.id)
            try imported.close()
        }
    }

    /// SHA-256 of "the bytes".
    private static let digest = "ed589341c9fd5da96aaff4c5efa008226282a716186608d5a032ac75895a9c2f"

    private func places(_ paths: DataPaths) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: paths.files).filter { $0 != "incoming" }
    }

    @Test func `a message takes its author's file`() throws {
        try importing({ _ in }) { store, paths, id in
            let record = try #require(try store.file(id))
            #expect(record.isTaken && record.user == ann.user)
            try #expect(places(paths) == [record.place.text])
        }
    }

    @Test func `an export that is continued counts what was written before`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder + "/data")
            try FileManager.default.createDirectory(atPath: paths.folder, withIntermediateDirectories: true)
            let store = try SQLiteStore(path: paths.database)
            for text in ["one", "two", "three"] { _ = try store.appended(ann.newEvent(text)) }
            _ = try store.appended(ann.newEvent("four", in: room("zoo")))
            try store.close()
            var whole = try Export(of: paths)
            let first = try whole.write(into: folder + "/export")
            #expect(first.events == 4 && !first.isContinued)
            // As if it had been interrupted behind the second event of the lobby.
            let lines = try String(contentsOfFile: folder + "/export/events.jsonl", encoding: .utf8)
            let checkpoint = URL(fileURLWithPath: folder + "/export/export.json")
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: checkpoint))
            var known = try #require(json as? [String: Any])
            known["room"] = "lobby"
            known["seq"] = 2
            let bytes: Int = lines.split(separator: "\n").prefix(2).reduce(0) { $0 + $1.utf8.count + 1 }
            known["bytes"] = bytes
            known["done"] = false
            try JSONSerialization.data(withJSONObject: known).write(to: checkpoint)
            var shown: [UInt64] = []
            var rest = try Export(of: paths) { done, total in
                shown.append(done)
                #expect(total == 4)
            }
            let summary = try rest.write(into: folder + "/export")
            #expect(summary.isContinued && summary.events == 2)
            #expect(shown == [3, 4])
            #expect(try String(contentsOfFile: folder + "/export/events.jsonl", encoding: .utf8) == lines)
        }
    }

    @Test(arguments: ["another user", "another name", "another size"])
    func `a message does not take a file that is not its author's, or differs`(what: String) throws {
        try importing({ lines in
            let end = lines.firstIndex(of: "\n") ?? lines.endIndex
            // The second line is the message; the first is its file.
            var message = String(lines[end...])
            switch what {
            case "another user": message = message.replacingOccurrences(of: ann.user.text, with: bob.user.text)
            case "another name":
                message = message.replacingOccurrences(of: "\"swift.jpg\",\"type", with: "\"x.jpg\",\"type")
            default: message = message.replacingOccurrences(of: "\"size\":9", with: "\"size\":8")
            }
            #expect(!lines.hasSuffix(message))
            lines = lines[..<end] + message
        }) { store, paths, id in
            try #expect(store.log(of: .lobby).count == 1)
            try #expect(store.file(id) == nil)
            try #expect(places(paths).isEmpty, "its bytes are deleted")
        }
    }
}

extension [UInt8] {
    fileprivate init(hex: String) {
        let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

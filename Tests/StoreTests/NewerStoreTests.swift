import ChatRooms
import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

/// A newer Martlet may write kinds of events that this one does not know. Their rows are sound.
@Suite struct `A store with events of kinds that only a newer Martlet knows is refused, never called damaged` {
    private let ann = Sender(1)

    /// Fills a data folder as this Martlet does, and then has a newer one say something.
    private func fill(_ paths: DataPaths) throws {
        let store = try SQLiteStore(path: paths.database)
        _ = try store.appended(ann.newEvent("hello"))
        _ = try store.appended(ann.newEvent("again"))
        try store.close()
    }

    private func serveByNewer(_ paths: DataPaths) throws {
        let database = try DatabaseQueue(path: paths.database)
        try database.write { db in
            try db.execute(
                sql: """
                    UPDATE meta SET value = value + 1 WHERE key = 'kinds';
                    UPDATE event SET kind = (SELECT value FROM meta WHERE key = 'kinds') WHERE id = (SELECT max(id) FROM event);
                    """)
        }
        try database.close()
    }

    /// The sentence with which something is refused; `nil` where it is done.
    private func refusal(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch StoreError.unusable(let sentence) {
            return sentence
        }
    }

    private func expectNewer(_ sentence: String?) {
        #expect(sentence?.contains("newer martlet") == true, "\(sentence ?? "not refused")")
        #expect(sentence?.contains("use that version") == true && sentence?.contains("damage") == false)
    }

    @Test func `by the server, and the file is left as it is`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            try fill(paths)
            try serveByNewer(paths)
            let before = try Data(contentsOf: URL(fileURLWithPath: paths.database))
            try expectNewer(refusal { _ = try SQLiteStore(path: paths.database) })
            try #expect(Data(contentsOf: URL(fileURLWithPath: paths.database)) == before)
        }
    }

    @Test func `by check, repair, backup and export, which report no damage`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            try fill(paths)
            try serveByNewer(paths)
            var findings: [Finding] = []
            try expectNewer(refusal { _ = try Check.run(paths) { findings.append($0) } })
            try expectNewer(
                refusal { _ = try Repair.run(paths, found: { findings.append($0) }, lost: { findings.append($0) }) })
            #expect(findings.isEmpty)
            try expectNewer(refusal { _ = try Backup.write(paths, to: folder + "/a.tar") })
            try expectNewer(refusal { _ = try Export(of: paths) })
        }
    }

    @Test func `by restore, which leaves the folder as it was`() throws {
        try withFolder { folder in
            let (old, new) = (DataPaths(folder + "/old"), DataPaths(folder + "/new"))
            try fill(old)
            let archive = folder + "/a.tar"
            _ = try Backup.write(old, to: archive)
            // The archive's database as a newer Martlet would have left it: its digest is not what
            // refuses it.
            try replaceDatabase(in: archive, folder)
            try expectNewer(refusal { _ = try Restore.run(archive, to: new, replacing: false) })
            #expect(!FileManager.default.fileExists(atPath: new.database))
        }
    }

    /// Changes one value in the database of a backup, in place.
    private func replaceDatabase(in archive: String, _ folder: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        let header = try #require(bytes.range(of: Data("SQLite format 3\0".utf8)))
        let size = try #require(Int(String(decoding: bytes[124..<135], as: UTF8.self), radix: 8))
        let range = header.lowerBound..<header.lowerBound + size
        let paths = DataPaths(folder + "/unpacked")
        try FileManager.default.createDirectory(atPath: paths.folder, withIntermediateDirectories: true)
        try bytes[range].write(to: URL(fileURLWithPath: paths.database))
        try serveByNewer(paths)
        let changed = try Data(contentsOf: URL(fileURLWithPath: paths.database))
        try #require(changed.count == size)
        bytes.replaceSubrange(range, with: changed)
        try bytes.write(to: URL(fileURLWithPath: archive))
    }

    @Test func `by import, before anything of a folder is imported`() throws {
        try withFolder { folder in
            let (old, new) = (DataPaths(folder + "/old"), DataPaths(folder + "/new"))
            try fill(old)
            let target = folder + "/export"
            var export = try Export(of: old)
            _ = try export.write(into: target)
            let checkpoint = URL(fileURLWithPath: target + "/export.json")
            let json = try String(contentsOf: checkpoint, encoding: .utf8)
            let highest = ContentColumns.Kind.highest
            try #require(json.contains("\"kinds\":\(highest)"))
            try Data(json.replacing("\"kinds\":\(highest)", with: "\"kinds\":\(highest + 1)").utf8).write(
                to: checkpoint)
            try expectNewer(refusal { _ = try Import.run(.folder(target), into: new) })
            #expect(!FileManager.default.fileExists(atPath: new.database))
            // An earlier Martlet did not say which kinds there are.
            try Data(json.replacing("\"kinds\":\(highest),", with: "").utf8).write(to: checkpoint)
            try #expect(Import.run(.folder(target), into: new).events == 2)
        }
    }

    @Test func `an unknown kind in a line is told as such, with its number`() throws {
        try withFolder { folder in
            let (old, new) = (DataPaths(folder + "/old"), DataPaths(folder + "/new"))
            try fill(old)
            let target = folder + "/export"
            var export = try Export(of: old)
            _ = try export.write(into: target)
            let lines = URL(fileURLWithPath: target + "/events.jsonl")
            var text = try String(contentsOf: lines, encoding: .utf8).split(separator: "\n").map(String.init)
            text[1] = text[1].replacing("\"kind\":\"message\"", with: "\"kind\":\"poll\"")
            try Data((text.joined(separator: "\n") + "\n").utf8).write(to: lines)
            let sentence = try refusal { _ = try Import.run(.folder(target), into: new) }
            #expect(
                sentence?.hasPrefix("Line 2 has an event of the kind \"poll\"") == true, "\(sentence ?? "not refused")")
        }
    }

    @Test func `a Martlet that serves a store of an earlier one says which kinds it may write`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            try fill(paths)
            let database = try DatabaseQueue(path: paths.database)
            try database.write { try $0.execute(sql: "UPDATE meta SET value = 1 WHERE key = 'kinds'") }
            try database.close()
            let store = try SQLiteStore(path: paths.database)
            try #expect(store.pool.read(Schema.kinds) == ContentColumns.Kind.highest)
            try #expect(store.log(of: .lobby).count == 2)
            try store.close()
        }
    }
}

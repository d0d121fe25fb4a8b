import ChatRooms
@testable import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `What was deleted is not on the disk` {
    let ann = Sender(1)

    /// Whether any of the database's files has these bytes.
    private func isFound(_ text: String, _ files: DatabaseFiles) throws -> Bool {
        let image = try files.image()
        return [image.database, image.log].contains { $0?.range(of: Data(text.utf8)) != nil }
    }

    /// Waits until the store has erased the write-ahead log beside what it does.
    private func isErased(_ text: String, _ files: DatabaseFiles) async throws -> Bool {
        for _ in 0..<6_000 {
            guard try isFound(text, files) else { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    @Test(arguments: [20, 3_000, 16_000])
    func `closed, no file has a byte of the message, its payload or its edits`(length: Int) throws {
        try withFiles { files in
            func secret(_ name: String) -> String { String(repeating: "\(name)-", count: length / 9) }
            let names = ["SECRET-A", "SECRET-B", "SECRET-C"]
            try files.withStore { store in
                for number in 0..<40 { _ = try store.append([ann.newEvent("before \(number)")]) }
                let payload = Payload(type: "p", data: "SECRET-D")
                _ = try store.append([ann.newEvent(.message(text: secret(names[0]), payload: payload))])
                for name in names.dropFirst() {
                    _ = try store.append([ann.newEvent(.edit(of: 41, text: secret(name))), ann.newEvent("between")])
                }
                for name in names { try #expect(isFound(name, files)) }
            }
            for name in names + ["SECRET-D"] { try #expect(isFound(name, files)) }
            try files.withStore { _ = try $0.append([ann.newEvent(.delete(of: 41))]) }
            for name in names + ["SECRET-D"] { try #expect(!isFound(name, files), "\(name)") }
        }
    }

    @Test func `open and with nothing else written, a deleted text leaves the write-ahead log, too`() async throws {
        try await withFolder { folder in
            let files = DatabaseFiles(folder: folder)
            let store = try SQLiteStore(path: files.database, erasingAfter: 50)
            _ = try store.append([ann.newEvent("SECRET-A"), ann.newEvent("kept")])
            _ = try store.append([ann.newEvent(.edit(of: 1, text: "SECRET-B"))])
            _ = try store.append([ann.newEvent(.delete(of: 1))])
            #expect(try await isErased("SECRET-", files))
            #expect(try isFound("kept", files))
            #expect(try store.append([ann.newEvent("later")]).count == 1)
            try store.close()
        }
    }

    /// What a batch that erases a text starts is tested above.
    @Test func `a batch in which a moderator decides about reports erases their texts`() throws {
        func change(_ act: ReportChange.Act, _ role: ServerRole) -> Batch {
            let author = Author(user: Sender(2).user, name: "bob")
            return Batch(reports: [ReportChange(room: .lobby, seq: 1, author: author, role: role, at: 5, act: act)])
        }
        let batches = [
            change(.report(Report(.spam, text: "rude")), .guest),
            change(.resolve(Resolution(.dismissed)), .administrator), Batch(newEvents: [ann.newEvent("later")]),
        ]
        try withFiles { files in
            let store = try files.open()
            _ = try store.append([ann.newEvent("rude")])
            try store.pool.write { db in
                var appender = Appender(epoch: store.epoch)
                let erasing = try batches.map { batch in
                    _ = try appender.append(batch, except: [:], readsAhead: true, damaged: DamagedRows(), db)
                    return appender.hasErased
                }
                #expect(erasing == [false, true, false])
            }
            try store.close()
        }
    }

    @Test func `a reader of an old state delays that, and commits do not wait for it`() async throws {
        try await withFolder { folder in
            let files = DatabaseFiles(folder: folder)
            let store = try SQLiteStore(path: files.database, erasingAfter: 50)
            _ = try store.append([ann.newEvent("SECRET-A")])
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: files.database, configuration: configuration)
            try await reader.inDatabaseSnapshot {
                _ = try store.append([ann.newEvent(.delete(of: 1))])
                for number in 0..<20 {
                    _ = try store.append([ann.newEvent("\(number)")])
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            #expect(try await isErased("SECRET-", files))
            try store.close()
        }
    }

    @Test func `reopened, a deletion and its repetition still stand`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append([
                    ann.newEvent("hello", number: 1), ann.newEvent(.edit(of: 1, text: "hi"), number: 2),
                    ann.newEvent(.delete(of: 1), number: 3),
                ])
            }
            try files.withStore { store in
                let again = try store.append([
                    ann.newEvent("hello", number: 1), ann.newEvent(.edit(of: 1, text: "hi"), number: 2),
                    ann.newEvent(.delete(of: 1), number: 3), ann.newEvent(.edit(of: 1, text: "hi"), number: 4),
                ])
                let log = try store.log(of: .lobby)
                #expect(log.map(\.content) == [.deleted(by: 3), .edit(of: 1, text: ""), .deletion(of: 1)])
                #expect(again.prefix(3) == log.map { .alreadyThere($0) }[...])
                #expect(again[3].refusal == .messageDeleted)
            }
        }
    }

    @Test func `a kill leaves a deletion whole or not there`() throws {
        try withFiles { files in
            let store = try files.open()
            var images = [try files.image()]
            for mutation in [.message(text: "one"), .edit(of: 1, text: "two"), .delete(of: 1)] as [Mutation] {
                _ = try store.append([ann.newEvent(mutation)])
                images.append(try files.image())
            }
            try store.close()
            let shown: [[Event.Content]] = [
                [], [.message(Message(text: "one"))],
                [.message(Message(text: "two", edited: 2)), .edit(of: 1, text: "two")],
                [.deleted(by: 3), .edit(of: 1, text: ""), .deletion(of: 1)],
            ]
            for (image, shown) in zip(images, shown) {
                try files.restore(image)
                try files.withStore { try #expect($0.log(of: .lobby).map(\.content) == shown) }
            }
        }
    }
}

extension DatabaseQueue {
    /// Holds a state of the database for as long as `body` runs.
    fileprivate func inDatabaseSnapshot(_ body: () async throws -> Void) async throws {
        try inDatabase { db in
            try db.beginTransaction(.deferred)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM event")
        }
        try await body()
        try inDatabase { db in try db.rollback() }
    }
}

import ChatRooms
import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `A row that is damaged` {
    let ann = Sender(1)
    let bob = Sender(2)

    /// A store with three messages of ann, the second of them damaged.
    private func withDamage(
        _ change: String = "UPDATE event SET text = 'altered' WHERE id & 255 = 2",
        _ body: (SQLiteStore, DatabaseFiles) throws -> Void
    ) throws {
        try withFiles { files in
            let store = try files.open()
            for number in 1...3 { _ = try store.appended(ann.newEvent("message \(number)", number: UInt64(number))) }
            try store.pool.write { try $0.execute(sql: change) }
            try body(store, files)
            try store.close()
        }
    }

    @Test func `refuses what is done to it, and nothing else of the batch`() throws {
        try withDamage { store, _ in
            let outcomes = try store.append([
                bob.newEvent("before", number: 1), bob.newEvent(.message(text: "reply", reply: 2), number: 2),
                ann.newEvent(.edit(of: 2, text: "edited"), number: 4), ann.newEvent(.delete(of: 2), number: 5),
                bob.newEvent(.react(of: 2, emoji: "x", on: true), number: 3), bob.newEvent("behind", number: 4),
            ])
            #expect(outcomes.map(\.refusal) == [nil, .damaged, .damaged, .damaged, .damaged, nil])
            try #expect(store.log(of: .lobby).compactMap(\.text) == ["message 1", "message 3", "before", "behind"])
            // Neighbours are whole.
            try #expect(store.append(bob.newEvent(.react(of: 3, emoji: "x", on: true), number: 5)).refusal == nil)
            try #expect(store.append(ann.newEvent("message 2", number: 2)).refusal == .damaged)
            #expect(store.condition.damagedRows == 1)
        }
    }

    @Test func `of a profile shows nothing, and keeps the read marks private`() throws {
        try withFiles { files in
            let store = try files.open()
            let change = ProfileChange(keepsReadsPrivate: true, about: "Gardener")
            _ = try store.appended(ann.newEvent(.profile(change), in: .own(ann.user)))
            try store.pool.write { try $0.execute(sql: "UPDATE profile SET change = 'altered'") }
            let profile = try store.profile(of: ann.user)
            #expect(profile.keepsReadsPrivate && profile.about.isEmpty)
            try store.close()
        }
    }

    @Test func `of a room's settings hides that room alone, and does not stop an erasure`() throws {
        try withFiles { files in
            let store = try files.open()
            let rooms = [RoomName.newGroup(), .newGroup()].sorted { $0.text < $1.text }
            for room in rooms {
                _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: room))
            }
            try store.pool.write {
                try $0.execute(sql: "UPDATE room_record SET settings = '{' WHERE room = (SELECT min(id) FROM room)")
            }
            let listed = try store.rooms(of: ann.user, after: nil, limit: 10).rooms
            #expect(listed.map(\.room) == rooms && listed.map(\.info.settings.title).sorted() == ["", "Tea"])
            #expect(try store.groups(of: ann.user).map(\.room) == rooms)
            // These steps go through the read marks and links of all rooms.
            var place: Removal.Place? = .marks(after: -1)
            while case .marks? = place {
                place = try #require(try store.append(Batch(removal: Removal(.person(ann.user), at: place))).removal)
                    .get().next
            }
            #expect(place == .files)
            try store.close()
        }
    }

    @Test(arguments: [0, Int64.max]) func `of a file is refused, with a wrong size, too`(size: Int64) throws {
        try withFiles { files in
            let store = try files.open()
            let file = ann.file(1)
            _ = try store.append(Batch(files: [file]))
            try store.pool.write { try $0.execute(sql: "UPDATE file SET size = ?", arguments: [size]) }
            #expect(throws: StoreError.self) { try store.file(file.attachment.id) }
            #expect(try store.fileBytes(of: ann.user, except: []) <= Limits.largestInteger)
            try store.close()
        }
    }

    @Test func `is shown as damaged, in its place`() throws {
        try withDamage { store, _ in
            let page = try store.history(of: .lobby, at: .newest, limit: 50)
            #expect(page.events.map(\.seq) == [1, 2, 3] && page.head == 3)
            #expect(page.events[1].content == .damaged && page.events[1].author.name == ann.name)
            #expect(page.events.compactMap(\.text) == ["message 1", "message 3"])
            #expect(store.condition.damagedRows == 1)
        }
    }

    @Test func `is shown as damaged where it is missing altogether`() throws {
        try withDamage("DELETE FROM event WHERE id & 255 = 2") { store, _ in
            for anchor: HistoryAnchor in [.newest, .after(0), .around(2), .before(4)] {
                let page = try store.history(of: .lobby, at: anchor, limit: 50)
                #expect(page.events.map(\.seq) == [1, 2, 3])
                #expect(page.events.map { $0.content == .damaged } == [false, true, false])
            }
            try #expect(store.append(bob.newEvent(.message(text: "reply", reply: 2))).refusal == .noSuchMessage)
        }
    }

    @Test(arguments: ["UPDATE event SET at = 0 WHERE id & 255 = 2", "DELETE FROM event WHERE id & 255 = 2"])
    func `does not mislead the search for a time`(damage: String) throws {
        try withFiles { files in
            let store = try files.open()
            _ = try store.append([10, 20, 30, 40].map { ann.newEvent(at: $0) })
            try store.pool.write { try $0.execute(sql: damage) }
            func first(_ at: Int64) throws -> [Seq] {
                try store.history(of: .lobby, at: .at(at), limit: 1).events.map(\.seq)
            }
            #expect(try [0, 10, 11, 20, 30, 31, 40, 41].map(first) == [[1], [1], [3], [3], [3], [4], [4], [4]])
            try store.close()
        }
    }

    @Test func `does not keep the store from being opened, though it is the last`() throws {
        try withFiles { files in
            try files.withStore { store in
                for number in 1...3 { _ = try store.appended(ann.newEvent("message", number: UInt64(number))) }
                try store.pool.write { try $0.execute(sql: "UPDATE event SET text = 'altered' WHERE id & 255 = 3") }
            }
            try files.withStore { store in
                #expect(store.condition.damagedRows == 1 && !store.continuityLost)
                try #expect(store.appended(bob.newEvent("on it goes")).seq == 4)
            }
        }
    }

    @Test func `takes along the message whose newest edit it is, but not one whose reaction it is`() throws {
        try withFiles { files in
            try files.withStore { store in
                // In a later life of the store, which knows the message only from its rows.
                _ = try store.append([
                    ann.newEvent("one"), ann.newEvent("two"), ann.newEvent(.edit(of: 1, text: "edited")),
                    bob.newEvent(.react(of: 2, emoji: "x", on: true)),
                ])
            }
            try files.withStore { store in
                try store.pool.write {
                    try $0.execute(sql: "UPDATE event SET name = 'altered' WHERE id & 255 IN (3, 4)")
                }
                let events = try store.log(of: .lobby)
                #expect(events.map { $0.content == .damaged } == [true, false, true, true])
                #expect(events[1].text == "two")
                try #expect(store.refusal(ann.newEvent(.edit(of: 1, text: "again"))) == .damaged)
                #expect(store.condition.damagedRows == 2)
            }
        }
    }

    @Test func `what SQLite refuses in a transaction is rolled back, and the rest is done`() throws {
        try withDamage(
            """
            CREATE TRIGGER broken BEFORE INSERT ON event WHEN NEW.text = 'broken' BEGIN SELECT RAISE(ABORT, 'broken'); END
            """
        ) { store, _ in
            let outcomes = try store.append([
                ann.newEvent("four", number: 4), ann.newEvent("broken", number: 5), bob.newEvent("five", number: 1),
                bob.newEvent("broken", number: 2), bob.newEvent("six", number: 3),
            ])
            #expect(outcomes.map(\.refusal) == [nil, .storageFailed, nil, .storageFailed, nil])
            try #expect(store.log(of: .lobby).suffix(3).map(\.text) == ["four", "five", "six"])
            try #expect(store.appended(ann.newEvent("seven", number: 6)).seq == 7)
            // As many as that are refused together.
            #expect(throws: StoreError.self) {
                try store.append((0..<Limits.commitBatch).map { _ in bob.newEvent("broken") })
            }
            try #expect(store.appended(ann.newEvent("eight", number: 7)).seq == 8)
        }
    }

    @Test func `a disk without room refuses, and takes again when there is some`() throws {
        try withDamage("UPDATE event SET text = text") { store, _ in
            let pages = try store.pool.write { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
                return pages
            }
            let long = String(repeating: "x", count: 16_000)
            #expect(throws: StoreError.self) {
                try store.append([ann.newEvent("fits", number: 4), ann.newEvent(long, number: 5)])
            }
            do throws(StoreError) {
                _ = try store.append(Batch(newEvents: [ann.newEvent(long, number: 5)]))
            } catch {
                guard case .full = error else { throw error }
                #expect(!error.endsService && error.refusal.code == .storageFailed && error.refusal.retry != nil)
            }
            try #expect(store.head(of: .lobby) == 3)
            try store.pool.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 100)") }
            try #expect(store.appended(ann.newEvent("fits", number: 4)).seq == 4)
            try #expect(store.appended(ann.newEvent(long, number: 5)).seq == 5)
        }
    }
}

@Suite struct `What follows from an error of SQLite` {
    private func kind(_ code: ResultCode, _ phase: StorePhase, _ number: Int32 = 0) -> String {
        let error = StoreError(DatabaseError(resultCode: code), phase, systemError: number)
        return String("\(Mirror(reflecting: error).children.first?.label ?? "closed")")
    }

    @Test func `a read refuses, a write or a flush ends`() {
        for code in [ResultCode.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_CORRUPT, .SQLITE_NOTADB] {
            #expect(kind(code, .reading) == "unreadable" && kind(code, .writing) == "unreadable")
            #expect(kind(code, .committing) == "failed")
        }
        for code in [
            ResultCode.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
        ] {
            #expect(kind(code, .writing) == "failed" && kind(code, .committing) == "failed")
        }
        for code in [ResultCode.SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_NOMEM] {
            #expect(kind(code, .reading) == "busy" && kind(code, .writing) == "busy")
        }
        for phase in [StorePhase.reading, .writing, .committing] {
            #expect(kind(.SQLITE_FULL, phase) == "full" && kind(.SQLITE_MISUSE, phase) == "closed")
        }
    }

    @Test func `a quota is a full disk`() {
        #expect(kind(.SQLITE_IOERR_WRITE, .committing, EDQUOT) == "full")
        #expect(kind(.SQLITE_IOERR_WRITE, .committing, EFBIG) == "full")
        #expect(kind(.SQLITE_IOERR_WRITE, .committing, EIO) == "failed")
        #expect(kind(.SQLITE_IOERR_FSYNC, .committing, EDQUOT) == "failed")
    }
}

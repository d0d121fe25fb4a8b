import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import Testing

@testable import ChatSQLite
import ChatTesting

@Suite struct `Messages stay as long as they are told to` {
    let ann = Sender(1)
    let day: Int64 = 86_400_000

    private func newEvent(_ mutation: Mutation, at: Int64, in room: RoomName = .lobby) -> NewEvent {
        var newEvent = ann.newEvent(mutation, in: room)
        newEvent.at = at
        return newEvent
    }

    /// Wipes in steps until nothing is left to wipe.
    private func expire(_ store: any MessageStore, _ retention: Retention, now: Int64) throws -> (
        messages: Int, removed: [FilePlace]
    ) {
        var messages = 0
        var removed: [FilePlace] = []
        var next: RoomName?
        repeat {
            let appended = try store.append(Batch(expiry: Expiry(retention, now: now, room: next)))
            let expired = try #require(appended.expired)
            #expect(expired.messages <= Limits.wipeBatch)
            messages += expired.messages
            removed += appended.removed
            next = expired.next
        } while next != nil
        return (messages, removed)
    }

    @Test(arguments: StoreKind.allCases)
    func `drafts for a room are kept as long as its messages`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            let other = RoomName("other") ?? .lobby
            _ = try store.append([
                newEvent(.message(text: "here"), at: 9 * day),
                newEvent(.message(text: "there"), at: 9 * day, in: other),
            ])
            let old = KeptDraft(user: ann.user, room: .lobby, text: "old", at: 1 * day)
            let kept = KeptDraft(user: ann.user, room: other, text: "kept", at: 1 * day)
            // Nobody has written there.
            let silent = ["a-silent-room", "silent"].compactMap { RoomName($0) }.map {
                KeptDraft(user: ann.user, room: $0, text: "silent", at: 1 * day)
            }
            _ = try store.append(Batch(kept: [old, kept] + silent))
            let retention = Retention(keep: 5 * day, rooms: [other: .max])
            var appended = try store.append(Batch(expiry: Expiry(retention, now: 5 * day)))
            #expect(appended.expired?.drafts == 0)
            appended = try store.append(Batch(expiry: Expiry(retention, now: 10 * day)))
            #expect(appended.expired?.drafts == 1 + silent.count && silent.count == 2)
            appended = try store.append(Batch(expiry: Expiry(Retention(keep: 5 * day), now: 10 * day)))
            #expect(appended.expired?.drafts == 1)
            try store.close()
        }
    }

    @Test func `edits count as what they cost in a step`() throws {
        try withFolder { folder in
            let store = try StoreKind.sqlite.store(in: folder)
            let count = 2 * Limits.wipeScan / Limits.editsPerMessage
            for seq in (1 as Seq)...Seq(count: count) {
                _ = try store.append([newEvent(.message(text: "hi"), at: 1 * day, in: room("room-\(seq)"))])
                _ = try store.append(
                    (1...Limits.editsPerMessage).map {
                        newEvent(.edit(of: 1, text: "\($0)"), at: 1 * day, in: try room("room-\(seq)"))
                    })
            }
            let first = try store.append(Batch(expiry: Expiry(Retention(keep: 5 * day), now: 10 * day))).expired
            #expect((1..<count).contains(first?.messages ?? 0) && first?.next != nil)
            #expect(
                try expire(store, Retention(keep: 5 * day), now: 10 * day).messages == count - (first?.messages ?? 0))
            try store.close()
        }
    }

    @Test func `mentions are counted until enough was read`() throws {
        try withFolder { folder in
            let store = try StoreKind.sqlite.store(in: folder)
            let text = "@bob " + String(repeating: "x", count: Limits.textBytes - 5)
            let most = Limits.mentionScan * Limits.mentionCharacters / Limits.textBytes
            _ = try store.append((0..<2 * most).map { _ in ann.newEvent(text) })
            let bob = Author(user: Sender(2).user, name: "bob")
            let found = try store.mentions(of: bob, in: .lobby, after: 0, most: Limits.mentionScan)
            #expect(found.count == UInt64(most) && found.scanned == Limits.mentionScan)
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is older is wiped with its edits, and every number stays`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            _ = try store.append([
                newEvent(.message(text: "old"), at: 1 * day),
                newEvent(.message(text: "older than its edit"), at: 2 * day),
                newEvent(.react(of: 1, emoji: "👍", on: true), at: 2 * day),
                newEvent(.message(text: "young"), at: 9 * day),
                newEvent(.edit(of: 2, text: "edited"), at: 9 * day),
                newEvent(.message(text: "answer", reply: 1), at: 9 * day),
            ])
            let wiped = try expire(store, Retention(keep: 5 * day), now: 10 * day)
            #expect(wiped.messages == 2)
            #expect(
                try store.log(of: .lobby).map(\.content) == [
                    .deleted(by: 1), .deleted(by: 2), .reaction(of: 1, emoji: "👍", on: true),
                    .message(Message(text: "young")), .edit(of: 2, text: ""),
                    .message(Message(text: "answer", reply: 1)),
                ])
            #expect(try store.head(of: .lobby) == 6)
            #expect(try store.refusal(newEvent(.edit(of: 2, text: "again"), at: 10 * day)) == .messageDeleted)
            #expect(try expire(store, Retention(keep: 5 * day), now: 10 * day).messages == 0)
            #expect(try expire(store, Retention(keep: 5 * day), now: 15 * day).messages == 2)
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a room's own time goes before that of all, and a file goes with its message`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            let (short, archive) = (try room("short"), try room("archive"))
            let attachment = Attachment(id: .random(), name: "a", type: "image/png", size: 3)
            let place = FilePlace.random()
            let file = FileRecord(
                attachment: attachment, user: ann.user, digest: Array(repeating: 1, count: 32), at: 0, place: place)
            _ = try store.append(
                Batch(
                    newEvents: [.lobby, short, archive].map { newEvent(.message(text: "said"), at: 8 * day, in: $0) }
                        + [newEvent(.message(text: "a", attachment: attachment), at: 8 * day, in: short)], files: [file]
                ))
            let retention = Retention(keep: 5 * day, rooms: [short: day, archive: .max])
            let first = try expire(store, retention, now: 10 * day)
            #expect(first.messages == 2)
            #expect(first.removed == [place])
            #expect(try store.file(attachment.id) == nil)
            #expect(try expire(store, retention, now: 20 * day).messages == 1)
            #expect(try store.log(of: archive).compactMap(\.text) == ["said"])
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a message that is wiped is not pinned any more`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            let garden = try room("garden")
            _ = try store.append([
                newEvent(.settings(SettingsChange(title: "Garden")), at: 1 * day, in: garden),
                newEvent(.message(text: "old"), at: 1 * day, in: garden),
                newEvent(.message(text: "young"), at: 9 * day, in: garden),
                newEvent(.pin(of: 2, on: true), at: 9 * day, in: garden),
                newEvent(.pin(of: 3, on: true), at: 9 * day, in: garden),
                newEvent(.message(text: "younger"), at: 9 * day, in: garden),
            ])
            #expect(try expire(store, Retention(keep: 5 * day), now: 10 * day).messages == 1)
            #expect(try store.info(of: garden, for: ann.user)?.pins == [3])
            // What the store has cached of the room does not bring it back.
            #expect(try store.refusal(newEvent(.pin(of: 6, on: true), at: 10 * day, in: garden)) == nil)
            #expect(try store.info(of: garden, for: ann.user)?.pins == [3, 6])
            try store.close()
        }
    }

    @Test(arguments: [1 as Seq, 2])
    func `a damaged row with a time that no clock shows holds up nothing behind it`(damaged: Seq) throws {
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            _ = try store.append((1...3).map { newEvent(.message(text: "\($0)"), at: 1 * day) })
            _ = try store.append([newEvent(.message(text: "young"), at: 9 * day)])
            try store.pool.write {
                try $0.execute(sql: "UPDATE event SET at = 9007199254740993 WHERE id & 255 = \(damaged.number)")
            }
            #expect(try expire(store, Retention(keep: 5 * day), now: 10 * day).messages == 2)
            #expect(try store.log(of: .lobby).compactMap(\.text) == ["young"])
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what a clock that was ahead wrote goes with the messages around it`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            let attic = try room("attic")
            let year = 365 * day
            _ = try store.append([
                newEvent(.message(text: "1"), at: 100 * day), newEvent(.message(text: "wrong"), at: 100 * day + year),
                newEvent(.message(text: "2"), at: 101 * day), newEvent(.message(text: "3"), at: 108 * day),
                newEvent(.message(text: "wrong, too"), at: 108 * day + year),
                newEvent(.message(text: "alone"), at: 101 * day + year, in: attic),
            ])
            #expect(
                try store.log(of: .lobby).map(\.at) == [100, 465, 101, 108, 473].map { $0 * day },
                "the room goes on with the right time")
            #expect(try expire(store, Retention(keep: 5 * day), now: 106 * day).messages == 1)
            #expect(try expire(store, Retention(keep: 5 * day), now: 107 * day).messages == 2)
            // Nothing with a time that can be right follows it.
            #expect(try expire(store, Retention(keep: 5 * day), now: 114 * day).messages == 1)
            #expect(try store.log(of: .lobby).compactMap(\.text) == ["wrong, too"])
            #expect(try store.log(of: attic).compactMap(\.text) == ["alone"])
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a clock that is behind all events of a room does not write its time`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            _ = try store.append([newEvent(.message(text: "1"), at: 100 * day), newEvent(.message(text: "2"), at: 0)])
            #expect(try store.log(of: .lobby).map(\.at) == [100 * day, 100 * day])
            // Nor does an expiry by that clock erase anything.
            #expect(try expire(store, Retention(keep: 5 * day), now: 6 * day).messages == 0)
            try store.close()
        }
    }

    @Test func `events of a wrong clock, more than a step looks at, end the look`() throws {
        try withFolder { folder in
            let store = try StoreKind.sqlite.store(in: folder)
            let rows = Limits.wipeScan + 1
            for _ in 0..<(rows / Limits.commitBatch + 1) {
                _ = try store.append((0..<Limits.commitBatch).map { _ in newEvent(.message(text: "x"), at: 900 * day) })
            }
            #expect(try expire(store, Retention(keep: 5 * day), now: 10 * day).messages == 0)
            try store.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `only a believed time is recorded of the clock`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            #expect(try store.clockRecord(now: 1 * day) == ClockRecord())
            _ = try store.append([
                newEvent(.message(text: "1"), at: 1 * day),
                newEvent(.message(text: "2"), at: 400 * day, in: room("attic")),
            ])
            #expect(try store.clockRecord(now: 2 * day) == ClockRecord(believed: 1 * day))
            #expect(try store.clockRecord(now: 400 * day) == ClockRecord(believed: 400 * day))
            let record = ClockRecord(believed: 1 * day, doubted: 7)
            _ = try store.append(Batch(clock: record))
            #expect(try store.clockRecord(now: 400 * day) == record)
            _ = try store.append(Batch(clock: ClockRecord(believed: 401 * day)))
            #expect(try store.clockRecord(now: 0) == ClockRecord(believed: 401 * day))
            try store.close()
        }
    }

    @Test func `a damaged row does not set the last known time`() throws {
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            _ = try store.append([
                newEvent(.message(text: "1"), at: 1 * day),
                newEvent(.message(text: "2"), at: 2 * day, in: room("attic")),
            ])
            try store.pool.write { try $0.execute(sql: "UPDATE event SET at = 9007199254740993 WHERE text = '2'") }
            #expect(try store.clockRecord(now: 2 * day).believed == 1 * day)
            try store.close()
        }
    }

    @Test func `many messages in many rooms are wiped in bounded steps`() throws {
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            let rooms = try (0..<30).map { try room("room-\($0)") }
            for room in rooms {
                _ = try store.append((0..<40).map { newEvent(.message(text: "\($0)"), at: Int64($0), in: room) })
            }
            #expect(try expire(store, Retention(keep: 10), now: 30).messages == 30 * 20)
            for room in rooms { #expect(try store.log(of: room).compactMap(\.text).count == 20) }
            try store.close()
        }
    }

    @Test func `how often to look follows from the shortest time`() {
        #expect(Retention().isEndless)
        #expect(Retention(rooms: [.lobby: .max]).isEndless)
        #expect(Retention(keep: 90 * day).interval == Limits.retentionInterval)
        #expect(Retention(keep: 20_000).interval == 2_000)
        #expect(Retention(keep: 1).interval == 1_000)
        #expect(Retention(keep: 1).cutoff(for: .lobby, now: .min) == nil)
    }

    @Test func `a person who is erased leaves ids and numbers`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            let bob = Sender(2, name: "bob-canary")
            let store = try SQLiteStore(path: paths.database)
            _ = try store.append(
                [
                    bob.newEvent("bob's canary", number: 1), ann.newEvent("ann's", number: 1),
                    bob.newEvent(.edit(of: 1, text: "edited canary"), number: 2),
                    bob.newEvent(.react(of: 2, emoji: "🐦", on: true), number: 3), ann.newEvent("to bob", number: 2),
                    bob.newEvent(.delete(of: 1), number: 4),
                    bob.newEvent("another canary", number: 5),
                ], marks: [ReadMark(room: .lobby, user: bob.user, point: 2)])
            try store.close()
            let summary = try SQLiteStore.remove(.person(bob.user), in: paths)
            #expect((summary.messages, summary.events) == (1, 5))
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
            }
            let again = try SQLiteStore(path: paths.database)
            #expect(!again.continuityLost)
            let log = try again.log(of: .lobby)
            #expect(log.map(\.author.name) == ["erased", "ann", "erased", "erased", "ann", "erased", "erased"])
            #expect(log.compactMap(\.text) == ["ann's", "to bob"])
            if case .message(let message) = log[1].content { #expect(message.reactions.isEmpty) }
            #expect(try again.mark(of: bob.user, in: .lobby) == nil)
            // What bob's device sends again is known.
            #expect(try again.append(bob.newEvent("another canary", number: 5)) == .alreadyThere(log[6]))
            try again.close()
            #expect(try SQLiteStore.remove(.person(bob.user), in: paths).messages == 0)
        }
    }

    @Test func `a log knows everyone who wrote or read, and nobody else`() throws {
        try withFolder { folder in
            let (bob, carl) = (Sender(2, name: "bob"), Sender(3, name: "carl"))
            let store = try SQLiteStore(path: DataPaths(folder).database)
            #expect(try store.knows(ann.user) == false)
            // Bob has a read mark only.
            _ = try store.append(
                [ann.newEvent("hello", number: 1)], marks: [ReadMark(room: .lobby, user: bob.user, point: 1)])
            #expect(try [ann, bob, carl].map { try store.knows($0.user) } == [true, true, false])
            try store.close()
        }
    }

    @Test func `people are looked for in every column that has ids of them`() throws {
        let people = Set(["user", "person", "author", "about", "moderator"])
        let all = try Schema.tables().flatMap { table in
            table.columns.filter { $0.kind == .bytes && people.contains($0.name) }.map { "\(table.name).\($0.name)" }
        }
        #expect(PersonTraces.columns.map { "\($0.table).\($0.column)" }.sorted() == all.sorted())
    }

    @Test func `pinned messages of a person who is erased are not pinned any more`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            let bob = Sender(2, name: "bob")
            let garden = try room("garden")
            let store = try SQLiteStore(path: paths.database)
            _ = try store.append([
                ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), bob.newEvent("bob's", in: garden),
                ann.newEvent("ann's", in: garden), bob.newEvent("bob's, too", in: garden),
                ann.newEvent(.pin(of: 2, on: true), in: garden), ann.newEvent(.pin(of: 3, on: true), in: garden),
                ann.newEvent(.pin(of: 4, on: true), in: garden),
            ])
            try store.pool.write { try $0.execute(sql: "UPDATE event SET at = at + 1 WHERE text = 'bob''s, too'") }
            try store.close()
            _ = try SQLiteStore.remove(.person(bob.user), in: paths)
            let again = try SQLiteStore(path: paths.database)
            #expect(try again.info(of: garden, for: ann.user)?.pins == [3])
            try again.close()
        }
    }

    @Test func `a damaged row of the person is blanked, and the erasure goes on behind it`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            let bob = Sender(2, name: "bob-canary")
            let store = try SQLiteStore(path: paths.database)
            for number: UInt64 in 1...3 { _ = try store.append(bob.newEvent("canary \(number)", number: number)) }
            let report = ReportChange(
                room: .lobby, seq: 2, author: Author(user: Sender(3).user, name: "cleo"), role: .guest, at: 5,
                act: .report(Report(.spam, text: "says canary")))
            #expect(try store.append(Batch(reports: [report])).reports == [.done])
            try store.pool.write { try $0.execute(sql: "UPDATE event SET at = at + 1 WHERE id & 255 = 2") }
            try store.close()
            let summary = try SQLiteStore.remove(.person(bob.user), in: paths)
            #expect((summary.messages, summary.events) == (2, 3))
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
            }
            let again = try SQLiteStore(path: paths.database)
            let log = try again.log(of: .lobby)
            #expect(log.map(\.author.name) == ["erased", "erased", "erased"])
            #expect(log.map(\.content) == [.deleted(by: 1), .damaged, .deleted(by: 3)])
            try again.close()
        }
    }
}

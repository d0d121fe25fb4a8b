import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `A database that can't be trusted is refused` {
    let ann = Sender(1)

    /// The sentence with which the store refuses; `nil` when it opens.
    private func refusal(_ files: DatabaseFiles) -> String? {
        do {
            try files.open().close()
            return nil
        } catch StoreError.unusable(let sentence) {
            return sentence
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `a second server is kept out`() throws {
        try withFiles { files in
            let store = try files.open()
            #expect(refusal(files)?.contains("in use by another server") == true)
            // Being refused did the first one no harm.
            _ = try store.appended(ann.newEvent("hello"))
            try store.close()
            #expect(refusal(files) == nil)
        }
    }

    @Test func `a newer schema is refused and left alone`() throws {
        try withFiles { files in
            try files.withStore { store in
                try store.pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v99 the future')") }
            }
            let before = try files.image().database
            #expect(refusal(files)?.contains("newer martlet") == true)
            try #expect(files.image().database == before)
        }
    }

    @Test func `where there are as many rooms as may be, none is made, and those that are there go on`() throws {
        try withFiles { files in
            let store = try files.open()
            try store.pool.write {
                try $0.execute(
                    sql: """
                        WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < ?)
                        INSERT INTO room (id, name) SELECT id, 'room-' || id FROM number
                        """, arguments: [Limits.rooms - 1])
            }
            let first = try room("first")
            _ = try store.appended(ann.newEvent("hello", in: first))
            let refused = try store.append(ann.newEvent("hello", in: room("one-more")))
            guard case .refused(let error) = refused else { return #expect(Bool(false), "\(refused)") }
            #expect(error.code == .roomsFull)
            #expect(try store.appended(ann.newEvent("again", in: first)).seq == 2)
            #expect(try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM room") } == Limits.rooms)
            // A count takes long, so only one attempt in a thousand and one counts them.
            try store.pool.write { try $0.execute(sql: "DELETE FROM room WHERE name = 'room-7'") }
            let attempts = try (0..<1_001).map { ann.newEvent("hello", in: try room("new-\($0)")) }
            let outcomes = try store.append(attempts).map(\.refusal)
            #expect(outcomes.dropLast().allSatisfy { $0 == .roomsFull } && outcomes.last == .some(nil))
            // A user's own log is not one of them.
            let block = Mutation.block(Sender(2).user, on: true)
            #expect(try store.appended(ann.newEvent(block, in: .own(ann.user))).seq == 1)
            // The lobby has a place of its own.
            #expect(try store.appended(ann.newEvent("hello")).seq == 1)
            try store.close()
        }
    }

    private func makeOwnLogs(_ count: Int, _ store: SQLiteStore) throws {
        try store.pool.write {
            try $0.execute(
                sql: """
                    WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < ?)
                    INSERT INTO room (id, name, open) SELECT id, '@' || id, 0 FROM number
                    """, arguments: [count])
        }
    }

    @Test func `users' own logs don't use up the rooms`() throws {
        try withFiles { files in
            let store = try files.open()
            try makeOwnLogs(Limits.ownLogs, store)
            let block = Mutation.block(Sender(2).user, on: true)
            guard case .refused(let error) = try store.append(ann.newEvent(block, in: .own(ann.user))) else {
                return #expect(Bool(false))
            }
            #expect(error.code == .roomsFull)
            #expect(try store.appended(ann.newEvent("hello", in: room("one-more"))).seq == 1)
            try store.close()
        }
    }

    @Test func `guests' own logs don't use up those of users with an account`() throws {
        try withFiles { files in
            let store = try files.open()
            try makeOwnLogs(Limits.ownLogsWithGuests, store)
            let block = Mutation.block(Sender(2).user, on: true)
            var ofGuest = ann.newEvent(block, in: .own(ann.user))
            ofGuest.role = .guest
            guard case .refused(let error) = try store.append(ofGuest) else { return #expect(Bool(false)) }
            #expect(error.code == .roomsFull)
            #expect(try store.appended(ann.newEvent(block, in: .own(ann.user))).seq == 1)
            try store.close()
        }
    }

    @Test func `tables of others beside ours are theirs`() throws {
        try withFiles { files in
            try files.withStore { store in
                try store.pool.write { try $0.execute(sql: "CREATE TABLE _replica (id INTEGER PRIMARY KEY)") }
            }
            #expect(refusal(files) == nil)
        }
    }

    @Test func `a database of another program is refused and left alone`() throws {
        try withFiles { files in
            let other = try DatabaseQueue(path: files.database)
            try other.write { try $0.execute(sql: "CREATE TABLE bookmark (id INTEGER PRIMARY KEY)") }
            try other.close()
            let before = try files.image().database
            #expect(refusal(files)?.contains("not a Martlet database") == true)
            try #expect(files.image().database == before)
        }
    }

    @Test func `rubbish is refused with what to do`() throws {
        try withFiles { files in
            try files.overwrite(files.database, Data(repeating: 0x55, count: 10_000))
            let sentence = try #require(refusal(files))
            #expect(sentence.contains("damaged"))
            #expect(sentence.contains("backup"))
            #expect(sentence.contains(".recover"))
        }
    }

    @Test func `every shortened file is refused`() throws {
        try withFiles { files in
            let image = try filled(files)
            let size = image.database.count
            for kept in [0, 1, 99, 100, 4_095, 4_096, 8_192, size / 2, size - 4_096, size - 1] {
                var short = image
                short.database = image.database.prefix(kept)
                try files.restore(short)
                let reason = kept == 0 ? "has no messages" : "damaged"
                #expect(refusal(files)?.contains(reason) == true, "\(kept) of \(size) bytes")
            }
        }
    }

    @Test func `a folder that is none, or can't be read, is refused`() throws {
        try withFiles { files in
            try files.overwrite(files.folder + "/file", Data([1]))
            #expect(refusal(DatabaseFiles(folder: files.folder + "/file/data"))?.contains("choose another") == true)
            let folder = DatabaseFiles(folder: files.folder + "/other")
            try FileManager.default.createDirectory(atPath: folder.database, withIntermediateDirectories: true)
            #expect(refusal(folder)?.contains("can't be") == true)
        }
    }

    @Test func `a room whose name is damaged anywhere is refused, not empty`() throws {
        try withFiles { files in
            let image = try filled(files)
            var from = image.database.startIndex
            var found = 0
            while let range = image.database.range(of: Data("room-2".utf8), in: from..<image.database.endIndex) {
                var damaged = image
                damaged.database[range.upperBound - 1] ^= 8
                try files.restore(damaged)
                #expect(refusal(files)?.contains("damaged") == true)
                found += 1
                from = range.upperBound
            }
            #expect(found >= 2)
        }
    }

    @Test func `tables that are not quite ours are refused`() throws {
        try withFiles { files in
            var image = try filled(files)
            let range = try #require(image.database.range(of: Data("WHERE target IS".utf8)))
            image.database.replaceSubrange(range, with: Data("WHERE number IS".utf8))
            try files.restore(image)
            #expect(refusal(files)?.contains("not those this server makes") == true)
        }
    }

    @Test func `whichever bit flips, each event is the same or damaged, or the log is refused`() throws {
        try withFiles { files in
            let image = try filled(files)
            let rooms = try (0..<4).map { try room("room-\($0)") }
            let logs = try files.withStore { store in try rooms.map { try store.log(of: $0) } }
            var random = SeededGenerator(seed: 3)
            var (refused, damages) = (0, 0)
            var flips = (0..<300).map { _ in Int.random(in: 0..<image.database.count * 8, using: &random) }
            flips += (0..<150).map { _ in Int.random(in: 0..<800, using: &random) }
            for flip in flips {
                var damaged = image
                damaged.database[flip / 8] ^= 1 << UInt8(flip % 8)
                try files.restore(damaged)
                do {
                    try files.withStore { store in
                        var changes = 0
                        for (room, log) in zip(rooms, logs) {
                            let left = try store.log(of: room)
                            #expect(left.map(\.seq) == log.map(\.seq), "bit \(flip)")
                            let changed = zip(left, log).filter { $0 != $1 }
                            #expect(
                                changed.allSatisfy { $0.0.content == .damaged || $0.0.lacksReaction(of: $0.1) },
                                "bit \(flip)")
                            changes += changed.count
                        }
                        damages += changes
                        #expect(changes == 0 || !store.continuityLost, "bit \(flip)")
                    }
                } catch is StoreError {
                    refused += 1
                }
            }
            #expect(refused > flips.count / 8 && damages > 0)
        }
    }

    @Test func `whichever bit of the log flips, nothing is lost unnoticed`() throws {
        try withFiles { files in
            let store = try files.open()
            for number in 1...60 { _ = try store.append([ann.newEvent("message \(number)", number: UInt64(number))]) }
            let log = try store.log(of: .lobby)
            let image = try files.image()
            try store.close()
            let bytes = try #require(image.log)
            var random = SeededGenerator(seed: 4)
            for _ in 0..<80 {
                let flip = Int.random(in: 0..<bytes.count * 8, using: &random)
                var damaged = image
                damaged.log?[flip / 8] ^= 1 << UInt8(flip % 8)
                try files.restore(damaged)
                do {
                    try files.withStore { store in
                        let left = try store.log(of: .lobby)
                        #expect(left == Array(log.prefix(left.count)), "bit \(flip)")
                        #expect(store.continuityLost == (left.count < log.count), "bit \(flip)")
                    }
                } catch is StoreError {}
            }
        }
    }

    /// A database with rooms, devices, and texts that need pages of their own.
    private func filled(_ files: DatabaseFiles) throws -> DatabaseFiles.Image {
        var random = SeededGenerator(seed: 5)
        try files.withStore { store in
            for batch in 0..<40 {
                _ = try store.append(
                    (0..<10).map { index in
                        let text = String(
                            repeating: "x", count: index == 0 ? 6_000 : Int.random(in: 1...300, using: &random))
                        return Sender(UInt64(index % 3)).newEvent(
                            text, number: index % 4 == 3 ? nil : UInt64(batch * 10 + index + 1),
                            in: try room("room-\(index % 4)"))
                    })
            }
            // Each room's third message is edited, its fourth is deleted by its author, and others
            // get reactions.
            for index in 0..<4 {
                let room = try room("room-\(index)")
                let log = try store.log(of: room)
                func author(_ event: Event) -> Sender { Sender(event.author.user.low) }
                _ = try store.append([
                    author(log[2]).newEvent(.edit(of: 3, text: "edited"), in: room),
                    author(log[3]).newEvent(.delete(of: 4), in: room),
                ])
                _ = try store.append(
                    (5...30).map { Sender($0).newEvent(.react(of: Seq($0), emoji: "👍", on: true), in: room) })
            }
        }
        return try files.image()
    }
}

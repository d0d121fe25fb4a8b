import ChatRooms
import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

/// What the store on disk does with reports and moderation logs beyond the duties of every store.
@Suite struct ReportTableTests {
    private let ann = Sender(1)
    private let bob = Sender(2, name: "bob")
    private let cleo = Sender(3, name: "cleo")

    private func report(_ sender: Sender, _ seq: Seq, in room: RoomName, text: String? = nil) -> Batch {
        Batch(reports: [
            ReportChange(
                room: room, seq: seq, author: Author(user: sender.user, name: sender.name), role: .guest, at: 5,
                act: .report(Report(.spam, text: text)))
        ])
    }

    /// Ann's room with what a moderator does, and what everyone does.
    private func fill(_ store: SQLiteStore, _ garden: RoomName) throws {
        try store.appendAll([
            ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), bob.newEvent("rude", in: garden),
            bob.newEvent("mine", in: garden), bob.newEvent(.delete(of: 3), in: garden),
            ann.newEvent(.delete(of: 2), in: garden),
            ann.newEvent(
                .membership(MembershipChange(bob.user, .mute(until: MembershipChange.Action.forGood), reason: "rude")),
                in: garden),
            ann.newEvent("rules", in: garden), ann.newEvent(.pin(of: 7, on: true), in: garden),
        ])
    }

    private func seqs(_ store: SQLiteStore, _ room: RoomName) throws -> [Seq] {
        try store.actions(of: room, for: ann.user, before: nil, limit: 100).actions.compactMap { action in
            if case .event(let event) = action.deed { event.seq } else { nil }
        }
    }

    private func queue(_ store: SQLiteStore, _ room: RoomName?) throws -> [ReportedMessage] {
        try store.reports(of: room, for: ann.user, showingReporters: true, after: 0, limit: 100).reports
    }

    @Test func `an older database gets the log of what its moderators did`() throws {
        let garden = try room("garden")
        try withFiles { files in
            try files.withStore { store in
                try fill(store, garden)
                try #expect(seqs(store, garden) == [8, 6, 5, 1])
            }
            let queue = try DatabaseQueue(path: files.database)
            try queue.write { db in
                try db.execute(sql: "DROP TABLE report; DROP TABLE reported; DROP TABLE action")
                try db.execute(
                    sql: """
                        ALTER TABLE room_record DROP COLUMN links;
                        DROP INDEX room_open;
                        ALTER TABLE room DROP COLUMN open;
                        DROP TABLE profile;
                        DROP TABLE draft;
                        DROP INDEX event_with_at;
                        DROP TABLE held;
                        DELETE FROM grdb_migrations WHERE identifier >= 'v13 ' AND identifier < 'v2';
                        """)
            }
            try queue.close()
            try files.withStore { store in try #expect(seqs(store, garden) == [8, 6, 5, 1]) }
        }
    }

    @Test func `an import takes the log along`() throws {
        let garden = try room("garden")
        try withFolder { folder in
            let (old, new) = (DataPaths(folder + "/old"), DataPaths(folder + "/new"))
            for path in [old.folder, new.folder] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            let store = try SQLiteStore(path: old.database)
            try fill(store, garden)
            try store.appendAll([
                cleo.newEvent("hello", in: garden), cleo.newEvent(.react(of: 9, emoji: "👍", on: true), in: garden),
                ann.newEvent(.unreact(of: 9, emoji: "👍", user: cleo.user), in: garden),
            ])
            #expect(try seqs(store, garden) == [11, 8, 6, 5, 1])
            try store.close()
            var export = try Export(of: old)
            _ = try export.write(into: folder + "/export")
            _ = try Import.run(.folder(folder + "/export"), into: new)
            let imported = try SQLiteStore(path: new.database)
            #expect(try seqs(imported, garden) == [11, 8, 6, 5, 1])
            try imported.close()
        }
    }

    @Test func `a room that is removed takes its reports and its log along`() throws {
        let garden = try room("garden")
        try withFiles { files in
            try files.withStore { store in
                try fill(store, garden)
                _ = try store.append(report(cleo, 7, in: garden))
                #expect(try queue(store, garden).isEmpty)
                _ = try store.appended(bob.newEvent("rude"))
                _ = try store.append(report(cleo, 1, in: .lobby))
                _ = try store.remove(.rooms([garden], quietSince: nil)) { _ in }
                for table in ["report", "reported"] {
                    let count = try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
                    #expect(count == 1)
                }
                let actions = try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM action") }
                #expect(actions == 0)
                #expect(try queue(store, nil).map(\.room) == [.lobby])
                try fill(store, garden)
                #expect(try queue(store, garden).isEmpty)
                try #expect(seqs(store, garden) == [8, 6, 5, 1])
            }
        }
    }

    @Test func `a person who is erased is in no report and no decision`() throws {
        try withFiles { files in
            try files.withStore { store in
                for text in ["one", "two"] { _ = try store.appended(bob.newEvent(text)) }
                _ = try store.append(report(cleo, 1, in: .lobby, text: "words"))
                _ = try store.append(report(cleo, 2, in: .lobby))
                _ = try store.append(report(Sender(4), 2, in: .lobby))
                _ = try store.remove(.person(cleo.user)) { _ in }
                let left = try queue(store, .lobby)
                #expect(left.map(\.message.seq) == [2] && left.first?.count == 1)
                _ = try store.remove(.person(bob.user)) { _ in }
                #expect(try queue(store, .lobby).isEmpty)
            }
        }
    }

    @Test func `reports of a damaged message are refused, and hold up nobody's message`() throws {
        try withFiles { files in
            try files.withStore { store in
                for text in ["one", "two"] { _ = try store.appended(bob.newEvent(text)) }
                try store.pool.write { try $0.execute(sql: "UPDATE event SET at = at + 1 WHERE id & 255 = 1") }
                // More reports than a batch is tried again without the item that hits a damaged
                // row.
                let reporters = (10..<10 + UInt64(Limits.commitAttempts) + 4).map { Sender($0) }
                var batch = Batch(newEvents: [bob.newEvent("three")])
                batch.reports = reporters.flatMap { report($0, 1, in: .lobby).reports }
                batch.reports += report(cleo, 2, in: .lobby).reports
                let appended = try store.append(batch)
                guard case .appended(let event)? = appended.outcomes.first else { return #expect(Bool(false)) }
                #expect(event.seq == 3)
                for outcome in appended.reports.dropLast() {
                    guard case .refused(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
                    #expect(error.code == .damaged)
                }
                #expect(appended.reports.last == .done)
            }
        }
    }

    @Test func `a message that is reported anew is behind the whole queue, and no number comes twice`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.appended(bob.newEvent("rude"))
                _ = try store.append(report(cleo, 1, in: .lobby))
                let first = try queue(store, .lobby).map(\.number)
                let decision = ReportChange(
                    room: .lobby, seq: 1, author: Author(user: ann.user, name: "ann"), role: .administrator, at: 6,
                    act: .resolve(Resolution(.dismissed)))
                #expect(try store.append(Batch(reports: [decision])).reports == [.done])
                _ = try store.appended(bob.newEvent(.edit(of: 1, text: "ruder")))
                _ = try store.append(report(cleo, 1, in: .lobby))
                let second = try queue(store, .lobby).map(\.number)
                #expect(first.count == 1 && second.count == 1 && second[0] > first[0])
            }
        }
    }

    @Test func `a page of a full queue is read by its index`() throws {
        try withFiles { files in
            try files.withStore { store in
                let plans = try store.pool.read { db in
                    let queries: [(String, StatementArguments)] = [
                        (ReportTable.queueSQL(ofRoom: false), [5, Data(), 9]),
                        (ReportTable.queueSQL(ofRoom: true), [5, Data(), 9, 1]),
                        (ActionTable.pageSQL, [1, 5, Data(), 9]),
                    ]
                    return try queries.map { sql, arguments in
                        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                            .map { $0["detail"] as String }
                    }
                }
                for plan in plans { #expect(plan.allSatisfy { $0.contains("SEARCH") }, "\(plan)") }
            }
        }
    }
}

import ChatRooms
import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

/// What the store on disk does with held messages beyond the duties of every store.
@Suite struct HeldTableTests {
    private let ann = Sender(1)
    private let bob = Sender(2, name: "bob")

    private func held(_ text: String, number: UInt64? = nil, in room: RoomName = .lobby) -> NewEvent {
        var newEvent = bob.newEvent(text, number: number, in: room)
        newEvent.verdict = .held
        return newEvent
    }

    private func decide(
        _ store: SQLiteStore, _ verdict: HeldDecision.Verdict, in room: RoomName = .lobby
    ) throws -> HeldOutcome? {
        let place = try #require(try queue(store).first { $0.room == room }).number
        let change = HeldChange(
            room: room, place: place, author: Author(user: ann.user, name: "ann"), role: .administrator, id: .random(),
            at: 1_795_223_117_490, decision: HeldDecision(verdict))
        return try store.append(Batch(decisions: [change])).decisions.first
    }

    private func queue(_ store: SQLiteStore) throws -> [HeldMessage] {
        try store.held(of: nil, for: ann.user, after: 0, limit: 100).messages
    }

    private func rows(_ store: SQLiteStore) throws -> Int? {
        try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM held") }
    }

    @Test func `a restart forgets nothing, and counts a published message as an event`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.appended(bob.newEvent("hello", number: 1))
                #expect(try store.append(held("one", number: 2)) == .held)
                #expect(try store.append(held("two", number: 3)) == .held)
                guard case .published = try decide(store, .publish) else { return #expect(Bool(false)) }
            }
            try files.withStore { store in
                #expect(!store.continuityLost && store.eventsAtOpening == 2)
                #expect(try queue(store).map(\.text) == ["two"])
                #expect(try store.append(held("one", number: 2)) == .held)
                _ = try store.appended(bob.newEvent("three", number: 4))
                #expect(try store.append(held("two", number: 3)) == .held)
                #expect(try decide(store, .discard) == .discarded)
            }
            try files.withStore { store in
                try #expect(store.append(held("two", number: 3)) == .held)
                try #expect(queue(store).isEmpty)
            }
        }
    }

    @Test func `a room that is removed takes its held messages along, and no place comes twice`() throws {
        let garden = try room("garden")
        try withFiles { files in
            try files.withStore { store in
                for room in [garden, .lobby] { _ = try store.appended(bob.newEvent("hello", in: room)) }
                for room in [.lobby, garden, garden] { _ = try store.append(held("one", in: room)) }
                #expect(try decide(store, .discard, in: garden) == .discarded)
                let last = try #require(try queue(store).last).number
                _ = try store.remove(.rooms([garden], quietSince: nil)) { _ in }
                #expect(try rows(store) == 1)
                #expect(try queue(store).map(\.room) == [.lobby])
                _ = try store.append(held("two"))
                let newest = try #require(try queue(store).last).number
                #expect(newest > last)
            }
        }
    }

    @Test func `a person who is erased is in no held message and in no decision`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.appended(ann.newEvent("hello"))
                for text in ["one", "two"] { _ = try store.append(held(text)) }
                #expect(try decide(store, .discard) == .discarded)
                _ = try store.remove(.person(bob.user)) { _ in }
                #expect(try rows(store) == 0)
                let actions = try store.actions(of: .lobby, for: ann.user, before: nil, limit: 10).actions
                #expect(actions.map(\.about?.name) == [Erasure.name])
            }
        }
    }

    @Test func `a check finds what belongs to no room, and a repair removes it`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder)
            let store = try SQLiteStore(path: paths.database)
            _ = try store.appended(bob.newEvent("hello"))
            for text in ["one", "two"] { _ = try store.append(held(text)) }
            #expect(try decide(store, .discard) == .discarded)
            try store.close()
            #expect(try Check.run(paths) { _ in }.findings == 0)
            let database = try DatabaseQueue(path: paths.database)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA foreign_keys = OFF; UPDATE held SET room = 9 WHERE decided IS NULL")
            }
            try database.close()
            #expect(try Check.run(paths) { _ in }.findings == 1)
            #expect(try Repair.run(paths, found: { _ in }, lost: { _ in }).remaining == 0)
            let repaired = try SQLiteStore(path: paths.database)
            #expect(try rows(repaired) == 1)
            try repaired.close()
        }
    }

    @Test func `pages and limits of full queues are read by their indices`() throws {
        try withFiles { files in
            try files.withStore { store in
                let plans = try store.pool.read { db in
                    let queries: [(String, StatementArguments)] = [
                        (HeldTable.queueSQL(ofRoom: false), [5, Data(), 9]),
                        (HeldTable.queueSQL(ofRoom: true), [5, Data(), 9, 1]),
                    ]
                    return try queries.map { sql, arguments in
                        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                            .map { $0["detail"] as String }
                    }
                }
                for plan in plans { #expect(plan.allSatisfy { $0.contains("SEARCH") }, "\(plan)") }
                let counts = try store.pool.read { db in
                    let queries: [(String, StatementArguments)] = [
                        (HeldTable.countSQL, [Data(), 1]), (HeldTable.countAllSQL, []),
                    ]
                    return try queries.flatMap { sql, arguments in
                        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                            .map { $0["detail"] as String }
                    }
                }
                #expect(counts.filter { $0.contains("held") }.allSatisfy { $0.contains("INDEX") }, "\(counts)")
            }
        }
    }
}

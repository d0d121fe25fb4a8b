import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import GRDB
import Testing

@Suite struct `Every number of a device leads to its event` {
    @Test(arguments: StoreKind.allCases)
    func `also far apart from one another, and in several rooms`(kind: StoreKind) throws {
        try kind.withStore { store in
            let talk = try Talk(in: store, events: 500)
            try talk.verify(store)
        }
    }

    @Test func `after a restart, when nothing is known of the device but what the database has`() throws {
        try withFiles { files in
            let talk = try files.withStore { try Talk(in: $0, events: 500) }
            try files.withStore { try talk.verify($0) }
            for (newEvent, event) in zip(talk.newEvents, talk.events).reversed().prefix(20) {
                try files.withStore { try #expect($0.append(newEvent) == .alreadyThere(event)) }
            }
        }
    }

    @Test func `in a database that had an index of all of them`() throws {
        try withFiles { files in
            let talk = try files.withStore { try Talk(in: $0, events: 500) }
            try files.takeBackToTheFullIndex()
            try files.withStore { try talk.verify($0) }
            try #expect(files.rowsOfIntents() < 500)
        }
    }

    @Test func `a device whose new events were all refused leaves no row, and begins anew`() throws {
        try withFiles { files in
            let ann = Sender(1)
            try files.withStore { store in
                _ = try store.append(ann.newEvent("hello", number: 1))
                for device in 1...20 as ClosedRange<UInt64> {
                    var newEvent = ann.newEvent(.react(of: 99, emoji: "👍", on: true))
                    newEvent.idempotencyKey = IdempotencyKey(device: DeviceID(high: 5, low: device), number: 1)
                    let outcome = try store.append(newEvent)
                    #expect(outcome.refusal == .noSuchMessage)
                    newEvent.after = 7
                    #expect(try store.append(newEvent) == .outOfTurn)
                }
                #expect(try files.rowsOfDevices() == 1)
                var newEvent = ann.newEvent("from another device")
                newEvent.idempotencyKey = IdempotencyKey(device: DeviceID(high: 5, low: 1), number: 1)
                let outcome = try store.append(newEvent)
                #expect(outcome.refusal == nil)
                guard case .alreadyThere = try store.append(newEvent) else { return #expect(Bool(false)) }
                #expect(try files.rowsOfDevices() == 2)
            }
        }
    }

    @Test func `and somebody who talks to themselves has one row for each 64 events`() throws {
        try withFiles { files in
            let ann = Sender(1)
            try files.withStore { store in
                for batch in 0..<10 {
                    _ = try store.append((1...64).map { ann.newEvent("hello", number: UInt64(batch * 64 + $0)) })
                }
            }
            // Events 1 to 63, 64 to 127, and so on up to 640.
            try #expect(files.rowsOfIntents() == 11)
        }
    }
}

/// Three people in two rooms, one of them often elsewhere, and someone whose messages have no
/// numbers.
private struct Talk {
    var newEvents: [NewEvent] = []
    var events: [Event] = []
    private var people = (1...3).map { Sender($0) }

    init(in store: some MessageStore, events count: Int) throws {
        var random = SeededGenerator(seed: 7)
        let rooms = [RoomName.lobby, try room("garden")]
        var numbers: [UInt64] = [0, 0, 0]
        for index in 0..<count {
            // The third one says little: whole blocks lie between.
            let who = index % 150 == 149 ? 2 : Int.random(in: 0...1, using: &random)
            let room = who == 1 && Int.random(in: 0..<5, using: &random) == 0 ? rooms[1] : rooms[0]
            numbers[who] += UInt64.random(in: 1...2, using: &random)
            newEvents.append(people[who].newEvent("\(index)", number: numbers[who], in: room))
        }
        for start in stride(from: 0, to: newEvents.count, by: 40) {
            let batch = newEvents[start..<min(start + 40, newEvents.count)]
            let outcomes = try store.append(batch + [Sender(9).newEvent("unnumbered")])
            events += try outcomes.dropLast().map {
                guard case .appended(let event) = $0 else { throw NotAppended() }
                return event
            }
        }
    }

    func verify(_ store: some MessageStore) throws {
        try #expect(store.append(newEvents) == events.map { .alreadyThere($0) })
        let others = newEvents.map { newEvent in
            var other = newEvent
            other.mutation = .message(text: "something else")
            return other
        }
        try #expect(store.append(others) == events.map { _ in .conflict })
        // A number that was left out is passed; the next one is not.
        for person in people {
            let own = newEvents.compactMap { $0.author.user == person.user ? $0.idempotencyKey?.number : nil }
            let highest = try #require(own.max())
            for number in 1...highest where !own.contains(number) {
                try #expect(store.append(person.newEvent("late", number: number)) == .passed)
            }
            let known = try store.append(person.newEvent("next", number: highest, in: room("elsewhere")))
            #expect(known == .conflict)
        }
    }
}

extension DatabaseFiles {
    /// To what the second schema had in place of the sparse index.
    fileprivate func takeBackToTheFullIndex() throws {
        let database = try DatabaseQueue(path: database)
        try database.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE room DROP COLUMN generation;
                    DROP INDEX room_open;
                    ALTER TABLE room DROP COLUMN open;
                    DELETE FROM meta WHERE key = 'kinds';
                    ALTER TABLE device DROP COLUMN floor;
                    DROP TABLE deleted_file;
                    DROP TABLE retained;
                    ALTER TABLE mark DROP COLUMN at;
                    DROP TABLE report;
                    DROP TABLE reported;
                    DROP TABLE action;
                    DROP TABLE choice;
                    DROP TABLE block;
                    DROP TABLE profile;
                    DROP TABLE draft;
                    DROP INDEX event_with_at;
                    DROP TABLE held;
                    DROP TABLE room_record;
                    DROP TABLE place;
                    DROP TABLE imported;
                    ALTER TABLE event DROP COLUMN attachment;
                    DROP TABLE file;
                    DROP TABLE intent;
                    CREATE UNIQUE INDEX event_by_intent ON event (device, number) WHERE device IS NOT NULL;
                    DELETE FROM grdb_migrations WHERE identifier NOT LIKE 'v1 %' AND identifier NOT LIKE 'v2 %';
                    """)
        }
        try database.close()
    }

    fileprivate func rowsOfIntents() throws -> Int { try rows(of: "intent") }

    fileprivate func rowsOfDevices() throws -> Int { try rows(of: "device") }

    private func rows(of table: String) throws -> Int {
        let database = try DatabaseQueue(path: database)
        defer { try? database.close() }
        return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }
}

import ChatRooms
@testable import ChatSQL
import ChatTesting
import ChatWire
import Testing

/// How many statements a read takes: each is a round trip where the database is another machine.
@Suite struct StatementCountTests {
    private let ann = Sender(1)

    @Test func `a page whose messages have many reactions takes few statements`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append((1...50).map { ann.newEvent("\($0)") })
                for seq in 1...50 as ClosedRange<Seq> {
                    _ = try store.append(
                        (1...20).map { Sender(100 + $0).newEvent(.react(of: seq, emoji: "👍", on: true)) })
                }
                for anchor in [HistoryAnchor.after(0), .before(51)] {
                    let (page, statements) = try counting(store) {
                        try EventReader.page(of: .lobby, at: anchor, limit: 50, damaged: DamagedRows(), $0)
                    }
                    #expect(page.events.count == 50 && page.events.allSatisfy { $0.reactionUses == 20 })
                    #expect(statements < 4 + 1_000 / Limits.databaseRows + 2)
                }
            }
        }
    }

    @Test func `what a join and a read mark ask of a room takes one statement each`() throws {
        try withFiles { files in
            try files.withStore { store in
                let group = RoomName.newGroup()
                _ = try store.append([ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group)])
                let (info, ofInfo) = try counting(store) { try RoomLists.info(of: group, for: ann.user, $0) }
                #expect(info?.settings.title == "Tea" && info?.standing.role == .owner && ofInfo == 1)
                let (standing, ofStanding) = try counting(store) {
                    try RoomRecords.standing(of: ann.user, in: group, $0)
                }
                #expect(standing == info?.standing && ofStanding == 1)
            }
        }
    }

    @Test func `a look for expired messages in many rooms takes two statements`() throws {
        try withFiles { files in
            try files.withStore { store in
                for room in 1...200 {
                    _ = try store.append([ann.newEvent("hello", in: #require(RoomName("room-\(room)")))])
                }
                let expiry = Expiry(Retention(keep: 1), now: ann.newEvent("now").at, room: RoomName("room-1"))
                let (expired, statements) = try counting(store) { db in
                    var removed: [FilePlace] = []
                    return try Expiring.step(expiry, &removed, db)
                }
                #expect(expired == Expired())
                #expect(statements == 2)
            }
        }
    }

    @Test func `counting the events of many rooms takes few statements`() throws {
        try withFiles { files in
            try files.withStore { store in
                for room in 1...200 {
                    _ = try store.append([
                        ann.newEvent("hello", in: #require(RoomName("room-\(room)"))), ann.newEvent("lobby"),
                    ])
                }
                let (events, statements) = try counting(store) {
                    try EventReader.countEvents($0, damaged: DamagedRows())
                }
                #expect(events == 400)
                #expect(statements <= 1 + 201 / Limits.databaseRows + 1)
            }
        }
    }

    @Test func `a row that is missing hides none behind it`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append((1...5).map { ann.newEvent("\($0)") })
                try store.read { db in
                    let room = try #require(try EventReader.room(.lobby, db))
                    let keys = try [1, 2, 99, 98, 4, 5].map { try #require(EventKey(room: room, seq: $0)) }
                    var rows = EventRows(keys, names: [room: .lobby])
                    // The second is left out.
                    let asked = [0, 2, 3, 4, 5].map { keys[$0] }
                    #expect(try asked.map { try rows.event($0, db)?.seq } == [1, nil, nil, 4, 5])
                }
            }
        }
    }

    private func counting<Value>(
        _ store: some SQLStore, _ body: (any SQLDatabase) throws -> Value
    ) throws -> (Value, statements: Int) {
        try store.read { database in
            let counting = CountingDatabase(database)
            return (try body(counting), counting.statements)
        }
    }
}

/// Counts the statements that a read takes.
final class CountingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private(set) var statements = 0

    init(_ database: any SQLDatabase) { self.database = database }

    func prepared(_ sql: String) throws -> any SQLStatement {
        statements += 1
        return try database.prepared(sql)
    }
}

extension Event {
    fileprivate var reactionUses: Int {
        guard case .message(let message) = content else { return 0 }
        return message.reactions.reduce(0) { $0 + $1.users.count }
    }
}

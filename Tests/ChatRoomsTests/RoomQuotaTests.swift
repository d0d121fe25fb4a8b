import ChatWire
import Testing

@testable import ChatRooms

@Suite struct RoomQuotaTests {
    private let ann = UserID.issued()
    private let second: Int64 = 1_000_000_000
    private let one = ClientAddress(.v4(1), isLocal: false)
    private let two = ClientAddress(.v4(2), isLocal: false)

    private func newEvent(_ room: String, _ user: UserID) throws -> NewEvent {
        NewEvent(
            room: try #require(RoomName(room)), id: .random(), at: 0, author: Author(user: user, name: "x"),
            idempotencyKey: nil,
            mutation: .message(text: "x"))
    }

    /// Makes rooms one after the other, in batches of their own; the code of each refusal.
    private func make(
        _ rooms: Range<Int>, _ user: UserID, from address: ClientAddress, _ quota: inout RoomQuota, at now: Int64 = 0
    ) throws -> [WireError.Code?] {
        try rooms.map { number in
            var newEvents = [try newEvent("r\(number)", user)]
            let charges = quota.admit(&newEvents, from: [address], at: now) { _ in true }
            let refusal = newEvents[0].roomRefusal
            quota.settle(charges, newEvents, [refusal.map { .refused($0) } ?? .appended(newEvents[0].event(seq: 1))])
            return refusal?.code
        }
    }

    @Test func `a user makes so many rooms at once, and then as many as come back`() throws {
        var quota = RoomQuota(RoomRates(user: 3, address: nil))
        #expect(try make(0..<4, ann, from: one, &quota) == [nil, nil, nil, .tooManyNewRooms])
        #expect(try make(0..<1, .issued(), from: one, &quota) == [nil])
        let later = Int64(Limits.newRoomsPeriod) * second / 3
        #expect(try make(5..<7, ann, from: one, &quota, at: later) == [nil, .tooManyNewRooms])
    }

    @Test func `many users of one address share what it may make, and a refusal costs neither`() throws {
        var quota = RoomQuota(RoomRates(user: 3, address: 4))
        for number in 0..<4 { #expect(try make(number..<number + 1, .issued(), from: one, &quota) == [nil]) }
        for _ in 0..<10 { #expect(try make(5..<6, ann, from: one, &quota) == [.tooManyNewRoomsHere]) }
        #expect(try make(0..<3, ann, from: two, &quota) == [nil, nil, nil])
    }

    @Test func `a room that was not made costs nothing`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        for _ in 0..<10 {
            var newEvents = [try newEvent("new", ann)]
            let charges = quota.admit(&newEvents, from: [one], at: 0) { _ in true }
            #expect(newEvents[0].roomRefusal == nil)
            quota.settle(charges, newEvents, [.passed])
        }
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
    }

    @Test func `an account's own log costs nothing, guests' have a quota of their own`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
        var newEvents = try (0..<Limits.newOwnLogsPerAddress + 2).map { _ in try newEvent("new", .issued()) }
        for index in newEvents.indices {
            newEvents[index].room = .own(newEvents[index].author.user)
            newEvents[index].role = index == 0 ? .user : .guest
        }
        _ = quota.admit(&newEvents, from: newEvents.map { _ in one }, at: 0) { _ in true }
        #expect(newEvents.dropLast().allSatisfy { $0.roomRefusal == nil })
        #expect(newEvents.last?.roomRefusal?.code == .tooManyNewRoomsHere)
    }

    @Test func `the networks of a site together make as many rooms as eight addresses`() throws {
        var quota = RoomQuota(RoomRates(user: nil, address: 10))
        func network(_ number: UInt64) -> ClientAddress {
            ClientAddress(.v6(0x2001_0DB8_0001_0000 + number), isLocal: false)
        }
        for number in 0..<UInt64(Limits.addressesPerSite) {
            #expect(try make(0..<10, ann, from: network(number), &quota).allSatisfy { $0 == nil })
        }
        #expect(try make(0..<1, ann, from: network(100), &quota) == [.tooManyNewRoomsHere])
        #expect(try make(0..<1, ann, from: network(0x1_0000), &quota) == [nil], "another site")
    }

    @Test func `what can't make its room costs nothing, so what is left tells no stranger of the room`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        let direct = try #require(RoomName.direct(.issued(), .issued()))
        let group = RoomName.newGroup()
        var newEvents = try [direct, group, group].map { try newEvent($0.text, ann) } + [newEvent("new", ann)]
        newEvents[2].mutation = .membership(MembershipChange(ann, .join))
        _ = quota.admit(&newEvents, from: [one, one, one, one], at: 0) { _ in true }
        #expect(newEvents.allSatisfy { $0.roomRefusal == nil })
        // It is charged to whom it may belong.
        var settings = [try newEvent(group.text, ann)]
        settings[0].mutation = .settings(SettingsChange(title: "Tea"))
        _ = quota.admit(&settings, from: [one], at: 0) { _ in true }
        #expect(settings[0].roomRefusal?.code == .tooManyNewRooms)
    }

    @Test func `many messages of a batch make one room for the price of one`() throws {
        var quota = RoomQuota(RoomRates(user: 2, address: nil))
        var newEvents = try (0..<10).map { _ in try newEvent("new", ann) }
        let charges = quota.admit(&newEvents, from: newEvents.map { _ in one }, at: 0) { _ in true }
        #expect(newEvents.allSatisfy { $0.roomRefusal == nil })
        quota.settle(charges, newEvents, newEvents.enumerated().map { .appended($1.event(seq: Seq(count: $0 + 1))) })
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
    }

    @Test func `the lobby and rooms that are there are free`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        var newEvents = [
            try newEvent("lobby", ann), try newEvent("old", ann), try newEvent("new", ann), try newEvent("newer", ann),
        ]
        _ = quota.admit(&newEvents, from: [one, one, one, one], at: 0) { $0.text != "old" }
        #expect(newEvents.map { $0.roomRefusal?.code } == [nil, nil, nil, .tooManyNewRooms])
    }
}

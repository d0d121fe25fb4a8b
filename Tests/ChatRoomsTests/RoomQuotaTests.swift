import ChatWire
import Testing

@testable import ChatRooms

@Suite struct RoomQuotaTests {
    private let ann = UserID.issued()
    private let second: Int64 = 1_000_000_000
    private let one = ClientAddress(.v4(1), isLocal: false)
    private let two = ClientAddress(.v4(2), isLocal: false)

    private func draft(_ room: String, _ user: UserID) throws -> Draft {
        Draft(
            room: try #require(RoomName(room)), id: .random(), at: 0, author: Author(user: user, name: "x"),
            idempotencyKey: nil,
            mutation: .message(text: "x"))
    }

    /// Makes rooms one after the other, in batches of their own; the code of each refusal.
    private func make(
        _ rooms: Range<Int>, _ user: UserID, from address: ClientAddress, _ quota: inout RoomQuota, at now: Int64 = 0
    ) throws -> [WireError.Code?] {
        try rooms.map { number in
            var drafts = [try draft("r\(number)", user)]
            let charges = quota.admit(&drafts, from: [address], at: now) { _ in true }
            let refusal = drafts[0].roomRefusal
            quota.settle(charges, drafts, [refusal.map { .refused($0) } ?? .appended(drafts[0].event(seq: 1))])
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
            var drafts = [try draft("new", ann)]
            let charges = quota.admit(&drafts, from: [one], at: 0) { _ in true }
            #expect(drafts[0].roomRefusal == nil)
            quota.settle(charges, drafts, [.passed])
        }
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
    }

    @Test func `an account's own log costs nothing, guests' have a quota of their own`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
        var drafts = try (0..<Limits.newOwnLogsPerAddress + 2).map { _ in try draft("new", .issued()) }
        for index in drafts.indices {
            drafts[index].room = .own(drafts[index].author.user)
            drafts[index].role = index == 0 ? .user : .guest
        }
        _ = quota.admit(&drafts, from: drafts.map { _ in one }, at: 0) { _ in true }
        #expect(drafts.dropLast().allSatisfy { $0.roomRefusal == nil })
        #expect(drafts.last?.roomRefusal?.code == .tooManyNewRoomsHere)
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
        var drafts = try [direct, group, group].map { try draft($0.text, ann) } + [draft("new", ann)]
        drafts[2].mutation = .membership(MembershipChange(ann, .join))
        _ = quota.admit(&drafts, from: [one, one, one, one], at: 0) { _ in true }
        #expect(drafts.allSatisfy { $0.roomRefusal == nil })
        // It is charged to whom it may belong.
        var settings = [try draft(group.text, ann)]
        settings[0].mutation = .settings(SettingsChange(title: "Tea"))
        _ = quota.admit(&settings, from: [one], at: 0) { _ in true }
        #expect(settings[0].roomRefusal?.code == .tooManyNewRooms)
    }

    @Test func `many messages of a batch make one room for the price of one`() throws {
        var quota = RoomQuota(RoomRates(user: 2, address: nil))
        var drafts = try (0..<10).map { _ in try draft("new", ann) }
        let charges = quota.admit(&drafts, from: drafts.map { _ in one }, at: 0) { _ in true }
        #expect(drafts.allSatisfy { $0.roomRefusal == nil })
        quota.settle(charges, drafts, drafts.enumerated().map { .appended($1.event(seq: Seq(count: $0 + 1))) })
        #expect(try make(0..<2, ann, from: one, &quota) == [nil, .tooManyNewRooms])
    }

    @Test func `the lobby and rooms that are there are free`() throws {
        var quota = RoomQuota(RoomRates(user: 1, address: 1))
        var drafts = [try draft("lobby", ann), try draft("old", ann), try draft("new", ann), try draft("newer", ann)]
        _ = quota.admit(&drafts, from: [one, one, one, one], at: 0) { $0.text != "old" }
        #expect(drafts.map { $0.roomRefusal?.code } == [nil, nil, nil, .tooManyNewRooms])
    }
}

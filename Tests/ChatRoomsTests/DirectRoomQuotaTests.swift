import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

@Suite struct DirectRoomQuotaTests {
    private let store = MemoryStore()
    private var group = GroupCommit()
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
    private let far = ClientAddress(.v4(0x0A00_0009), isLocal: false)
    private let near = ClientAddress(.fileSystem, isLocal: true)
    private let most = Limits.newDirectRoomsPerAddress

    private func guest(_ number: Int) -> Author { Author(user: UserID(high: 5, low: UInt64(number)), name: "guest") }

    /// Commits messages of guests to one person, each in the direct room of the two.
    private mutating func write(
        _ guests: [Author], to person: Author, from client: ClientAddress, at now: Int64 = 0
    ) throws -> [WireError?] {
        let submissions = try guests.map { guest in
            Submission(
                origin: Origin(table: 0, connection: 1), ref: 1, client: client,
                request: .append(
                    NewEvent(
                        room: try #require(RoomName.direct(guest.user, person.user)), id: .random(), at: 1,
                        author: guest, idempotencyKey: nil, mutation: .message(text: "hi"))),
                submitted: now)
        }
        let committed = group.commit(CommitBatch(submissions), to: store, at: now) {
            batch throws(StoreError) in try store.append(batch)
        }
        return committed.replies.map { if case .refused(let error) = $0.result { error } else { nil } }
    }

    @Test mutating func `the guests of an address open so many direct rooms with a person at once`() throws {
        let guests = (0..<most + 1).map(guest)
        let refusals = try write(guests, to: bob, from: far)
        #expect(refusals.dropLast().allSatisfy { $0 == nil })
        #expect(refusals.last??.code == .tooManyNewRoomsHere)
        #expect(refusals.last??.text.contains("in 2 minutes") == true)
        #expect(refusals.last??.retry == UInt64(Limits.newRoomsPeriod) * 1_000 / UInt64(most))
        // What is open stays open, and others are not concerned.
        #expect(try write(Array(guests.prefix(most)), to: bob, from: far).allSatisfy { $0 == nil })
        #expect(try write([guests[most]], to: guest(1_000), from: far) == [nil])
        #expect(try write([guests[most]], to: bob, from: near) == [nil])
        let another = guest(most + 1)
        let pause = Int64(Limits.newRoomsPeriod) * 1_000_000_000 / Int64(most)
        #expect(try write([another], to: bob, from: far, at: pause - 1).first??.code == .tooManyNewRoomsHere)
        #expect(try write([another], to: bob, from: far, at: pause) == [nil])
    }

    @Test mutating func `the networks of one site count as one address`() throws {
        let networks = (0..<UInt64(most) + 1).map { ClientAddress(.v6(0x2001_0DB8_0001_0000 + $0), isLocal: false) }
        let refused = try networks.enumerated().flatMap { number, client in
            try write([guest(number)], to: bob, from: client).compactMap { $0 }
        }
        #expect(refused.map(\.code) == [.tooManyNewRoomsHere])
        #expect(
            try write([guest(most)], to: bob, from: ClientAddress(.v6(0x2001_0DB8_0002_0000), isLocal: false)) == [nil])
    }

    @Test mutating func `several messages for one new room cost as much as one, and a refused one nothing`() throws {
        #expect(try write(Array(repeating: guest(0), count: most + 1), to: bob, from: far).allSatisfy { $0 == nil })
        // Bob blocks a guest: no room is made.
        let own = Submission(
            origin: Origin(table: 0, connection: 2), ref: 1, client: far,
            request: .append(
                NewEvent(
                    room: .own(bob.user), id: .random(), at: 1, author: bob, idempotencyKey: nil,
                    mutation: .block(guest(1).user, on: true))),
            submitted: 0)
        _ = group.commit(CommitBatch([own]), to: store, at: 0)
        for _ in 0..<most { #expect(try write([guest(1)], to: bob, from: far).first??.code == .noSuchRoom) }
        #expect(try write((2...most).map(guest), to: bob, from: far).allSatisfy { $0 == nil })
        #expect(try write([guest(most + 1)], to: bob, from: far).first??.code == .tooManyNewRoomsHere)
    }
}

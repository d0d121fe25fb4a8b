import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct PresenceTests {
    private let me = Author.ann.user
    private let dan = Author(user: UserID(high: 4, low: 4), name: "dan")

    @Test func `people are listed as in a dictionary, and those with the same letters by their ids`() {
        let names = ["Zoe", "émile", "Emma", "bob", "Emil", "Ärne", "arthur", "Bob", "e\u{301}mil", "דנה"]
        let people = names.enumerated().map { Author(user: UserID(high: 1, low: UInt64($0)), name: $1) }
        let order = ["Ärne", "arthur", "bob", "Bob", "Emil", "e\u{301}mil", "émile", "Emma", "Zoe", "דנה"]
        for people in [people, people.reversed()] {
            var presence = Presence()
            presence.listed(people, count: 10, at: .at(0))
            #expect(presence.members.map(\.name) == order)
        }
    }

    @Test func `between two messages there is one notice, with the last change of each person`() {
        var presence = Presence()
        presence.changed(count: 3, joined: [.cleo, .ann], left: [], me: me, isOpen: true, after: 5, at: .at(1))
        presence.changed(count: 4, joined: [dan], left: [], me: me, isOpen: true, after: 5, at: .at(2))
        presence.changed(count: 3, joined: [], left: [.cleo], me: me, isOpen: true, after: 5, at: .at(3))
        #expect(
            presence.notices == [.init(number: 1, after: 5, at: 1, joined: [dan], left: [.cleo])])
        #expect(presence.members == [.ann, dan])
        presence.changed(count: 2, joined: [], left: [dan], me: me, isOpen: true, after: 6, at: .at(4))
        #expect(presence.notices.map { $0.number } == [1, 2])
    }

    @Test func `somebody with a new name has not joined`() {
        var presence = Presence()
        presence.listed([.ann, .bob], count: 2, at: .at(0))
        let renamed = Author(user: Author.bob.user, name: "Bobby")
        presence.changed(count: 2, joined: [renamed], left: [], me: me, isOpen: true, after: 5, at: .at(1))
        #expect(presence.notices.isEmpty && presence.members == [.ann, renamed])
    }

    @Test func `a person who leaves and is back before the next message is not named`() {
        var presence = Presence()
        func changed(_ joined: [Author], _ left: [Author], after: Seq = 5) {
            presence.changed(count: 3, joined: joined, left: left, me: me, isOpen: true, after: after, at: .at(1))
        }
        changed([], [.cleo])
        #expect(presence.notices.map(\.left) == [[.cleo]])
        changed([.cleo], [])
        #expect(presence.notices.isEmpty)
        // Somebody new is named, however often they connect again.
        changed([dan], [])
        for _ in 0..<3 {
            changed([], [dan])
            #expect(presence.notices.map(\.left) == [[dan]])
            changed([dan], [])
            #expect(presence.notices.map(\.joined) == [[dan]] && presence.notices.allSatisfy(\.left.isEmpty))
        }
        changed([], [.cleo], after: 6)
        changed([.cleo], [], after: 7)
        #expect(presence.notices.map(\.after) == [5, 6, 7])
    }

    @Test func `in a group or a direct room the client knows who is connected, and shows no notice`() throws {
        let group = try #require(RoomName("g-\(String(repeating: "a", count: 26))"))
        for (room, notices) in [(RoomName.lobby, 1), (group, 0)] {
            var world = World.ready()
            world.members.insert(room)
            world.tell(.join(room))
            world.quiesce()
            world.tell(.received(.presence(room: room, count: 2, joined: [dan], left: [])))
            let presence = try #require(world.chat.conversations[room]?.presence)
            #expect(presence.members.contains(dan))
            #expect(presence.notices.count == notices)
        }
    }

    @Test func `without a connection nobody is said to be here, and people are known by name all the same`() {
        var presence = Presence()
        presence.entered(count: 2, at: .at(0))
        presence.listed([.ann, .bob], count: 2, at: .at(0))
        #expect(presence.count == 2 && presence.members == [.ann, .bob])
        for _ in 1...2 {
            presence.interrupted(at: .at(1))
            #expect(presence.count == 0 && presence.members.isEmpty)
            #expect(presence.acquaintances == [.ann, .bob])
        }
        presence.entered(count: 3, at: .at(2))
        #expect(presence.count == 3 && presence.members.isEmpty)
        #expect(presence.acquaintances == [.ann, .bob])
        presence.listed([.ann, .cleo, dan], count: 3, at: .at(3))
        #expect(presence.members == [.ann, .cleo, dan] && presence.acquaintances == presence.members)
    }

    @Test func `a client without a connection claims nobody, and after the next one has the truth`() throws {
        var world = World.ready()
        world.tell(.received(.presence(room: .lobby, count: 2, joined: [.bob], left: [])))
        func presence() throws -> Presence { try #require(world.chat.conversations[.lobby]?.presence) }
        #expect(try presence().count == 2 && presence().members == [.ann, .bob])
        world.cut()
        #expect(try presence().count == 0 && presence().members.isEmpty)
        #expect(world.chat.people(of: .lobby).contains(.bob), "Names are completed without a connection, too.")
        world.quiesce()
        #expect(try presence().count == 1 && presence().members == [.ann])
    }

    @Test func `a person who comes back after an outage is shown neither as joining nor as leaving`() {
        var presence = Presence()
        presence.entered(count: 3, at: .at(0))
        presence.listed([.ann, .bob, .cleo], count: 3, at: .at(0))
        func changed(_ count: UInt64, _ joined: [Author], _ left: [Author], after: Seq = 5, at time: Int64) {
            presence.changed(
                count: count, joined: joined, left: left, me: me, isOpen: true, after: after, at: .at(time))
        }
        // The server stops, and reports each person as leaving, one after the other.
        changed(2, [], [.cleo], at: 100_000)
        #expect(presence.notices.map(\.left) == [[.cleo]])
        presence.interrupted(at: .at(100_001))
        presence.entered(count: 1, at: .at(130_000))
        presence.listed([.ann], count: 1, at: .at(130_010))
        changed(2, [.bob], [], after: 6, at: 131_000)
        changed(3, [.cleo], [], after: 6, at: 132_000)
        #expect(presence.notices.isEmpty && presence.members == [.ann, .bob, .cleo])
        // For a minute no change is shown, and then every change.
        changed(2, [], [.bob], after: 6, at: 189_999)
        #expect(presence.notices.isEmpty)
        changed(3, [dan], [], after: 6, at: 190_000)
        #expect(presence.notices.map(\.joined) == [[dan]])
        // A person who left long before the outage is shown as having left.
        changed(2, [], [.cleo], after: 7, at: 200_000)
        presence.interrupted(at: .at(300_000))
        presence.entered(count: 2, at: .at(301_000))
        presence.listed([.ann, .cleo], count: 2, at: .at(301_000))
        #expect(presence.notices.map(\.left) == [[], [.cleo]])
    }

    @Test func `the first connection is no return`() {
        var presence = Presence()
        presence.interrupted(at: .at(0))
        presence.entered(count: 1, at: .at(0))
        presence.listed([.ann], count: 1, at: .at(0))
        presence.changed(count: 2, joined: [.bob], left: [], me: me, isOpen: true, after: 5, at: .at(1))
        #expect(presence.notices.map(\.joined) == [[.bob]])
    }

    @Test func `a user who left a room and enters it again sees at once who joins`() {
        var presence = Presence()
        presence.entered(count: 1, at: .at(0))
        presence.listed([.ann], count: 1, at: .at(0))
        presence.left()
        #expect(presence.count == 0 && presence.members.isEmpty)
        presence.entered(count: 1, at: .at(1))
        presence.changed(count: 2, joined: [.bob], left: [], me: me, isOpen: true, after: 5, at: .at(2))
        #expect(presence.notices.map(\.joined) == [[.bob]])
    }

    @Test func `in a room with more than eight people, joins and leaves are no notice`() {
        var presence = Presence()
        func changed(_ count: UInt64, _ joined: [Author], _ left: [Author]) {
            presence.changed(count: count, joined: joined, left: left, me: me, isOpen: true, after: 5, at: .at(1))
        }
        changed(8, [], [.cleo])
        #expect(presence.notices.map(\.left) == [[.cleo]])
        changed(9, [dan], [])
        #expect(presence.notices.map(\.left) == [[.cleo]] && presence.notices.map(\.joined) == [[]])
        changed(10, [.cleo], [])
        #expect(presence.notices.isEmpty, "Somebody who is here again has not left.")
        changed(9, [], [dan])
        #expect(presence.notices.isEmpty && presence.count == 9)
        changed(8, [], [.cleo])
        #expect(presence.notices.map(\.left) == [[.cleo]])
    }

    @Test func `members and notices are bounded`() {
        var (presence, random) = (Presence(), SeededGenerator(seed: 1))
        let crowd = (1...1_000).map { Author(user: UserID(high: 8, low: $0), name: "n\($0)") }
        presence.listed(crowd, count: 1_000, at: .at(0))
        #expect(presence.members.count == Limits.membersListed)
        for after in 1...100 as ClosedRange<Seq> {
            for _ in 0..<5 {
                let joined = Array(crowd.shuffled(using: &random).prefix(100))
                let left = Array(crowd.shuffled(using: &random).prefix(100))
                presence.changed(
                    count: 8, joined: joined, left: left, me: nil, isOpen: true, after: after, at: .at(1))
            }
        }
        #expect(presence.members.count <= Limits.membersListed)
        #expect(presence.notices.count == Limits.notices)
        #expect(presence.notices.allSatisfy { max($0.joined.count, $0.left.count) <= Limits.membersListed })
    }

    @Test func `the list is asked for on joining, and again when it no longer says what the count says`() {
        var presence = Presence()
        #expect(presence.ask(at: 0) == true)
        #expect(presence.ask(at: 0) == false)
        presence.listed([.ann], count: 1, at: .at(0))
        presence.changed(count: 2, joined: [.bob], left: [], me: me, isOpen: true, after: 0, at: .at(1))
        #expect(presence.ask(at: 1) == false)
        presence.changed(count: 60, joined: [], left: [], me: me, isOpen: true, after: 0, at: .at(29_999))
        #expect(presence.ask(at: 29_999) == false)
        presence.changed(count: 61, joined: [], left: [], me: me, isOpen: true, after: 0, at: .at(30_000))
        #expect(presence.ask(at: 30_000) == true)
    }

    @Test func `typing is sent every three seconds, and shown for five, of a bounded number of people`() {
        var typing = Typing()
        #expect(typing.tell(at: 0) == true)
        #expect(typing.tell(at: 2_999) == false)
        #expect(typing.tell(at: 3_000) == true)
        typing.typed(.bob, at: 0)
        typing.typed(.cleo, at: 1_000)
        typing.typed(.bob, at: 2_000)
        #expect(typing.people == [.bob, .cleo])
        #expect(typing.expiry == 6_000)
        #expect(typing.expire(at: 5_999) == false)
        #expect(typing.expire(at: 6_000) == true)
        #expect(typing.people == [.bob])
        #expect(typing.stopped(Author.bob.user) == true)
        for low in 1...500 as ClosedRange<UInt64> {
            typing.typed(Author(user: UserID(high: 8, low: low), name: ""), at: 0)
        }
        #expect(typing.people.count == Limits.presenceListed)
    }

    @Test func `a stop is told once for each notice, and the next notice comes sooner after it`() {
        var typing = Typing()
        #expect(typing.stop(at: 0) == false)
        #expect(typing.tell(at: 0) == true)
        #expect(typing.stop(at: 300) == true)
        #expect(typing.stop(at: 300) == false)
        #expect(typing.tell(at: 1_499) == false)
        #expect(typing.stop(at: 1_499) == false, "the others were not told that it goes on")
        #expect(typing.tell(at: 1_500) == true)
        // Their time is over by itself.
        #expect(typing.stop(at: 1_500 + Limits.typingShown) == false)
        #expect(typing.tell(at: 10_000) == true)
        typing.sent()
        #expect(typing.stop(at: 10_000) == false)
        #expect(typing.expiry == nil)
        #expect(typing.tell(at: 10_001) == true)
        typing.interrupted()
        #expect(typing.stop(at: 10_001) == false)
    }

    @Test func `who presses no key for three seconds has stopped, and who empties the field very soon`() {
        var typing = Typing()
        typing.emptied(at: 0)
        #expect(typing.expiry == nil)
        #expect(typing.tell(at: 0) == true)
        #expect(typing.tell(at: 1_000) == false)
        #expect(typing.expiry == 3_000)
        #expect(typing.idle(at: 2_999) == false)
        #expect(typing.idle(at: 3_000) == false)
        #expect(typing.expiry == 4_000)
        #expect(typing.idle(at: 4_000) == true)
        #expect(typing.expiry == nil)
        #expect(typing.tell(at: 10_000) == true)
        typing.emptied(at: 11_000)
        #expect(typing.expiry == 11_000 + Limits.typingEmptied)
        // Another key.
        #expect(typing.tell(at: 11_100) == false)
        #expect(typing.idle(at: 11_000 + Limits.typingEmptied) == false)
        #expect(typing.expiry == 14_100)
        typing.emptied(at: 12_000)
        #expect(typing.idle(at: 12_000 + Limits.typingEmptied) == true)
        // After so long, the others show nothing any more.
        #expect(typing.tell(at: 20_000) == true)
        #expect(typing.tell(at: 22_500) == false)
        #expect(typing.idle(at: 23_000) == false)
        #expect(typing.idle(at: 25_500) == false)
        #expect(typing.expiry == nil)
    }

    @Test func `a person with a new name moves to that name's place among the receipts`() {
        var receipts = Receipts()
        receipts.read(.ann, 1)
        receipts.read(.bob, 1)
        let zoe = Author(user: Author.ann.user, name: "zoe")
        receipts.read(zoe, 1)
        #expect(receipts.marks == [.init(author: .bob, seq: 1), .init(author: zoe, seq: 1)])
    }

    @Test func `a receipt never goes back, and their number is bounded`() {
        var receipts = Receipts()
        receipts.read(.bob, 5)
        receipts.read(.bob, 3)
        receipts.read(.ann, 1)
        #expect(receipts.marks == [.init(author: .ann, seq: 1), .init(author: .bob, seq: 5)])
        for low in 1...500 as ClosedRange<UInt64> {
            receipts.read(Author(user: UserID(high: 8, low: low), name: ""), 1)
        }
        #expect(receipts.marks.count == Limits.membersListed)
    }
}

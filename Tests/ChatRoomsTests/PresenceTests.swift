import ChatRooms
import ChatWire
import Testing

@Suite struct PresenceTests {
    private var presence = Presence()
    private let ann = Author(user: .issued(), name: "ann")
    private let bob = Author(user: .issued(), name: "bob")

    @Test mutating func `only the first connection into a room and the last out of it are told`() {
        #expect(presence.enter(.lobby, ann) == .joined(ann, count: 1))
        #expect(presence.enter(.lobby, ann) == nil)
        #expect(presence.exit(.lobby, ann) == nil)
        #expect(presence.exit(.lobby, ann) == .left(ann, count: 0))
        #expect(presence.exit(.lobby, ann) == nil)
    }

    @Test mutating func `a room that the last person has left is told`() throws {
        let garden = try #require(RoomName("garden"))
        _ = presence.enter(garden, ann)
        #expect(presence.exit(garden, ann)?.frame == .presence(room: garden, count: 0, joined: [], left: [ann]))
    }

    @Test mutating func `a connection that comes and goes silently is counted and not told`() {
        #expect(presence.enter(.lobby, ann, silently: true) == nil)
        #expect(presence.count(in: .lobby) == 1)
        #expect(presence.exit(.lobby, ann, silently: true) == nil)
        #expect(presence.count(in: .lobby) == 0)
    }

    @Test mutating func `a name can't be taken while its holder, or a likeness of it, is here`() throws {
        try presence.claim("paypal", for: ann.user)
        for name in ["paypal", "PayPal", "раураl", "paypaI", "pаypal", "ｐａｙｐａｌ"] {
            #expect(throws: WireError.self, "\(name)") { try presence.claim(name, for: bob.user) }
        }
        try presence.claim("paypal", for: ann.user)
        presence.release("paypal", of: ann.user)
        #expect(throws: WireError.self) { try presence.claim("paypal", for: bob.user) }
        presence.release("paypal", of: ann.user)
        try presence.claim("paypal", for: bob.user)
    }

    @Test mutating func `a name that two servers gave to two users is free when both have gone, and not before`() throws
    {
        let (look, alike) = (ConfusableSkeleton(of: "paypal"), ConfusableSkeleton(of: "paypaI"))
        let cleo = UserID(high: 3, low: 1)
        try presence.introduce(ann.user, look)
        for _ in 1...2 { presence.introduceElsewhere(bob.user, alike, sharing: false) }
        _ = presence.dismiss(ann.user, look)
        presence.dismissElsewhere(bob.user, alike, sharing: false)
        #expect(throws: WireError.self) { try presence.claim(look, for: cleo) }
        presence.dismissElsewhere(bob.user, alike, sharing: false)
        try presence.claim(look, for: cleo)
        presence.release("paypal", of: cleo)
        try presence.claim(alike, for: cleo)
    }

    @Test mutating func `several users share a name, and nobody else takes it while one of them is here`() throws {
        let look = ConfusableSkeleton(of: "Ann")
        let (one, two) = (UserID.derived(high: 1, low: 1), UserID.derived(high: 2, low: 2))
        try presence.claim("ann", for: ann.user)
        // A guest who was here first keeps nobody out.
        try presence.introduce(one, look, sharing: true)
        try presence.introduce(two, look, sharing: true)
        presence.release("ann", of: ann.user)
        #expect(throws: WireError.self) { try presence.claim("ANN", for: ann.user) }
        #expect(presence.holds(look, butBy: ann.user))
        #expect(throws: WireError.self) {
            try presence.speak(as: UserID(high: 4, low: 1), look, held: nil, standIn: standIn)
        }
        #expect(presence.dismiss(one, look, sharing: true) == true)
        #expect(throws: WireError.self) { try presence.claim("ann", for: ann.user) }
        #expect(presence.dismiss(two, look, sharing: true) == true)
        try presence.claim("ann", for: ann.user)
    }

    @Test mutating func `a shared name is no account's, and keeps no account's owner out`() throws {
        let reservations = NameReservations()
        presence = Presence(reservations: reservations)
        let look = ConfusableSkeleton(of: "ann")
        try presence.introduce(.derived(high: 1, low: 1), look, sharing: true)
        #expect(reservations.reserve(look, for: ann.user))
        try presence.claim("ann", for: ann.user)
        #expect(throws: WireError.self) { try presence.introduce(.derived(high: 2, low: 2), look, sharing: true) }
    }

    @Test mutating func `too many connections under a shared name leave nothing behind`() throws {
        presence = Presence(connectionsPerUser: 1)
        let look = ConfusableSkeleton(of: "ann")
        let user = UserID.derived(high: 1, low: 1)
        try presence.introduce(user, look, sharing: true)
        #expect(throws: WireError.self) { try presence.introduce(user, look, sharing: true) }
        #expect(presence.dismiss(user, look, sharing: true) == true)
        try presence.claim("ann", for: bob.user)
    }

    private var standIn: UserID { UserID(high: 8, low: 9) }

    @Test mutating func `a SwiftChat user speaks under no name of someone who introduced themselves, and holds none`()
        throws
    {
        let look = ConfusableSkeleton(of: "ann")
        let (first, second) = (UserID(high: 4, low: 1), UserID(high: 4, low: 2))
        let speaker1 = try presence.speak(as: first, look, held: nil, standIn: standIn)
        #expect(speaker1 == first)
        let speaker2 = try presence.speak(as: second, look, held: nil, standIn: standIn)
        #expect(speaker2 == second)
        try presence.claim("ann", for: ann.user)
        for user in [first, second] {
            #expect(throws: WireError.self) { try presence.speak(as: user, look, held: user, standIn: standIn) }
        }
        presence.release("ann", of: ann.user)
        let speaker3 = try presence.speak(as: first, look, held: first, standIn: standIn)
        #expect(speaker3 == first)
    }

    @Test mutating func `an id belongs to the connection that spoke under it first, until it falls silent`() throws {
        let look = ConfusableSkeleton(of: "ann")
        let (first, second) = (UserID(high: 4, low: 1), UserID(high: 4, low: 2))
        let speaker4 = try presence.speak(as: first, look, held: nil, standIn: standIn)
        #expect(speaker4 == first)
        let speaker5 = try presence.speak(as: first, look, held: nil, standIn: standIn)
        #expect(speaker5 == standIn)
        let speaker6 = try presence.speak(as: second, look, held: first, standIn: standIn)
        #expect(speaker6 == second)
        let speaker7 = try presence.speak(as: first, look, held: nil, standIn: standIn)
        #expect(speaker7 == first)
        presence.fallSilent(second)
        let speaker8 = try presence.speak(as: second, look, held: nil, standIn: standIn)
        #expect(speaker8 == second)
    }

    @Test mutating func `composed and decomposed forms are one name`() throws {
        try presence.claim("caf\u{E9}", for: ann.user)
        #expect(throws: WireError.self) { try presence.claim("cafe\u{301}", for: bob.user) }
    }

    @Test mutating func `names that only share letters are different names`() throws {
        try presence.claim("ian", for: ann.user)
        try presence.claim("bill", for: ann.user)
        for name in ["lan", "biil", "annа-maria", "mia"] { try presence.claim(name, for: bob.user) }
    }

    @Test mutating func `a refused name leaves nothing behind`() throws {
        try presence.claim("ann", for: ann.user)
        #expect(throws: WireError.self) { try presence.claim("ANN", for: bob.user) }
        presence.release("ann", of: ann.user)
        try presence.claim("ANN", for: bob.user)
    }

    @Test mutating func `in a large room presence is a count`() {
        let crowd = (0...Limits.presenceListed).map { Author(user: .issued(), name: "n\($0)") }
        for (index, author) in crowd.dropLast().enumerated() {
            #expect(presence.enter(.lobby, author) == .joined(author, count: index + 1))
        }
        #expect(presence.changes() == [])
        #expect(presence.enter(.lobby, crowd[Limits.presenceListed], silently: true) == nil)
        #expect(presence.changes() == [.count(Limits.presenceListed + 1)])
        #expect(presence.changes() == [], "told once")
        #expect(presence.exit(.lobby, crowd[0]) == nil)
        #expect(presence.exit(.lobby, crowd[1]) == .left(crowd[1], count: Limits.presenceListed - 1))
        #expect(presence.changes() == [.count(Limits.presenceListed - 1)])
    }

    @Test mutating func `endless coming and going is told a number of times, and then once an interval`() {
        #expect(presence.enter(.lobby, ann) == .joined(ann, count: 1))
        for _ in 0..<(Limits.presenceNotices - 1) / 2 {
            #expect(presence.enter(.lobby, bob) == .joined(bob, count: 2))
            #expect(presence.exit(.lobby, bob) == .left(bob, count: 1))
        }
        #expect(presence.enter(.lobby, bob) == .joined(bob, count: 2), "the last one that is told at once")
        // Whoever comes and goes in between is not mentioned.
        let (carl, dora) = (Author(user: .issued(), name: "carl"), Author(user: .issued(), name: "dora"))
        for _ in 0..<100 {
            #expect(presence.exit(.lobby, bob) == nil && presence.enter(.lobby, bob) == nil)
            #expect(presence.enter(.lobby, carl) == nil && presence.exit(.lobby, carl) == nil)
        }
        #expect(presence.exit(.lobby, bob) == nil && presence.enter(.lobby, dora) == nil)
        // Other rooms are told at once.
        let room = RoomName("tea") ?? .lobby
        #expect(presence.enter(room, carl)?.room == room)
        let changes = presence.changes()
        #expect(changes.count == 2)
        #expect(changes.last == .left(bob, count: 2) || changes.last == .joined(dora, count: 2))
        #expect(changes.contains(.left(bob, count: 1)) || changes.contains(.joined(dora, count: 3)))
        #expect(presence.changes() == [], "told once")
        #expect(presence.enter(.lobby, carl) == .joined(carl, count: 3))
    }

    @Test mutating func `who comes back at once under another name has not left`() {
        let anna = Author(user: ann.user, name: "Anna")
        for author in [ann, bob] { _ = presence.enter(.lobby, author) }
        #expect(presence.exit(.lobby, ann, returns: true) == nil)
        #expect(presence.count(in: .lobby) == 1)
        _ = presence.changes()
        var renamed = Notice.joined(anna, count: 2)
        renamed.lines = [.left(name: "ann"), .joined(name: "Anna")]
        #expect(presence.enter(.lobby, anna) == renamed)
        for _ in 0...Limits.returnIntervals { #expect(presence.changes() == []) }
        // The new connection may come before the old one has gone.
        renamed.frame = .presence(room: .lobby, count: 2, joined: [ann], left: [])
        renamed.lines = [.left(name: "Anna"), .joined(name: "ann")]
        #expect(presence.enter(.lobby, ann) == renamed)
        #expect(presence.exit(.lobby, anna, returns: true) == nil)
        #expect(presence.members(of: .lobby).map(\.author.name) == ["ann", "bob"])
    }

    @Test mutating func `who leaves is told under the name that the others see`() throws {
        let anna = Author(user: ann.user, name: "Anna")
        let garden = try #require(RoomName("garden"))
        for author in [bob, ann, anna] { _ = presence.enter(.lobby, author) }
        // The connection with the former name is the last to leave.
        #expect(presence.exit(.lobby, anna) == nil)
        #expect(presence.exit(.lobby, ann) == .left(anna, count: 1))
        for author in [ann, anna] { _ = presence.enter(.lobby, author) }
        #expect(presence.exit(.lobby, anna, returns: true) == nil)
        #expect(presence.exit(.lobby, ann, returns: true) == nil)
        for _ in 0..<Limits.returnIntervals { #expect(presence.changes() == []) }
        #expect(presence.changes() == [.left(anna, count: 1)])
        // Each room waits for itself.
        for room in [RoomName.lobby, garden] {
            _ = presence.enter(room, ann)
            _ = presence.exit(room, ann, returns: true)
        }
        _ = presence.changes()
        _ = presence.enter(.lobby, anna)
        _ = presence.exit(.lobby, anna, returns: true)
        for _ in 1..<Limits.returnIntervals { #expect(presence.changes() == []) }
        var gone = Notice.left(ann, count: 0)
        gone.room = garden
        gone.frame = .presence(room: garden, count: 0, joined: [], left: [ann])
        #expect(presence.changes() == [gone])
        #expect(presence.changes() == [.left(anna, count: 1)])
    }

    @Test mutating func `who does not come back has left, and who is back as before is counted again`() {
        for author in [ann, bob] { _ = presence.enter(.lobby, author) }
        let stopped = Notice(room: .lobby, frame: .stoppedTyping(room: .lobby, ann.user))
        #expect(presence.exit(.lobby, ann, hasTyped: true, returns: true) == stopped)
        for _ in 0..<Limits.returnIntervals { #expect(presence.changes() == []) }
        #expect(presence.changes() == [.left(ann, count: 1)])
        #expect(presence.changes() == [], "told once")
        #expect(presence.enter(.lobby, ann) == .joined(ann, count: 2))
        _ = presence.exit(.lobby, ann, returns: true)
        #expect(presence.enter(.lobby, ann) == nil)
        #expect(presence.changes() == [.count(2)])
    }

    @Test mutating func `a new name that waits for the interval is told, and so is that its bearer has left`() {
        let anna = Author(user: ann.user, name: "Anna")
        _ = presence.enter(.lobby, ann)
        _ = presence.changes()
        presence.flood(.lobby, with: bob)
        _ = presence.exit(.lobby, ann, returns: true)
        #expect(presence.enter(.lobby, anna) == nil)
        var renamed = Notice.joined(anna, count: 1)
        renamed.lines = [.left(name: "ann"), .joined(name: "Anna")]
        #expect(presence.changes() == [renamed])
        presence.flood(.lobby, with: bob)
        _ = presence.exit(.lobby, anna, returns: true)
        #expect(presence.enter(.lobby, ann) == nil && presence.exit(.lobby, ann) == nil)
        var gone = Notice.left(ann, count: 0)
        gone.lines = [.left(name: "Anna")]
        #expect(presence.changes() == [gone])
    }

    private func changed(_ author: Author, _ change: ProfileChange) -> Event {
        Event(
            seq: 1, id: EventID(high: 1, low: 1), at: 0, author: author, idempotencyKey: nil, content: .profile(change))
    }

    @Test mutating func `what people change of their profiles is told once an interval in their rooms`() throws {
        let garden = try #require(RoomName("garden"))
        for author in [ann, bob] { _ = presence.enter(.lobby, author) }
        for _ in 0..<2 { _ = presence.enter(garden, ann) }
        presence.note(changed(ann, ProfileChange(keepsReadsPrivate: true)))
        presence.note(changed(ann, ProfileChange(about: "a")))
        presence.note(changed(ann, ProfileChange(avatar: .removed)))
        presence.note(changed(ann, ProfileChange(about: "b")))
        presence.note(changed(bob, ProfileChange(keepsReadsPrivate: false)))
        presence.note(changed(Author(user: .issued(), name: "away"), ProfileChange(about: "c")))
        let frame = ServerFrame.profile(ann.user, ProfileChange(about: "b", avatar: .removed))
        #expect(presence.changes() == [Notice(room: garden, frame: frame), Notice(room: .lobby, frame: frame)])
        #expect(presence.changes() == [], "told once")
        _ = presence.exit(garden, ann)
        _ = presence.exit(.lobby, ann)
        presence.note(changed(ann, ProfileChange(about: "d")))
        #expect(presence.changes().map(\.room) == [garden])
        presence.note(changed(ann, ProfileChange(about: "e")))
        _ = presence.exit(garden, ann)
        #expect(presence.changes() == [])
    }

    @Test mutating func `a count-only room is told of no profile`() throws {
        let garden = try #require(RoomName("garden"))
        let crowd = (0..<Limits.presenceListed).map { Author(user: .issued(), name: "n\($0)") }
        _ = presence.enter(garden, ann)
        for author in [ann] + crowd { _ = presence.enter(.lobby, author, silently: true) }
        _ = presence.changes()
        for author in [ann] + crowd { presence.note(changed(author, ProfileChange(about: "x"))) }
        #expect(presence.changes().map(\.room) == [garden])
        _ = presence.exit(.lobby, crowd[0])
        _ = presence.changes()
        presence.note(changed(ann, ProfileChange(about: "y")))
        #expect(presence.changes().map(\.room) == [garden, .lobby])
    }

    @Test mutating func `people are told the count when somebody went and came back`() {
        _ = presence.enter(.lobby, ann)
        for _ in 0..<Limits.presenceNotices {
            _ = presence.enter(.lobby, bob)
            _ = presence.exit(.lobby, bob)
        }
        _ = presence.changes()
        for _ in 0..<Limits.presenceNotices / 2 {
            _ = presence.enter(.lobby, bob)
            _ = presence.exit(.lobby, bob)
        }
        #expect(presence.exit(.lobby, ann) == nil && presence.enter(.lobby, ann) == nil)
        #expect(presence.changes() == [.count(1)])
        #expect(presence.changes() == [])
    }

    @Test mutating func `when one connection of somebody who types ends, the room hears that they have stopped`() {
        for author in [ann, ann, ann, bob] { _ = presence.enter(.lobby, author) }
        #expect(presence.exit(.lobby, ann) == nil)
        let stopped = Notice(room: .lobby, frame: .stoppedTyping(room: .lobby, ann.user))
        #expect(presence.exit(.lobby, ann, hasTyped: true) == stopped)
        // Who has left types no more.
        #expect(presence.exit(.lobby, ann, hasTyped: true) == .left(ann, count: 1))
        #expect(presence.exit(.lobby, ann, hasTyped: true) == nil)
    }

    @Test mutating func `in a large room nobody hears of typing, and of read marks only the reader's other devices`() {
        let crowd = (0...Limits.presenceListed).map { Author(user: .issued(), name: "n\($0)") }
        for author in crowd.dropLast() { _ = presence.enter(.lobby, author) }
        let origin = Origin(table: 1, connection: 2)
        let typing = Notice(room: .lobby, frame: .typing(room: .lobby, crowd[0]), except: origin)
        #expect(presence.typing(in: .lobby, crowd[0], except: origin) == typing)
        let stopped = Notice(room: .lobby, frame: .stoppedTyping(room: .lobby, crowd[0].user), except: origin)
        #expect(presence.typing(in: .lobby, crowd[0], hasStopped: true, except: origin) == stopped)
        let mark = Notice(room: .lobby, frame: .readMark(room: .lobby, crowd[0], 3), except: origin)
        #expect(presence.markRead(.lobby, crowd[0], 3, except: origin) == mark)
        _ = presence.enter(.lobby, crowd[Limits.presenceListed])
        #expect(presence.typing(in: .lobby, crowd[0], except: origin) == nil)
        #expect(presence.typing(in: .lobby, crowd[0], hasStopped: true, except: origin) == nil)
        #expect(presence.markRead(.lobby, crowd[1], 3, except: origin) == nil)
        for _ in 0..<2 { _ = presence.connect(crowd[2].user) }
        _ = presence.enter(.lobby, crowd[2])
        let own = Notice(
            room: .lobby, frame: .readMark(room: .lobby, crowd[2], 4), except: origin, to: .user(crowd[2].user))
        #expect(presence.markRead(.lobby, crowd[2], 4, except: origin) == own)
        _ = presence.exit(.lobby, crowd[Limits.presenceListed])
        #expect(presence.markRead(.lobby, crowd[1], 3, except: origin) == nil, "known already")
    }

    @Test mutating func `a private read mark is for the reader's other devices alone`() {
        func profile(_ isPrivate: Bool) -> Event {
            let change = ProfileChange(keepsReadsPrivate: isPrivate)
            return Event(
                seq: 1, id: EventID(high: 0, low: 1), at: 0, author: ann, idempotencyKey: nil, content: .profile(change)
            )
        }
        _ = presence.connect(ann.user)
        _ = presence.enter(.lobby, ann, read: 2)
        _ = presence.enter(.lobby, bob)
        presence.note(profile(true))
        #expect(presence.members(of: .lobby).allSatisfy { $0.read == nil }, "also the mark of before")
        let origin = Origin(table: 0, connection: 1)
        #expect(presence.markRead(.lobby, ann, ReadPoint(3, isPrivate: true), except: origin) == nil, "no other device")
        _ = presence.connect(ann.user)
        let notice = presence.markRead(.lobby, ann, ReadPoint(4, isPrivate: true), except: origin)
        #expect(notice?.audience == .user(ann.user))
        presence.note(profile(false))
        #expect(presence.members(of: .lobby).compactMap(\.read?.seq) == [2], "nobody is told of 3 and 4 afterwards")
        #expect(presence.markRead(.lobby, ann, 5, except: origin)?.audience == .roomAnd(ann.user))
        _ = presence.disconnect(ann.user)
        #expect(presence.markRead(.lobby, ann, 6, except: origin)?.audience == .room)
    }

    @Test mutating func `a read mark reaches devices of its reader that have not joined the room`() {
        let origin = Origin(table: 0, connection: 1)
        _ = presence.connect(ann.user)
        #expect(presence.markRead(.lobby, ann, 1, except: origin) == nil, "by the only device")
        #expect(presence.markRead(.lobby, ann, 1, except: nil)?.audience == .user(ann.user), "by a request over HTTP")
        _ = presence.connect(ann.user)
        #expect(presence.markRead(.lobby, ann, 1, except: origin)?.audience == .user(ann.user), "by one of two")
        _ = presence.enter(.lobby, ann)
        #expect(presence.markRead(.lobby, ann, 2, except: origin)?.audience == .roomAnd(ann.user))
        #expect(presence.markRead(.lobby, ann, 2, except: origin) == nil, "known already")
    }

    @Test mutating func `other servers are told of a mark that its reader has made private since that it is private`() {
        _ = presence.connect(ann.user)
        _ = presence.enter(.lobby, ann, read: ReadPoint(3))
        #expect(presence.read(of: ann.user, in: .lobby) == ReadPoint(3))
        presence.note(
            Event(
                seq: 1, id: EventID(high: 0, low: 1), at: 0, author: ann, idempotencyKey: nil,
                content: .profile(ProfileChange(keepsReadsPrivate: true))))
        #expect(presence.read(of: ann.user, in: .lobby)?.isPrivate == true)
    }

    @Test mutating func `a user who is gone is not remembered as a private reader`() {
        let change = Event.Content.profile(ProfileChange(keepsReadsPrivate: true))
        let event = Event(
            seq: 1, id: EventID(high: 0, low: 1), at: 0, author: ann, idempotencyKey: nil, content: change)
        presence.note(event)
        _ = presence.enter(.lobby, ann, read: 2)
        #expect(presence.members(of: .lobby).compactMap(\.read?.seq) == [2], "not connected when it was noted")
        _ = presence.connect(ann.user)
        presence.note(event)
        _ = presence.disconnect(ann.user)
        #expect(presence.members(of: .lobby).compactMap(\.read?.seq) == [2])
    }

    @Test mutating func `a user who has too many connections leaves no claim on the name behind`() throws {
        presence = Presence(connectionsPerUser: 1)
        let (one, other) = (ConfusableSkeleton(of: "one"), ConfusableSkeleton(of: "other"))
        try presence.introduce(ann.user, one)
        let error = #expect(throws: WireError.self) { try presence.introduce(ann.user, other) }
        #expect(error?.code == .tooManyConnections)
        try presence.introduce(bob.user, other)
        #expect(presence.dismiss(ann.user, one) == true)
        try presence.introduce(ann.user, one)
    }

    @Test mutating func `a user has so many connections and no more`() {
        for _ in 0..<Limits.connectionsPerUser { #expect(presence.connect(ann.user) == true) }
        #expect(presence.connect(ann.user) == false)
        #expect(presence.connect(bob.user) == true)
        #expect(presence.disconnect(ann.user) == false)
        #expect(presence.connect(ann.user) == true)
        #expect(presence.disconnect(bob.user) == true)
    }

    @Test mutating func `the list of members is bounded and sorted`() {
        for number in 0..<Limits.membersListed + 1 {
            _ = presence.enter(.lobby, Author(user: .issued(), name: "n\(number)"))
        }
        let members = presence.members(of: .lobby)
        #expect(members.count == Limits.membersListed)
        #expect(members.map(\.author.name) == members.map(\.author.name).sorted())
        #expect(presence.count(in: .lobby) == Limits.membersListed + 1)
    }

    @Test mutating func `how far someone has read is known while they are here, and never goes back`() {
        let before = presence.markRead(.lobby, ann, 3, except: nil)
        _ = presence.enter(.lobby, ann, read: 2)
        let moves = [2, 5, 4].map { presence.markRead(.lobby, ann, ReadPoint($0), except: nil) != nil }
        #expect(before == nil, "not here yet")
        #expect(moves == [false, true, false])
        _ = presence.enter(.lobby, ann, read: 4)
        _ = presence.enter(.lobby, bob)
        #expect(Set(presence.members(of: .lobby)) == [Member(author: ann, read: 5), Member(author: bob)])
    }
}

extension Presence {
    /// Uses up what the room is told of by name in this interval.
    fileprivate mutating func flood(_ room: RoomName, with author: Author) {
        for _ in 0..<Limits.presenceNotices / 2 {
            _ = enter(room, author)
            _ = exit(room, author)
        }
    }
}

extension Notice {
    fileprivate static func joined(_ author: Author, count: Int) -> Notice {
        Notice(
            room: .lobby, frame: .presence(room: .lobby, count: UInt64(count), joined: [author], left: []),
            lines: [.joined(name: author.name)])
    }

    fileprivate static func left(_ author: Author, count: Int) -> Notice {
        Notice(
            room: .lobby, frame: .presence(room: .lobby, count: UInt64(count), joined: [], left: [author]),
            lines: [.left(name: author.name)])
    }

    fileprivate static func count(_ count: Int) -> Notice {
        Notice(room: .lobby, frame: .presence(room: .lobby, count: UInt64(count), joined: [], left: []))
    }
}

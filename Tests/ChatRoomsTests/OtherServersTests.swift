import ChatRooms
import ChatWire
import Testing

@Suite struct OtherServersTests {
    private let me = ServerID(high: 0, low: 1)
    private let one = ServerID(high: 0, low: 2)
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 1, low: 2), name: "bob")
    private var others = OtherServers(besides: ServerID(high: 0, low: 1))
    private var number: UInt64 = 0

    private mutating func hear(_ items: ServerMessage.Item..., at now: Int64 = 0) -> [OtherServers.Effect] {
        number += 1
        return others.receive(ServerMessage(from: one, number, items), at: now)
    }

    private func comes(_ author: Author) -> PresenceChange {
        .entered(.lobby, author, read: nil, silently: false)
    }

    private func goes(_ author: Author) -> PresenceChange { .exited(.lobby, author, silently: false) }

    @Test mutating func `a new server's people count when it has told all of them`() {
        #expect(hear(.presence(comes(ann))) == [.ask(one)])
        #expect(hear(.peopleBegin, .presence(comes(ann)), at: 10) == [])
        #expect(hear(.presence(comes(bob)), .peopleEnd, at: 20) == [.presence(comes(ann)), .presence(comes(bob))])
        #expect(hear(.presence(goes(bob)), at: 30) == [.presence(goes(bob))])
        #expect(others.count == 1)
    }

    @Test mutating func `when a message is missing, the difference is told that the server tells anew`() {
        _ = hear(.peopleBegin, .presence(comes(ann)), .presence(comes(bob)), .peopleEnd)
        number += 1
        #expect(hear(.presence(goes(ann))) == [.ask(one)])
        // It is asked once a second.
        #expect(hear(.typing(.lobby, bob), at: 500) == [.take(.typing(.lobby, bob))])
        #expect(hear(at: 1_000) == [.ask(one)])
        #expect(hear(.peopleBegin, .presence(comes(bob)), .peopleEnd, at: 1_100) == [.presence(goes(ann))])
    }

    @Test mutating func `how far somebody has read is told with all people`() {
        let reads = PresenceChange.entered(.lobby, ann, read: ReadPoint(7), silently: false)
        #expect(hear(.peopleBegin, .presence(reads), .peopleEnd) == [.presence(reads)])
    }

    @Test mutating func `it is known whether messages are missing, also those before the first one`() {
        var missed: [Bool] = []
        _ = hear(.peopleBegin, .peopleEnd)
        missed.append(others.takeMissed())
        number += 1
        _ = hear(.peopleBegin, .peopleEnd)
        missed += [others.takeMissed(), others.takeMissed()]
        _ = others.receive(ServerMessage(from: ServerID(high: 0, low: 3), 7, []), at: 0)
        missed.append(others.takeMissed())
        #expect(missed == [false, true, false, true])
    }

    @Test mutating func `the last messages of a server that ended without a goodbye may be missing`() {
        _ = hear(.peopleBegin, .peopleEnd)
        #expect(others.tick(at: Limits.serverSilence - 1) == [])
        var missed = [others.takeMissed()]
        _ = others.tick(at: Limits.serverSilence)
        missed += [others.takeMissed(), others.takeMissed()]
        number = 0
        _ = hear(.peopleBegin, .peopleEnd, .goodbye, at: Limits.serverSilence + 1)
        _ = others.tick(at: Limits.serverSilence + Limits.serverTick)
        missed.append(others.takeMissed())
        others.noteMissed()
        missed.append(others.takeMissed())
        #expect(missed == [false, true, false, false, true])
    }

    @Test mutating func `connections to several servers are added up, and those to a server that ended are not`() {
        let other = ServerID(high: 0, low: 3)
        let home = Spending.Payer.address(ClientAddress(.v4(0xCB00_7107), isLocal: false))
        func open(_ count: Int) -> ServerMessage.Item { .busyAddresses([BusyAddress(home, connections: count)]) }
        _ = hear(.peopleBegin, .peopleEnd)
        #expect(hear(open(20)) == [.countConnections([home: 20])])
        #expect(hear(open(20)) == [])
        let effects = others.receive(ServerMessage(from: other, 1, [.peopleBegin, .peopleEnd, open(30)]), at: 1_000)
        #expect(effects == [.countConnections([home: 50])])
        #expect(hear(.busyAddresses([]), at: 2_000) == [.countConnections([home: 30])])
        #expect(hear(open(40), at: 3_000) == [.countConnections([home: 70])])
        // The message may be missing that says that none is busy any more.
        number += 1
        #expect(hear(at: 3_500) == [.countConnections([home: 30]), .ask(one)])
        #expect(hear(open(40), at: 3_600) == [.countConnections([home: 70])])
        #expect(hear(.goodbye, at: 4_000) == [.countConnections([home: 30])])
        // The other one says nothing any more.
        #expect(others.tick(at: 1_000 + Limits.serverSilence) == [.countConnections([:])])
    }

    /// When each message copied all people, this took minutes.
    @Test(.timeLimit(.minutes(1))) mutating func `the time to take in many people grows with their number`() {
        func person(_ number: UInt64) -> Author { Author(user: UserID(high: 2, low: number), name: "p\(number)") }
        let (people, slice): (UInt64, UInt64) = (100_000, 24)
        _ = hear(.peopleBegin)
        for first in stride(from: 0, to: people, by: Int(slice)) {
            let items = (first..<min(first + slice, people)).map { ServerMessage.Item.presence(comes(person($0))) }
            number += 1
            #expect(others.receive(ServerMessage(from: one, number, items), at: 0) == [])
        }
        #expect(hear(.peopleEnd).count == Int(people))
        // The same is true of the changes after that.
        for low in 0..<people / slice {
            #expect(hear(.presence(goes(person(low)))) == [.presence(goes(person(low)))])
        }
    }

    @Test mutating func `no more servers are listened to than a cluster may have`() {
        for low in 0..<UInt64(Limits.clusterServers + 5) {
            _ = others.receive(ServerMessage(from: ServerID(high: 9, low: low), 1, []), at: 0)
        }
        #expect(others.count == Limits.clusterServers)
    }

    @Test mutating func `a message that comes twice or late counts once`() {
        _ = hear(.peopleBegin, .peopleEnd)
        let message = ServerMessage(from: one, 2, [.presence(comes(ann)), .appended])
        #expect(others.receive(message, at: 0) == [.presence(comes(ann)), .take(.appended)])
        #expect(others.receive(message, at: 0) == [.ignored])
        #expect(others.receive(ServerMessage(from: one, 1, [.appended]), at: 0) == [.ignored])
    }

    @Test mutating func `a server that says nothing has ended, and its people leave`() {
        _ = hear(.peopleBegin, .presence(comes(ann)), .peopleEnd, at: 5)
        #expect(others.tick(at: Limits.serverSilence) == [])
        #expect(others.tick(at: 5 + Limits.serverSilence) == [.presence(goes(ann))])
        #expect(others.count == 0)
        // It was only asleep: what it tells now is told after all its people.
        #expect(hear(.presence(comes(bob)), at: 20_000) == [.ask(one)])
    }

    @Test mutating func `nobody leaves because this server stood still, and accounts are read again`() {
        var effects = hear(.peopleBegin, .presence(comes(ann)), .peopleEnd)
        effects += others.tick(at: Limits.serverTick)
        var missed = [others.takeMissed()]
        // It stood still for as long, and has not read yet what waits.
        let back = Limits.serverTick + 2 * Limits.serverSilence
        effects += others.tick(at: back)
        missed.append(others.takeMissed())
        #expect(effects == [.presence(comes(ann))] && missed == [false, true])
        #expect(hear(.presence(comes(bob)), at: back + 1) == [.presence(comes(bob))])
        // The other one says nothing from now on.
        effects = []
        for tick in 1...Limits.serverSilence / Limits.serverTick + 1 {
            effects += others.tick(at: back + tick * Limits.serverTick)
        }
        #expect(effects == [.presence(goes(ann)), .presence(goes(bob))])
    }

    @Test mutating func `what is heard before a late tick is no reason to wait longer for the next`() {
        _ = hear(.peopleBegin, .presence(comes(ann)), .peopleEnd)
        _ = others.tick(at: Limits.serverTick)
        let back = Limits.serverTick + 2 * Limits.serverSilence
        _ = hear(at: back - 1)
        var effects = others.tick(at: back)
        for tick in 1..<Limits.serverSilence / Limits.serverTick {
            effects += others.tick(at: back + tick * Limits.serverTick)
        }
        #expect(effects == [])
        #expect(others.tick(at: back + Limits.serverSilence) == [.presence(goes(ann))])
    }

    @Test mutating func `what a server that was taken for ended says of sessions and names is looked up`() {
        let ended = ServerMessage.Item.sessionsEnded(.all(of: ann.user, except: nil))
        let freed = ServerMessage.Item.nameFreed(ann.user, name: "ann", isKept: false)
        _ = hear(.peopleBegin, .peopleEnd)
        var effects = [hear(ended)]
        var missed = [others.takeMissed()]
        _ = others.tick(at: Limits.serverSilence)
        missed.append(others.takeMissed())
        // It stood still, and what it says now is older than what others have done since.
        for item in [ended, freed] {
            effects.append(hear(item, at: 20_000))
            missed.append(others.takeMissed())
        }
        _ = hear(.peopleBegin, .peopleEnd, at: 20_001)
        effects.append(hear(freed, at: 20_002))
        missed.append(others.takeMissed())
        #expect(effects == [[.take(ended)], [.ask(one)], [], [.take(freed)]])
        #expect(missed == [false, true, true, true, false])
    }

    @Test mutating func `what comes late from a server that has said goodbye does not bring it back`() {
        let late = ServerMessage(from: one, 1, [.peopleBegin, .presence(comes(ann)), .peopleEnd])
        _ = others.receive(late, at: 0)
        number = 1
        #expect(hear(.goodbye) == [.presence(goes(ann))])
        #expect(others.receive(late, at: 1) == [.ignored])
        _ = others.tick(at: Limits.serverTick)
        #expect(others.receive(late, at: Limits.serverTick) == [.ignored])
        #expect(others.count == 0)
    }

    @Test mutating func `a server that says goodbye takes its people along at once`() {
        _ = hear(.peopleBegin, .presence(comes(ann)), .peopleEnd)
        #expect(hear(.goodbye) == [.presence(goes(ann))])
        #expect(others.count == 0)
    }

    @Test mutating func `a server tells its people when it is asked, and hears nothing of itself`() {
        _ = hear(.peopleBegin, .peopleEnd)
        #expect(hear(.tellPeople(me)) == [.tellPeople])
        #expect(hear(.tellPeople(one)) == [])
        #expect(others.receive(ServerMessage(from: me, 1, [.appended]), at: 0) == [])
    }

    @Test func `what another server tells of names and rooms is undone without a trace`() throws {
        var presence = Presence()
        let changes: [PresenceChange] = [
            .introduced(ann, sharesName: false), comes(ann), .introduced(bob, sharesName: true),
        ]
        var people = ServerPeople()
        for change in changes {
            people.note(change)
            _ = presence.take(change)
        }
        #expect(throws: WireError.self) { try presence.claim("ann", for: bob.user) }
        #expect(presence.count(in: .lobby) == 1)
        for change in ServerPeople().changes(from: people) { _ = presence.take(change) }
        try presence.claim("ann", for: bob.user)
        try presence.claim("bob", for: ann.user)
        #expect(presence.count(in: .lobby) == 0)
    }

    @Test func `a name that two servers gave at the same moment stays with both`() throws {
        var presence = Presence()
        try presence.introduce(ann.user, ConfusableSkeleton(of: "ann"))
        let other = Author(user: bob.user, name: "ann")
        _ = presence.take(.introduced(other, sharesName: false))
        _ = presence.take(.dismissed(other, sharesName: false))
        #expect(throws: WireError.self) { try presence.claim("ann", for: bob.user) }
        _ = presence.dismiss(ann.user, ConfusableSkeleton(of: "ann"))
        try presence.claim("ann", for: bob.user)
    }
}

@Suite struct AccountReadingsTests {
    private var readings = AccountReadings()
    private let interval = Limits.accountReading

    private mutating func begin(missed: Bool = false, carrying: Bool = true, at now: Int64) -> AccountReadings.Extent? {
        readings.begin(hasMissed: missed, isCarrying: carrying, at: now)
    }

    @Test mutating func `after missing messages everything is read, one reading at a time`() {
        #expect(begin(at: 0) == nil)
        #expect(begin(missed: true, at: 1_000) == .all)
        #expect(begin(missed: true, at: 2_000) == nil)
        readings.end(succeeded: true, at: 2_500)
        #expect(begin(at: 3_000) == .all)
        readings.end(succeeded: true, at: 3_500)
        #expect(begin(at: 100_000) == nil)
    }

    @Test mutating func `a reading that failed is done again`() {
        #expect(begin(missed: true, at: 0) == .all)
        readings.end(succeeded: false, at: 500)
        #expect(begin(at: interval) == nil)
        #expect(begin(at: interval + 500) == .all)
        readings.end(succeeded: true, at: interval + 600)
        #expect(begin(at: 100_000) == nil)
    }

    @Test mutating func `while the bus is away those who are connected are read again and again`() {
        #expect(begin(carrying: false, at: 1_000) == .connected)
        #expect(begin(carrying: false, at: 2_000) == nil)
        readings.end(succeeded: true, at: 2_000)
        #expect(begin(carrying: false, at: 1_999 + interval) == nil)
        #expect(begin(carrying: false, at: 2_000 + interval) == .connected)
        readings.end(succeeded: false, at: 2_000 + interval)
        // Missing messages do not wait for the time of the reading that failed.
        #expect(begin(missed: true, at: 2_001 + interval) == .all)
    }

    /// In time for what a server promises while the bus is away: an ended session ends within
    /// seconds.
    @Test mutating func `a reading that is done in time is followed by one at the next tick`() {
        for tick in 1...5 as ClosedRange<Int64> {
            #expect(begin(carrying: false, at: tick * Limits.serverTick) == .connected)
            readings.end(succeeded: true, at: tick * Limits.serverTick + Limits.serverTick / 2)
        }
    }
}

@Suite struct OutgoingNewsTests {
    private var news = OutgoingNews()

    private mutating func add(_ items: [ServerMessage.Item]) -> Bool { news.add(items) }

    private func comes(_ number: Int) -> PresenceChange {
        let person = Author(user: UserID(high: 1, low: UInt64(number)), name: "p\(number)")
        return .entered(.lobby, person, read: nil, silently: false)
    }

    @Test mutating func `all people are told, also more than news may wait`() {
        let people = (0..<Limits.busQueue + 10).map(comes)
        news.addAll(people)
        var told: [ServerMessage.Item] = []
        while !news.isEmpty {
            let next = news.takeNext()
            #expect(next.count <= Limits.busPeople)
            told += next
        }
        #expect(told == [.peopleBegin] + people.map { .presence($0) } + [.peopleEnd])
        #expect(news.takeNext() == [])
    }

    @Test mutating func `changes of people follow all people, and other news go before the rest of them`() {
        let ann = Author(user: UserID(high: 2, low: 1), name: "ann")
        let people = (0..<2 * Limits.busPeople).map(comes)
        let read = ServerMessage.Item.mark(.lobby, ann, ReadPoint(3))
        #expect(add([.presence(comes(9_999))]) == true)
        news.addAll(people)
        #expect(news.takeNext().prefix(2) == [.presence(comes(9_999)), .peopleBegin])
        #expect(add([.presence(comes(7)), .appended, read, .appended]) == true)
        // They are told only once at a time.
        news.addAll(people)
        let second = news.takeNext()
        #expect(second.first == .appended && second.count == 1 + Limits.busPeople)
        #expect(add([.appended]) == true)
        let rest: [ServerMessage.Item] = people.suffix(1).map { .presence($0) } + [.peopleEnd]
        #expect(news.takeNext() == [.appended] + rest + [.presence(comes(7)), read])
        #expect(news.isEmpty)
    }

    @Test mutating func `a server that ends does not tell the rest of its people`() {
        news.addAll((0..<2 * Limits.busPeople).map(comes))
        _ = news.takeNext()
        #expect(add([.presence(comes(7)), .goodbye]) == true)
        #expect(news.takeNext() == [.goodbye])
        #expect(news.isEmpty)
    }

    @Test mutating func `too many news are dropped, and the people with them`() {
        let many = [ServerMessage.Item](repeating: .presence(comes(1)), count: Limits.busQueue)
        news.addAll([comes(2)])
        #expect(add(many) == true)
        #expect(add([.appended]) == false)
        #expect(news.isEmpty)
        #expect(add([.appended]) == true)
        #expect(news.takeNext() == [.appended])
    }
}

@Suite struct ServerMessageTests {
    private static let ann = Author(user: UserID(high: 1, low: 1), name: "ann \"a\" 👩‍🚀")
    private static let v4 = ClientAddress(.v4(0xCB00_7107), isLocal: false)
    private static let site = ClientAddress(.v6(0x2001_0DB8_0001_0000), isLocal: false)
    private static let items: [ServerMessage.Item] = [
        .appended, .peopleBegin, .peopleEnd, .goodbye, .tellPeople(ServerID(high: 5, low: 6)),
        .presence(.introduced(ann, sharesName: true)), .presence(.dismissed(ann, sharesName: false)),
        .presence(.entered(.lobby, ann, read: ReadPoint(7, at: 8), silently: false)),
        .presence(.entered(.lobby, ann, read: nil, silently: true)),
        .presence(.exited(.lobby, ann, silently: true)), .typing(.lobby, ann),
        .presence(.exited(.lobby, ann, silently: false, returns: true)),
        .typing(.lobby, ann, hasStopped: true), .mark(.lobby, ann, ReadPoint(3, at: 4, isPrivate: true)),
        .draft(.lobby, ann.user, text: "two\nlines"), .draft(.lobby, ann.user, text: ""),
        .sessionsEnded(.sessions([SessionID(high: 1, low: 2), SessionID(high: 3, low: 4)])),
        .sessionsEnded(.role(of: ann.user)), .sessionsEnded(.guest(ann.user)),
        .sessionsEnded(.all(of: ann.user, except: nil)),
        .sessionsEnded(.all(of: ann.user, except: SessionID(high: 1, low: 2))),
        .nameTaken(ann.user, name: ann.name), .nameFreed(ann.user, name: ann.name, isKept: true),
        .spent(Spending(.messages, of: .user(ann.user), 3, bytes: 4_000)),
        .spent(Spending(.uploads, of: .address(v4), 8_388_608)),
        .spent(Spending(.arrivals, of: .address(ClientAddress(.v6(0x2001_0DB8_0001_0002), isLocal: false)), 1)),
        .spent(Spending(.newRooms, of: .site(site), 1)),
        .spent(Spending(.signIns, of: .name("ann"), 1)),
        .spent(Spending(.invitations, of: .address(v4), to: .person(ann.user), 1)),
        .spent(Spending(.entryRequests, of: .site(site), to: .room(.lobby), 2)),
        .spent(Spending(.sanctions, of: .address(v4), to: .place(ann.user, .lobby), 1)),
        .busyAddresses([BusyAddress(.address(v4), connections: 16), BusyAddress(.site(site), connections: 512)]),
        .busyAddresses([]),
    ]

    @Test func `everything that a server tells comes back as it was`() throws {
        let message = ServerMessage(from: ServerID(high: 1, low: 2), 3, Self.items)
        #expect(try ServerMessage(json: message.json) == message)
        let empty = ServerMessage(from: ServerID(high: 1, low: 2), 4, [])
        #expect(try ServerMessage(json: empty.json) == empty)
    }

    @Test func `a server that does not know that typing stops leaves it out`() {
        let message = ServerMessage(from: ServerID(high: 1, low: 2), 3, [.typing(.lobby, Self.ann, hasStopped: true)])
        let text = String(decoding: message.json, as: UTF8.self)
        #expect(text.contains(#""type":"stoppedTyping""#) && !text.contains(#""type":"typing""#))
    }

    @Test func `a private read mark is not told with who enters`() throws {
        let entered = PresenceChange.entered(.lobby, Self.ann, read: ReadPoint(7, isPrivate: true), silently: false)
        let message = ServerMessage(from: ServerID(high: 1, low: 2), 3, [.presence(entered)])
        let heard = try ServerMessage(json: message.json)
        #expect(heard.items == [.presence(.entered(.lobby, Self.ann, read: nil, silently: false))])
    }

    @Test func `what a newer server tells is left out, and what is broken is refused`() throws {
        let server = ServerID(high: 1, low: 2)
        let newer =
            #"{"server":"\#(server)","number":1,"items":[{"type":"song"},{"type":"spent","limit":"songs"},{"type":"appended"}]}"#
        #expect(try ServerMessage(json: Array(newer.utf8)).items == [.appended])
        for broken in [
            "", "{}", #"{"server":"x","number":1,"items":[]}"#, #"{"server":"\#(server)","number":0,"items":[]}"#,
        ] {
            #expect(throws: WireError.self, "\(broken)") { try ServerMessage(json: Array(broken.utf8)) }
        }
    }
}

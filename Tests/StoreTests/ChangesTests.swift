import ChatRooms
import ChatWire
import Testing

@Suite struct `Messages are edited, deleted and reacted to` {
    let ann = Sender(1)
    let bob = Sender(2, name: "bob")

    private func newest(_ store: any MessageStore) throws -> [Event.Content] {
        try store.history(of: .lobby, at: .newest, limit: Limits.pageEvents).events.map(\.content)
    }

    @Test(arguments: StoreKind.allCases)
    func `a page has messages as they stand at its head, and what was done as it was done`(kind: StoreKind) throws {
        try kind.withStore { store in
            let payload = Payload(type: "poll", data: "{}")
            for draft in [
                ann.draft(.message(text: "helo", payload: payload)), bob.draft(.message(text: "hi", reply: 1)),
                ann.draft(.edit(of: 1, text: "hallo")), bob.draft(.react(of: 1, emoji: "👍", on: true)),
                ann.draft(.edit(of: 1, text: "hello")), ann.draft(.react(of: 1, emoji: "👍", on: true)),
                bob.draft(.react(of: 1, emoji: "👍", on: false)), bob.draft(.delete(of: 2)),
            ] {
                _ = try store.appended(draft)
            }
            let message = Message(
                text: "hello", payload: payload, edited: 5, reactions: [Reaction(emoji: "👍", users: [ann.user])])
            let log: [Event.Content] = [
                .message(message), .deleted(by: 8), .edit(of: 1, text: "hallo"),
                .reaction(of: 1, emoji: "👍", on: true), .edit(of: 1, text: "hello"),
                .reaction(of: 1, emoji: "👍", on: true), .reaction(of: 1, emoji: "👍", on: false), .deletion(of: 2),
            ]
            try #expect(newest(store) == log)
            for anchor in [HistoryAnchor.before(3), .after(0), .around(1)] {
                let page = try store.history(of: .lobby, at: anchor, limit: 2)
                #expect(page.events.map(\.content) == Array(log.prefix(2)))
                #expect(page.head == 8)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is about no message of the room is refused`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            _ = try store.appended(ann.draft(.edit(of: 1, text: "hi")))
            let garden = try room("garden")
            for (target, room) in [(2, RoomName.lobby), (3, .lobby), (4, .lobby), (1, garden), (1 << 53 - 1, .lobby)]
                as [(
                    UInt64, RoomName
                )]
            {
                for mutation in [
                    Mutation.edit(of: target, text: "x"), .delete(of: target), .message(text: "x", reply: target),
                    .react(of: target, emoji: "👍", on: true),
                ] {
                    try #expect(store.refusal(ann.draft(mutation, in: room)) == .noSuchMessage, "\(mutation)")
                }
            }
            try #expect(store.head(of: garden) == 0)
            try #expect(store.head(of: .lobby) == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `only its author edits or deletes a message, and a deleted one is left alone`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            try #expect(store.refusal(bob.draft(.edit(of: 1, text: "x"))) == .notYours)
            try #expect(store.refusal(bob.draft(.delete(of: 1))) == .notYours)
            _ = try store.appended(ann.draft(.delete(of: 1)))
            try #expect(store.refusal(ann.draft(.edit(of: 1, text: "x"))) == .messageDeleted)
            try #expect(store.refusal(ann.draft(.delete(of: 1))) == .messageDeleted)
            try #expect(store.refusal(bob.draft(.react(of: 1, emoji: "👍", on: true))) == .messageDeleted)
            try #expect(store.refusal(bob.draft(.delete(of: 1))) == .notYours)
            _ = try store.appended(bob.draft(.message(text: "why?", reply: 1)))
            try #expect(
                newest(store) == [.deleted(by: 2), .deletion(of: 1), .message(Message(text: "why?", reply: 1))])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `within one batch what comes later sees what came before`(kind: StoreKind) throws {
        try kind.withStore { store in
            let outcomes = try store.append([
                ann.draft("hello", number: 1), ann.draft(.delete(of: 1), number: 2),
                ann.draft(.edit(of: 1, text: "x"), number: 3), ann.draft("on", number: 3),
            ])
            let log = try store.log(of: .lobby)
            try #require(log.count == 3)
            #expect(outcomes[1] == .appended(log[1]))
            #expect(outcomes[2].refusal == .messageDeleted)
            #expect(outcomes[3] == .appended(log[2]), "a number that was refused is free")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion leaves nothing of what was said`(kind: StoreKind) throws {
        try kind.withStore { store in
            let secret = Mutation.message(text: "secret 1", payload: Payload(type: "a", data: "secret 2"))
            _ = try store.append([
                ann.draft(secret), ann.draft(.edit(of: 1, text: "secret 3")),
                bob.draft(.react(of: 1, emoji: "👍", on: true)),
                ann.draft(.edit(of: 1, text: "secret 4")), ann.draft(.delete(of: 1)),
            ])
            let wiped: [Event.Content] = [
                .deleted(by: 5), .edit(of: 1, text: ""), .reaction(of: 1, emoji: "👍", on: true),
                .edit(of: 1, text: ""), .deletion(of: 1),
            ]
            try #expect(newest(store) == wiped)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `every mutation sent again is the first one, also when its text is gone`(kind: StoreKind) throws {
        try kind.withStore { store in
            let mutations: [Mutation] = [
                .message(text: "a", payload: Payload(type: "p", data: "d")), .edit(of: 1, text: "b"),
                .react(of: 1, emoji: "👍", on: true), .react(of: 1, emoji: "👍", on: false),
                .message(text: "c", reply: 1),
                .delete(of: 1),
            ]
            func draft(_ index: Int, _ mutation: Mutation) -> Draft {
                ann.draft(mutation, number: UInt64(index + 1), after: UInt64(index))
            }
            for count in mutations.indices {
                _ = try store.appended(draft(count, mutations[count]))
                for index in 0...count {
                    guard case .alreadyThere(let event) = try store.append(draft(index, mutations[index])) else {
                        Issue.record("\(mutations[index]) was not there")
                        continue
                    }
                    #expect(event.seq == UInt64(index + 1))
                }
            }
            let others: [(Int, Mutation)] = [
                (0, .edit(of: 1, text: "a")), (1, .edit(of: 5, text: "b")), (1, .delete(of: 1)),
                (2, .react(of: 1, emoji: "👎", on: true)), (2, .react(of: 1, emoji: "👍", on: false)),
                (3, .react(of: 1, emoji: "👍", on: true)), (4, .message(text: "c")), (4, .message(text: "c", reply: 5)),
                (4, .message(text: "c", reply: 1, payload: Payload(type: "p", data: "d"))), (5, .delete(of: 5)),
            ]
            for (index, other) in others {
                try #expect(store.append(draft(index, other)) == .conflict, "\(mutations[index]) is not \(other)")
            }
            try #expect(store.head(of: .lobby) == UInt64(mutations.count))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a payload sent again with other data is something else`(kind: StoreKind) throws {
        try kind.withStore { store in
            let said = Mutation.message(text: "a", payload: Payload(type: "p", data: "é"))
            _ = try store.appended(ann.draft(said, number: 1))
            for payload in [nil, Payload(type: "q", data: "é"), Payload(type: "p", data: "e\u{301}")] {
                try #expect(store.append(ann.draft(.message(text: "a", payload: payload), number: 1)) == .conflict)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what was to come after a number waits for it`(kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(store.append(ann.draft(.message(text: "2"), number: 2, after: 1)) == .outOfTurn)
            try #expect(store.append(ann.draft(.message(text: "3"), number: 3, after: 2)) == .outOfTurn)
            _ = try store.appended(ann.draft(.message(text: "1"), number: 1, after: 0))
            _ = try store.appended(ann.draft(.message(text: "2"), number: 2, after: 1))
            // Numbers may skip, and what was accepted is answered whatever it names.
            _ = try store.appended(ann.draft(.message(text: "9"), number: 9, after: 2))
            guard case .alreadyThere = try store.append(ann.draft(.message(text: "2"), number: 2, after: 1)) else {
                Issue.record("not there")
                return
            }
            _ = try store.appended(ann.draft(.message(text: "10"), number: 10, after: 5))
            try #expect(store.append(bob.draft(.message(text: "2"), number: 2, after: 1)) == .outOfTurn)
        }
    }
}

@Suite struct `Changes of a message are bounded` {
    let ann = Sender(1)
    private let bob = Sender(2, name: "bob")

    @Test(arguments: StoreKind.allCases)
    func `a message has 64 different reactions and no 65th`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            for index in 0..<Limits.reactionsPerMessage {
                _ = try store.appended(ann.draft(.react(of: 1, emoji: "e\(index)", on: true)))
            }
            try #expect(store.refusal(ann.draft(.react(of: 1, emoji: "x", on: true))) == .reaction)
            _ = try store.appended(Sender(2).draft(.react(of: 1, emoji: "e0", on: true)))
            _ = try store.appended(ann.draft(.react(of: 1, emoji: "e1", on: false)))
            _ = try store.appended(ann.draft(.react(of: 1, emoji: "x", on: true)))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a message has 1000 reactions and no 1001st`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            func react(_ person: Int, _ on: Bool = true) -> Draft {
                Sender(UInt64(person)).draft(.react(of: 1, emoji: "👍", on: on))
            }
            let outcomes = try store.append((1...Limits.reactionUses).map { react($0) })
            #expect(outcomes.allSatisfy { $0.refusal == nil })
            try #expect(store.refusal(react(5_000)) == .reaction)
            _ = try store.appended(react(7, false))
            _ = try store.appended(react(5_000))
            let page = try store.history(of: .lobby, at: .after(0), limit: 1)
            #expect(page.events.count == 1)
            #expect(try encoded(page).count <= Limits.pageBytes)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `who reacts again and again uses up a share, and no one else's`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            try append(
                (1...Limits.reactionChangesPerUser).map { bob.draft(.react(of: 1, emoji: "👍", on: $0 % 2 == 1)) }, store
            )
            try #expect(store.refusal(bob.draft(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try #expect(store.refusal(bob.draft(.react(of: 1, emoji: "🎉", on: true))) == .tooManyChanges)
            _ = try store.appended(Sender(3).draft(.react(of: 1, emoji: "👍", on: true)))
            _ = try store.appended(ann.draft(.edit(of: 1, text: "hi")))
            _ = try store.appended(bob.draft(.message(text: "why?", reply: 1)))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `strangers who used up all reactions leave the author's changes alone`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("hello"))
            let crowd = Limits.reactionChangesPerMessage / Limits.reactionChangesPerUser
            for guest in 1...UInt64(crowd) {
                let stranger = Sender(100 + guest)
                try append(
                    (1...Limits.reactionChangesPerUser).map {
                        stranger.draft(.react(of: 1, emoji: "👍", on: $0 % 2 == 1))
                    }, store)
            }
            try #expect(store.refusal(bob.draft(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try append(
                (1...Limits.reactionChangesPerUser).map { ann.draft(.react(of: 1, emoji: "👍", on: $0 % 2 == 1)) }, store
            )
            try #expect(store.refusal(ann.draft(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try append((1...Limits.editsPerMessage).map { ann.draft(.edit(of: 1, text: "\($0)")) }, store)
            try #expect(store.refusal(ann.draft(.edit(of: 1, text: "x"))) == .tooManyChanges)
            let page = try store.history(of: .lobby, at: .after(0), limit: 1)
            #expect(page.events.map(\.content) == [.message(Message(text: "512", edited: page.head))])
            _ = try store.appended(ann.draft(.delete(of: 1)))
        }
    }

    private func append(_ drafts: [Draft], _ store: any MessageStore) throws {
        let outcomes = try store.append(drafts)
        #expect(outcomes.allSatisfy { $0.refusal == nil })
    }

    @Test(arguments: StoreKind.allCases)
    func `no page is longer than its limit, whatever was folded in`(kind: StoreKind) throws {
        try kind.withStore { store in
            var random = Seeded(11)
            let long = String(repeating: "\n", count: Limits.textBytes)
            let message = Mutation.message(text: "x", payload: Payload(type: "p", data: "\"\""))
            _ = try store.append((1...40).map { _ in ann.draft(message) })
            for seq in 1...40 as ClosedRange<UInt64> {
                let people = UInt64.random(in: 1...60, using: &random)
                _ = try store.append((1...people).map { Sender($0).draft(.react(of: seq, emoji: "👨‍👩‍👧‍👦", on: true)) })
            }
            _ = try store.append((1...20).map { ann.draft(.edit(of: $0, text: long)) })
            let head = try store.head(of: .lobby)
            for _ in 0..<60 {
                let anchor = HistoryAnchor.around(UInt64.random(in: 1...head, using: &random))
                let page = try store.history(of: .lobby, at: anchor, limit: 200)
                #expect(!page.events.isEmpty)
                #expect(try encoded(page).count <= Limits.pageBytes)
            }
        }
    }

    private func encoded(_ page: HistoryPage) throws -> [UInt8] {
        var writer = JSONWriter()
        let epoch = try #require(Epoch(Limits.largestInteger))
        ServerFrame.page(
            ref: Limits.largestInteger, room: .lobby, epoch: epoch, head: page.head, events: page.events
        ).write(to: &writer)
        return writer.bytes
    }
}

import ChatRooms
import ChatWire

private let ann = Sender(1)
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")

private func newest(_ store: any MessageStore) throws -> [Event.Content] {
    try store.history(of: .lobby, at: .newest, limit: Limits.pageEvents).events.map(\.content)
}

extension MessageStoreConformance {
    /// Messages are edited, deleted and reacted to.
    static let changes: [Case] = [
        Case("a page has messages as they stand at its head, and what was done as it was done") { store, check in
            let payload = Payload(type: "poll", data: "{}")
            try store.appendAll([
                ann.newEvent(.message(text: "helo", payload: payload)), bob.newEvent(.message(text: "hi", reply: 1)),
                ann.newEvent(.edit(of: 1, text: "hallo")), bob.newEvent(.react(of: 1, emoji: "👍", on: true)),
                ann.newEvent(.edit(of: 1, text: "hello")), ann.newEvent(.react(of: 1, emoji: "👍", on: true)),
                bob.newEvent(.react(of: 1, emoji: "👍", on: false)), bob.newEvent(.delete(of: 2)),
            ])
            let message = Message(
                text: "hello", payload: payload, edited: 5, reactions: [Reaction(emoji: "👍", users: [ann.user])])
            let log: [Event.Content] = [
                .message(message), .deleted(by: 8), .edit(of: 1, text: "hallo"),
                .reaction(of: 1, emoji: "👍", on: true), .edit(of: 1, text: "hello"),
                .reaction(of: 1, emoji: "👍", on: true), .reaction(of: 1, emoji: "👍", on: false), .deletion(of: 2),
            ]
            try check.expect(newest(store) == log)
            for anchor in [HistoryAnchor.before(3), .after(0), .around(1)] {
                let page = try store.history(of: .lobby, at: anchor, limit: 2)
                check.expect(page.events.map(\.content) == Array(log.prefix(2)))
                check.expect(page.head == 8)
            }
        },
        Case("what is about no message of the room is refused") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            _ = try store.appended(ann.newEvent(.edit(of: 1, text: "hi")))
            let garden = try room("garden")
            for (target, room) in [(2, RoomName.lobby), (3, .lobby), (4, .lobby), (1, garden), (.largest, .lobby)]
                as [(Seq, RoomName)]
            {
                for mutation in [
                    Mutation.edit(of: target, text: "x"), .delete(of: target), .message(text: "x", reply: target),
                    .react(of: target, emoji: "👍", on: true),
                ] {
                    try check.expect(store.refusal(ann.newEvent(mutation, in: room)) == .noSuchMessage, "\(mutation)")
                }
            }
            try check.expect(store.head(of: garden) == 0)
            try check.expect(store.head(of: .lobby) == 2)
        },
        Case("only its author edits or deletes a message, and a deleted one is left alone") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            try check.expect(store.refusal(bob.newEvent(.edit(of: 1, text: "x"))) == .notYours)
            try check.expect(store.refusal(bob.newEvent(.delete(of: 1))) == .notYours)
            _ = try store.appended(ann.newEvent(.delete(of: 1)))
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "x"))) == .messageDeleted)
            try check.expect(store.refusal(ann.newEvent(.delete(of: 1))) == .messageDeleted)
            try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true))) == .messageDeleted)
            try check.expect(store.refusal(bob.newEvent(.delete(of: 1))) == .notYours)
            _ = try store.appended(bob.newEvent(.message(text: "why?", reply: 1)))
            try check.expect(
                newest(store) == [.deleted(by: 2), .deletion(of: 1), .message(Message(text: "why?", reply: 1))])
        },
        Case("within one batch what comes later sees what came before") { store, check in
            let outcomes = try store.append([
                ann.newEvent("hello", number: 1), ann.newEvent(.delete(of: 1), number: 2),
                ann.newEvent(.edit(of: 1, text: "x"), number: 3), ann.newEvent("on", number: 3),
            ])
            let log = try store.log(of: .lobby)
            try check.require(log.count == 3)
            check.expect(outcomes[1] == .appended(log[1]))
            check.expect(outcomes[2].refusal == .messageDeleted)
            check.expect(outcomes[3] == .appended(log[2]), "a number that was refused is free")
        },
        Case("a deletion leaves nothing of what was said") { store, check in
            let secret = Mutation.message(text: "secret 1", payload: Payload(type: "a", data: "secret 2"))
            _ = try store.append([
                ann.newEvent(secret), ann.newEvent(.edit(of: 1, text: "secret 3")),
                bob.newEvent(.react(of: 1, emoji: "👍", on: true)),
                ann.newEvent(.edit(of: 1, text: "secret 4")), ann.newEvent(.delete(of: 1)),
            ])
            let wiped: [Event.Content] = [
                .deleted(by: 5), .edit(of: 1, text: ""), .reaction(of: 1, emoji: "👍", on: true),
                .edit(of: 1, text: ""), .deletion(of: 1),
            ]
            try check.expect(newest(store) == wiped)
        },
        Case("an edit without a payload takes over that of the edit before") { store, check in
            let (poll, pressed) = (Payload(type: "p", data: "poll"), Payload(type: "p", data: "pressed"))
            _ = try store.append([
                ann.newEvent(.message(text: "tea?", payload: poll)), ann.newEvent(.edit(of: 1, text: "tea, anyone?")),
                ann.newEvent(.edit(of: 1, text: "tea: yes", payload: pressed)),
                ann.newEvent(.edit(of: 1, text: "tea: yes!")),
            ])
            _ = try store.appended(ann.newEvent(.edit(of: 1, text: "tea at five")))
            let edits = try Array(newest(store).dropFirst())
            check.expect(
                edits == [
                    .edit(of: 1, text: "tea, anyone?"), .edit(of: 1, text: "tea: yes", payload: pressed),
                    .edit(of: 1, text: "tea: yes!", payload: pressed),
                    .edit(of: 1, text: "tea at five", payload: pressed),
                ])
            try check.expect(
                newest(store).first == .message(Message(text: "tea at five", payload: pressed, edited: 5)))
            let long = Payload(type: "p", data: String(repeating: "x", count: Limits.textBytes - 10))
            _ = try store.appended(ann.newEvent(.edit(of: 1, text: "short", payload: long)))
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "too long beside it"))) == .payload)
            _ = try store.appended(ann.newEvent(.delete(of: 1)))
            let wiped = Array(repeating: Event.Content.edit(of: 1, text: ""), count: 5)
            try check.expect(newest(store) == [.deleted(by: 7)] + wiped + [.deletion(of: 1)])
        },
        Case("every mutation sent again is the first one, also when its text is gone") { store, check in
            let mutations: [Mutation] = [
                .message(text: "a", payload: Payload(type: "p", data: "d")),
                .edit(of: 1, text: "b", payload: Payload(type: "p", data: "e")), .edit(of: 1, text: "b"),
                .react(of: 1, emoji: "👍", on: true), .react(of: 1, emoji: "👍", on: false),
                .message(text: "c", reply: 1),
                .delete(of: 1),
            ]
            func newEvent(_ index: Int, _ mutation: Mutation) -> NewEvent {
                ann.newEvent(mutation, number: UInt64(index + 1), after: UInt64(index))
            }
            for count in mutations.indices {
                _ = try store.appended(newEvent(count, mutations[count]))
                for index in 0...count {
                    guard case .alreadyThere(let event) = try store.append(newEvent(index, mutations[index])) else {
                        check.fail("\(mutations[index]) was not there")
                        continue
                    }
                    check.expect(event.seq == Seq(count: index + 1))
                }
            }
            let others: [(Int, Mutation)] = [
                (0, .edit(of: 1, text: "a")), (1, .edit(of: 5, text: "b")), (1, .delete(of: 1)),
                (3, .react(of: 1, emoji: "👎", on: true)), (3, .react(of: 1, emoji: "👍", on: false)),
                (4, .react(of: 1, emoji: "👍", on: true)), (5, .message(text: "c")), (5, .message(text: "c", reply: 5)),
                (5, .message(text: "c", reply: 1, payload: Payload(type: "p", data: "d"))), (6, .delete(of: 5)),
            ]
            for (index, other) in others {
                try check.expect(
                    store.append(newEvent(index, other)) == .conflict, "\(mutations[index]) is not \(other)")
            }
            try check.expect(store.head(of: .lobby) == Seq(count: mutations.count))
        },
        Case("a payload sent again with other data is something else") { store, check in
            let said = Mutation.message(text: "a", payload: Payload(type: "p", data: "é"))
            _ = try store.appended(ann.newEvent(said, number: 1))
            for payload in [nil, Payload(type: "q", data: "é"), Payload(type: "p", data: "e\u{301}")] {
                try check.expect(
                    store.append(ann.newEvent(.message(text: "a", payload: payload), number: 1)) == .conflict)
            }
        },
        Case("what was to come after a number waits for it") { store, check in
            try check.expect(store.append(ann.newEvent(.message(text: "2"), number: 2, after: 1)) == .outOfTurn)
            try check.expect(store.append(ann.newEvent(.message(text: "3"), number: 3, after: 2)) == .outOfTurn)
            _ = try store.appended(ann.newEvent(.message(text: "1"), number: 1, after: 0))
            _ = try store.appended(ann.newEvent(.message(text: "2"), number: 2, after: 1))
            // Numbers may skip, and what was accepted is answered whatever it names.
            _ = try store.appended(ann.newEvent(.message(text: "9"), number: 9, after: 2))
            guard case .alreadyThere = try store.append(ann.newEvent(.message(text: "2"), number: 2, after: 1)) else {
                check.fail("not there")
                return
            }
            _ = try store.appended(ann.newEvent(.message(text: "10"), number: 10, after: 5))
            try check.expect(store.append(bob.newEvent(.message(text: "2"), number: 2, after: 1)) == .outOfTurn)
        },
        Case("a reaction is removed by the message's author and by moderators") { store, check in
            let room = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: room), ann.change(bob, .invite, in: room),
                ann.change(cleo, .invite, in: room), bob.change(bob, .join, in: room),
                cleo.change(cleo, .join, in: room),
            ])
            let seq = try store.appended(bob.newEvent("hello", in: room)).seq
            func remove(by sender: Sender, _ user: Sender) -> NewEvent {
                sender.newEvent(.unreact(of: seq, emoji: "👍", user: user.user), in: room)
            }
            try store.appendAll([ann, cleo].map { $0.newEvent(.react(of: seq, emoji: "👍", on: true), in: room) })
            check.expect(try store.refusal(remove(by: cleo, ann)) == .notYours)
            try store.appendAll([remove(by: bob, ann), remove(by: ann, cleo)])
            check.expect(try store.refusal(remove(by: bob, ann)) == .reaction)
            let page = try store.history(of: room, at: .around(seq), limit: 1)
            check.expect(page.events.first?.content == .message(Message(text: "hello")))
        },
    ]
}

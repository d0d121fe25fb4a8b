import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")

extension Sender {
    fileprivate var own: RoomName { .own(user) }

    fileprivate func choose(_ change: ChoiceChange) -> Draft { draft(.choose(change), in: own) }

    fileprivate func block(_ sender: Sender, on: Bool = true) -> Draft {
        draft(.block(sender.user, on: on), in: own)
    }
}

extension MessageStore {
    fileprivate func choice(of sender: Sender, about room: RoomName) throws -> Choice? {
        try rooms(of: sender.user, after: nil, limit: 100).rooms.first { $0.room == room }?.choice
    }
}

extension MessageStoreConformance {
    /// What a user chooses follows from their own log, which is theirs alone.
    static let choices: [Case] = [
        Case("choices about a room are folded, and are on the user's list of rooms") { store, check in
            let garden = try room("garden")
            _ = try store.appended(bob.draft("hello", in: garden))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isFollowed: true, notice: .mentions)))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isPinned: true, unread: 1)))
            let entry = try store.rooms(of: ann.user, after: nil, limit: 10).rooms.first
            var choice = Choice()
            (choice.isFollowed, choice.notice, choice.isPinned, choice.unread) = (true, .mentions, true, 1)
            check.expect(entry?.room == garden && entry?.choice == choice)
            check.expect(entry?.unread == 1 && entry?.last?.text == "hello")
            check.expect(try store.rooms(of: bob.user, after: nil, limit: 10).rooms.isEmpty)
        },
        Case("a choice that is taken back takes the room off the list") { store, check in
            let garden = try room("garden")
            _ = try store.appended(bob.draft("hello", in: garden))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isFollowed: true)))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isFollowed: false)))
            check.expect(try store.choice(of: ann, about: garden) == nil)
        },
        Case("a user's list equals the fold of their log") { store, check in
            let names = try ["a", "b", "c"].map { try room($0) }
            for name in names { _ = try store.appended(bob.draft("hello", in: name)) }
            var random = SeededGenerator(seed: 12)
            for _ in 0..<100 {
                let name = names[Int(random.next() % 3)]
                let bits = random.next()
                var change = ChoiceChange(name, isPinned: bits & 1 == 0)
                if bits & 2 == 0 { change.isFollowed = bits & 4 == 0 }
                if bits & 8 == 0 { change.notice = bits & 16 == 0 ? Choice.Notice.none : .all }
                if bits & 32 == 0 { change.unread = bits >> 8 % 4 }
                _ = try store.appended(ann.choose(change))
            }
            var folded: [RoomName: Choice] = [:]
            for event in try store.log(of: ann.own) {
                if case .choice(let change) = event.content { folded[change.room, default: Choice()].apply(change) }
            }
            for name in names {
                check.expect(try store.choice(of: ann, about: name) ?? Choice() == folded[name] ?? Choice())
            }
        },
        Case("a user's own log is read and written by that user alone, and takes nothing else") { store, check in
            let choice = Mutation.choose(ChoiceChange(.lobby, isFollowed: true))
            check.expect(try store.refusal(bob.draft(choice, in: ann.own)) == .noSuchRoom)
            check.expect(try store.refusal(bob.draft("hello", in: ann.own)) == .noSuchRoom)
            check.expect(try store.refusal(ann.draft("hello", in: ann.own)) == .notAllowed)
            check.expect(
                try store.refusal(ann.draft(.settings(SettingsChange(title: "x")), in: ann.own)) == .notAllowed)
            check.expect(try store.refusal(ann.draft(choice, in: .lobby)) == .notAllowed)
            check.expect(try store.head(of: ann.own) == 0)
        },
        Case("somebody who is blocked can't write in the direct room, and others can") { store, check in
            guard let direct = RoomName.direct(ann.user, bob.user) else { throw NotAppended() }
            _ = try store.appended(bob.draft("hello", in: direct))
            _ = try store.appended(ann.block(bob))
            check.expect(try store.blocked(by: ann.user) == [bob.user] && store.blocked(by: bob.user).isEmpty)
            check.expect(try store.refusal(bob.draft("hello?", in: direct)) == .noSuchRoom)
            check.expect(try store.refusal(bob.draft(.react(of: 1, emoji: "👍", on: true), in: direct)) == .noSuchRoom)
            _ = try store.appended(bob.draft(.delete(of: 1), in: direct))
            _ = try store.appended(ann.draft("goodbye", in: direct))
            _ = try store.appended(ann.block(bob, on: false))
            _ = try store.appended(bob.draft("thank you", in: direct))
            check.expect(try store.blocked(by: ann.user).isEmpty)
        },
        Case("choices and blocks have a limit, and one who has reached it can take back") { store, check in
            func followed(_ number: UInt64) throws -> ChoiceChange {
                ChoiceChange(try room("room\(number)"), isFollowed: true)
            }
            _ = try store.append(try (0..<Limits.choicesPerUser).map { ann.choose(try followed($0)) })
            check.expect(try store.refusal(ann.choose(try followed(Limits.choicesPerUser))) == .choice)
            _ = try store.appended(ann.choose(ChoiceChange(try room("room1"), isFollowed: false)))
            _ = try store.appended(ann.choose(try followed(Limits.choicesPerUser)))
            _ = try store.append((0..<Limits.blocksPerUser).map { ann.block(Sender(100 + $0)) })
            check.expect(try store.refusal(ann.block(Sender(99))) == .choice)
            _ = try store.appended(ann.block(Sender(100), on: false))
            _ = try store.appended(ann.block(Sender(99)))
        },
    ]
}

import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")

extension Sender {
    fileprivate var own: RoomName { .own(user) }

    fileprivate func choose(_ change: ChoiceChange) -> NewEvent { newEvent(.choose(change), in: own) }

    fileprivate func block(_ sender: Sender, on: Bool = true) -> NewEvent {
        newEvent(.block(sender.user, on: on), in: own)
    }
}

extension MessageStore {
    fileprivate func choice(of sender: Sender, about room: RoomName) throws -> Choice? {
        try rooms(of: sender.user, after: nil, limit: 100).rooms.first { $0.room == room }?.choice
    }

    /// The number of messages that mention the user, if they bear this name.
    fileprivate func mentions(
        of sender: Sender, called name: String, in room: RoomName, after seq: Seq
    ) throws -> UInt64 {
        try mentions(of: Author(user: sender.user, name: name), in: room, after: seq, most: Limits.mentionScan).count
    }

    /// The list of rooms that the user's connection gets.
    fileprivate func list(of sender: Sender) throws -> (rooms: [RoomEntry], next: RoomName?) {
        let request = ReadRequest(
            .rooms(after: nil), for: Visitor(sender.user), ref: 1, origin: Origin(table: 0, connection: 0))
        guard case .rooms(_, let rooms, _, _, let next, _) = try request.answer(from: self, at: 0).get().frame else {
            throw NotAppended()
        }
        return (rooms, next)
    }
}

extension MessageStoreConformance {
    /// A user's choices are the fold of their own log, which nobody else reads or writes.
    static let choices: [Case] = [
        Case("choices about a room are folded, and are on the user's list of rooms") { store, check in
            let garden = try room("garden")
            _ = try store.appended(bob.newEvent("hello", in: garden))
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
            _ = try store.appended(bob.newEvent("hello", in: garden))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isFollowed: true)))
            _ = try store.appended(ann.choose(ChoiceChange(garden, isFollowed: false)))
            check.expect(try store.choice(of: ann, about: garden) == nil)
        },
        Case("a user's list equals the fold of their log") { store, check in
            let names = try ["a", "b", "c"].map { try room($0) }
            for name in names { _ = try store.appended(bob.newEvent("hello", in: name)) }
            var random = SeededGenerator(seed: 12)
            for _ in 0..<100 {
                let name = names[Int(random.next() % 3)]
                let bits = random.next()
                var change = ChoiceChange(name, isPinned: bits & 1 == 0)
                if bits & 2 == 0 { change.isFollowed = bits & 4 == 0 }
                if bits & 8 == 0 { change.notice = bits & 16 == 0 ? .nothing : .all }
                if bits & 32 == 0 { change.unread = Seq(bits >> 8 % 4) }
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
        Case("a choice about a group or a direct room of others tells nothing of it") { store, check in
            let group = RoomName.newGroup()
            guard let direct = RoomName.direct(ann.user, bob.user) else { throw NotAppended() }
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Secret")), in: group), ann.newEvent("hello", in: direct),
                ann.change(cleo, .invite, in: group),
                cleo.change(cleo, .join, in: group),
                ann.change(cleo, .remove, in: group),
            ])
            // The page is full of open rooms. `next` must not reveal that there is one more room.
            for number in 0..<Limits.roomListPage {
                let open = try room("a\(number)")
                _ = try store.appended(ann.newEvent("hello", in: open))
                _ = try store.appended(cleo.choose(ChoiceChange(open, isFollowed: true)))
            }
            for name in [group, direct] {
                _ = try store.appended(cleo.choose(ChoiceChange(name, isPinned: true)))
                _ = try store.appended(ann.choose(ChoiceChange(name, isPinned: true)))
            }
            let list = try store.list(of: cleo)
            check.expect(list.rooms.count == Limits.roomListPage && list.rooms.allSatisfy { $0.room.kind == .open })
            check.expect(list.next == nil)
            check.expect(try store.list(of: ann).rooms.map(\.choice.isPinned) == [true, true])
        },
        Case("a choice about an open room tells a banned user nothing of it") { store, check in
            let garden = try room("garden")
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Secret", topic: "about bob")), in: garden),
                ann.newEvent("hello", in: garden), ann.newEvent(.pin(of: 2, on: true), in: garden),
                bob.choose(ChoiceChange(garden, isFollowed: true)),
                ann.change(bob, .ban(until: MembershipChange.Action.forGood), in: garden),
            ])
            let entry = try check.require(try store.list(of: bob).rooms.first)
            check.expect(entry.choice.isFollowed && entry.info.standing.bannedUntil != nil)
            check.expect(entry.info == RoomInfo(standing: entry.info.standing))
            check.expect(entry.head == 0 && entry.unread == 0 && entry.last == nil)
        },
        Case("a user's own log is read and written by that user alone, and takes nothing else") { store, check in
            let choice = Mutation.choose(ChoiceChange(.lobby, isFollowed: true))
            check.expect(try store.refusal(bob.newEvent(choice, in: ann.own)) == .noSuchRoom)
            check.expect(try store.refusal(bob.newEvent("hello", in: ann.own)) == .noSuchRoom)
            check.expect(try store.refusal(ann.newEvent("hello", in: ann.own)) == .notAllowed)
            check.expect(
                try store.refusal(ann.newEvent(.settings(SettingsChange(title: "x")), in: ann.own)) == .notAllowed)
            check.expect(try store.refusal(ann.newEvent(choice, in: .lobby)) == .notAllowed)
            check.expect(try store.head(of: ann.own) == 0)
        },
        Case("somebody who is blocked can't write in the direct room, and others can") { store, check in
            guard let direct = RoomName.direct(ann.user, bob.user) else { throw NotAppended() }
            _ = try store.appended(bob.newEvent("hello", in: direct))
            _ = try store.appended(ann.block(bob))
            check.expect(try store.blocked(by: ann.user) == [bob.user] && store.blocked(by: bob.user).isEmpty)
            check.expect(try store.refusal(bob.newEvent("hello?", in: direct)) == .noSuchRoom)
            check.expect(
                try store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true), in: direct)) == .noSuchRoom)
            check.expect(try store.refusal(bob.newEvent(.pin(of: 1, on: true), in: direct)) == .noSuchRoom)
            _ = try store.appended(bob.newEvent(.delete(of: 1), in: direct))
            _ = try store.appended(ann.newEvent("goodbye", in: direct))
            _ = try store.appended(ann.block(bob, on: false))
            _ = try store.appended(bob.newEvent("thank you", in: direct))
            check.expect(try store.blocked(by: ann.user).isEmpty)
        },
        Case("unread mentions are counted as the messages stand now") { store, check in
            let garden = try room("garden")
            func say(_ text: String, _ sender: Sender = bob) throws {
                _ = try store.appended(sender.newEvent(.message(text: text), in: garden))
            }
            for text in ["@ann", "hello @Ann!", "@anna", "x@ann", "nobody", "@ann gone", "not yet"] { try say(text) }
            try say("@ann", ann)
            _ = try store.appended(bob.newEvent(.edit(of: 2, text: "hello"), in: garden))
            _ = try store.appended(bob.newEvent(.delete(of: 6), in: garden))
            _ = try store.appended(bob.newEvent(.edit(of: 7, text: "now, @ann"), in: garden))
            check.expect(try store.mentions(of: ann, called: "ann", in: garden, after: 0) == 2)
            check.expect(try store.mentions(of: ann, called: "ann", in: garden, after: 1) == 1)
            check.expect(try store.mentions(of: ann, called: "ann", in: garden, after: 7) == 0)
            check.expect(try store.mentions(of: ann, called: "", in: garden, after: 0) == 0)
            for text in ["@ÄNN", "@änn"] { try say(text) }
            check.expect(try store.mentions(of: ann, called: "Änn", in: garden, after: 8) == 1)
            _ = try store.append((0..<Limits.unreadCount + 5).map { _ in bob.newEvent("@ann", in: garden) })
            check.expect(try store.mentions(of: ann, called: "ann", in: garden, after: 0) == Limits.unreadCount)
            let reader = Author(user: ann.user, name: "ann")
            let few = try store.mentions(of: reader, in: garden, after: 0, most: 50)
            check.expect(few.scanned == 50 && few.count >= 50)
            check.expect(try store.mentions(of: reader, in: room("elsewhere"), after: 0, most: 50).count == 0)
        },
        Case("only the newest version of a draft is kept, for its user alone, and as no event") { store, check in
            let garden = try room("garden")
            _ = try store.appended(bob.newEvent("hello", in: garden))
            func keep(_ text: String, _ sender: Sender = ann) throws {
                _ = try store.append(Batch(kept: [KeptDraft(user: sender.user, room: garden, text: text, at: 1)]))
            }
            func drafts(_ sender: Sender) throws -> [String] {
                try store.rooms(of: sender.user, after: nil, limit: 10).rooms.map(\.draft)
            }
            try keep("I thi")
            try keep("I think so")
            check.expect(try drafts(ann) == ["I think so"] && drafts(bob).isEmpty)
            check.expect(try store.head(of: ann.own) == 0 && store.head(of: garden) == 1)
            try keep("no", bob)
            try keep("")
            check.expect(try drafts(ann).isEmpty && drafts(bob) == ["no"])
        },
        Case("a user has drafts for so many rooms, and then the oldest is dropped") { store, check in
            let most = Limits.draftsPerUser
            for number in 0...most {
                let name = try room("room\(number)")
                _ = try store.appended(bob.newEvent("hello", in: name))
                let kept = KeptDraft(user: ann.user, room: name, text: "\(number)", at: Int64(number))
                _ = try store.append(Batch(kept: [kept]))
            }
            let listed = try store.rooms(of: ann.user, after: nil, limit: most + 10).rooms.map(\.draft)
            check.expect(listed.count == most && !listed.contains("0") && listed.contains("\(most)"))
        },
        Case("a profile is the fold of its events, and each user has their own") { store, check in
            check.expect(try store.profile(of: ann.user) == Profile())
            _ = try store.appended(ann.newEvent(.profile(ProfileChange(keepsReadsPrivate: true)), in: ann.own))
            check.expect(try store.profile(of: ann.user).keepsReadsPrivate)
            check.expect(try store.profile(of: bob.user) == Profile())
            _ = try store.appended(ann.newEvent(.profile(ProfileChange(keepsReadsPrivate: false)), in: ann.own))
            check.expect(try store.profile(of: ann.user) == Profile())
            let payload = Payload(type: "job", data: #"{"title":"Gardener"}"#)
            let change = ProfileChange(payload: .content(payload))
            _ = try store.appended(ann.newEvent(.profile(change), in: ann.own))
            check.expect(try store.profile(of: ann.user).payload == payload)
            let others = bob.newEvent(.profile(ProfileChange(keepsReadsPrivate: true)), in: ann.own)
            check.expect(try store.refusal(others) == .noSuchRoom)
        },
        Case("a blocked person can't invite, and gets the answer to too many invitations") {
            store, check in
            let groups = (0...Limits.invitationsPerUser).map { _ in RoomName.newGroup() }
            _ = try store.append(groups.map { bob.newEvent(.settings(SettingsChange(title: "Tea")), in: $0) })
            func invite(_ sender: Sender, to group: RoomName) -> NewEvent {
                bob.change(sender, .invite, in: group)
            }
            _ = try store.appended(ann.block(bob))
            let refused = try store.append(invite(ann, to: groups[0]))
            check.expect(refused.refusal == .membership)
            check.expect(try store.append(groups.map { invite(cleo, to: $0) }).last == refused)
            _ = try store.appended(ann.block(bob, on: false))
            _ = try store.appended(invite(ann, to: groups[0]))
        },
        Case("choices and blocks have a limit, and a user who has reached it can take some back") { store, check in
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

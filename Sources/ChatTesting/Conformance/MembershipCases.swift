import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")
private let root = Sender(4, name: "root")

extension NewEvent {
    fileprivate func by(_ role: ServerRole) -> NewEvent {
        var newEvent = self
        newEvent.role = role
        return newEvent
    }

    func at(_ time: Int64) -> NewEvent {
        var newEvent = self
        newEvent.at = time
        return newEvent
    }
}

extension MessageStore {
    fileprivate func standing(of sender: Sender, in room: RoomName) throws -> Standing {
        try info(of: room, for: sender.user)?.standing ?? Standing()
    }
}

extension MessageStoreConformance {
    /// Who may do what in a room follows from its own events.
    static let membership: [Case] = [
        Case("a group is made by its settings and belongs to its maker") { store, check in
            let group = RoomName.newGroup()
            check.expect(try store.refusal(ann.newEvent("hello", in: group)) == .noSuchRoom)
            check.expect(try store.info(of: group, for: ann.user) == nil)
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
            let info = try store.info(of: group, for: ann.user)
            check.expect(info?.settings.title == "Tea")
            check.expect(info?.standing == Standing(membership: .member, role: .owner, since: 1))
            check.expect(info?.people == 1 && info?.owners == 1)
            check.expect(try store.info(of: group, for: bob.user)?.standing == Standing())
            check.expect(try store.standing(of: ann.user, in: group) == info?.standing)
            check.expect(try store.standing(of: bob.user, in: group) == Standing())
            check.expect(try store.standing(of: ann.user, in: .newGroup()) == Standing())
            let groups = try store.groups(of: ann.user)
            check.expect(groups.map(\.room) == [group] && groups.first?.info == info)
            check.expect(try store.groups(of: bob.user).isEmpty)
        },
        Case("a payload of a room stays through other changes, is replaced, and is removed") { store, check in
            let (group, order) = (RoomName.newGroup(), Payload(type: "order", data: #"{"number":7}"#))
            func change(_ change: SettingsChange) throws -> Payload? {
                _ = try store.appended(ann.newEvent(.settings(change), in: group))
                return try store.info(of: group, for: ann.user)?.settings.payload
            }
            check.expect(try change(SettingsChange(title: "Tea", payload: .content(order))) == order)
            check.expect(try change(SettingsChange(topic: "Leaves")) == order)
            let paid = Payload(type: "order", data: #"{"number":7,"isPaid":true}"#)
            check.expect(try change(SettingsChange(payload: .content(paid))) == paid)
            check.expect(try change(SettingsChange(payload: .removed)) == nil)
        },
        Case("a group answers strangers as one that does not exist") { store, check in
            let (group, other) = (RoomName.newGroup(), RoomName.newGroup())
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.newEvent("hello", in: group),
            ])
            let mutations: [Mutation] = [
                .message(text: "x"), .message(text: "x", reply: 1), .edit(of: 2, text: "x"), .delete(of: 2),
                .react(of: 2, emoji: "👍", on: true), .pin(of: 2, on: true),
                .membership(MembershipChange(bob.user, .join)), .membership(MembershipChange(bob.user, .request)),
                .membership(MembershipChange(bob.user, .leave)),
                .membership(MembershipChange(ann.user, .ban(until: 1))),
            ]
            for mutation in mutations {
                let refusals = try [group, other].map { try store.append(bob.newEvent(mutation, in: $0)) }
                check.expect(refusals[0] == refusals[1])
                check.expect(refusals[0] == .refused(.noSuchRoom))
            }
            // Also administrators are strangers there.
            check.expect(try store.refusal(root.newEvent("x", in: group).by(.administrator)) == .noSuchRoom)
        },
        Case("who is invited may join, and who has left is a stranger again") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.change(bob, .invite, in: group),
            ])
            check.expect(try store.standing(of: bob, in: group).membership == .invited)
            check.expect(try store.refusal(bob.newEvent("x", in: group)) == .noSuchRoom)
            try store.appendAll([bob.change(bob, .join, in: group), bob.newEvent("hello", in: group)])
            check.expect(try store.standing(of: bob, in: group).since == 3)
            check.expect(try store.refusal(bob.change(cleo, .remove, in: group)) == .notAllowed)
            _ = try store.appended(bob.change(bob, .leave, in: group))
            check.expect(try store.refusal(bob.newEvent("x", in: group)) == .noSuchRoom)
            check.expect(try store.info(of: group, for: ann.user)?.people == 1)
        },
        Case("nobody's role is above that of the one who gives it, and a group keeps an owner") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.change(bob, .invite, in: group),
                bob.change(bob, .join, in: group), ann.change(bob, .role(.moderator), in: group),
                bob.change(cleo, .invite, in: group), cleo.change(cleo, .join, in: group),
            ])
            check.expect(try store.refusal(bob.change(ann, .ban(until: .max), in: group)) == .notAllowed)
            check.expect(try store.refusal(bob.change(cleo, .role(.owner), in: group)) == .notAllowed)
            check.expect(try store.refusal(ann.change(ann, .leave, in: group)) == .membership)
            check.expect(try store.refusal(ann.change(ann, .role(.member), in: group)) == .membership)
            let empty = RoomName.newGroup()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: empty))
            check.expect(try store.refusal(ann.change(ann, .role(.member), in: empty)) == .membership)
            try store.appendAll([
                ann.change(bob, .role(.owner), in: group), ann.change(ann, .leave, in: group),
                bob.change(cleo, .remove, in: group),
            ])
            check.expect(try store.info(of: group, for: bob.user)?.owners == 1)
            check.expect(try store.refusal(cleo.newEvent("x", in: group)) == .noSuchRoom)
        },
        Case("not even an administrator takes away a group's only owner") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.change(root, .invite, in: group),
                root.change(root, .join, in: group),
            ])
            for action in [MembershipChange.Action.remove, .ban(until: .max), .role(.moderator), .role(.member)] {
                check.expect(try store.refusal(root.change(ann, action, in: group).by(.administrator)) == .membership)
            }
            try store.appendAll([
                root.change(root, .role(.owner), in: group).by(.administrator),
                root.change(ann, .remove, in: group).by(.administrator),
            ])
        },
        Case("invitations have a limit of their own, and leave room for the groups of a person") { store, check in
            let groups = (0...Limits.invitationsPerUser).map { _ in RoomName.newGroup() }
            _ = try store.append(groups.map { cleo.newEvent(.settings(SettingsChange(title: "Tea")), in: $0) })
            let outcomes = try store.append(groups.map { cleo.change(bob, .invite, in: $0) })
            check.expect(outcomes.dropLast().allSatisfy { $0.refusal == nil } && outcomes.last?.refusal == .membership)
            // Bob still makes groups of his own, and each invitation that he declines makes room
            // for another.
            _ = try store.appended(bob.newEvent(.settings(SettingsChange(title: "Tea")), in: .newGroup()))
            _ = try store.appended(bob.change(bob, .leave, in: groups[0]))
            _ = try store.appended(cleo.change(bob, .invite, in: groups[groups.count - 1]))
        },
        Case("an invitation that gives a person a reserved name is refused") { store, check in
            let group = RoomName.newGroup()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
            func invitation(called name: String) -> NewEvent {
                ann.newEvent(.membership(MembershipChange(bob.user, .invite, called: name)), in: group)
            }
            check.expect(try store.refusal(invitation(called: "Adm1n")) == .nameReserved)
            check.expect(try store.refusal(invitation(called: "b0b")) == nil)
        },
        Case("bans and mutes end at their time") { store, check in
            let garden = try room("garden")
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), bob.newEvent("x", in: garden),
                ann.change(bob, .ban(until: 2_000_000_000_000), in: garden),
                ann.change(cleo, .mute(until: 2_000_000_000_000), in: garden),
            ])
            check.expect(try store.refusal(bob.newEvent("x", in: garden)) == .banned)
            check.expect(try store.refusal(bob.newEvent(.delete(of: 2), in: garden)) == .banned)
            check.expect(try store.refusal(cleo.newEvent("x", in: garden)) == .muted)
            check.expect(try store.refusal(bob.newEvent("x", in: garden).at(1_999_999_999_999)) == .banned)
            try store.appendAll([
                bob.newEvent("back", in: garden).at(2_000_000_000_000),
                cleo.newEvent("me too", in: garden).at(2_000_000_000_000),
            ])
        },
        Case("a ban that is over already is refused, and one that is sent again after its end is not") {
            store, check in
            let garden = try room("garden")
            let (now, end): (Int64, Int64) = (2_000_000_000_000, 2_000_000_000_001)
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden))
            for late in [2_000_000_000, now - 1, now] {
                check.expect(
                    try store.append(ann.change(bob, .ban(until: late), in: garden).at(now))
                        == .refused(.endInThePast(.membership)))
                check.expect(try store.refusal(ann.change(bob, .mute(until: late), in: garden).at(now)) == .membership)
            }
            let ban = Mutation.membership(MembershipChange(bob.user, .ban(until: end)))
            let first = try store.appended(ann.newEvent(ban, number: 1, in: garden).at(now))
            check.expect(
                try store.append(ann.newEvent(ban, number: 1, in: garden).at(end + 60_000)) == .alreadyThere(first))
        },
        Case("moderators delete what others wrote, and edit none of it") { store, check in
            let garden = try room("garden")
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), bob.newEvent("rude", in: garden),
            ])
            check.expect(try store.refusal(cleo.newEvent(.delete(of: 2), in: garden)) == .notYours)
            check.expect(try store.refusal(ann.newEvent(.edit(of: 2, text: "polite"), in: garden)) == .notYours)
            _ = try store.appended(ann.newEvent(.delete(of: 2), in: garden))
            check.expect(try store.history(of: garden, at: .newest, limit: 2).events[0].content == .deleted(by: 3))
        },
        Case("a room that a message has made is nobody's; administrators may moderate it") { store, check in
            try store.appendAll([ann.newEvent("hello"), bob.newEvent("rude")])
            let title = Mutation.settings(SettingsChange(title: "Mine"))
            check.expect(try store.refusal(ann.newEvent(title)) == .notAllowed)
            check.expect(try store.refusal(ann.newEvent(.delete(of: 2))) == .notYours)
            try store.appendAll([
                root.newEvent(.delete(of: 2)).by(.administrator), root.newEvent(title).by(.administrator),
                root.change(ann, .role(.moderator), in: .lobby).by(.administrator),
                ann.change(bob, .ban(until: .max), in: .lobby),
            ])
            check.expect(try store.refusal(bob.newEvent("x")) == .banned)
        },
        Case("a direct room is for its two people alone, from its first message on") { store, check in
            guard let direct = RoomName.direct(bob.user, ann.user) else { throw NotAppended() }
            check.expect(direct == RoomName.direct(ann.user, bob.user))
            check.expect(try store.refusal(cleo.newEvent("x", in: direct)) == .noSuchRoom)
            check.expect(try store.rooms(of: bob.user, after: nil, limit: 10).rooms.isEmpty)
            _ = try store.appended(ann.newEvent("hello", in: direct))
            check.expect(try store.refusal(cleo.newEvent("x", in: direct)) == .noSuchRoom)
            check.expect(try store.refusal(ann.change(cleo, .invite, in: direct)) == .notAllowed)
            let list = try store.rooms(of: bob.user, after: nil, limit: 10).rooms
            check.expect(list.map(\.room) == [direct])
            check.expect(list.first?.with == Author(user: ann.user, name: "ann"))
            check.expect(list.first?.unread == 1 && list.first?.last?.text == "hello")
        },
        Case("an invited user is not told what happens in the group") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.newEvent("hello", in: group),
                ann.newEvent(.pin(of: 2, on: true), in: group), ann.change(bob, .invite, in: group),
            ])
            let invited = try store.rooms(of: bob.user, after: nil, limit: 10).rooms.first
            check.expect(invited?.info.settings.title == "Tea" && invited?.info.people == 2)
            check.expect(invited?.head == 0 && invited?.info.pins == [] && invited?.last == nil)
            check.expect(invited?.inviter == Author(user: ann.user, name: "ann"))
            _ = try store.appended(bob.change(bob, .join, in: group))
            let member = try store.rooms(of: bob.user, after: nil, limit: 10).rooms.first
            check.expect(member?.head == 5 && member?.info.pins == [2] && member?.inviter == nil)
        },
        Case("slow mode holds back the next message, not moderators") { store, check in
            let garden = try room("garden")
            let slow = Mutation.settings(SettingsChange(title: "Garden", slowMode: 10))
            try store.appendAll([
                ann.newEvent(slow, in: garden), bob.newEvent("1", in: garden),
                ann.newEvent("2", in: garden), ann.newEvent("3", in: garden),
            ])
            let now = ann.newEvent("", in: garden).at
            check.expect(try store.refusal(bob.newEvent("4", in: garden).at(now + 9_999)) == .rateLimited)
            _ = try store.appended(bob.newEvent("4", in: garden).at(now + 10_000))
            // Nobody waits for longer than the pause, whatever the clock showed at their last
            // message, and whatever time the room gave that message.
            check.expect(try store.refusal(bob.newEvent("5", in: garden).at(now + 9_000)) == .rateLimited)
            _ = try store.appended(bob.newEvent("5", in: garden).at(now - 30_000))
            _ = try store.appended(bob.newEvent("6", in: garden).at(now - 20_000))
        },
        Case("only moderators pin, only existing messages are pinned, and a deletion removes the pin") { store, check in
            let garden = try room("garden")
            try store.appendAll(
                [ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), bob.newEvent("1", in: garden)])
            check.expect(try store.refusal(bob.newEvent(.pin(of: 2, on: true), in: garden)) == .notAllowed)
            check.expect(try store.refusal(ann.newEvent(.pin(of: 9, on: true), in: garden)) == .noSuchMessage)
            _ = try store.appended(ann.newEvent(.pin(of: 2, on: true), in: garden))
            check.expect(try store.info(of: garden, for: bob.user)?.pins == [2])
            _ = try store.appended(bob.newEvent(.delete(of: 2), in: garden))
            check.expect(try store.info(of: garden, for: bob.user)?.pins == [])
        },
        Case("a room has a maximum of pins, and one that is taken off makes room for another") { store, check in
            let garden = try room("garden")
            let most = Limits.pinsPerRoom
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden))
            try store.appendAll((0...most).map { ann.newEvent("\($0)", in: garden) })
            let messages = (0...most).map { Seq(count: 2 + $0) }
            try store.appendAll(messages.dropLast().map { ann.newEvent(.pin(of: $0, on: true), in: garden) })
            let last = ann.newEvent(.pin(of: messages[most], on: true), in: garden)
            check.expect(try store.refusal(last) == .roomSettings)
            _ = try store.appended(ann.newEvent(.pin(of: messages[0], on: false), in: garden))
            _ = try store.appended(ann.newEvent(.pin(of: messages[most], on: true), in: garden))
            check.expect(try store.info(of: garden, for: ann.user)?.pins.count == most)
        },
        Case("the people of a room are listed page by page, in the order of their ids") { store, check in
            let group = RoomName.newGroup()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
            for number in UInt64(10)..<15 { _ = try store.appended(ann.change(Sender(number), .invite, in: group)) }
            let first = try store.people(of: group, after: nil, limit: 4)
            let second = try store.people(of: group, after: first.next, limit: 4)
            check.expect(first.people.map(\.author.user.low) == [1, 10, 11, 12])
            check.expect(second.people.map(\.author.user.low) == [13, 14] && second.next == nil)
            check.expect(first.people.first?.author.name == "ann")
        },
        Case("a user can be in so many groups, requests included, and be invited to more") { store, check in
            func make(_ group: RoomName, by sender: Sender) -> NewEvent {
                sender.newEvent(.settings(SettingsChange(title: "Tea", joining: .anyone)), in: group)
            }
            let groups = (0..<Limits.groupsPerUser).map { _ in RoomName.newGroup() }
            let (others, more) = (RoomName.newGroup(), RoomName.newGroup())
            let outcomes = try store.append(groups.map { make($0, by: ann) })
            check.expect(outcomes.allSatisfy { if case .appended = $0 { true } else { false } })
            check.expect(try store.refusal(make(more, by: ann)) == .membership)
            try store.appendAll([make(others, by: bob), make(more, by: bob)])
            check.expect(try store.refusal(ann.change(ann, .join, in: others)) == .membership)
            var addition = bob.change(ann, .join, in: others)
            addition.role = .administrator
            check.expect(try store.refusal(addition) == .membership)
            _ = try store.appended(bob.change(ann, .invite, in: others))
            check.expect(try store.refusal(ann.change(ann, .join, in: others)) == .membership)
            check.expect(try store.refusal(addition) == .membership)
            // A direct room does not count.
            guard let direct = RoomName.direct(ann.user, bob.user) else { throw NotAppended() }
            try store.appendAll([
                bob.newEvent("hello", in: direct), ann.change(ann, .leave, in: groups[0]),
                ann.change(ann, .join, in: others),
            ])
            check.expect(try store.refusal(ann.change(ann, .join, in: more)) == .membership)
        },
        Case("what was accepted before a removal is answered again after it") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.change(bob, .invite, in: group),
                bob.change(bob, .join, in: group), bob.newEvent("x", number: 1, in: group),
                ann.change(bob, .remove, in: group),
            ])
            guard case .alreadyThere(let event) = try store.append(bob.newEvent("x", number: 1, in: group)) else {
                throw NotAppended()
            }
            check.expect(event.seq == 4)
            check.expect(try store.refusal(bob.newEvent("y", number: 2, in: group)) == .noSuchRoom)
        },
    ]
}

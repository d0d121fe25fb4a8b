import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")
private let root = Sender(4, name: "root")

/// When the new events of these cases were accepted.
private let noon: Int64 = 1_795_223_116_490

extension Sender {
    /// A message that the operator's list holds.
    fileprivate func held(
        _ text: String = "buy my coins", number: UInt64? = nil, after: UInt64? = nil, reply: Seq? = nil,
        in room: RoomName
    ) -> NewEvent {
        var newEvent = newEvent(.message(text: text, reply: reply), number: number, after: after, in: room)
        newEvent.verdict = .held
        return newEvent
    }

    fileprivate func decide(
        _ place: UInt64, in room: RoomName, _ verdict: HeldDecision.Verdict = .publish, role: ServerRole = .guest,
        at: Int64 = noon + 1_000
    ) -> HeldChange {
        HeldChange(
            room: room, place: place, author: Author(user: user, name: name), role: role, id: .random(), at: at,
            decision: HeldDecision(verdict, note: "seen"))
    }
}

extension MessageStore {
    fileprivate func apply(_ change: HeldChange) throws -> HeldOutcome {
        guard let outcome = try append(Batch(decisions: [change])).decisions.first else { throw NotAppended() }
        return outcome
    }

    fileprivate func refusal(_ change: HeldChange) throws -> WireError.Code? {
        if case .refused(let error) = try apply(change) { error.code } else { nil }
    }

    fileprivate func queue(of room: RoomName?, for sender: Sender) throws -> [HeldMessage] {
        try held(of: room, for: sender.user, after: 0, limit: 10).messages
    }

    /// Ann's room, with its settings as the only event.
    fileprivate func garden(_ change: SettingsChange = SettingsChange(title: "Garden")) throws -> RoomName {
        let garden = try room("garden")
        _ = try appended(ann.newEvent(.settings(change), in: garden))
        return garden
    }

    /// The place of the only message that waits.
    fileprivate func place(in room: RoomName, _ check: StoreCheck) throws -> UInt64 {
        try check.require(try queue(of: room, for: ann).first).number
    }
}

extension MessageStoreConformance {
    /// Messages that the operator's list holds, and what moderators decide about them.
    static let holding: [Case] = [
        Case("a held message is in the queue and not in the log") { store, check in
            let garden = try store.garden()
            check.expect(try store.append(bob.held(reply: nil, in: garden)) == .held)
            check.expect(try store.head(of: garden) == 1)
            let queue = try store.queue(of: garden, for: ann)
            check.expect(queue.map(\.text) == ["buy my coins"] && queue.first?.author.name == "bob")
            check.expect(queue.first?.room == garden && queue.first?.at == noon && queue.first?.reply == nil)
            check.expect(try store.queue(of: nil, for: root) == queue)
            // Nobody sees their own, and other rooms have none.
            check.expect(try store.queue(of: garden, for: bob).isEmpty && store.queue(of: .lobby, for: ann).isEmpty)
        },
        Case("only plain messages of rooms that somebody moderates are held") { store, check in
            let garden = try store.garden()
            let seq = try store.appended(bob.newEvent("mine", in: garden)).seq
            let direct = try check.require(RoomName.direct(ann.user, bob.user))
            _ = try store.appended(ann.newEvent("hello", in: direct))
            let payload = Payload(type: "x", data: "1")
            for (mutation, room) in [
                (.edit(of: seq, text: "coins"), garden), (.settings(SettingsChange(topic: "coins")), garden),
                (.message(text: "coins", payload: payload), garden), (.message(text: "coins"), direct),
                // It would make its room.
                (.message(text: "coins"), try room("shop")),
            ] as [(Mutation, RoomName)] {
                var newEvent = ann.newEvent(mutation, in: room)
                if case .edit = mutation { newEvent = bob.newEvent(mutation, in: room) }
                newEvent.verdict = .held
                check.expect(try store.refusal(newEvent) == .filtered, "\(mutation)")
            }
            var refused = bob.held(in: garden)
            refused.verdict = .refused
            check.expect(try store.refusal(refused) == .filtered)
            check.expect(try store.queue(of: nil, for: root).isEmpty && store.head(of: try room("shop")) == 0)
        },
        Case("a held message is checked as any other before") { store, check in
            let garden = try store.garden(SettingsChange(slowMode: 60))
            check.expect(try store.refusal(bob.held(reply: 7, in: garden)) == .noSuchMessage)
            check.expect(try store.append(bob.held(in: garden)) == .held)
            check.expect(try store.refusal(bob.held(in: garden)) == .rateLimited)
            check.expect(try store.refusal(bob.newEvent("at once", in: garden)) == .rateLimited)
            _ = try store.appended(ann.change(cleo, .mute(until: MembershipChange.Action.forGood), in: garden))
            check.expect(try store.refusal(cleo.held(in: garden)) == .muted)
            check.expect(try store.refusal(cleo.held(in: .newGroup())) == .noSuchRoom)
        },
        Case("a held number stays held, before and after the decision, and blocks no other") { store, check in
            let garden = try store.garden()
            _ = try store.appended(bob.newEvent("one", number: 1, in: garden))
            for (verdict, number) in [(.publish, 2), (.discard, 4)] as [(HeldDecision.Verdict, UInt64)] {
                let newEvent = bob.held(number: number, after: number - 1, in: garden)
                check.expect(try store.append(newEvent) == .held)
                check.expect(try store.append(newEvent) == .held)
                // While a message is held, its number is not accepted: the next message must name
                // the number before it.
                func next(after: UInt64) -> NewEvent {
                    bob.newEvent(.message(text: "x"), number: number + 1, after: after, in: garden)
                }
                check.expect(try store.append(next(after: number)) == .outOfTurn)
                _ = try store.appended(next(after: number - 1))
                check.expect(try store.append(newEvent) == .held)
                check.expect(try store.queue(of: garden, for: ann).count == 1)
                _ = try store.apply(ann.decide(store.place(in: garden, check), in: garden, verdict))
                check.expect(try store.append(newEvent) == .held)
                // Also when the list has changed.
                var allowed = newEvent
                allowed.verdict = .allowed
                check.expect(try store.append(allowed) == .held)
                check.expect(try store.queue(of: garden, for: ann).isEmpty)
            }
        },
        Case("a published message is an event of its author, at the time of the decision") { store, check in
            let garden = try store.garden(SettingsChange(slowMode: 60))
            let seq = try store.appended(ann.newEvent("rules", in: garden)).seq
            check.expect(try store.append(bob.held(number: 1, reply: seq, in: garden)) == .held)
            let change = ann.decide(try store.place(in: garden, check), in: garden)
            guard case .published(let event) = try store.apply(change) else { return check.fail("it is refused") }
            check.expect(event.seq == seq + 1 && event.id == change.id && event.at == change.at)
            check.expect(event.author == Author(user: bob.user, name: "bob") && event.idempotencyKey == nil)
            check.expect(event.content == .message(Message(text: "buy my coins", reply: seq)))
            check.expect(try store.log(of: garden).last == event)
            check.expect(try store.queue(of: garden, for: ann).isEmpty)
            let entry = try store.actions(of: garden, for: ann.user, before: nil, limit: 1).actions.first
            check.expect(entry?.deed == change.deed(event.seq) && entry?.about?.user == bob.user)
            check.expect(entry?.about?.name == "bob")
            // Its author learns nothing of the decision.
            let own = try store.actions(of: garden, for: bob.user, before: nil, limit: 10).actions
            check.expect(own.allSatisfy { $0.deed != change.deed(event.seq) })
        },
        Case("a published message makes its author wait from when it was sent") { store, check in
            let garden = try store.garden(SettingsChange(slowMode: 60))
            check.expect(try store.append(bob.held(in: garden)) == .held)
            let change = ann.decide(try store.place(in: garden, check), in: garden, at: noon + 50_000)
            guard case .published = try store.apply(change) else { return check.fail("it is refused") }
            func say(after milliseconds: Int64) -> NewEvent {
                var newEvent = bob.newEvent("hello", in: garden)
                newEvent.at = noon + milliseconds
                return newEvent
            }
            check.expect(try store.refusal(say(after: 59_000)) == .rateLimited)
            check.expect(try store.refusal(say(after: 61_000)) == nil)
            check.expect(try store.refusal(say(after: 62_000)) == .rateLimited)
        },
        Case("a discarded message is nowhere but in the moderation log, without its text") { store, check in
            let garden = try store.garden()
            _ = try store.append(bob.held(in: garden))
            let change = ann.decide(try store.place(in: garden, check), in: garden, .discard)
            check.expect(try store.apply(change) == .discarded)
            check.expect(try store.head(of: garden) == 1 && store.queue(of: garden, for: ann).isEmpty)
            let entry = try store.actions(of: garden, for: ann.user, before: nil, limit: 1).actions.first
            check.expect(entry?.deed == change.deed(nil) && entry?.about?.user == bob.user)
        },
        Case("moderators and administrators decide, once; nobody about their own message") { store, check in
            let garden = try store.garden()
            _ = try store.append(bob.held(in: garden))
            let place = try store.place(in: garden, check)
            check.expect(try store.refusal(cleo.decide(place, in: garden)) == .notAllowed)
            check.expect(try store.refusal(ann.decide(place + 1, in: garden)) == .report)
            check.expect(try store.refusal(root.decide(place, in: .lobby, role: .administrator)) == .report)
            _ = try store.appended(ann.change(bob, .role(.owner), in: garden))
            check.expect(try store.refusal(bob.decide(place, in: garden)) == .report)
            check.expect(try store.apply(root.decide(place, in: garden, .discard, role: .administrator)) == .discarded)
            check.expect(try store.apply(root.decide(place, in: garden, .discard, role: .administrator)) == .unchanged)
            check.expect(try store.refusal(root.decide(place, in: garden, role: .administrator)) == .report)
            check.expect(try store.refusal(ann.decide(place, in: garden, .discard)) == .report)
            check.expect(try store.head(of: garden) == 2)
        },
        Case("what its author may not write any more is not published, and still waits") { store, check in
            let garden = try store.garden()
            _ = try store.append(bob.held(in: garden))
            let place = try store.place(in: garden, check)
            let forGood = MembershipChange.Action.forGood
            for (action, undo, code) in [
                (.ban(until: forGood), .unban, .banned), (.mute(until: forGood), .unmute, .muted),
            ] as [(MembershipChange.Action, MembershipChange.Action, WireError.Code)] {
                _ = try store.appended(ann.change(bob, action, in: garden))
                check.expect(try store.refusal(ann.decide(place, in: garden)) == code)
                _ = try store.appended(ann.change(bob, undo, in: garden))
            }
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(posting: .moderators)), in: garden))
            check.expect(try store.refusal(ann.decide(place, in: garden)) == .notAllowed)
            check.expect(try store.queue(of: garden, for: ann).count == 1)
            check.expect(try store.apply(ann.decide(place, in: garden, .discard)) == .discarded)
        },
        Case("messages that wait are bounded: of one user, and of one room") { store, check in
            let garden = try store.garden()
            for _ in 0..<Limits.heldPerUser { check.expect(try store.append(bob.held(in: garden)) == .held) }
            check.expect(try store.refusal(bob.held(number: 1, in: garden)) == .filtered)
            // The number is free.
            _ = try store.appended(bob.newEvent("hello", number: 1, in: garden))
            _ = try store.apply(ann.decide(store.place(in: garden, check), in: garden, .discard))
            check.expect(try store.append(bob.held(in: garden)) == .held)
            let users = (Limits.heldPerRoom - Limits.heldPerUser) / Limits.heldPerUser
            for user in 0..<users {
                let newEvents = (0..<Limits.heldPerUser).map { _ in Sender(100 + user).held(in: garden) }
                check.expect(try store.append(newEvents).allSatisfy { $0 == .held })
            }
            check.expect(try store.refusal(cleo.held(in: garden)) == .filtered)
        },
        Case("the queue comes in pages") { store, check in
            let garden = try store.garden()
            for text in ["one", "two", "three", "four"] { _ = try store.append(bob.held(text, in: garden)) }
            let first = try store.held(of: garden, for: ann.user, after: 0, limit: 3)
            check.expect(first.messages.map(\.text) == ["one", "two", "three"])
            let rest = try store.held(of: nil, for: ann.user, after: try check.require(first.next), limit: 3)
            check.expect(rest.messages.map(\.text) == ["four"] && rest.next == nil)
        },
        Case("a message that is past its time leaves the queue, and an old decision is forgotten") { store, check in
            let garden = try store.garden()
            _ = try store.append(bob.held(in: garden))
            let expiry = Expiry(Retention(keep: 1), now: noon + 1_000_000)
            check.expect(try store.append(Batch(expiry: expiry)).expired?.messages == 1)
            check.expect(try store.queue(of: garden, for: ann).isEmpty)
            _ = try store.append(bob.held(number: 1, in: garden))
            _ = try store.apply(ann.decide(store.place(in: garden, check), in: garden, .discard))
            var later = cleo.held(in: garden)
            later.at = noon + Limits.heldKept
            check.expect(try store.append(later) == .held)
            check.expect(try store.append(bob.held(number: 1, in: garden)) == .held)
            check.expect(try store.queue(of: garden, for: ann).map(\.author.name) == ["cleo"])
            later.at += 2_000
            check.expect(try store.append(later) == .held)
            check.expect(try store.append(bob.held(number: 1, in: garden)) == .held)
            check.expect(try store.queue(of: garden, for: ann).map(\.author.name) == ["cleo", "cleo", "bob"])
        },
    ]
}

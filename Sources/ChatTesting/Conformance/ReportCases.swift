import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")
private let root = Sender(4, name: "root")

extension Sender {
    fileprivate func report(
        _ seq: Seq, in room: RoomName, _ report: Report = Report(.spam, text: "an advertisement")
    ) -> ReportChange {
        ReportChange(
            room: room, seq: seq, author: Author(user: user, name: name), role: .guest, at: 2_000, act: .report(report))
    }

    fileprivate func resolve(
        _ seq: Seq, in room: RoomName, _ decision: Resolution.Decision = .dismissed, role: ServerRole = .guest
    ) -> ReportChange {
        ReportChange(
            room: room, seq: seq, author: Author(user: user, name: name), role: role, at: 3_000,
            act: .resolve(Resolution(decision, note: "seen")))
    }
}

extension MessageStore {
    fileprivate func apply(_ change: ReportChange) throws -> ReportOutcome {
        guard let outcome = try append(Batch(reports: [change])).reports.first else { throw NotAppended() }
        return outcome
    }

    fileprivate func refusal(_ change: ReportChange) throws -> WireError.Code? {
        if case .refused(let error) = try apply(change) { error.code } else { nil }
    }

    fileprivate func queue(
        of room: RoomName?, for sender: Sender, showingReporters: Bool = false
    ) throws -> [ReportedMessage] {
        try reports(of: room, for: sender.user, showingReporters: showingReporters, after: 0, limit: 10).reports
    }

    fileprivate func log(of room: RoomName, for sender: Sender) throws -> [ModerationAction] {
        try actions(of: room, for: sender.user, before: nil, limit: 10).actions
    }

    /// Ann's room, in which bob has said something under the number 2.
    fileprivate func garden() throws -> RoomName {
        let garden = try room("garden")
        _ = try appended(ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden))
        _ = try appended(bob.newEvent("buy my seeds", in: garden))
        return garden
    }
}

extension MessageStoreConformance {
    /// Reports, and what moderators did.
    static let moderation: [Case] = [
        Case("a report is counted once for each user, and together with others of its message") { store, check in
            let garden = try store.garden()
            check.expect(try store.apply(cleo.report(2, in: garden)) == .done)
            check.expect(try store.apply(cleo.report(2, in: garden, Report(.other))) == .unchanged)
            check.expect(try store.apply(root.report(2, in: garden, Report(.harassment))) == .done)
            let queue = try store.queue(of: garden, for: ann)
            check.expect(queue.count == 1 && queue.first?.count == 2 && queue.first?.room == garden)
            check.expect(queue.first?.message.text == "buy my seeds" && queue.first?.message.author.user == bob.user)
            check.expect(queue.first?.notes.map(\.report.reason) == [.spam, .harassment])
            check.expect(queue.first?.notes.allSatisfy { $0.by == nil } == true)
            let shown = try store.queue(of: nil, for: ann, showingReporters: true)
            check.expect(shown.first?.notes.map(\.by?.user) == [cleo.user, root.user])
        },
        Case("only what the user may read is reported, and nobody's own") { store, check in
            let garden = try store.garden()
            check.expect(try store.refusal(bob.report(2, in: garden)) == .report)
            check.expect(try store.refusal(cleo.report(1, in: garden)) == .noSuchMessage)
            check.expect(try store.refusal(cleo.report(3, in: garden)) == .noSuchMessage)
            let group = RoomName.newGroup()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(newcomers: .joined)), in: group))
            _ = try store.appended(ann.newEvent("before", in: group))
            check.expect(try store.refusal(cleo.report(2, in: group)) == .noSuchRoom)
            check.expect(try store.refusal(cleo.report(2, in: .newGroup())) == .noSuchRoom)
            try store.appendAll([ann.change(cleo, .invite, in: group), cleo.change(cleo, .join, in: group)])
            check.expect(try store.refusal(cleo.report(2, in: group)) == .noSuchMessage)
            // Nor is it answered or reacted to, so nobody learns what stands there.
            let hidden: [Mutation] = [.message(text: "x", reply: 2), .react(of: 2, emoji: "👍", on: true)]
            for mutation in hidden {
                check.expect(try store.refusal(cleo.newEvent(mutation, in: group)) == .noSuchMessage)
                check.expect(try store.refusal(ann.newEvent(mutation, in: group)) == nil)
            }
            _ = try store.appended(ann.change(cleo, .ban(until: MembershipChange.Action.forGood), in: garden))
            check.expect(try store.refusal(cleo.report(2, in: garden)) == .banned)
        },
        Case("moderators decide, once; nobody about their own message") { store, check in
            let garden = try store.garden()
            check.expect(try store.refusal(ann.resolve(2, in: garden)) == .report)
            _ = try store.apply(cleo.report(2, in: garden))
            check.expect(try store.refusal(cleo.resolve(2, in: garden)) == .notAllowed)
            _ = try store.appended(ann.change(bob, .role(.moderator), in: garden))
            check.expect(try store.queue(of: garden, for: bob).isEmpty)
            check.expect(try store.refusal(bob.resolve(2, in: garden)) == .report)
            check.expect(try store.apply(ann.resolve(2, in: garden)) == .done)
            check.expect(try store.apply(ann.resolve(2, in: garden)) == .unchanged)
            check.expect(try store.refusal(ann.resolve(2, in: garden, .accepted)) == .report)
            check.expect(try store.refusal(root.resolve(2, in: garden, role: .administrator)) == .report)
            check.expect(try store.queue(of: garden, for: ann).isEmpty)
            let log = try store.log(of: garden, for: ann)
            let by = Author(user: ann.user, name: "ann")
            check.expect(
                log.first?.deed == .decided(Resolution(.dismissed, note: "seen"), of: 2, reports: 1, by: by, at: 3_000))
            check.expect(log.first?.about?.user == bob.user)
            // Its subject learns nothing of it.
            check.expect(try store.log(of: garden, for: bob).count == log.count - 1)
        },
        Case("only a higher role, or an administrator, decides about the message of a moderator") { store, check in
            let garden = try store.garden()
            _ = try store.apply(cleo.report(2, in: garden))
            _ = try store.appended(ann.change(bob, .role(.owner), in: garden))
            // Without a report, the refusal is the same for every event.
            check.expect(try store.refusal(ann.resolve(1, in: garden)) == .report)
            check.expect(try store.refusal(ann.resolve(2, in: garden)) == .notAllowed)
            check.expect(try store.queue(of: nil, for: root).map(\.message.seq) == [2])
            _ = try store.appended(ann.change(bob, .role(.moderator), in: garden))
            _ = try store.appended(ann.change(cleo, .role(.moderator), in: garden))
            check.expect(try store.refusal(cleo.resolve(2, in: garden)) == .notAllowed)
            check.expect(try store.apply(ann.resolve(2, in: garden)) == .done)
            _ = try store.appended(cleo.newEvent("buy mine", in: garden))
            let mine = try store.head(of: garden)
            _ = try store.apply(root.report(mine, in: garden))
            check.expect(try store.refusal(bob.resolve(mine, in: garden)) == .notAllowed)
            check.expect(try store.apply(root.resolve(mine, in: garden, role: .administrator)) == .done)
        },
        Case("a message that was dismissed is not reported again, unless it was edited") { store, check in
            let garden = try store.garden()
            _ = try store.apply(cleo.report(2, in: garden))
            _ = try store.apply(ann.resolve(2, in: garden))
            check.expect(try store.apply(root.report(2, in: garden)) == .unchanged)
            _ = try store.appended(bob.newEvent(.edit(of: 2, text: "buy my drugs"), in: garden))
            check.expect(try store.apply(cleo.report(2, in: garden)) == .done)
            check.expect(try store.queue(of: garden, for: ann).first?.message.text == "buy my drugs")
        },
        Case("the texts of reports go with their message") { store, check in
            let garden = try store.garden()
            _ = try store.apply(cleo.report(2, in: garden))
            _ = try store.appended(bob.newEvent(.delete(of: 2), in: garden))
            let entry = try store.queue(of: garden, for: ann).first
            check.expect(entry?.message.content == .deleted(by: 3) && entry?.count == 1)
            check.expect(entry?.notes.map(\.report) == [Report(.spam)])
            check.expect(try store.refusal(root.report(2, in: garden)) == .messageDeleted)
            check.expect(try store.apply(ann.resolve(2, in: garden, .accepted)) == .done)
        },
        Case("a message that is past its time leaves the queue") { store, check in
            let garden = try store.garden()
            _ = try store.apply(cleo.report(2, in: garden))
            let expiry = Expiry(Retention(keep: 1), now: 1_795_223_116_490 + 1_000_000)
            check.expect(try store.append(Batch(expiry: expiry)).expired?.messages == 1)
            check.expect(try store.queue(of: garden, for: ann).isEmpty)
        },
        Case("open reports are bounded: of one message, and of one user") { store, check in
            let garden = try store.garden()
            let most = Limits.reportsPerMessage
            for number in 0..<most + 5 {
                let outcome = try store.apply(Sender(100 + number).report(2, in: garden))
                check.expect(outcome == (number < most ? .done : .unchanged))
            }
            check.expect(try store.queue(of: garden, for: ann).first?.count == most)
            check.expect(try store.queue(of: garden, for: ann).first?.notes.count == Limits.reportNotes)
            for _ in 0...Limits.openReportsPerUser { _ = try store.appended(bob.newEvent("more", in: garden)) }
            for seq in (3 as Seq)..<3 + Int(Limits.openReportsPerUser) {
                check.expect(try store.apply(cleo.report(seq, in: garden)) == .done)
            }
            check.expect(
                try store.refusal(cleo.report(3 + Int(Limits.openReportsPerUser), in: garden)) == .tooManyReports)
        },
        Case("the queue and the log come in pages") { store, check in
            let garden = try store.garden()
            for _ in 0..<4 { _ = try store.appended(bob.newEvent("more", in: garden)) }
            for seq in [4, 2, 5, 3] as [Seq] { _ = try store.apply(cleo.report(seq, in: garden)) }
            let first = try store.reports(of: garden, for: ann.user, showingReporters: false, after: 0, limit: 3)
            check.expect(first.reports.map(\.message.seq) == [4, 2, 5])
            let rest = try store.reports(
                of: nil, for: ann.user, showingReporters: false, after: try check.require(first.next), limit: 3)
            check.expect(rest.reports.map(\.message.seq) == [3] && rest.next == nil)
            check.expect(try store.queue(of: .lobby, for: ann).isEmpty)
            for seq in [4, 2, 5] as [Seq] { _ = try store.apply(ann.resolve(seq, in: garden)) }
            let page = try store.actions(of: garden, for: ann.user, before: nil, limit: 2)
            check.expect(page.actions.map(\.decidedMessage) == [5, 2])
            let older = try store.actions(
                of: garden, for: ann.user, before: try check.require(page.next), limit: 2)
            check.expect(older.actions.map(\.decidedMessage) == [4, nil] && older.next == nil)
        },
        Case("a moderator's reason stays with the deletion; authors give none") { store, check in
            let garden = try store.garden()
            _ = try store.appended(ann.newEvent("rules", in: garden))
            check.expect(try store.refusal(bob.newEvent(.delete(of: 2, reason: "a remark"), in: garden)) == .reason)
            check.expect(try store.refusal(ann.newEvent(.delete(of: 3, reason: "a remark"), in: garden)) == .reason)
            let deletion = Mutation.delete(of: 2, reason: "advertising")
            _ = try store.appended(ann.newEvent(deletion, number: 1, in: garden))
            guard case .alreadyThere = try store.append(ann.newEvent(deletion, number: 1, in: garden)) else {
                return check.fail("it is another one")
            }
            check.expect(try store.log(of: garden).last?.content == .deletion(of: 2, reason: "advertising"))
            let entry = try store.log(of: garden, for: ann).first
            check.expect(entry?.event?.content == .deletion(of: 2, reason: "advertising"))
            check.expect(entry?.about?.user == bob.user)
        },
        Case("the log has what takes a moderator, and nothing else") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group), ann.change(bob, .invite, in: group),
                bob.change(bob, .join, in: group), bob.newEvent("mine", in: group), bob.newEvent("rude", in: group),
                bob.newEvent(.delete(of: 4), in: group), ann.newEvent(.delete(of: 5), in: group),
                ann.newEvent("rules", in: group), ann.newEvent(.pin(of: 8, on: true), in: group),
                ann.change(bob, .ban(until: MembershipChange.Action.forGood), in: group),
            ])
            let log = try store.log(of: group, for: ann)
            check.expect(log.map(\.event?.seq) == [10, 9, 7, 1], "\(log)")
            check.expect(log.first { $0.event?.seq == 7 }?.about?.user == bob.user)
        },
    ]
}

extension ModerationAction {
    fileprivate var event: Event? { if case .event(let event) = deed { event } else { nil } }

    fileprivate var decidedMessage: Seq? {
        if case .decided(_, let of, _, _, _) = deed { of } else { nil }
    }
}

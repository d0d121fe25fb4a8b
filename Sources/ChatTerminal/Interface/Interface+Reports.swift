import ChatCore

// Reporting a message.
extension Interface {
    mutating func reportNewest(_ chat: Chat) -> [Intent]? {
        let rows = chat.rows(of: room ?? .lobby, options: rowOptions).reversed()
        guard let bubble = rows.lazy.compactMap(\.bubble).first(where: { $0.canBeReported }) else {
            return no(localized("There is no message of somebody else to report."))
        }
        return report(bubble, chat)
    }

    /// Asks for the reason.
    mutating func report(_ bubble: Row.Bubble, _ chat: Chat) -> [Intent] {
        guard let room, let seq = bubble.seq else { return [] }
        if chat.hasReported(seq, in: room) {
            return refuse(localized("Your report of this message waits for the server."))
        }
        if !chat.mayWrite { return refuse(WireError.guestsReadOnly.translated.text) }
        if !chat.canReport { return refuse(ReportReceipt(isAccepted: false).sentence) }
        mode = .writing
        panel = Panel(title: localized("Why do you report this message of \(bubble.author.name)?"), lines: [])
        panel?.subject = .reasons
        panel?.lines = Report.Reason.allCases.enumerated().map { index, reason in
            let key = Character("\(index + 1)")
            return Panel.Line(
                text: "\(key)  \(reason.title)",
                choices: [
                    Panel.Choice(key: key, title: localized("choose"), deed: .prompt(.report(seq, reason, in: room)))
                ])
        }
        return []
    }

    mutating func reported(
        _ seq: Seq, _ reason: Report.Reason, _ text: String, _ room: RoomName, _ asked: Prompt, _ chat: Chat
    ) -> [Intent] {
        let report = Report(reason, text: text.isEmpty ? nil : text)
        if let error = report.check() { return ask(again: asked, because: error.translated.text) }
        let receipt = ReportReceipt(isAccepted: chat.canReport)
        guard chat.canReport else { return ask(again: asked, because: receipt.sentence) }
        tell(receipt.sentence)
        return [.input(.report(report, of: seq, in: room))]
    }
}

extension Row.Bubble {
    /// Whether the user may report it: nobody reports their own messages.
    var canBeReported: Bool { seq != nil && !isOwn && body.words != nil }
}

// The queue of reports and held messages, for moderators.
extension Interface {
    /// - Parameter room: `nil` for all rooms
    mutating func review(_ room: RoomName?, _ chat: Chat) -> [Intent]? {
        if let error = room.flatMap({ chat.access(to: $0)?.refusalOfReviewing(at: chat.serverTime(at: now)) }) {
            return no(error.translated.text)
        }
        let title = room.map { localized("Reports and held messages of \(chat.title(of: $0))") }
        panel = Panel(asking: .reviews(room), title: title ?? localized("Reports and held messages of all rooms"))
        queue = ReportQueue(room: room, after: queue)
        return [.ask(.moderation(.reports(room, after: nil))), .ask(.moderation(.held(room, after: nil)))]
    }

    /// Loads what comes next, or again what failed.
    mutating func loadMore(_ chat: Chat) -> [Intent] {
        let questions = queue?.questions ?? []
        queue?.loadMore()
        showQueue(chat)
        return questions.map { .ask(.moderation($0)) }
    }

    mutating func decide(_ entry: ReportedMessage, _ decision: ReportDecision, _ chat: Chat) -> [Intent] {
        guard chat.connection.phase == .connected else { return refuse(ReportLine.offline) }
        queue?.began(entry)
        showQueue(chat)
        let question = ModerationQuestion.resolve(entry.room, of: entry.message.seq, decision.resolution)
        guard let deletion = decision.deletion(of: entry) else { return [.ask(.moderation(question))] }
        return [.ask(.deletion(deletion, in: entry.room, then: question))]
    }

    mutating func decide(_ entry: HeldMessage, _ verdict: HeldDecision.Verdict, _ chat: Chat) -> [Intent] {
        guard chat.connection.phase == .connected else { return refuse(ReportLine.offline) }
        queue?.began(entry)
        showQueue(chat)
        return [.ask(.moderation(.decide(entry.room, place: entry.number, HeldDecision(verdict))))]
    }

    /// Takes an answer. Returns what is asked next.
    mutating func take(
        _ result: Result<ModerationAnswer, WireError>, to question: ModerationQuestion, _ chat: Chat
    ) -> [Intent] {
        queue?.take(question, result)
        showQueue(chat)
        let next = bans?.take(question, result)
        showServerBans(chat)
        switch (question.done, result) {
        case (nil, _): break
        case (let done?, .success): tell(done)
        case (_?, .failure(let error)): complain(error.text)
        }
        return next.map { [.ask(.moderation($0))] } ?? []
    }

    private mutating func showQueue(_ chat: Chat) {
        guard let queue, panel?.subject == .reviews(queue.room) else { return }
        var lines = queue.reports.map { line(of: $0, queue, chat) } + queue.held.map { line(of: $0, queue, chat) }
        if let failure = queue.failure {
            let again = Panel.Choice(key: "m", title: localized("try again"), deed: .more)
            lines.append(Panel.Line(text: failure, id: "more", choices: [again]))
        } else if queue.isLoading {
            lines.append(Panel.Line(text: localized("Loading…"), id: "more"))
        } else if queue.hasMore {
            let more = Panel.Choice(key: "m", title: localized("more"), deed: .more)
            lines.append(Panel.Line(text: localized("More…"), id: "more", choices: [more]))
        }
        panel?.fill(lines, empty: localized("There are no reports or held messages to decide."))
    }

    private func line(of entry: ReportedMessage, _ queue: ReportQueue, _ chat: Chat) -> Panel.Line {
        let line = ReportLine(entry)
        let said = "\(line.summary). " + localized("\(entry.message.author.name): \(line.said)")
        let remarks = line.remarks.map { " " + localized("“\($0)”") }.joined()
        let keys: [ReportDecision: Character] = [.accept: "a", .dismiss: "d", .delete: "x"]
        let choices = ReportDecision.allCases.filter { $0.isOffered(for: entry) }.compactMap { decision in
            keys[decision].map {
                Panel.Choice(key: $0, title: Self.title(decision), deed: .decide(entry, decision))
            }
        }
        let isDeciding = queue.isDeciding(about: entry)
        return Panel.Line(
            text: origin(entry.room, queue, isDeciding, queue.refusal(about: entry), chat) + said + remarks,
            id: "reports \(entry.room.text) \(entry.message.seq)",
            target: Panel.Target(room: entry.room, seq: entry.message.seq), choices: isDeciding ? [] : choices)
    }

    private func line(of entry: HeldMessage, _ queue: ReportQueue, _ chat: Chat) -> Panel.Line {
        let keys: [HeldDecision.Verdict: Character] = [.publish: "p", .discard: "x"]
        let choices = HeldDecision.Verdict.allCases.compactMap { verdict in
            keys[verdict].map {
                Panel.Choice(key: $0, title: Self.title(verdict), deed: .review(entry, verdict))
            }
        }
        let isDeciding = queue.isDeciding(about: entry)
        let said = localized("held. \(entry.author.name): \(entry.text)")
        return Panel.Line(
            text: origin(entry.room, queue, isDeciding, queue.refusal(about: entry), chat) + said,
            id: "held \(entry.room.text) \(entry.number)",
            choices: isDeciding ? [] : choices)
    }

    /// The text before an entry: the state of its decision, and its room in the queue of all rooms.
    private func origin(
        _ room: RoomName, _ queue: ReportQueue, _ isDeciding: Bool, _ refusal: String?, _ chat: Chat
    ) -> String {
        let state = isDeciding ? localized("Deciding…") : refusal.map { localized("Not decided: \($0)") }
        return (state.map { $0 + " " } ?? "") + (queue.room == nil ? "\(chat.title(of: room)), " : "")
    }

    private static func title(_ decision: ReportDecision) -> String {
        switch decision {
        case .accept: localized("accept")
        case .dismiss: localized("dismiss")
        case .delete: localized("delete")
        }
    }

    private static func title(_ verdict: HeldDecision.Verdict) -> String {
        localized(verdict == .publish ? "publish" : "discard")
    }
}

extension ModerationQuestion {
    /// What is said when it is done; `nil` if it changes nothing.
    fileprivate var done: String? {
        switch self {
        case .resolve, .decide: localized("Decided.")
        case .serverBan: localized("Banned from the server.")
        case .serverUnban: localized("The ban is taken back.")
        case .reports, .held, .actions, .serverBans: nil
        }
    }
}

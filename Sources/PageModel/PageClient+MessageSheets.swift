import ChatModel
import ChatWire

// The sheets about pinned and reported messages, and about reactions.
extension PageClient {
    private var pins: [Seq] { (sheets?.room).flatMap { chat.conversations[$0]?.info?.pins } ?? [] }

    var pinsSheet: Sheet {
        var sheet = Sheet(title: localized("Pinned messages"))
        let time = chat.serverTime
        let mayUnpin = access.map { $0.refusal(of: .pin(of: 1, on: false), at: time) == nil } ?? false
        let lines = pins.map { seq in
            var line = Sheet.Line(id: "\(seq)", title: localized("An earlier message"))
            if let event = (sheets?.room).flatMap({ chat.conversations[$0]?.timeline[seq] }),
                case .message(let message) = event.content
            {
                line.title = Self.title(event.author)
                line.user = event.author.user
                let isBlocked = chat.blocked.contains(event.author.user)
                line.quotes = [isBlocked ? Sentences.blocked : MessageSummary.of(message.text)]
                line.detail = TimeMark.text(event.at)
            }
            line.buttons = [Sheet.Button(action: "show", title: localized("Show"))]
            if mayUnpin { line.buttons.append(Sheet.Button(action: "unpin", title: localized("Unpin"))) }
            return line
        }
        if lines.isEmpty {
            sheet.sentence = localized("Nothing is pinned.")
        } else {
            sheet.sections = [Sheet.Section(lines: lines)]
        }
        return sheet
    }

    /// Who reacted to a message. Its author and moderators remove reactions of others here.
    func reactionsSheet(_ seq: Seq) -> Sheet {
        var sheet = Sheet(title: localized("Reactions"))
        guard let room = sheets?.room, case .message(let message)? = chat.conversations[room]?.timeline[seq]?.content
        else { return sheet }
        let time = chat.serverTime &- chat.serverAhead
        sheet.sections = message.reactions.map { reaction in
            let lines = reaction.users.prefix(Limits.membersListed).map { user in
                var line = Sheet.Line(id: "\(user.text) \(reaction.emoji)", title: Self.title(known(user)), user: user)
                let removal = Mutation.unreact(of: seq, emoji: reaction.emoji, user: user)
                if user != chat.identity?.user, chat.refusal(of: removal, in: room, at: time) == nil {
                    line.buttons = [Sheet.Button(action: "remove", title: localized("Remove"))]
                }
                return line
            }
            return Sheet.Section(title: "\(reaction.emoji) \(reaction.users.count)", lines: Array(lines))
        }
        if message.reactions.isEmpty { sheet.sentence = localized("Nobody has reacted.") }
        return sheet
    }

    /// Reads the id of a line of ``reactionsSheet(_:)``.
    static func reaction(_ id: String) -> (user: UserID, emoji: String)? {
        let parts = id.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let user = UserID(String(parts[0])) else { return nil }
        return (user, String(parts[1]))
    }

    static var reportSheet: Sheet {
        let reasons = Report.Reason.allCases.map { Sheet.Field.Choice(value: $0.rawValue, title: $0.title) }
        var sheet = Sheet(title: localized("Report the message"))
        sheet.form = Sheet.Form(
            fields: [
                Sheet.Field(
                    name: "reason", label: localized("Reason"), kind: .choice, choices: reasons,
                    value: Report.Reason.spam.rawValue),
                Sheet.Field(name: "text", label: localized("In your words"), kind: .text, hint: localized("Optional")),
            ], button: Sheet.Button(action: "confirm", title: localized("Report")))
        return sheet
    }

    func reportsSheet(ofAll: Bool) -> Sheet {
        var sheet = Sheet(title: ofAll ? localized("Reports of all rooms") : localized("Reports"))
        guard let queue = sheets?.queue else { return sheet }
        sheet.isLoading = queue.isLoading
        sheet.problem = queue.failure
        let reports = queue.reports.map { entry in
            let line = ReportLine(entry)
            let decisions = ReportDecision.allCases.filter { $0.isOffered(for: entry) }
            var buttons = decisions.map {
                Sheet.Button(action: $0.rawValue, title: $0.title, isDanger: $0 == .delete)
            }
            if chat.access(to: entry.room)?.refusalOfEntering(at: chat.serverTime) == nil {
                buttons.insert(Sheet.Button(action: "show", title: localized("Show")), at: 0)
            }
            let author = entry.message.author
            return Sheet.Line(
                id: "\(entry.number)", title: Self.title(author), user: author.user,
                detail: (ofAll ? "\(chat.title(of: entry.room)) · " : "") + TimeMark.text(entry.message.at) + " · "
                    + line.summary,
                quotes: [line.said] + line.remarks.map { "\u{201C}\($0)\u{201D}" }, buttons: buttons,
                isBusy: queue.isDeciding(about: entry), problem: queue.refusal(about: entry))
        }
        let held = queue.held.map { entry in
            let verdicts = HeldDecision.Verdict.allCases.map {
                Sheet.Button(action: $0.rawValue, title: $0.title, isDanger: $0 == .discard)
            }
            return Sheet.Line(
                id: "held \(entry.number)", title: Self.title(entry.author), user: entry.author.user,
                detail: (ofAll ? "\(chat.title(of: entry.room)) · " : "") + TimeMark.text(entry.at),
                quotes: [HeldLine(entry).said], buttons: verdicts, isBusy: queue.isDeciding(about: entry),
                problem: queue.refusal(about: entry))
        }
        if !reports.isEmpty {
            sheet.sections.append(
                Sheet.Section(title: localized("Reported"), lines: reports, note: ReportLine.explanation))
        }
        if !held.isEmpty {
            sheet.sections.append(Sheet.Section(title: localized("Held"), lines: held, note: HeldLine.explanation))
        }
        if reports.isEmpty, held.isEmpty, !queue.isLoading, queue.failure == nil {
            sheet.sentence = localized("There are no reports or held messages to decide.")
        }
        if queue.hasMore || queue.failure != nil {
            let title = queue.failure == nil ? localized("More") : localized("Try again")
            sheet.buttons.append(Sheet.Button(action: "more", title: title))
        }
        if !ofAll, chat.identity?.role == .administrator {
            sheet.buttons.append(Sheet.Button(action: "all reports", title: localized("Reports of all rooms…")))
        }
        return sheet
    }
}

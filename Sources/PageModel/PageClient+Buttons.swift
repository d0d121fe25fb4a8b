import ChatModel
import ChatWire

// What the buttons of the sheets do.
extension PageClient {
    /// A button of the sheet on top.
    func press(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let kind = sheets?.kinds.last else { return [] }
        let (action, ticket) = (try object.string("action"), try Ticket(object))
        let id = try object.optionalString("id") ?? ""
        // A second click can be meant for the sheet below.
        if kind.isForm, action != "confirm" { return [] }
        sheets?.says(nil)
        switch kind {
        case .people: return pressPeople(action, id, ticket)
        case .person(let person): return pressPerson(action, person, ticket)
        case .profile: return pressProfile(action, try object.optionalString("about") ?? "", ticket)
        case .pins: return pressPins(action, id, ticket)
        case .reactions(let seq): return pressReactions(action, id, seq, ticket)
        case .search: return try pressSearch(action, id, object, ticket)
        case .invite: return pressInvite(action, id, ticket)
        case .links: return try pressLinks(action, id, object, ticket)
        case .reports: return pressReports(action, id, ticket)
        case .sanction(let kind, let person):
            guard let reason = try reason(object) else { return [] }
            var sanction = Sanction(kind, of: person)
            sanction.reason = reason
            if let length = Sanction.Length(rawValue: try object.optionalString("length") ?? "") {
                sanction.length = length
            }
            switch sanction.deed(at: chat.serverTime) {
            case .membership(let change): return confirm(.membership(change), ticket)
            case .serverBan(let ban): return confirm(ban, ticket)
            }
        case .promotion(let promotion): return confirm(.membership(promotion.change), ticket)
        case .deletion(var deletion):
            guard let reason = try reason(object) else { return [] }
            deletion.reason = reason
            return confirm(deletion.mutation, ticket)
        case .deletionOfReported(let entry):
            guard let reason = try reason(object) else { return [] }
            var deletion = Self.deletion(of: entry)
            deletion.reason = reason
            return delete(entry, deletion.mutation, ticket)
        case .discarding(let entry):
            closeTop()
            return decide(.discard, entry, ticket)
        case .report(let seq): return try report(seq, object)
        case .revoking(let link): return confirm(.link(LinkChange(revoking: link)), ticket)
        case .settings:
            let title = TextRule.trimmed(try object.optionalString("title") ?? "")
            let topic = TextRule.trimmed(try object.optionalString("topic") ?? "")
            guard fits("title", title, Limits.roomTitleBytes), fits("topic", topic, Limits.roomTopicBytes) else {
                return []
            }
            guard let change = settingsChange(title: title, topic: topic) else {
                sheets = nil
                return []
            }
            return confirm(.settings(change), ticket)
        case .blocking(let person):
            let inputs = block(person.user, true, ticket)
            closeTop()
            return inputs
        }
    }

    /// The reason in a form; `nil` if it is too long, which the sheet says.
    private func reason(_ object: JSONObject) throws(WireError) -> String? {
        let reason = TextRule.trimmed(try object.optionalString("reason") ?? "")
        return fits("reason", reason, Limits.reasonBytes) ? reason : nil
    }

    /// Whether the text of a field is short enough. If not, the sheet says by how much it is too
    /// long.
    func fits(_ field: String, _ text: String, _ most: Int) -> Bool {
        let count = text.charactersBeyond(bytes: most)
        if count == 0 { return true }
        sheets?.problem = localized(
            count, one: "This is too long by about 1 character. Shorten it.",
            other: "This is too long by about \(count) characters. Shorten it.")
        sheets?.problemField = field
        return false
    }

    func closeTop() { if sheets?.kinds.count ?? 0 > 1 { sheets?.pop() } else { sheets = nil } }

    /// Does what the sheet on top asks about, and closes it.
    private func confirm(_ mutation: Mutation, _ ticket: Ticket) -> [Input] {
        let inputs = perform(mutation, ticket)
        guard !inputs.isEmpty else { return [] }
        closeTop()
        return inputs
    }

    private func confirm(_ ban: ServerBan, _ ticket: Ticket) -> [Input] {
        if let error = ban.check() {
            sheets?.problem = error.translated.text
            return []
        }
        closeTop()
        return [sheets?.ask(.serverBan(ban), ticket)].compactMap { $0 }
    }

    /// Changes the room, or says what is wrong.
    func perform(_ mutation: Mutation, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        if let error = mutation.check() {
            sheets?.problem = error.translated.text
            return []
        }
        sheets?.requested.insert(ticket)
        return [.perform(mutation, in: room, ticket: ticket)]
    }

    private func pressPeople(_ action: String, _ id: String, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        switch action {
        case "person":
            guard let user = UserID(id) else { return [] }
            return open(known(user), ticket)
        case "more":
            let last = sheets?.nextPerson
            return [sheets?.ask(.people(room, after: last), ticket)].compactMap { $0 }
        case "unblock":
            guard let user = UserID(id) else { return [] }
            return block(user, false, ticket)
        case "serverUnban": return [sheets?.unban(ServerBan.Subject(id), ticket)].compactMap { $0 }
        default: return open(action, ticket)
        }
    }

    private func pressPerson(_ action: String, _ person: Author, _ ticket: Ticket) -> [Input] {
        switch action {
        case "block":
            sheets?.push(.blocking(person))
            return []
        case "unblock": return block(person.user, false, ticket)
        default: break
        }
        switch actions(for: person.user).first(where: { $0.name == action }) {
        case nil: return []
        case .message?:
            guard let user = chat.identity?.user, let room = RoomName.direct(user, person.user) else { return [] }
            sheets = nil
            pageEffects.append(.enter(room))
            return [.meet(person)]
        case .sanction(let kind)?: sheets?.push(.sanction(kind, person))
        case .change(let change)?:
            if let promotion = Promotion(change, of: person) {
                sheets?.push(.promotion(promotion))
            } else {
                let called = person.name.isEmpty ? nil : person.name
                return perform(.membership(MembershipChange(person.user, change, called: called)), ticket)
            }
        }
        return []
    }

    private func pressPins(_ action: String, _ id: String, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room, let seq = UInt64(id).map({ Seq($0) }) else { return [] }
        if action == "unpin" { return perform(.pin(of: seq, on: false), ticket) }
        show(seq, in: room)
        return []
    }

    private func pressReactions(_ action: String, _ id: String, _ seq: Seq, _ ticket: Ticket) -> [Input] {
        guard action == "remove", let reaction = PageClient.reaction(id) else { return [] }
        return perform(.unreact(of: seq, emoji: reaction.emoji, user: reaction.user), ticket)
    }

    /// Leads from the sheet to a message.
    func show(_ seq: Seq, in room: RoomName) {
        sheets = nil
        pageEffects.append(.show(room, seq))
    }

    private func pressInvite(_ action: String, _ id: String, _ ticket: Ticket) -> [Input] {
        guard action == "invite", let user = UserID(id) else { return open(action, ticket) }
        let name = known(user).name
        sheets?.success = localized("You invited \(Sentences.isolated(name)).")
        return perform(.membership(MembershipChange(user, .invite, called: name.isEmpty ? nil : name)), ticket)
    }

    private func pressLinks(
        _ action: String, _ id: String, _ object: JSONObject, _ ticket: Ticket
    ) throws(WireError) -> [Input] {
        guard let room = sheets?.room else { return [] }
        if action == "revoke" {
            if let link = LinkID(id) { sheets?.push(.revoking(link)) }
            return []
        }
        guard action == "make", let code = InviteCode(room, .random()) else { return [] }
        var form = LinkForm()
        let lifetime = try object.optionalString("lifetime") ?? ""
        form.lifetime = LinkForm.Lifetime.allCases.first { "\($0.rawValue)" == lifetime } ?? form.lifetime
        let uses = TextRule.trimmed(try object.optionalString("uses") ?? "")
        if !uses.isEmpty {
            guard let number = UInt64(uses), (1...Limits.linkUses).contains(number) else {
                sheets?.problem = localized("Enter how many people may join by the link: 1 to \(Limits.linkUses).")
                sheets?.problemField = "uses"
                return []
            }
            form.uses = number
        }
        let inputs = perform(.link(form.change(making: code, at: chat.serverTime)), ticket)
        if !inputs.isEmpty {
            linkCodes[code.secret.link] = code
            sheets?.success = localized("Copy the link now. It is not shown again after this page is closed.")
        }
        return inputs
    }

    private func report(_ seq: Seq, _ object: JSONObject) throws(WireError) -> [Input] {
        guard let room = sheets?.room,
            let reason = Report.Reason(rawValue: try object.optionalString("reason") ?? "")
        else { return [] }
        let text = TextRule.trimmed(try object.optionalString("text") ?? "")
        guard fits("text", text, Limits.reportTextBytes) else { return [] }
        let report = Report(reason, text: text.isEmpty ? nil : text)
        if let error = report.check() {
            sheets?.problem = error.translated.text
            return []
        }
        let receipt = ReportReceipt(isAccepted: chat.canReport)
        if chat.canReport { sheets?.success = receipt.sentence } else { sheets?.problem = receipt.sentence }
        return [.report(report, of: seq, in: room)]
    }
}

extension PersonAction {
    /// The action of its button in a sheet; empty for changes that have no button.
    var name: String {
        switch self {
        case .message: "message"
        case .change(.join): "join"
        case .change(.role(.owner)): "owner"
        case .change(.role(.moderator)): "moderator"
        case .change(.role(.member)): "member"
        case .change(.unmute): "unmute"
        case .change(.unban): "unban"
        case .change: ""
        case .sanction(.mute): "mute"
        case .sanction(.remove): "remove"
        case .sanction(.ban): "ban"
        case .sanction(.serverBan): "serverBan"
        }
    }
}

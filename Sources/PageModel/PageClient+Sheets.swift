import ChatModel
import ChatWire

// What the user does in the sheets over the conversation, and in the menus that open them.
extension PageClient {
    /// `nil` if the input is none of these.
    func sheetInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "menu": return try openMenu(object)
        case "sheet": return try openSheet(object)
        case "press": return try press(object)
        case "back":
            guard sheets?.kinds.count ?? 0 > 1 else {
                sheets = nil
                return []
            }
            sheets?.pop()
            // The queue of all rooms took the place of the room's.
            guard case .reports(ofAll: false)? = sheets?.kinds.last, let room = sheets?.room else { return [] }
            return sheets?.openQueue(of: room, try Ticket(object)) ?? []
        case "closed sheet":
            sheets = nil
            return []
        case "picture": return try setPicture(object)
        default: return nil
        }
    }

    /// Tells what the menu of a message or a room offers.
    private func openMenu(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let room = try object.optionalRoom("room") ?? room else { return [] }
        if let seq = try object.optionalSeq("seq", from: 0) {
            pageEffects.append(.menu(id: "\(seq)", messageMenu(seq, in: room)))
        } else {
            pageEffects.append(.menu(id: room.text, roomMenu(room)))
        }
        return []
    }

    /// Opens what the item `page` of a menu names, or does it at once.
    private func openSheet(_ object: JSONObject) throws(WireError) -> [Input] {
        if try object.string("page") == "profile" { return openProfile() }
        guard let room = try object.optionalRoom("room") ?? room else { return [] }
        let (page, ticket) = (try object.string("page"), try Ticket(object))
        if let seq = try object.optionalSeq("seq", from: 0) { return open(page, of: seq, in: room, ticket) }
        sheets = PageSheets(room)
        switch page {
        case "person":
            return open(Author(user: try object.id("id"), name: try object.string("name")), ticket)
        default: return open(page, ticket)
        }
    }

    private func open(_ page: String, of seq: Seq, in room: RoomName, _ ticket: Ticket) -> [Input] {
        guard let event = chat.conversations[room]?.timeline[seq] else { return [] }
        switch page {
        case "pin", "unpin": return [.perform(.pin(of: seq, on: page == "pin"), in: room, ticket: ticket)]
        case "unblock": return block(event.author.user, false, ticket)
        default: break
        }
        sheets = PageSheets(room)
        switch page {
        case "delete": sheets?.push(.deletion(Deletion(of: seq, by: event.author)))
        case "report": sheets?.push(.report(of: seq))
        case "reactions": sheets?.push(.reactions(to: seq))
        case "block": sheets?.push(.blocking(event.author))
        case "person": return open(event.author, ticket)
        default: sheets = nil
        }
        return []
    }

    /// Opens a sheet of the room over the others.
    func open(_ page: String, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        switch page {
        case "people", "invite":
            sheets?.push(page == "people" ? .people : .invite)
            return [sheets?.ask(.people(room, after: nil), ticket)].compactMap { $0 }
        case "pins":
            sheets?.push(.pins)
        case "search":
            sheets?.push(.search)
        case "settings":
            sheets?.push(.settings)
        case "links":
            sheets?.push(.links)
            return [sheets?.ask(.links(room), ticket)].compactMap { $0 }
        case "reports", "all reports":
            sheets?.push(.reports(ofAll: page != "reports"))
            return sheets?.openQueue(of: page == "reports" ? room : nil, ticket) ?? []
        default:
            // A press that was meant for the sheet before changes nothing.
            if sheets?.kinds.isEmpty == true { sheets = nil }
        }
        return []
    }

    /// Opens the sheet of a person, and asks for the page of people that begins with their place.
    private func open(_ person: Author, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        sheets?.push(.person(person))
        return [.wantProfiles([person.user])]
            + [sheets?.ask(.people(room, after: person.user.before), ticket)].compactMap { $0 }
    }

    private func block(_ person: UserID, _ on: Bool, _ ticket: Ticket) -> [Input] {
        guard let user = chat.identity?.user else { return [] }
        sheets?.requested.insert(ticket)
        return [.perform(.block(person, on: on), in: .own(user), ticket: ticket)]
    }
}

// Buttons.
extension PageClient {
    /// A button of the sheet on top.
    private func press(_ object: JSONObject) throws(WireError) -> [Input] {
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
            var sanction = Sanction(kind, of: person)
            sanction.reason = TextRule.trimmed(try object.optionalString("reason") ?? "")
            if let length = Sanction.Length(rawValue: try object.optionalString("length") ?? "") {
                sanction.length = length
            }
            guard fits("reason", sanction.reason, Limits.reasonBytes) else { return [] }
            return confirm(.membership(sanction.change(at: chat.serverTime)), ticket)
        case .promotion(let promotion): return confirm(.membership(promotion.change), ticket)
        case .deletion(var deletion):
            deletion.reason = TextRule.trimmed(try object.optionalString("reason") ?? "")
            guard fits("reason", deletion.reason, Limits.reasonBytes) else { return [] }
            return confirm(deletion.mutation, ticket)
        case .deletionOfReported(let entry):
            var deletion = Self.deletion(of: entry)
            deletion.reason = TextRule.trimmed(try object.optionalString("reason") ?? "")
            guard fits("reason", deletion.reason, Limits.reasonBytes) else { return [] }
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

    /// Whether the text of a field is short enough; says by how much it is not.
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

// Answers.
extension PageClient {
    /// What the effects and the inputs tell the sheets, and what follows.
    func sheetsFollow(_ inputs: [Input], _ effects: [Effect]) -> [Input] {
        if sheets == nil, decisionsAfter.isEmpty { return [] }
        var next: [Input] = []
        for effect in effects {
            switch effect {
            case .found(let ticket, let result):
                if let further = sheets?.found(ticket, result) { next.append(further) }
                if sheets?.hasNewLinks == true, let again = sheets?.askForLinks(ticket.next) { next.append(again) }
            case .moderation(let ticket, let result): sheets?.answered(ticket, result)
            case .settled(let ticket, let settlement): next += settled(ticket, settlement)
            default: break
            }
        }
        guard let room = sheets?.room else { return next }
        for case .received(.event(room, _, let event)) in inputs {
            switch event.content {
            case .membership(let change): sheets?.take(change, seq: event.seq, by: event.author)
            case .link where sheets?.kinds.contains(.links) == true:
                if let asked = sheets?.askForLinks(Ticket(event.id.low)) { next.append(asked) }
            default: break
            }
        }
        return next
    }

    private func settled(_ ticket: Ticket, _ settlement: Settlement) -> [Input] {
        let question = decisionsAfter.removeValue(forKey: ticket)
        switch settlement {
        case .sent:
            let wasAsked = sheets?.requested.remove(ticket) != nil
            if wasAsked, case .profile? = sheets?.kinds.last { sheets?.success = localized("Saved.") }
            guard let question else { return [] }
            return [sheets?.ask(question, ticket.next) ?? .ask(question, ticket.next)]
        case .failed(let error):
            if let question { sheets?.refused(question, error) }
            guard sheets?.requested.contains(ticket) == true else { return question == nil ? [] : [.drop(ticket)] }
            sheets?.says(error)
            return [.drop(ticket)]
        case .dropped:
            sheets?.requested.remove(ticket)
            return []
        }
    }

    /// Whether the sheet itself shows what this effect reports: the refusal of a change that was
    /// requested there.
    func isTold(_ effect: Effect) -> Bool {
        guard case .settled(let ticket, .failed) = effect else { return false }
        return sheets?.requested.contains(ticket) == true
    }
}

extension UserID {
    /// The id that comes before this one; the same for the first.
    fileprivate var before: UserID {
        if low > 0 { return UserID(high: high, low: low - 1) }
        return high > 0 ? UserID(high: high - 1, low: .max) : self
    }
}

extension PersonAction {
    /// As the page names it.
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
        }
    }
}

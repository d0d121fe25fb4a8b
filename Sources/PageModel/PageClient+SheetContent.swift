import ChatModel
import ChatWire

// What the sheets say.
extension PageClient {
    /// Writes the sheet on top, if it has changed.
    func writeSheet(to writer: inout JSONWriter) {
        var sheet = sheets?.kinds.last.map { content(of: $0) }
        sheet?.depth = sheets?.kinds.count ?? 0
        guard sheet != shownSheet else { return }
        shownSheet = sheet
        if let sheet {
            writer.key("sheet")
            sheet.write(to: &writer)
        } else {
            writer.member("noSheet", true)
        }
    }

    private func content(of kind: PageSheets.Kind) -> Sheet {
        var sheet: Sheet
        switch kind {
        case .people: sheet = peopleSheet
        case .person(let person): sheet = personSheet(person)
        case .profile: sheet = profileSheet
        case .pins: sheet = pinsSheet
        case .reactions(let seq): sheet = reactionsSheet(seq)
        case .search: sheet = searchSheet
        case .invite: sheet = inviteSheet
        case .links: sheet = linksSheet
        case .reports(let ofAll): sheet = reportsSheet(ofAll: ofAll)
        case .sanction(let kind, let person): sheet = Self.sheet(of: Sanction(kind, of: person))
        case .promotion(let promotion):
            sheet = Sheet(title: promotion.title, sentence: promotion.sentence)
            sheet.form = Sheet.Form(fields: [], button: Sheet.Button(action: "confirm", title: promotion.verb))
        case .deletion(let deletion): sheet = Self.sheet(of: deletion)
        case .deletionOfReported(let entry): sheet = Self.sheet(of: Self.deletion(of: entry))
        case .discarding(let entry):
            sheet = Sheet(title: HeldLine(entry).discardTitle, sentence: HeldLine.discardSentence)
            sheet.form = Sheet.Form(
                fields: [],
                button: Sheet.Button(action: "confirm", title: HeldDecision.Verdict.discard.title, isDanger: true))
        case .report: sheet = Self.reportSheet
        case .revoking:
            sheet = Sheet(
                title: localized("Revoke the link?"),
                sentence: localized("Nobody can join with it any more. People who have joined with it stay members."))
            sheet.form = Sheet.Form(
                fields: [], button: Sheet.Button(action: "confirm", title: localized("Revoke"), isDanger: true))
        case .settings: sheet = settingsSheet
        case .blocking(let person):
            let name = Sentences.isolated(Self.title(person))
            sheet = Sheet(
                title: localized("Block \(name)?"),
                sentence: localized("You see none of their messages, and they can’t write to you or invite you."))
            sheet.form = Sheet.Form(
                fields: [], button: Sheet.Button(action: "confirm", title: localized("Block"), isDanger: true))
        }
        sheet.problem = sheets?.problem ?? sheet.problem
        sheet.problemField = sheets?.problemField
        sheet.success = sheets?.success
        if case .report = kind, sheet.success != nil { sheet.form = nil }
        return sheet
    }

    private static func sheet(of deletion: Deletion) -> Sheet {
        var sheet = Sheet(title: deletion.title, sentence: deletion.sentence)
        let reason = Sheet.Field(
            name: "reason", label: localized("Reason"), kind: .text, value: deletion.reason,
            hint: localized("Optional"))
        sheet.form = Sheet.Form(
            fields: [reason], button: Sheet.Button(action: "confirm", title: localized("Delete"), isDanger: true))
        return sheet
    }

    /// The deletion of a reported message. The reason is why it was first reported.
    static func deletion(of entry: ReportedMessage) -> Deletion {
        var deletion = Deletion(of: entry.message.seq, by: entry.message.author)
        if case .delete(_, let reason?)? = ReportDecision.delete.deletion(of: entry) { deletion.reason = reason }
        return deletion
    }

    private var settings: RoomSettings {
        (sheets?.room).flatMap { chat.conversations[$0]?.info?.settings } ?? RoomSettings()
    }

    private var settingsSheet: Sheet {
        var sheet = Sheet(title: localized("Room settings"))
        let title = Sheet.Field(name: "title", label: localized("Title"), kind: .text, value: settings.title)
        let topic = Sheet.Field(
            name: "topic", label: localized("Topic"), kind: .text, value: settings.topic, hint: localized("Optional"))
        sheet.form = Sheet.Form(
            fields: [title, topic], button: Sheet.Button(action: "confirm", title: localized("Save")))
        return sheet
    }

    /// What the form of the settings changes, from trimmed texts; `nil` if that is nothing.
    func settingsChange(title: String, topic: String) -> SettingsChange? {
        let change = SettingsChange(
            title: title == settings.title ? nil : title, topic: topic == settings.topic ? nil : topic)
        return change == SettingsChange() ? nil : change
    }

    var access: RoomAccess? { (sheets?.room).flatMap { chat.access(to: $0) } }

    var mayInvite: Bool { access?.may(.invite, toward: Standing(), at: chat.serverTime) ?? false }

    /// A person by what they are called, as far as this client knows.
    func known(_ user: UserID) -> Author {
        if let me = chat.identity, me.user == user { return Author(user: user, name: me.name) }
        if let person = sheets?.people.first(where: { $0.author.user == user }), !person.author.name.isEmpty {
            return person.author
        }
        return chat.peopleKnown(in: sheets?.room).first { $0.user == user } ?? Author(user: user, name: "")
    }

    /// The names of all people whom this client knows.
    var knownNames: [UserID: String] {
        var names: [UserID: String] = [:]
        for person in chat.peopleKnown(in: sheets?.room) { names[person.user] = person.name }
        for person in sheets?.people ?? [] where !person.author.name.isEmpty {
            names[person.author.user] = person.author.name
        }
        return names
    }
}

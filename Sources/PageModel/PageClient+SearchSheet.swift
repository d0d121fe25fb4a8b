import ChatModel
import ChatWire

// The sheet that searches a room's messages.
extension PageClient {
    var searchSheet: Sheet {
        var sheet = Sheet(title: localized("Search messages"))
        guard let finder = sheets?.finder else { return sheet }
        let words = Sheet.Field(
            name: "words", label: localized("Search messages"), kind: .text, value: finder.search,
            hint: localized("Beginnings of words"))
        sheet.form = Sheet.Form(
            fields: [words], button: Sheet.Button(action: "search", title: localized("Search")))
        sheet.isLoading = finder.question != nil
        sheet.problem = finder.failure
        sheet.sentence = finder.emptiness(without: chat.blocked)
        let hits = finder.hits(without: chat.blocked)
        if !hits.isEmpty { sheet.sections = [Sheet.Section(lines: hits.map { line(of: $0, finder) })] }
        if finder.question == nil, finder.hasMore {
            sheet.buttons = [Sheet.Button(action: "more", title: localized("Search older messages"))]
        }
        return sheet
    }

    private func line(of hit: Event, _ finder: MessageFinder) -> Sheet.Line {
        var line = Sheet.Line(id: "\(hit.seq)", title: Self.title(hit.author), user: hit.author.user)
        line.detail = TimeMark.text(hit.at)
        line.found = finder.text(of: hit)?.parts ?? []
        line.buttons = [Sheet.Button(action: "show", title: localized("Show"))]
        return line
    }

    func pressSearch(
        _ action: String, _ id: String, _ object: JSONObject, _ ticket: Ticket
    ) throws(WireError) -> [Input] {
        guard let room = sheets?.room else { return [] }
        switch action {
        case "search":
            let words = try object.optionalString("words") ?? ""
            return [sheets?.find(words, ticket)].compactMap { $0 }
        case "more": return [sheets?.find(nil, ticket)].compactMap { $0 }
        case "show":
            if let seq = UInt64(id).map({ Seq($0) }) { show(seq, in: room) }
            return []
        default: return []
        }
    }
}

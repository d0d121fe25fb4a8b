// Keys are in the order of the examples in docs/protocol.md. Keys without a value are left out.

extension Report {
    package init(_ object: JSONObject, _ unknown: UnknownWords) throws(WireError) {
        guard let reason = Reason(rawValue: try object.string("reason")) ?? (unknown == .leftOut ? .other : nil) else {
            throw .key("reason", "must be \"spam\", \"harassment\", \"violence\", \"sexual\", \"illegal\" or \"other\"")
        }
        self.init(reason, text: try object.optionalString("text"))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("reason", reason.rawValue)
        writer.member("text", text)
    }
}

extension ReportNote {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(try Report(object, .leftOut), at: try object.time("at"))
        if let by = try object.optionalObject("by") { self.by = try Author(by) }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("at", at)
        report.writeMembers(to: &writer)
        if let by {
            writer.key("by")
            by.write(to: &writer)
        }
        writer.endObject()
    }
}

extension ReportedMessage {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            number: try object.number("place", from: 1), room: try object.room("room"),
            message: try Event(try object.object("message")), count: try object.number("count"),
            notes: try object.objects("notes", ReportNote.init))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("place", number)
        writer.member("room", room.text)
        writer.key("message")
        message.write(to: &writer)
        writer.member("count", count)
        writer.member("notes", notes) { $0.write(to: &$1) }
        writer.endObject()
    }
}

extension Resolution {
    init(_ object: JSONObject) throws(WireError) {
        guard let decision = Decision(rawValue: try object.string("decision")) else {
            throw .key("decision", "must be \"accepted\" or \"dismissed\"")
        }
        self.init(decision, note: try object.optionalString("note"))
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("decision", decision.rawValue)
        writer.member("note", note)
    }
}

extension HeldMessage {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            number: try object.number("place", from: 1), room: try object.room("room"), at: try object.time("at"),
            author: try Author(object), text: try object.string("text"),
            reply: try object.optionalSeq("reply"))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("place", number)
        writer.member("room", room.text)
        writer.member("at", at)
        author.writeMembers(to: &writer)
        writer.member("text", text)
        writer.member("reply", reply)
        writer.endObject()
    }
}

extension HeldDecision {
    init(_ object: JSONObject) throws(WireError) {
        guard let verdict = Verdict(rawValue: try object.string("decision")) else {
            throw .key("decision", "must be \"publish\" or \"discard\"")
        }
        self.init(verdict, note: try object.optionalString("note"))
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("decision", verdict.rawValue)
        writer.member("note", note)
    }
}

extension ModerationAction {
    /// - Returns: `nil` for a decision of a newer server that this build does not know
    static func read(_ object: JSONObject) throws(WireError) -> ModerationAction? {
        let number = try object.number("place", from: 1)
        var about: Author?
        if let object = try object.optionalObject("about") { about = try Author(object) }
        if let event = try object.optionalObject("event") {
            return ModerationAction(number: number, .event(try Event(event)), about: about)
        }
        let decided = try object.object("decided")
        let word = try decided.string("decision")
        if let verdict = HeldDecision.Verdict(rawValue: word) {
            let decision = HeldDecision(verdict, note: try decided.optionalString("note"))
            return ModerationAction(
                number: number,
                .reviewed(
                    decision, held: try decided.number("held", from: 1), of: try decided.optionalSeq("of"),
                    by: try Author(decided), at: try decided.time("at")),
                about: about)
        }
        guard let decision = Resolution.Decision(rawValue: word) else { return nil }
        return ModerationAction(
            number: number,
            .decided(
                Resolution(decision, note: try decided.optionalString("note")), of: try decided.seq("of"),
                reports: try decided.number("reports"), by: try Author(decided), at: try decided.time("at")),
            about: about)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("place", number)
        switch deed {
        case .event(let event):
            writer.key("event")
            event.write(to: &writer)
        case .decided(let resolution, let of, let reports, let author, let at):
            writer.key("decided")
            writer.beginObject()
            writer.member("of", of)
            writer.member("reports", reports)
            writer.member("at", at)
            author.writeMembers(to: &writer)
            resolution.writeMembers(to: &writer)
            writer.endObject()
        case .reviewed(let decision, let held, let of, let author, let at):
            writer.key("decided")
            writer.beginObject()
            writer.member("held", held)
            writer.member("of", of)
            writer.member("at", at)
            author.writeMembers(to: &writer)
            decision.writeMembers(to: &writer)
            writer.endObject()
        }
        if let about {
            writer.key("about")
            about.write(to: &writer)
        }
        writer.endObject()
    }
}

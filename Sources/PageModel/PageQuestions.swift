import ChatModel
import ChatWire

// The page asks the model about what only the page has, such as a chosen file. A question changes
// nothing.
extension PageClient {
    /// Writes the members of the answer to a question. This function and what it calls are not
    /// inlined, so that the page can load them later.
    @inline(never)
    static func answer(_ question: JSONObject, of client: PageClient?, to writer: inout JSONWriter) throws(WireError) {
        switch try question.string("type") {
        case "file":
            try FileChoice.answer(question, most: client?.chat.limits.file ?? UInt64(Limits.fileBytes), to: &writer)
        case "editable": writer.member("seq", client?.screen.rows.newestEditable?.seq)
        case "refused": client?.writeRefused(try Ticket(question), to: &writer)
        case "announcement": try client?.writeAnnouncement(question, to: &writer)
        case "preview": try ServerAnswer(question).writePreview(of: try question.string("link"), to: &writer)
        default: throw WireError(.unknownType, "The page has no such question.")
        }
    }
}

extension PageClient {
    /// The question has the `keys` of new rows of a `room`. The answer has the `sentences` about
    /// them, if that room is on the screen.
    fileprivate func writeAnnouncement(_ question: JSONObject, to writer: inout JSONWriter) throws(WireError) {
        guard try question.optionalRoom("room") == room else { return }
        writer.key("sentences")
        writer.beginArray()
        for sentence in announcement(of: try question.optionalStrings("keys") ?? []) { writer.value(sentence) }
        writer.endArray()
    }

    /// Writes whether a refused change can be tried again (`retry`), and what the user wrote, if
    /// that can be changed: the `text` of a message without a file, with the message that it
    /// `answers`, or of an edit of the message `of`.
    fileprivate func writeRefused(_ ticket: Ticket, to writer: inout JSONWriter) {
        guard let item = chat.outbox[ticket], case .failed(let error) = item.state else { return }
        // A deleted message stays deleted.
        if error.code != .messageDeleted { writer.member("retry", true) }
        switch item.mutation {
        case .message(let text, let reply, _, nil) where item.upload == nil:
            writer.member("text", text)
            writer.member("answers", reply)
        case .edit(let of, let text, _):
            writer.member("text", text)
            writer.member("of", of)
        default: break
        }
    }
}

extension ComposedText {
    /// Writes whether the text can be sent, and what to say about it.
    @inline(never)
    func write(mayBeEmpty: Bool, to writer: inout JSONWriter) {
        if canSend(mayBeEmpty: mayBeEmpty) { writer.member("canSend", true) }
        let problem = problem
        writer.member("problem", problem)
        if problem == nil { writer.member("counter", counter) }
    }
}

extension FileChoice {
    /// The question has what is known of the file, and the number of files that are `waiting`. The
    /// answer has the file's allowed name, how it is shown, how many more files may be chosen, and
    /// the reason if this file can't be sent.
    fileprivate static func answer(_ question: JSONObject, most: UInt64, to writer: inout JSONWriter) throws(WireError)
    {
        let name = FileName.allowed(try question.optionalString("name") ?? "")
        let dimensions = (try? Attachment.Dimensions(in: question)) ?? nil
        let file = FileChoice(name: name, size: try question.optionalNumber("size"), dimensions: dimensions)
        let left = Limits.filesOfPage - Int(clamping: try question.optionalNumber("waiting") ?? 0)
        writer.member("name", name)
        writer.member("left", UInt64(clamping: left))
        let type = try question.optionalString("mediaType") ?? ""
        writer.member("kind", FileKind(type: type, dimensions: dimensions).element(for: type))
        writer.member("words", file.size.map { Sentences.size($0) })
        writer.member("refusal", file.refusal(most: most) ?? (left > 0 ? nil : tooMany(name)))
    }

    private static func tooMany(_ name: String) -> String {
        localized(
            "“\(Sentences.isolated(name))” was left out: you can send at most \(Limits.filesOfPage) files at once. Send these first."
        )
    }
}

extension ServerAnswer {
    /// The answer as the page has it.
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            status: Int(try object.number("status", to: 999)), retryAfter: try object.optionalString("retryAfter"),
            body: Array(try object.string("body").utf8))
    }

    /// Writes the `preview` of the link, or that there is `none`, or the milliseconds to `wait`
    /// until the next try. Writes nothing if the server would refuse it again.
    fileprivate func writePreview(of link: String, to writer: inout JSONWriter) {
        let preview: LinkPreview?
        do throws(WireError) { preview = try self.preview() } catch {
            return writer.member("wait", error.previewPause.map { UInt64(clamping: $0) })
        }
        if let preview, preview.link == link {
            writer.key("preview")
            preview.write(to: &writer)
        } else if status == 204 {
            writer.member("none", true)
        } else {
            // After an edit that is on its way, the server has read another text.
            let pause = status == 0 || preview != nil ? WireError.previewPause(nil) : previewPause
            writer.member("wait", pause.map { UInt64(clamping: $0) })
        }
    }
}

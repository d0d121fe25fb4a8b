import ChatModel
import ChatWire

extension Row {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", id.text)
        switch content {
        case .beginning: writer.member("kind", "beginning")
        case .unread: writer.member("kind", "unread")
        case .day(let at):
            writer.member("kind", "day")
            writer.member("at", at)
        case .notice(let notice):
            writer.member("kind", "notice")
            writer.member("at", notice.at)
            writer.member("joined", notice.joined)
            writer.member("left", notice.left)
        case .message(let bubble):
            writer.member("kind", "message")
            bubble.writeMembers(to: &writer)
        case .album(let album): album.writeMembers(to: &writer)
        case .changes(let changes):
            writer.member("kind", "changes")
            changes.writeMembers(to: &writer)
        }
        writer.endObject()
    }
}

extension Row.Changes {
    /// The lines, and for each the message that it is about; 0 for none.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        let text = ChangeText(self, time: TimeMark.text)
        if text.messages.contains(where: { $0 != nil }) {
            writer.key("messages")
            writer.beginArray()
            for message in text.messages { writer.value(message?.number ?? 0) }
            writer.endArray()
        }
        writer.key("lines")
        writer.beginArray()
        for line in text.lines { TimeMark.write(line, to: &writer) }
        writer.endArray()
    }
}

extension Row.ID {
    /// The key by which the page knows the row.
    var text: String {
        switch self {
        case .beginning: "beginning"
        case .day(let day): "day \(day)"
        case .unread: "unread"
        case .event(let seq): "event \(seq)"
        case .ticket(let ticket): "ticket \(ticket.text)"
        case .notice(let number): "notice \(number)"
        }
    }
}

extension Row.Bubble {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("seq", seq)
        writer.member("ticket", ticket?.text)
        writeFrame(isUploading: isUploading, to: &writer)
        if isEditable { writer.member("editable", true) }
        writeBody(to: &writer)
        if isMention { writer.member("mention", true) }
        if isBlocked { writer.member("blocked", Sentences.blocked) }
        if !mayShowCard { writer.member("card", false) }
        tile?.writeMember(to: &writer)
        if !reactions.isEmpty {
            writer.key("reactions")
            writer.beginArray()
            for tally in reactions { tally.write(to: &writer) }
            writer.endArray()
        }
    }

    /// What a message has around its content, as an album has it, too.
    fileprivate func writeFrame(isUploading: Bool, to writer: inout JSONWriter) {
        writer.member("user", author.user)
        writer.member("name", author.name)
        writer.member("at", at)
        writer.member("own", isOwn)
        writer.member("first", isFirst)
        writer.member("last", isLast)
        writer.member("edited", isEdited)
        if isOwn, !readers.isEmpty { writer.member("readers", Sentences.read(by: readers)) }
        if isPinned { writer.member("pinned", true) }
        if let reply {
            writer.key("reply")
            reply.write(to: &writer)
        }
        writeState(isUploading: isUploading, to: &writer)
    }

    private func writeBody(to writer: inout JSONWriter) {
        switch body {
        case .text(let text, _):
            writer.member("text", text)
            // Older servers accepted such texts.
            if TextRule.isBlank(text) { writer.member("blank", true) }
        case .file(let file, let text, _):
            writer.member("text", text.flatMap { TextRule.isBlank($0) ? nil : $0 } ?? "")
            writer.key("file")
            file.write(to: &writer)
        case .deleted:
            writer.member("text", "")
            writer.member("gone", Sentences.deleted(deletion))
        case .damaged:
            writer.member("text", "")
            writer.member("gone", Sentences.damaged)
        }
    }

    private func writeState(isUploading: Bool, to writer: inout JSONWriter) {
        guard isOwn || state != .sent else { return }
        switch state {
        case .waiting: writer.member("state", "waiting")
        case .sending: writer.member("state", isUploading ? "uploading" : "sending")
        case .sent: writer.member("state", "sent")
        case .changing: writer.member("state", "changing")
        case .failed(let error, let ticket):
            writer.member("state", "failed")
            writer.member("error", error.text)
            writer.member("refused", ticket.text)
        case .held(let ticket):
            writer.member("state", "held")
            writer.member("refused", ticket.text)
        }
    }

    fileprivate var isUploading: Bool { file?.uploaded != nil }
}

extension Row.Album {
    /// What the album has as a whole, and its photos.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", "album")
        whole?.writeFrame(isUploading: photos.contains { $0.bubble.isUploading }, to: &writer)
        writer.key("photos")
        writer.beginArray()
        for photo in photos { Row(id: photo.id, content: .message(photo.bubble)).write(to: &writer) }
        writer.endArray()
    }
}

extension Row.Tile {
    /// The place in the album, the frame as left, top, width and height, and the album's height.
    fileprivate func writeMember(to writer: inout JSONWriter) {
        writer.key("tile")
        writer.beginArray()
        for number in [index, x, y, width, height, albumHeight] { writer.value(UInt64(clamping: number)) }
        writer.endArray()
    }
}

extension Row.File {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        let voice = kind == .voice ? voice : nil
        let attachment = Attachment(
            id: id, name: name, type: type, size: size, dimensions: dimensions, voice: voice, thumbnail: thumbnail)
        attachment.writeMembers(to: &writer)
        if let element = kind.element(for: type) {
            writer.member("kind", element)
        } else {
            writer.member("words", Sentences.size(size))
        }
        writer.member("local", local?.text)
        writer.member("uploaded", uploaded)
        writer.endObject()
    }
}

extension FileKind {
    /// What shows a file of this kind and this media type on the page; `nil`: a link.
    func element(for type: String) -> String? {
        switch self {
        // Most browsers do not draw it.
        case .photo: type == "image/heic" ? nil : "image"
        case .video: "video"
        case .audio: "audio"
        case .voice: "voice"
        case .document, .other: nil
        }
    }
}

extension Row.Excerpt {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("seq", seq)
        writer.member("name", author?.name)
        writer.member("text", text.map { MessageSummary.of($0, limit: 120) })
        if isDeleted { writer.member("gone", true) }
        writer.endObject()
    }
}

extension Row.Tally {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        // The page compares emoji as strings, and a log may have ❤ in place of ❤️.
        let shown: String = OfferedReactions.all.first { $0.isSameEmoji(as: emoji) } ?? emoji
        writer.member("emoji", shown)
        writer.member("count", UInt64(count))
        writer.member("own", isOwn)
        writer.key("others")
        writer.beginArray()
        for user in others { writer.value(user) }
        writer.endArray()
        writer.endObject()
    }
}

extension RowDifference {
    /// Writes the steps: offsets to remove, then rows with their offsets.
    func write(of rows: [Row], to writer: inout JSONWriter) {
        writer.key("removed")
        writer.beginArray()
        for index in removed { writer.value(UInt64(index)) }
        writer.endArray()
        writer.key("inserted")
        write(inserted, of: rows, to: &writer)
        writer.key("updated")
        write(updated, of: rows, to: &writer)
    }

    private func write(_ offsets: [Int], of rows: [Row], to writer: inout JSONWriter) {
        writer.beginArray()
        for index in offsets {
            writer.beginArray()
            writer.value(UInt64(index))
            rows[index].write(to: &writer)
            writer.endArray()
        }
        writer.endArray()
    }
}

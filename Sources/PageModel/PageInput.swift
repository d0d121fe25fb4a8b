import ChatModel
import ChatWire

// Reads the page's inputs from JSON. An unknown type is refused with error 102 (`unknownType`), and
// ignored while no room is on the screen.
extension PageClient {
    func inputs(_ object: JSONObject) throws(WireError) -> [Input] {
        switch try object.string("type") {
        case "start": return [.start, .listRooms]
        case "rename": return [.rename(try object.string("name")), .start]
        case "online": return [.online(try object.bool("online"))]
        case "visible": return [.foreground(try object.bool("visible"))]
        case "reconnect": return [.reconnect]
        case "opened": return [.opened]
        case "closed": return [.closed(closeCode(try object.number("code")))]
        case "timer":
            guard let timer = Chat.Timer(rawValue: try object.string("timer")) else { return [] }
            return [.timer(timer)]
        default:
            if let inputs = try roomInputs(object) { return inputs }
            return try laterInputs(object)
        }
    }

    /// What happens once a conversation is shown. Not inlined: the page loads this function later
    /// than the one above.
    @inline(never)
    private func laterInputs(_ object: JSONObject) throws(WireError) -> [Input] {
        switch try object.string("type") {
        case "token": return [.token(try object.optionalString("token"))]
        case "elsewhere": return heard(try BrowserUser(object))
        case "retry": return [.retry(try Ticket(object))]
        case "discard", "forget": return [.drop(try Ticket(object))]
        case "progress": return [.uploadProgress(try Ticket(object), try object.number("bytes"))]
        case "uploaded": return [try uploaded(object)]
        case "missing": return [.uploadFailed(try Ticket(object), PageClient.fileMissing)]
        case "write": return try draft(object)
        default:
            if let inputs = try sheetInputs(object) { return inputs }
            return try inputs(object, in: try roomOnScreen(object))
        }
    }

    /// The room that the user saw. They may have gone to another one since.
    private func roomOnScreen(_ object: JSONObject) throws(WireError) -> RoomName? {
        guard let name = try object.optionalString("room") else { return room }
        return RoomName(name)
    }

    /// The composer's text. It may come after the user has gone to another room.
    private func draft(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let room = try object.optionalRoom("room") else { return [] }
        let text = try object.string("text")
        let draft = Input.write(text, in: room)
        return TextRule.trimmed(text).isEmpty ? [draft] : [draft, .typed(room)]
    }

    /// What happens in a room on the screen.
    private func inputs(_ object: JSONObject, in room: RoomName?) throws(WireError) -> [Input] {
        guard let room else { return [] }
        switch try object.string("type") {
        case "say": return try messages(object, in: room)
        case "edit":
            let edit = ComposedText(try object.string("text")).edit(
                of: try object.seq("of", from: 0), from: try object.optionalString("before"),
                file: try object.optionalString("file"))
            guard let edit else { return [] }
            return [.perform(edit, in: room, ticket: try Ticket(object))]
        case "delete":
            return [.perform(.delete(of: try object.seq("of", from: 0)), in: room, ticket: try Ticket(object))]
        case "react":
            let reaction = Mutation.react(
                of: try object.seq("of", from: 0), emoji: try object.string("emoji"), on: try object.bool("on"))
            return [.perform(reaction, in: room, ticket: try Ticket(object))]
        case "scrolled": return [.show(room, .following(try object.bool("following")))]
        case "older": return [.show(room, .older)]
        case "newer": return [.show(room, .newer)]
        case "latest": return [.show(room, .newest)]
        case "since":
            let at = Int64(clamping: try object.number("at"))
            return [.inquire(.firstMessage(room, at: at), try Ticket(object))]
        case "around": return [.show(room, .around(try object.seq("seq")))]
        default: throw WireError(.unknownType, "The page has no such input.")
        }
    }

    private func messages(_ object: JSONObject, in room: RoomName) throws(WireError) -> [Input] {
        // The user answers what was new to them.
        if room == self.room { screen.unreadAfter = nil }
        let files = try object.optionalObjects("files", Attached.init) ?? []
        let text = TextRule.trimmed(try object.string("text"))
        let messages = Mutation.messages(
            text, reply: try object.optionalSeq("reply", from: 0), files: files.map { $0.upload.name })
        guard !files.isEmpty else {
            return [
                .perform(messages[0], in: room, ticket: try Ticket(object)), .write("", in: room), .show(room, .newest),
            ]
        }
        var inputs: [Input] = []
        let uploads = files.map { $0.upload }.inAlbums()
        for (upload, (message, file)) in zip(uploads, zip(messages, files)) {
            inputs.append(.attach(upload, to: message, in: room, ticket: file.ticket))
        }
        return inputs + [.write("", in: room), .show(room, .newest)]
    }

    /// The answer to an upload: what the server or a proxy said, or nothing (`status` 0).
    private func uploaded(_ object: JSONObject) throws(WireError) -> Input {
        let ticket = try Ticket(object)
        let answer = ServerAnswer(
            status: Int(try object.number("status", to: 999)), retryAfter: try object.optionalString("retryAfter"),
            body: Array(try object.string("body").utf8.prefix(Limits.fileAnswerBytes)))
        if let attachment = FileRequest.attachment(in: answer) {
            let thumbnail = try object.optionalString("thumbnail").flatMap { try? Attachment(json: Array($0.utf8)) }
            return .uploaded(ticket, attachment.with(thumbnail: thumbnail))
        }
        return .uploadFailed(ticket, FileRequest.refusal(in: answer))
    }

    private func closeCode(_ number: UInt64) -> CloseCode? {
        // Browsers report 1005 and 1006 for a connection that ended without a close frame.
        number == 1005 || number == 1006 ? nil : CloseCode(UInt16(truncatingIfNeeded: number))
    }

    private static let fileMissing = WireError(
        .fileMissing, localized("This browser no longer has the file. Attach it again."))
}

/// A file that goes with a message.
private struct Attached {
    var ticket: Ticket
    var upload: Upload

    init(_ object: JSONObject) throws(WireError) {
        ticket = try Ticket(object)
        let type = try object.optionalString("type") ?? ""
        let (id, name): (FileID, String) = (try object.id("id"), try object.string("name"))
        let size = try object.number("size")
        upload = Upload(id: id, name: name, size: size, dimensions: try Attachment.Dimensions(in: object))
        if !type.isEmpty { upload.type = type }
        if let size = try object.optionalNumber("thumbnailSize", from: 1) {
            upload.thumbnail = Upload.Thumbnail(type: try object.string("thumbnailType"), size: size)
        }
        guard let duration = try object.optionalNumber("duration") else { return }
        upload.voice = VoiceMeter(try object.optionalNumbers("amplitudes") ?? []).voice(duration: duration)
    }
}

import ChatModel
import ChatWire

extension JSONWriter {
    /// The answer to an input: the records to keep, whether they must be durable before the effects
    /// are performed, and the effects.
    ///
    /// - Parameter chat: The client's. The error of a change that is still in its outbox is left
    ///   out: the change's row shows it. The rooms that the user is in are marked in a page of the
    ///   directory.
    mutating func write(
        _ effects: [Effect], _ pageEffects: [PageEffect], _ account: [PageAccount.Effect], _ chat: Chat?
    ) {
        beginObject()
        member("durable", effects.mustLast)
        key("records")
        beginArray()
        for case .keep(let record) in effects { record.write(to: &self) }
        endArray()
        key("effects")
        beginArray()
        for effect in effects { effect.write(to: &self, chat) }
        for effect in pageEffects { effect.write(to: &self) }
        for effect in account { effect.write(to: &self) }
        endArray()
        endObject()
    }
}

extension Effect {
    fileprivate func write(to writer: inout JSONWriter, _ chat: Chat?) {
        switch self {
        case .open: writer.effect("open") { _ in }
        case .close(let code): writer.effect("close") { $0.member("code", UInt64(code.number)) }
        case .send(let frame):
            writer.effect("send") {
                $0.key("frame")
                frame.write(to: &$0)
            }
        case .wait(let timer, let milliseconds):
            writer.effect("wait") {
                $0.member("timer", timer.rawValue)
                $0.member("ms", milliseconds)
            }
        case .cancel(let timer): writer.effect("cancel") { $0.member("timer", timer.rawValue) }
        case .authenticate: writer.effect("authenticate") { _ in }
        case .upload(let ticket, let upload, let token):
            writer.effect("upload") {
                $0.member("ticket", ticket.text)
                $0.member("target", FileRequest.target(of: upload))
                $0.member("type", upload.type)
                if let thumbnail = upload.ofThumbnail {
                    $0.member("thumbnail", FileRequest.target(of: thumbnail))
                    $0.member("thumbnailType", thumbnail.type)
                }
                $0.member("token", token)
            }
        case .cancelUpload(let ticket): writer.effect("cancelUpload") { $0.member("ticket", ticket.text) }
        case .release(let ticket): writer.effect("release") { $0.member("ticket", ticket.text) }
        case .settled(let ticket, let settlement):
            writer.effect("settled") {
                $0.member("ticket", ticket.text)
                if case .failed(let error) = settlement, chat?.outbox[ticket] == nil { $0.member("error", error.text) }
                $0.member("dropped", settlement == .dropped)
            }
        case .found(let ticket, let result):
            writer.effect("found") {
                $0.member("ticket", ticket.text)
                $0.write(result, chat)
            }
        case .keep, .moderation, .changed: break
        }
    }
}

extension JSONWriter {
    /// What the page asks for: a page of the directory, or the first message since a time.
    fileprivate mutating func write(_ result: Result<Findings, WireError>, _ chat: Chat?) {
        switch result {
        case .failure(let error): member("error", error.text)
        case .success(.directory(let page)):
            key("rooms")
            beginArray()
            for entry in page.rooms {
                beginObject()
                member("room", entry.room.text)
                member("title", entry.title.isEmpty ? entry.room.text : entry.title)
                member("topic", entry.topic)
                member("people", entry.people)
                member("joined", chat?.isIn(entry.room) ?? false)
                endObject()
            }
            endArray()
            member("next", page.next?.text)
        case .success(.firstMessage(let seq)): member("seq", seq)
        case .success: break
        }
    }
}

extension JSONWriter {
    mutating func effect(_ name: String, _ members: (inout JSONWriter) -> Void) {
        beginObject()
        member("do", name)
        members(&self)
        endObject()
    }
}

extension Event {
    /// Writes the push that tells a room's members of `event`: the frame a server writes most.
    public static func writeEvent(room: RoomName, epoch: Epoch, event: Event, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("type", "event")
        writer.member("room", room.text)
        writer.member("epoch", epoch.number)
        event.writeMembers(to: &writer)
        writer.endObject()
    }

    init(_ object: JSONObject) throws(WireError) {
        self.init(
            seq: try object.number("seq", from: 1), id: try object.id("id"), at: try object.time("at"),
            author: try Author(object), intent: try Intent(object), content: try Content(object))
    }

    /// As an element of a page.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.member("seq", seq)
        writer.member("id", id)
        writer.member("at", at)
        author.writeMembers(to: &writer)
        writer.member("device", intent?.device)
        writer.member("number", intent?.number)
        switch content {
        case .message(let text):
            writer.member("kind", "message")
            writer.member("text", text)
        case .unknown(let kind):
            writer.member("kind", kind)
        }
    }
}

extension Event.Content {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        let kind = try object.string("kind")
        self = kind == "message" ? .message(text: try object.string("text")) : .unknown(kind: kind)
    }
}

extension Author {
    init(_ object: JSONObject) throws(WireError) {
        self.init(user: try object.id("user"), name: try object.string("name"))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("user", user)
        writer.member("name", name)
    }
}

extension Intent {
    /// Both keys or neither.
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        switch (try object.optionalID("device"), try object.optionalNumber("number", from: 1)) {
        case (let device?, let number?): self.init(device: device, number: number)
        case (nil, nil): return nil
        case (nil, _?): throw .missing("device")
        case (_?, nil): throw .missing("number")
        }
    }
}

extension ServerFrame.Welcome {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            version: try object.number("version"), user: try object.id("user"), name: try object.string("name"),
            device: try object.id("device"), token: try object.string("token"), server: try object.string("server"),
            at: try object.time("at"), ping: try object.number("ping"),
            role: try object.optionalString("role").map { ServerRole(name: $0) ?? .guest } ?? .guest,
            mayWrite: try object.optionalBool("writes") ?? true,
            limits: try ServerFrame.AnnouncedLimits(try object.object("limits")))
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("version", version)
        writer.member("user", user)
        writer.member("name", name)
        writer.member("device", device)
        writer.member("token", token)
        writer.member("server", server)
        writer.member("at", at)
        writer.member("ping", ping)
        if role != .guest { writer.member("role", role.name) }
        if !mayWrite { writer.member("writes", false) }
        writer.key("limits")
        limits.write(to: &writer)
    }
}

extension ServerFrame.AnnouncedLimits {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init()
        frame = try object.number("frame")
        text = try object.number("text")
        page = try object.number("page")
        rooms = try object.number("rooms")
        sending = try object.number("sending")
        file = try object.optionalNumber("file") ?? 0
        previews = try object.optionalBool("previews") ?? false
        privateFiles = try object.optionalBool("privateFiles") ?? false
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("frame", frame)
        writer.member("text", text)
        writer.member("page", page)
        writer.member("rooms", rooms)
        writer.member("sending", sending)
        writer.member("file", file)
        if previews { writer.member("previews", true) }
        if privateFiles { writer.member("privateFiles", true) }
        writer.endObject()
    }
}

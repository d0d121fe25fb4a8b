// Keys are in the order of the examples in docs/protocol.md. Keys without a value are left out.

extension LinkChange {
    package init(_ object: JSONObject) throws(WireError) {
        let link: LinkID = try object.id("link")
        guard try object.bool("on") else {
            self.init(revoking: link)
            return
        }
        self.init(
            making: link, uses: try object.optionalNumber("uses", from: 1, to: Limits.linkUses),
            until: try object.optionalNumber("until").map { Int64(clamping: $0) })
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("on", on)
        writer.member("uses", uses)
        writer.member("until", until.map { UInt64(clamping: $0) })
    }
}

extension LinkUse {
    /// `nil` where somebody became a member without a link.
    init?(_ object: JSONObject) throws(WireError) {
        guard let link: LinkID = try object.optionalID("link") else { return nil }
        self.init(link, by: try object.id("inviter"))
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("inviter", inviter)
    }
}

extension InviteLink {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            try object.id("link"), by: try object.id("maker"), uses: try object.optionalNumber("uses", from: 1),
            used: try object.optionalNumber("used") ?? 0,
            until: try object.optionalNumber("until").map { Int64(clamping: $0) })
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("link", link)
        writer.member("maker", maker)
        writer.member("uses", uses)
        writer.member("used", used)
        writer.member("until", until.map { UInt64(clamping: $0) })
        writer.endObject()
    }

    /// Reads what ``json(_:)`` wrote.
    package static func links(json: [UInt8]) throws(WireError) -> [InviteLink] {
        try json.withUnsafeBufferPointer { (bytes) throws(WireError) in
            try JSONObject(bytes).objects("links", InviteLink.init)
        }
    }

    /// Several links as one JSON object.
    package static func json(_ links: [InviteLink]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("links", links) { $0.write(to: &$1) }
        writer.endObject()
        return writer.bytes
    }
}

extension JSONObject {
    /// The secret of an invite link, if it is there.
    func optionalSecret(_ key: StaticString) throws(WireError) -> InviteSecret? {
        guard let text = try optionalString(key) else { return nil }
        guard let secret = InviteSecret(text) else { throw .key(key, "must be 26 digits of base 32") }
        return secret
    }
}

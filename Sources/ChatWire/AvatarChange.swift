/// A change of the picture of a person or a room.
public enum AvatarChange: Hashable, Sendable {
    /// There is no picture any more.
    case removed
    /// An uploaded image, as the server answered its upload. It belongs to the event that sets it,
    /// and is deleted when another one takes its place.
    case image(Attachment)

    /// The change that sets this picture; `nil` removes it.
    public init(_ avatar: Attachment?) { self = avatar.map { .image($0) } ?? .removed }

    /// `nil` if there is none any more.
    public var attachment: Attachment? {
        if case .image(let attachment) = self { attachment } else { nil }
    }

    /// What is wrong with it, to follow "The avatar"; `nil` if nothing is.
    var fault: String? {
        guard let attachment else { return nil }
        if !attachment.type.hasPrefix("image/") || !FileRule.isMediaType(attachment.type) { return "must be an image" }
        return FileRule.check(name: attachment.name) == nil ? nil : "has a name that no file may have"
    }

    func isSame(as other: AvatarChange) -> Bool { attachment?.id == other.attachment?.id }

    /// The most bytes that it takes in a frame.
    var jsonBytes: Int { attachment.map { $0.name.jsonBytes + Limits.mediaTypeBytes + 160 } ?? 16 }
}

extension AvatarChange {
    /// An empty object removes it.
    init?(in object: JSONObject) throws(WireError) {
        guard let avatar = try object.optionalObject("avatar") else { return nil }
        let id: FileID? = try avatar.optionalID("id")
        if id == nil {
            self = .removed
        } else {
            var image = try Attachment(avatar)
            image.album = nil
            image.voice = nil
            image.thumbnail = nil
            self = .image(image)
        }
    }

    func writeMember(to writer: inout JSONWriter) {
        writer.key("avatar")
        if let attachment { return attachment.write(to: &writer) }
        writer.beginObject()
        writer.endObject()
    }
}

extension AvatarChange? {
    func isSame(as other: AvatarChange?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}

/// What a user shows to others besides the name: the fold of the `profile` events in the user's own
/// log.
public struct Profile: Hashable, Sendable {
    /// Whether the user's read marks are for their own devices only.
    public var keepsReadsPrivate = false
    /// What the user has written about themself; may be empty.
    public var about = ""
    /// The user's picture.
    public var avatar: Attachment?
    /// An app's own content of the user, which others see.
    public var payload: Payload?

    /// Creates the profile of a user who has not changed it.
    public init() {}

    /// Folds a change: each of its properties that is not `nil` replaces the value here.
    public mutating func apply(_ change: ProfileChange) {
        keepsReadsPrivate = change.keepsReadsPrivate ?? keepsReadsPrivate
        about = change.about ?? about
        if let change = change.avatar { avatar = change.attachment }
        if let change = change.payload { payload = change.payload }
    }
}

/// What others are shown of a user besides the name.
public struct ShownProfile: Hashable, Sendable {
    /// Whose profile it is.
    public var user: UserID
    /// What the user has written about themself; may be empty.
    public var about: String
    /// The user's picture.
    public var avatar: Attachment?
    /// An app's own content of the user.
    public var payload: Payload?

    /// `nil` if there is nothing to show.
    public init?(_ user: UserID, _ profile: Profile) {
        if profile.about.isEmpty && profile.avatar == nil && profile.payload == nil { return nil }
        (self.user, about, avatar, payload) = (user, profile.about, profile.avatar, profile.payload)
    }

    init(_ object: JSONObject) throws(WireError) {
        user = try object.id("user")
        about = try object.optionalString("about") ?? ""
        avatar = try AvatarChange(in: object)?.attachment
        payload = try PayloadChange(in: object)?.payload
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("user", user)
        if !about.isEmpty { writer.member("about", about) }
        if let avatar { AvatarChange.image(avatar).writeMember(to: &writer) }
        payload?.writeMember(to: &writer)
        writer.endObject()
    }
}

/// A change of a ``Profile``. A property that is `nil` keeps its value.
public struct ProfileChange: Hashable, Sendable {
    /// Whether the user's read marks are for their own devices only.
    public var keepsReadsPrivate: Bool?
    /// What the user writes about themself; empty removes it.
    public var about: String?
    /// The picture that the user sets or removes.
    public var avatar: AvatarChange?
    /// An app's own content: at most ``Limits/profilePayloadBytes`` bytes.
    public var payload: PayloadChange?

    /// Creates the value. A change of nothing is refused (``check()``).
    public init(
        keepsReadsPrivate: Bool? = nil, about: String? = nil, avatar: AvatarChange? = nil,
        payload: PayloadChange? = nil
    ) {
        self.keepsReadsPrivate = keepsReadsPrivate
        self.about = about
        self.avatar = avatar
        self.payload = payload
    }

    /// Why it may not be made; `nil` if it may.
    public func check() -> WireError? {
        if self == ProfileChange() {
            return WireError(.profile, "The profile changes nothing: give at least one of its keys.")
        }
        if let about, let fault = LineRule.fault(of: about, most: Limits.aboutBytes) {
            return WireError(.profile, "What you say of yourself \(fault).")
        }
        if let payload = payload?.payload, let error = PayloadRule.check(payload, most: Limits.profilePayloadBytes) {
            return error
        }
        return avatar?.fault.map { WireError(.profile, "The avatar \($0).") }
    }

    /// What others are shown of the change.
    package var shown: ProfileChange { ProfileChange(about: about, avatar: avatar, payload: payload) }

    /// Adds a later change.
    package mutating func add(_ later: ProfileChange) {
        keepsReadsPrivate = later.keepsReadsPrivate ?? keepsReadsPrivate
        about = later.about ?? about
        avatar = later.avatar ?? avatar
        payload = later.payload ?? payload
    }

    /// Whether they say the same. Texts are compared by their bytes, and a file by its id.
    func isSame(as other: ProfileChange) -> Bool {
        let isSameText = about.map { Array($0.utf8) } == other.about.map { Array($0.utf8) }
        return keepsReadsPrivate == other.keepsReadsPrivate && isSameText && avatar.isSame(as: other.avatar)
            && payload.isSame(as: other.payload)
    }

    /// Bytes of UTF-8 in the text and the payload, which count for the author's rate limit.
    var textBytes: Int { (about?.utf8.count ?? 0) + (payload?.payload?.data.utf8.count ?? 0) }

    var jsonBytes: Int { (about?.jsonBytes ?? 0) + (avatar?.jsonBytes ?? 0) + (payload?.jsonBytes ?? 0) + 80 }
}

extension Profile {
    /// What others are shown.
    package init(_ shown: ShownProfile?) {
        if let shown { (about, avatar, payload) = (shown.about, shown.avatar, shown.payload) }
    }

    /// The change that makes this from an empty profile.
    package var asChange: ProfileChange {
        ProfileChange(
            keepsReadsPrivate: keepsReadsPrivate ? true : nil, about: about.isEmpty ? nil : about,
            avatar: avatar.map { .image($0) }, payload: payload.map { .content($0) })
    }

    package init(_ change: ProfileChange) { apply(change) }
}

// Keys are in the order of the examples in docs/protocol.md.
extension ProfileChange {
    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            keepsReadsPrivate: try object.optionalBool("privateReads"), about: try object.optionalString("about"),
            avatar: try AvatarChange(in: object), payload: try PayloadChange(in: object))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        if let keepsReadsPrivate { writer.member("privateReads", keepsReadsPrivate) }
        writer.member("about", about)
        avatar?.writeMember(to: &writer)
        payload?.writeMember(to: &writer)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

/// What the moderators of a room have set: the fold of its `settings` events.
public struct RoomSettings: Hashable, Sendable {
    /// Who may become a member of a group.
    public enum Joining: String, Hashable, Sendable, CaseIterable {
        /// Only those who are invited.
        case invited
        /// Others may ask, and a moderator lets them in.
        case request
        /// Everyone who knows the group's name.
        case anyone
    }

    /// What new members of a group may read.
    public enum Newcomers: String, Hashable, Sendable, CaseIterable {
        /// Everything, also what was said before they joined.
        case all
        /// What was said since they joined.
        case joined
    }

    /// Who may send messages.
    public enum Posting: String, Hashable, Sendable, CaseIterable {
        /// Everyone who may enter the room and is not muted.
        case everyone
        /// Moderators and owners. Others may still edit their messages and react.
        case moderators
    }

    /// For people; empty where the room's name is to be shown.
    public var title = ""
    /// What the room is about, on one line; empty for none.
    public var topic = ""
    /// Who may become a member. It counts in groups only.
    public var joining = Joining.invited
    /// What new members may read. It counts in groups only, and not for moderators.
    public var newcomers = Newcomers.all
    /// Who may send messages.
    public var posting = Posting.everyone
    /// Seconds that must pass between two messages of one person; 0 for none.
    public var slowMode: UInt64 = 0
    /// The room's picture. Who may enter the room may read it.
    public var avatar: Attachment?
    /// An app's own content of the room, such as the order that it is about. Who may enter the room
    /// may read it.
    public var payload: Payload?

    /// Creates the settings of a room that nobody has changed.
    public init() {}

    /// Folds a change: each of its properties that is not `nil` replaces the value here.
    public mutating func apply(_ change: SettingsChange) {
        title = change.title ?? title
        topic = change.topic ?? topic
        joining = change.joining ?? joining
        newcomers = change.newcomers ?? newcomers
        posting = change.posting ?? posting
        slowMode = change.slowMode ?? slowMode
        if let change = change.avatar { avatar = change.attachment }
        if let change = change.payload { payload = change.payload }
    }

    /// All of them, as a change of none.
    public var asChange: SettingsChange {
        SettingsChange(
            title: title, topic: topic, joining: joining, newcomers: newcomers, posting: posting, slowMode: slowMode,
            avatar: avatar.map { .image($0) }, payload: payload.map { .content($0) })
    }
}

/// A change of a room's settings. What is `nil` stays as it is.
public struct SettingsChange: Hashable, Sendable {
    /// On one line, at most ``Limits/roomTitleBytes`` bytes; empty for none.
    public var title: String?
    /// On one line, at most ``Limits/roomTopicBytes`` bytes; empty for none.
    public var topic: String?
    /// Who may become a member of the group.
    public var joining: RoomSettings.Joining?
    /// What new members of the group may read.
    public var newcomers: RoomSettings.Newcomers?
    /// Who may send messages.
    public var posting: RoomSettings.Posting?
    /// In seconds.
    public var slowMode: UInt64?
    /// The room's picture.
    public var avatar: AvatarChange?
    /// An app's own content: at most ``Limits/roomPayloadBytes`` bytes.
    public var payload: PayloadChange?

    /// Creates the value.
    public init(
        title: String? = nil, topic: String? = nil, joining: RoomSettings.Joining? = nil,
        newcomers: RoomSettings.Newcomers? = nil, posting: RoomSettings.Posting? = nil, slowMode: UInt64? = nil,
        avatar: AvatarChange? = nil, payload: PayloadChange? = nil
    ) {
        self.avatar = avatar
        self.payload = payload
        self.title = title
        self.topic = topic
        self.joining = joining
        self.newcomers = newcomers
        self.posting = posting
        self.slowMode = slowMode
    }

    /// Why it may not be done, for any user and any room; `nil` if it may.
    public func check() -> WireError? {
        if let title, let fault = LineRule.fault(of: title, most: Limits.roomTitleBytes) {
            return WireError(.roomSettings, "The title \(fault).")
        }
        if let topic, let fault = LineRule.fault(of: topic, most: Limits.roomTopicBytes) {
            return WireError(.roomSettings, "The topic \(fault).")
        }
        if let slowMode, slowMode > Limits.slowModeSeconds {
            return WireError(.roomSettings, "Slow mode is at most \(Limits.slowModeSeconds) seconds.")
        }
        if let payload = payload?.payload, let error = PayloadRule.check(payload, most: Limits.roomPayloadBytes) {
            return error
        }
        return avatar?.fault.map { WireError(.roomSettings, "The avatar \($0).") }
    }

    /// Whether everybody in the room sees something new by it: a title, a topic, a picture, or an
    /// app's own content.
    var showsSomething: Bool {
        title?.isEmpty == false || topic?.isEmpty == false || avatar?.attachment != nil || payload?.payload != nil
    }

    /// The same change, without the file of the picture that it sets.
    var withoutPicture: SettingsChange {
        var change = self
        if avatar?.attachment != nil { change.avatar = .removed }
        return change
    }

    /// Bytes of UTF-8 in the title, the topic and the payload, which count for the author's rate
    /// limit.
    public var textBytes: Int {
        (title?.utf8.count ?? 0) + (topic?.utf8.count ?? 0) + (payload?.payload?.data.utf8.count ?? 0)
    }
}

/// The rule for short texts on one line: titles, topics, reasons.
enum LineRule {
    /// What is wrong with `text`, to follow its noun; `nil` if nothing is.
    static func fault(of text: String, most: Int) -> String? {
        let count = text.utf8.count
        if count == 0 { return nil }
        if count > most { return "has \(count) bytes; the maximum is \(most)" }
        if text.unicodeScalars.contains(where: isRefused) || TextRule.check(text) != nil {
            return "must be on one line, without control or direction-changing characters and with few combining marks"
        }
        return nil
    }

    /// Characters that messages may have, and titles and topics not: line breaks, and those that
    /// turn the direction of the text around them, which in a list is the text of others.
    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

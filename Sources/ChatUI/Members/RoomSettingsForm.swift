import ChatModel
import ChatWire

/// The form for a room's settings: what was typed and chosen, and what is wrong with it.
public struct RoomSettingsForm: Hashable, Sendable {
    /// The pauses of slow mode that are offered, in seconds.
    public static let slowModes: [UInt64] = [0, 5, 30, 60, 300, 3_600]

    /// The title as typed: one line of at most ``ChatWire/Limits/roomTitleBytes`` bytes. If it is
    /// empty, the room's name is shown.
    public var title: String
    /// The topic as typed: one line of at most ``ChatWire/Limits/roomTopicBytes`` bytes. It may be
    /// empty.
    public var topic: String
    /// Who may become a member; only for groups.
    public var joining: RoomSettings.Joining
    /// What new members may read; only for groups.
    public var newcomers: RoomSettings.Newcomers
    /// Who may send messages.
    public var posting: RoomSettings.Posting
    /// The seconds that must pass between two messages of one person: one of ``pauses``, 0 for
    /// none.
    public var slowMode: UInt64
    private let before: RoomSettings

    /// Creates a form that is filled in with the room's settings.
    public init(_ settings: RoomSettings) {
        before = settings
        title = settings.title
        topic = settings.topic
        joining = settings.joining
        newcomers = settings.newcomers
        posting = settings.posting
        slowMode = settings.slowMode
    }

    /// The pauses to choose from: the offered ones, and the one that is set.
    public var pauses: [UInt64] { Set(RoomSettingsForm.slowModes + [before.slowMode]).sorted() }

    /// “Off”, “30 seconds”.
    public static func text(ofPause seconds: UInt64) -> String {
        seconds == 0 ? localized("Off") : Sentences.seconds(seconds)
    }

    /// The label of a choice of ``joining``: “Invited people”.
    public static func text(_ joining: RoomSettings.Joining) -> String {
        switch joining {
        case .invited: localized("Invited people")
        case .request: localized("People who ask")
        case .anyone: localized("Anyone who has a link to it")
        }
    }

    /// The label of a choice of ``newcomers``: “Everything”.
    public static func text(_ newcomers: RoomSettings.Newcomers) -> String {
        switch newcomers {
        case .all: localized("Everything")
        case .joined: localized("From when they join")
        }
    }

    /// The label of a choice of ``posting``: “Everyone”.
    public static func text(_ posting: RoomSettings.Posting) -> String {
        switch posting {
        case .everyone: localized("Everyone")
        case .moderators: localized("Moderators")
        }
    }

    /// What is wrong with the title; `nil` if it is right.
    public var titleProblem: String? { SettingsChange(title: title).check()?.translated.text }

    /// What is wrong with the topic; `nil` if it is right.
    public var topicProblem: String? { SettingsChange(topic: topic).check()?.translated.text }

    /// What to change; `nil` if nothing differs or something is wrong.
    public var change: SettingsChange? {
        let change = SettingsChange(
            title: title == before.title ? nil : title, topic: topic == before.topic ? nil : topic,
            joining: joining == before.joining ? nil : joining,
            newcomers: newcomers == before.newcomers ? nil : newcomers,
            posting: posting == before.posting ? nil : posting,
            slowMode: slowMode == before.slowMode ? nil : slowMode)
        return change == SettingsChange() || change.check() != nil ? nil : change
    }
}

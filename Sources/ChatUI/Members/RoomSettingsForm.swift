import ChatModel
import ChatWire

/// The form for a room's settings: what was typed and chosen, and what is wrong with it.
public struct RoomSettingsForm: Hashable, Sendable {
    /// The pauses of slow mode that are offered, in seconds.
    public static let slowModes: [UInt64] = [0, 5, 30, 60, 300, 3_600]

    public var title: String
    public var topic: String
    public var joining: RoomSettings.Joining
    public var newcomers: RoomSettings.Newcomers
    public var posting: RoomSettings.Posting
    public var slowMode: UInt64
    private let before: RoomSettings

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
    public static func text(ofPause seconds: UInt64) -> String { seconds == 0 ? "Off" : Sentences.seconds(seconds) }

    public static func text(_ joining: RoomSettings.Joining) -> String {
        switch joining {
        case .invited: "Invited people"
        case .request: "People who ask"
        case .anyone: "Everyone who knows it"
        }
    }

    public static func text(_ newcomers: RoomSettings.Newcomers) -> String {
        switch newcomers {
        case .all: "Everything"
        case .joined: "From when they join"
        }
    }

    public static func text(_ posting: RoomSettings.Posting) -> String {
        switch posting {
        case .everyone: "Everyone"
        case .moderators: "Moderators"
        }
    }

    /// What is wrong with the title; `nil` if it is right.
    public var titleProblem: String? { SettingsChange(title: title).check()?.text }

    /// What is wrong with the topic; `nil` if it is right.
    public var topicProblem: String? { SettingsChange(topic: topic).check()?.text }

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

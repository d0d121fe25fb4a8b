import ChatWire

// The sentences about a change of a room's settings: one for each setting.
extension ChangeText {
    static func sentences(_ change: SettingsChange, _ by: Doer, _ quote: (String) -> String) -> [String] {
        let sentences = [
            change.title.map { title($0, by, quote) }, change.topic.map { topic($0, by, quote) },
            change.avatar.map { avatar($0, by) }, change.joining.map { joining($0, by) },
            change.newcomers.map { newcomers($0, by) }, change.posting.map { posting($0, by) },
            change.slowMode.map { slowMode($0, by) },
        ].compactMap { $0 }
        return sentences.isEmpty ? [changed(by)] : sentences
    }

    static func changed(_ by: Doer) -> String {
        localized(by.isUser, you: "You changed the room", other: "\(by.name) changed the room")
    }

    private static func title(_ title: String, _ by: Doer, _ quote: (String) -> String) -> String {
        title.isEmpty
            ? localized(by.isUser, you: "You removed the room's title", other: "\(by.name) removed the room's title")
            : localized(
                by.isUser, you: "You named the room “\(quote(title))”",
                other: "\(by.name) named the room “\(quote(title))”")
    }

    private static func topic(_ topic: String, _ by: Doer, _ quote: (String) -> String) -> String {
        topic.isEmpty
            ? localized(by.isUser, you: "You removed the topic", other: "\(by.name) removed the topic")
            : localized(
                by.isUser, you: "You changed the topic to “\(quote(topic))”",
                other: "\(by.name) changed the topic to “\(quote(topic))”")
    }

    private static func avatar(_ avatar: AvatarChange, _ by: Doer) -> String {
        switch avatar {
        case .image:
            localized(by.isUser, you: "You changed the room's picture", other: "\(by.name) changed the room's picture")
        case .removed:
            localized(by.isUser, you: "You removed the room's picture", other: "\(by.name) removed the room's picture")
        }
    }

    private static func joining(_ joining: RoomSettings.Joining, _ by: Doer) -> String {
        switch joining {
        case .invited:
            localized(
                by.isUser, you: "You let only invited people join", other: "\(by.name) lets only invited people join")
        case .request:
            localized(by.isUser, you: "You let people ask to join", other: "\(by.name) lets people ask to join")
        case .anyone: localized(by.isUser, you: "You let everyone join", other: "\(by.name) lets everyone join")
        }
    }

    private static func newcomers(_ newcomers: RoomSettings.Newcomers, _ by: Doer) -> String {
        switch newcomers {
        case .all:
            localized(
                by.isUser, you: "You let new members read everything",
                other: "\(by.name) lets new members read everything")
        case .joined:
            localized(
                by.isUser, you: "You let new members read from when they join",
                other: "\(by.name) lets new members read from when they join")
        }
    }

    private static func posting(_ posting: RoomSettings.Posting, _ by: Doer) -> String {
        switch posting {
        case .everyone: localized(by.isUser, you: "You let everyone write", other: "\(by.name) lets everyone write")
        case .moderators:
            localized(by.isUser, you: "You let only moderators write", other: "\(by.name) lets only moderators write")
        }
    }

    private static func slowMode(_ seconds: UInt64, _ by: Doer) -> String {
        if seconds == 0 {
            return localized(by.isUser, you: "You turned slow mode off", other: "\(by.name) turned slow mode off")
        }
        let time = Sentences.seconds(seconds)
        return localized(by.isUser, you: "You set slow mode to \(time)", other: "\(by.name) set slow mode to \(time)")
    }
}

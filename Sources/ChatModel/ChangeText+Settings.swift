import ChatWire

// The clause about a change of a room's settings. It follows the author's name.
extension ChangeText {
    static func clause(_ change: SettingsChange, _ quote: (String) -> String) -> String {
        let clauses = clauses(change, quote)
        return clauses.isEmpty ? "changed the room" : Sentences.list(parts: clauses)
    }

    private static func clauses(_ change: SettingsChange, _ quote: (String) -> String) -> [String] {
        var clauses: [String] = []
        if let title = change.title {
            clauses.append(
                title.isEmpty ? "removed the room's title" : "named the room “\(quote(title))”")
        }
        if let topic = change.topic {
            clauses.append(topic.isEmpty ? "removed the topic" : "changed the topic to “\(quote(topic))”")
        }
        switch change.avatar {
        case .image: clauses.append("changed the room's picture")
        case .removed: clauses.append("removed the room's picture")
        case nil: break
        }
        switch change.joining {
        case .invited: clauses.append("lets only invited people join")
        case .request: clauses.append("lets people ask to join")
        case .anyone: clauses.append("lets everyone join")
        case nil: break
        }
        switch change.newcomers {
        case .all: clauses.append("lets new members read everything")
        case .joined: clauses.append("lets new members read from when they join")
        case nil: break
        }
        switch change.posting {
        case .everyone: clauses.append("lets everyone write")
        case .moderators: clauses.append("lets only moderators write")
        case nil: break
        }
        if let seconds = change.slowMode {
            clauses.append(seconds == 0 ? "turned slow mode off" : "set slow mode to \(Sentences.seconds(seconds))")
        }
        return clauses
    }
}

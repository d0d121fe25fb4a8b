import ChatModel

extension Chat.Timer {
    private static let all: [Chat.Timer] = [
        .connect, .welcome, .silence, .probe, .sending, .reading, .joining, .uploading, .reporting, .listing, .drafting,
        .draftDue, .typing, .caching,
    ]

    /// The name that the page knows the timer by.
    var name: String {
        switch self {
        case .connect: "connect"
        case .welcome: "welcome"
        case .silence: "silence"
        case .probe: "probe"
        case .sending: "sending"
        case .reading: "reading"
        case .joining: "joining"
        case .uploading: "uploading"
        case .reporting: "reporting"
        case .listing: "listing"
        case .drafting: "drafting"
        case .draftDue: "draftDue"
        case .typing: "typing"
        case .caching: "caching"
        }
    }

    init?(name: String) {
        guard let timer = Chat.Timer.all.first(where: { $0.name == name }) else { return nil }
        self = timer
    }
}

import ChatModel

extension PersonAction {
    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .message: "bubble.left"
        case .change(.join): "person.badge.plus"
        case .change(.role): "star"
        case .change: "arrow.uturn.backward"
        case .sanction(.mute): "speaker.slash"
        case .sanction(.remove): "person.badge.minus"
        case .sanction(.ban): "nosign"
        case .sanction(.serverBan): "xmark.shield"
        }
    }
}

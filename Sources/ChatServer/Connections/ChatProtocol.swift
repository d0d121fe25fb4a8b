/// The protocols of a connection, by the names that logs and metrics have for them.
enum ChatProtocol: String {
    case v1
    case swiftChat = "swiftchat"
    case lines
}

extension Audience {
    subscript(_ spoken: ChatProtocol) -> Int {
        get {
            switch spoken {
            case .v1: v1
            case .swiftChat: swiftChat
            case .lines: lines
            }
        }
        set {
            switch spoken {
            case .v1: v1 = newValue
            case .swiftChat: swiftChat = newValue
            case .lines: lines = newValue
            }
        }
    }
}

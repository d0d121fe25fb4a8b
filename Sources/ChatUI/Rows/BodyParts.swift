import ChatModel
import ChatWire

/// What a message is made of, for those who show it.
extension Row.Body {
    var file: Row.File? {
        if case .file(let file, _, _) = self { file } else { nil }
    }

    /// The place that it tells; `nil` where it tells none, or has a file.
    var location: Location? {
        if case .text(_, let payload) = self { payload.flatMap { Location($0) } } else { nil }
    }

    /// What someone wrote, a file's name not among it.
    var said: String? {
        switch self {
        case .text(let text, _): text
        case .file(_, let text, _): text
        case .deleted, .damaged: nil
        }
    }
}

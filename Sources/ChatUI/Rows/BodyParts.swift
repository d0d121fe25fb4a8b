import ChatModel
import ChatWire

/// Parts of a message's body, for views.
extension Row.Body {
    var file: Row.File? {
        if case .file(let file, _, _) = self { file } else { nil }
    }

    /// The location; `nil` if there is none, or the message has a file.
    var location: Location? {
        if case .text(_, let payload) = self { payload.flatMap { Location($0) } } else { nil }
    }

    /// The text that the author wrote. A file's name does not count.
    var said: String? {
        switch self {
        case .text(let text, _): text
        case .file(_, let text, _): text
        case .deleted, .damaged: nil
        }
    }
}

import ChatModel
import ChatWire

/// Parts of a message's body, for views.
extension Row.Body {
    var file: Row.File? {
        if case .file(let file, _, _) = self { file } else { nil }
    }
}

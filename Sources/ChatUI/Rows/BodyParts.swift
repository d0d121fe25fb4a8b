import ChatModel
import ChatWire

/// Parts of a message's body, for views.
extension Row.Body {
    var file: Row.File? {
        if case .file(let file, _, _) = self { file } else { nil }
    }
}

extension Row.Bubble {
    /// What the page says that the message links to.
    func card(of cards: [String: LinkCard]) -> LinkCard? {
        cards.isEmpty ? nil : previewedLink.flatMap { cards[$0] }
    }
}

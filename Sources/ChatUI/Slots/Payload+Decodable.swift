import ChatModel
import ChatWire
import Foundation

extension Payload {
    /// Decodes the data as JSON; `nil` if it does not fit.
    func decoded<Content: Decodable>(as type: Content.Type) -> Content? {
        try? JSONDecoder().decode(type, from: Data(data.utf8))
    }
}

extension Row.Body {
    /// An app's own content; `nil` if there is none.
    public var payload: Payload? {
        switch self {
        case .text(_, let payload), .file(_, _, let payload): payload
        case .deleted, .damaged: nil
        }
    }
}

import ChatModel
import ChatWire
import Foundation

extension Payload {
    /// Decodes the data as JSON; `nil` if it does not fit.
    func decoded<Content: Decodable>(as type: Content.Type) -> Content? {
        try? JSONDecoder().decode(type, from: Data(data.utf8))
    }
}

/// The decoded payloads of the messages that were drawn last: a row is drawn often, and its payload
/// is decoded once.
@MainActor
final class DecodedPayloads {
    /// The payloads of all lists of messages.
    static let shared = DecodedPayloads()

    private struct Key: Hashable {
        let model: ObjectIdentifier
        let type: String
        /// Bytes: strings are equal if they look the same.
        let data: [UInt8]
    }

    private enum Entry {
        case decoded(Any)
        /// The payload is not what the app expects.
        case unfit
    }

    private var entries: BoundedCache<Key, Entry>

    /// - Parameters:
    ///   - count: The maximum number of payloads.
    ///   - bytes: The maximum of their data, before it is decoded.
    init(count: Int = Limits.payloadsKept, bytes: Int = Limits.payloadBytesKept) {
        entries = BoundedCache(count: count, bytes: bytes)
    }

    /// The payload, decoded from its JSON; `nil` if it does not fit.
    func content<Content: Decodable>(of payload: Payload, as model: Content.Type) -> Content? {
        let key = Key(model: ObjectIdentifier(model), type: payload.type, data: Array(payload.data.utf8))
        switch entries.value(for: key) {
        case .decoded(let content): return content as? Content
        case .unfit: return nil
        case nil: break
        }
        let content = payload.decoded(as: model)
        entries.keep(content.map { .decoded($0) } ?? .unfit, for: key, bytes: key.data.count)
        return content
    }
}

import ChatWire
import Crypto

/// A secret of 256 random bits that is shown once: the token of a session, an API key, or an
/// invite. The server keeps its SHA-256 only. So many random bits need no salt and no slow hash.
struct Secret: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case session = "ms_"
        case key = "mk_"
        case invite = "mi_"
    }

    let kind: Kind
    /// The kind, and 64 hexadecimal digits.
    let text: String

    init(_ kind: Kind) {
        self.kind = kind
        let key = SymmetricKey(size: .bits256)
        text = kind.rawValue + key.withUnsafeBytes { $0.hexadecimal }
    }

    /// Reads one; `nil` for any other text, a guest's token among them.
    init?(_ text: String) {
        guard text.utf8.count == 67, let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
            return nil
        }
        self.kind = kind
        self.text = text
    }

    var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

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
        var random = SystemRandomNumberGenerator()
        self.init(kind, using: &random)
    }

    /// Makes one of 256 bits that nobody can guess.
    init(_ kind: Kind, using random: inout some RandomNumberGenerator) {
        self.kind = kind
        let words = (0..<4).map { _ in random.next() }
        text = kind.rawValue + words.withUnsafeBytes { $0.hexadecimal }
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

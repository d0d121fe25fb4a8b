import ChatWire

extension Message {
    /// The message on one line. A file is `[swift.jpg, 179 KB, http://…]`, behind the text.
    func line(address: (FileID) -> String?) -> String {
        guard let attachment else { return text }
        let parts = [attachment.name, attachment.size.bytesInWords] + [address(attachment.id)].compactMap { $0 }
        let file = "[\(parts.joined(separator: ", "))]"
        return text == attachment.name ? file : "\(text) \(file)"
    }
}

extension UInt64 {
    /// `1 byte`, `512 bytes`, `179 KB`, `5.0 MB`, in units of 1,024 bytes.
    var bytesInWords: String {
        switch self {
        case 1: return "1 byte"
        case ..<1_024: return "\(self) bytes"
        case ..<1_048_576: return "\(self / 1_024) KB"
        default:
            let tenths = self % 1_048_576 * 10 / 1_048_576
            return "\(self / 1_048_576).\(tenths) MB"
        }
    }
}

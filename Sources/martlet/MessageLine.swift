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

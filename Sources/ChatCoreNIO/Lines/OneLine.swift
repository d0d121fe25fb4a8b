import ChatWire

extension String {
    /// The text as the line protocol transmits it: line breaks become spaces, other control
    /// characters U+FFFD.
    var onOneLine: String {
        var bytes: [UInt8] = []
        Line.message(name: "", text: self).write(to: &bytes)
        // Takes the part between the colon after the name and the line feed.
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}

import ChatWire

extension String {
    /// What it is once it has been through the line protocol: line breaks are spaces, other control characters U+FFFD.
    var onOneLine: String {
        var bytes: [UInt8] = []
        Line.message(name: "", text: self).write(to: &bytes)
        // Between the colon that ends the name and the line feed.
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}

extension StringProtocol {
    /// Where the text occurs first, byte by byte; `nil` if it does not. An empty text occurs at the
    /// start.
    package func firstRange(ofBytes text: String) -> Range<Index>? {
        let wanted = Array(text.utf8)
        var start = utf8.startIndex
        while let end = utf8.index(start, offsetBy: wanted.count, limitedBy: utf8.endIndex) {
            if utf8[start..<end].elementsEqual(wanted) { return start..<end }
            if start == utf8.endIndex { break }
            start = utf8.index(after: start)
        }
        return nil
    }
}

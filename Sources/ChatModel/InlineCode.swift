/// Inline code: text between two back-ticks of one line.
package enum InlineCode {
    /// The index of the back-tick that ends the code; `nil` if there is no code.
    ///
    /// - Parameter start: the index of the back-tick that begins it
    package static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start + 1
        while end < scalars.count, scalars[end] != "`", !scalars[end].endsLine { end += 1 }
        return end < scalars.count && scalars[end] == "`" && end > start + 1 ? end : nil
    }
}

extension Unicode.Scalar {
    fileprivate var endsLine: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

import ChatModel
import Foundation

/// Splits prose into plain text, links and inline code, left to right.
enum Spans {
    static func split(_ text: String) -> [MessageText.Span] {
        var splitter = Splitter(scalars: Array(text.unicodeScalars))
        return splitter.split()
    }
}

private struct Splitter {
    let scalars: [Unicode.Scalar]
    var spans: [MessageText.Span] = []
    /// The start of plain text that is not in a span yet.
    var plain = 0
    var position = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func split() -> [MessageText.Span] {
        while position < scalars.count {
            switch scalars[position] {
            case "`": takeCode()
            case "h", "H": takeLink()
            default: position += 1
            }
        }
        flush(upTo: scalars.count)
        return spans
    }

    private mutating func takeCode() {
        guard let end = InlineCode.end(in: scalars, from: position) else {
            position += 1
            return
        }
        flush(upTo: position)
        spans.append(.code(text(position + 1, end)))
        position = end + 1
        plain = position
    }

    private mutating func takeLink() {
        let isWordStart = position == 0 || !scalars[position - 1].isWordPart
        guard isWordStart, Address.schemeLength(in: scalars[position...]) > 0 else {
            position += 1
            return
        }
        let written = Address.extent(in: scalars[position...])
        let end = position + written.count
        if let url = Address.url(written) {
            flush(upTo: position)
            spans.append(.link(text(position, end), url))
            plain = end
        }
        position = max(end, position + 1)
    }

    private mutating func flush(upTo end: Int) {
        if end > plain { spans.append(.plain(text(plain, end))) }
        plain = end
    }

    private func text(_ start: Int, _ end: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<end])
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isWordPart: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: value >= 0x80 && properties.isAlphabetic
        }
    }
}

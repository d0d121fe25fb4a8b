import ChatWire

/// Reads a line: emphasis, inline code and links.
///
/// A mark opens at the beginning of a word and closes at the end of one, so `a*b*c`, `snake_case`
/// and "2 * 3" are as written. A mark behind a backslash is text, and so is the backslash:
/// `¯\_(ツ)_/¯` keeps its arms.
struct MarkupSpans {
    private struct Piece {
        enum Kind {
            case text
            case code
            case link(String)
            case mark(Markup.Style)
        }

        var kind: Kind
        var range: Range<Int>
        /// Whether a mark has its counterpart.
        var isMatched = false
    }

    private let line: ArraySlice<Unicode.Scalar>
    private var pieces: [Piece] = []
    /// The start of text that is in no piece yet.
    private var start: Int
    private var position: Int
    /// The marks without a counterpart so far; at most one of each kind.
    private var open: [(style: Markup.Style, piece: Int)] = []
    /// The last piece that is no mark.
    private var content = -1

    static func of(_ line: ArraySlice<Unicode.Scalar>) -> [Markup.Span] {
        var reader = MarkupSpans(line)
        reader.read()
        return reader.spans
    }

    private init(_ line: ArraySlice<Unicode.Scalar>) {
        self.line = line
        (start, position) = (line.startIndex, line.startIndex)
    }

    private mutating func read() {
        while position < line.endIndex {
            switch line[position] {
            case "`": takeCode()
            case "*", "_", "~": takeMark()
            default: takeLink()
            }
        }
        flush()
    }

    /// The text between two back-ticks.
    private mutating func takeCode() {
        let from = position + 1
        guard let end = line[from...].firstIndex(of: "`"), end > from else {
            // Without another one, each further back-tick would be looked for in vain.
            position = end(ofRun: "`")
            return
        }
        add(.code, from..<end, upTo: end + 1)
    }

    private mutating func takeMark() {
        let mark = line[position]
        let range = position..<end(ofRun: mark)
        let (before, after) = (scalar(range.lowerBound - 1), scalar(range.upperBound))
        guard let style = Self.style(mark, range.count), before != "\\" else {
            position = range.upperBound
            return
        }
        let opens = after.map { !$0.isSpace } ?? false
        let closes = before.map { !$0.isSpace } ?? false
        let canOpen = opens && before.map { $0.isSpace || $0.standsBeforeWord } ?? true
        let canClose = closes && after.map { $0.isSpace || $0.standsAfterWord } ?? true
        guard canOpen || canClose else {
            position = range.upperBound
            return
        }
        add(.mark(style), range, upTo: range.upperBound)
        let piece = pieces.count - 1
        if let found = open.firstIndex(where: { $0.style == style }) {
            if canClose, content > open[found].piece {
                pieces[open[found].piece].isMatched = true
                pieces[piece].isMatched = true
                open.removeSubrange(found...)
                return
            }
            if canOpen { open.remove(at: found) }
        }
        if canOpen { open.append((style, piece)) }
    }

    private static func style(_ mark: Unicode.Scalar, _ count: Int) -> Markup.Style? {
        switch (mark, count) {
        case ("*", 1), ("_", 1): .italic
        case ("*", 2): .bold
        case ("*", 3): [.bold, .italic]
        case ("~", 2): .struck
        default: nil
        }
    }

    private mutating func takeLink() {
        guard let link = WebAddress.link(in: line, at: position) else {
            position += 1
            return
        }
        add(.link(link.destination), position..<link.end, upTo: link.end)
    }

    private mutating func add(_ kind: Piece.Kind, _ range: Range<Int>, upTo end: Int) {
        flush()
        if case .mark = kind {} else { content = pieces.count }
        pieces.append(Piece(kind: kind, range: range))
        (start, position) = (end, end)
    }

    private mutating func flush() {
        guard start < position else { return }
        content = pieces.count
        pieces.append(Piece(kind: .text, range: start..<position))
        start = position
    }

    private func end(ofRun mark: Unicode.Scalar) -> Int {
        line[position...].firstIndex { $0 != mark } ?? line.endIndex
    }

    private func scalar(_ index: Int) -> Unicode.Scalar? { line.indices.contains(index) ? line[index] : nil }

    private var spans: [Markup.Span] {
        var spans: [Markup.Span] = []
        var style: Markup.Style = []
        for piece in pieces {
            let text = String(String.UnicodeScalarView(line[piece.range]))
            switch piece.kind {
            case .code: spans.add(Markup.Span(text, style.union(.code)))
            case .link(let destination): spans.add(Markup.Span(text, style, link: destination))
            case .mark(let change) where piece.isMatched: style.formSymmetricDifference(change)
            case .text, .mark: spans.add(Markup.Span(text, style))
            }
        }
        return spans
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: true  // control characters
        default: isWhiteSpace
        }
    }

    /// Opening brackets, quotes and marks; and everything from U+2000 on, where scripts without
    /// spaces between words are.
    fileprivate var standsBeforeWord: Bool {
        switch self {
        case "(", "[", "{", "\"", "'", "«", "¡", "¿", "-", "/", ":", ">", "|", "*", "_", "~", "`": true
        default: value >= 0x2000
        }
    }

    /// Closing brackets, quotes, marks and the punctuation of sentences; and everything from U+2000
    /// on.
    fileprivate var standsAfterWord: Bool {
        switch self {
        case ")", "]", "}", "\"", "'", "»", "-", "/", ":", ">", "|", "*", "_", "~", "`", ".", ",", ";", "!", "?": true
        default: value >= 0x2000
        }
    }
}

import ChatWire

extension Markup {
    /// The text with the mentions of these people as spans of their own (``Style/mention``). Code
    /// and links stay as they are. Only the first ``ChatWire/Limits/mentionsMarked`` places with an
    /// `@` are looked at.
    ///
    /// - Parameter names: What the people are called.
    public func markingMentions(of names: [String]) -> Markup {
        var marker = MentionMarker(names)
        var marked = self
        marked.blocks = blocks.map { block in
            switch block {
            case .paragraph(let spans): .paragraph(marker.marked(spans))
            case .quote(let spans): .quote(marker.marked(spans))
            case .list(let items): .list(items.map { Item($0.marker, level: $0.level, marker.marked($0.spans)) })
            case .code: block
            }
        }
        return marked
    }
}

/// Makes spans of the mentions in one text.
private struct MentionMarker {
    /// The longest first: "@Anna Lee" mentions Anna Lee, also where there is an Anna.
    private let names: [String]
    private var placesLeft = Limits.mentionsMarked

    init(_ names: [String]) {
        self.names = names.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
    }

    mutating func marked(_ spans: [Markup.Span]) -> [Markup.Span] {
        var marked: [Markup.Span] = []
        for span in spans {
            if span.link == nil, !span.style.contains(.code) { mark(span, &marked) } else { marked.append(span) }
        }
        return marked
    }

    /// Appends the mentions, and what is between them.
    private mutating func mark(_ span: Markup.Span, _ marked: inout [Markup.Span]) {
        let text = span.text
        var (start, place) = (text.startIndex, text.startIndex)
        while placesLeft > 0, let at = text.utf8[place...].firstIndex(of: UInt8(ascii: "@")) {
            placesLeft -= 1
            guard let end = end(ofMentionAt: at, in: text) else {
                place = text.utf8.index(after: at)
                continue
            }
            if start < at { marked.append(Markup.Span(String(text[start..<at]), span.style)) }
            marked.append(Markup.Span(String(text[at..<end]), span.style.union(.mention)))
            (start, place) = (end, end)
        }
        if start == text.startIndex { return marked.append(span) }
        if start < text.endIndex { marked.append(Markup.Span(String(text[start...]), span.style)) }
    }

    /// Where the mention ends that begins here; `nil` if none does.
    private func end(ofMentionAt place: String.Index, in text: String) -> String.Index? {
        let scalars = text.unicodeScalars
        let before = place > scalars.startIndex ? scalars.index(before: place) : place
        for name in names {
            guard let end = text.utf8.index(place, offsetBy: name.utf8.count + 1, limitedBy: text.utf8.endIndex),
                end.samePosition(in: scalars) != nil
            else { continue }
            // The rule looks at the letters around the name, too.
            let after = end < scalars.endIndex ? scalars.index(after: end) : end
            if MentionRule.mentions(name, in: String(scalars[before..<after])) { return end }
        }
        return nil
    }
}

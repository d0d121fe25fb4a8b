import ChatWire

extension Markup {
    /// The text with the mentions of these people as spans of their own (``Style/mention``). Code and
    /// links stay as they are.
    ///
    /// - Parameter names: What the people are called.
    public func markingMentions(of names: [String]) -> Markup {
        // "@Anna Lee" mentions Anna Lee, also where there is an Anna.
        let names = names.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        if names.isEmpty { return self }
        var marked = self
        marked.blocks = blocks.map { block in
            switch block {
            case .paragraph(let spans): .paragraph(spans.markingMentions(of: names))
            case .quote(let spans): .quote(spans.markingMentions(of: names))
            case .list(let items):
                .list(items.map { Item($0.marker, level: $0.level, $0.spans.markingMentions(of: names)) })
            case .code: block
            }
        }
        return marked
    }
}

extension [Markup.Span] {
    fileprivate func markingMentions(of names: [String]) -> [Markup.Span] {
        flatMap { span in
            span.link == nil && !span.style.contains(.code) ? span.markingMentions(of: names) : [span]
        }
    }
}

extension Markup.Span {
    /// The texts between the mentions, and the mentions.
    fileprivate func markingMentions(of names: [String]) -> [Markup.Span] {
        var parts: [Markup.Span] = []
        let bytes = text.utf8
        var (start, place) = (bytes.startIndex, bytes.startIndex)
        while place < bytes.endIndex {
            guard bytes[place] == UInt8(ascii: "@"), let end = end(ofMentionAt: place, of: names) else {
                place = bytes.index(after: place)
                continue
            }
            if start < place { parts.append(Markup.Span(String(text[start..<place]), style)) }
            parts.append(Markup.Span(String(text[place..<end]), style.union(.mention)))
            (start, place) = (end, end)
        }
        if parts.isEmpty { return [self] }
        if start < bytes.endIndex { parts.append(Markup.Span(String(text[start...]), style)) }
        return parts
    }

    /// Where the mention ends that begins here; `nil` if none does.
    private func end(ofMentionAt place: String.Index, of names: [String]) -> String.Index? {
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

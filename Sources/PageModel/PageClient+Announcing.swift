import ChatModel
import ChatWire

// What a screen reader says of messages that have just come.
extension PageClient {
    /// More messages at once are only counted.
    private static let announcedOneByOne = 3

    /// The sentences about the rows with these keys, as far as they are still on the screen. Not
    /// announced are the user's own messages, those of people whom they block, and deleted ones.
    func announcement(of keys: [String]) -> [String] {
        let keys = Set(keys)
        var sentences: [String] = []
        var count = 0
        for row in screen.rows {
            let messages = row.announced(keys)
            guard let first = messages.first else { continue }
            count += messages.count
            sentences.append("\(first.author.name): \(words(of: messages))")
        }
        if sentences.count <= Self.announcedOneByOne { return sentences }
        return [localized(count, one: "1 new message", other: "\(count) new messages")]
    }

    /// What the line of the room in the list says of a message; of several photos of an album,
    /// their number and the first of their texts.
    private func words(of messages: [Row.Bubble]) -> String {
        if messages.count == 1 { return messages.first.flatMap { words(of: $0) } ?? "" }
        let count = localized(messages.count, one: "1 photo", other: "\(messages.count) photos")
        let caption = messages.lazy.compactMap { $0.caption }.first.map { MessageSummary.of($0) }
        return [count, caption].compactMap { $0 }.joined(separator: " · ")
    }

    private func words(of bubble: Row.Bubble) -> String? {
        guard let seq = bubble.seq, let event = room.flatMap({ chat.conversations[$0] })?.timeline[seq],
            case .message(let message) = event.content
        else { return nil }
        return ConversationItem.words(for: message)
    }
}

extension Row {
    /// The messages of the row that have one of these keys, as far as they are announced.
    fileprivate func announced(_ keys: Set<String>) -> [Row.Bubble] {
        switch content {
        case .message(let bubble): bubble.isAnnounced && keys.contains(id.text) ? [bubble] : []
        case .album(let album):
            album.photos.filter { $0.bubble.isAnnounced && keys.contains($0.id.text) }.map { $0.bubble }
        case .beginning, .day, .unread, .notice, .changes: []
        }
    }
}

extension Row.Bubble {
    /// The text of a file, unless that is only the file's name.
    fileprivate var caption: String? { if case .file(_, let text, _) = body { text } else { nil } }

    fileprivate var isAnnounced: Bool {
        switch body {
        case .text, .file: !isOwn && !isBlocked
        case .deleted, .damaged: false
        }
    }
}

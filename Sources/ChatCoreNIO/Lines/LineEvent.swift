import ChatWire

/// What a server of the line protocol sends to its clients.
public enum LineEvent: Hashable, Sendable {
    /// Somebody has joined the lobby.
    case joined(name: String)
    /// Somebody has said something.
    case message(name: String, text: String)
    /// Somebody has left the lobby.
    case left(name: String)
    /// A message from Martlet to this client only, or any other line.
    case notice(String)
    /// Martlet refused the last request.
    case refused(WireError)

    /// Reads a line without its end. It compares bytes, so a combining mark after the colon belongs
    /// to the text.
    init(line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            self = LineEvent(withoutColon: line)
            return
        }
        let name = String(line[..<colon])
        let text = String(line[line.utf8.index(after: colon)...])
        self = name == "martlet" ? LineEvent(fromServer: text) : .message(name: name, text: text)
    }

    private init(withoutColon line: String) {
        if let name = line.without(suffix: " has joined") {
            self = .joined(name: name)
        } else if let name = line.without(suffix: " has left") {
            self = .left(name: name)
        } else {
            self = .notice(line)
        }
    }

    /// Reads `error NUMBER: SENTENCE`, or a sentence.
    private init(fromServer text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix("error "), let number = UInt16(parts[0].dropFirst(6)) else {
            self = .notice(text)
            return
        }
        self = .refused(WireError(.init(rawValue: number), String(parts[1].drop { $0 == " " })))
    }
}

extension String {
    /// The text before `suffix`, if there is any.
    fileprivate func without(suffix: String) -> String? {
        let ending = suffix.utf8
        guard utf8.count > ending.count, utf8.suffix(ending.count).elementsEqual(ending) else { return nil }
        return String(utf8.dropLast(ending.count))
    }
}

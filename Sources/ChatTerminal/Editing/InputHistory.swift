import ChatCore

/// The messages and commands that were sent since the client started, to bring them back. At most
/// ``ChatWire/Limits/inputHistory``, in memory only, and none with a secret.
struct InputHistory: Hashable, Sendable {
    private var entries: [Entry] = []

    private struct Entry: Hashable {
        /// `nil` for a command, which every room offers.
        let room: RoomName?
        let text: String
    }

    /// Adds a text, unless it is the newest one that the room offers, or has a secret.
    mutating func add(_ text: String, in room: RoomName?) {
        if Self.isSecret(text) || texts(in: room).last == text { return }
        entries.append(Entry(room: SlashCommand.isCommand(text) ? nil : room, text: text))
        if entries.count > Limits.inputHistory { entries.removeFirst() }
    }

    /// The messages that were sent in a room, and all commands; the oldest first.
    func texts(in room: RoomName?) -> [String] {
        entries.filter { $0.room == nil || $0.room == room }.map(\.text)
    }

    /// Whether a text has the code of an invite link, or is a command behind which somebody may
    /// have typed a password.
    private static func isSecret(_ text: String) -> Bool {
        if SlashCommand.isCommand(text), SlashCommand(rawValue: SlashCommand.split(text).name)?.asksForSecret == true {
            return true
        }
        return text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.contains { InviteCode(String($0)) != nil }
    }
}

/// The texts among which the user chooses one for the composer: those of the history, and behind
/// them what they were writing. Changes to a text stay while they choose.
struct Recall: Hashable, Sendable {
    private var texts: [String]
    private var index: Int

    init(_ history: [String], writing text: String) {
        texts = history + [text]
        index = history.count
    }

    /// What the user was writing when they went back.
    var unfinished: String { texts[texts.count - 1] }
    /// Whether ``unfinished`` is in the composer.
    var isAtEnd: Bool { index == texts.count - 1 }

    /// Whether the text in the composer is the chosen one as it was sent.
    func isUnchanged(_ text: String) -> Bool { texts[index] == text }

    /// Goes on to the next text that differs from the one in the composer. Returns `nil` if there
    /// is none.
    ///
    /// - Parameters:
    ///   - step: 1 for the next newer one, -1 for the next older one
    ///   - text: what is in the composer now
    mutating func move(by step: Int, leaving text: String) -> String? {
        var next = index + step
        while next >= 0, next < texts.count - 1, texts[next] == text { next += step }
        guard texts.indices.contains(next) else { return nil }
        texts[index] = text
        index = next
        return texts[index]
    }
}

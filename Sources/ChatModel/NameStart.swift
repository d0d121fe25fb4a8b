import ChatWire

/// The beginning of a person's name, as the user writes it after an `@` or in a search for people.
public struct NameStart: Hashable, Sendable {
    /// What is written, without the `@`.
    public let text: String
    private let search: WordSearch

    /// - Parameter text: Without the `@`.
    public init(_ text: String) {
        self.text = text
        search = WordSearch(text)
    }

    /// The name at the end of a text, after an `@` that begins a word or follows a parenthesis.
    /// `nil` if the text does not end so.
    public init?(atEndOf text: String) {
        let scalars = text.unicodeScalars
        guard let mark = scalars.suffix(Limits.nameScalars + 1).lastIndex(of: "@") else { return nil }
        let name = scalars[scalars.index(after: mark)...]
        if name.contains(where: { $0.properties.isWhitespace }) { return nil }
        let before = scalars[..<mark].last
        guard before.map({ $0 == "(" || $0.properties.isWhitespace }) ?? true else { return nil }
        self.init(String(name))
    }

    /// Whether the name is offered: each word that is written begins a word of the name
    /// (``ChatWire/WordSearch``). Nothing written is the beginning of every name; signs alone are
    /// the beginning of none.
    public func begins(_ name: String) -> Bool {
        search.isEmpty ? TextRule.trimmed(text).isEmpty : search.matches([name])
    }
}

extension Chat {
    /// The people whose names a composer completes after an `@`: those of the room except the user,
    /// without people whom they block. Each name once.
    public func peopleToMention(in room: RoomName, _ start: NameStart) -> [Author] {
        var names: Set<String> = [""]
        let (me, blocked) = (identity?.user, blocked)
        return people(of: room).filter { person in
            person.user != me && !blocked.contains(person.user) && start.begins(person.name)
                && names.insert(person.name).inserted
        }
    }
}

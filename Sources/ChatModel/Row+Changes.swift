import ChatWire

extension Row {
    /// Consecutive changes of the room, without a message between them.
    public struct Changes: Hashable, Sendable {
        /// At least one, oldest first.
        public var all: [Change]

        /// Creates the content of a row.
        public init(_ all: [Change]) { self.all = all }
    }

    /// A change of the room's settings, members or pins.
    public struct Change: Hashable, Sendable {
        /// Its number in the log.
        public var seq: Seq
        /// Milliseconds since 1970-01-01 UTC.
        public var at: Int64
        /// Who did it.
        public var author: Author
        /// Whether the user did it.
        public var isOwn: Bool
        /// What was done.
        public var kind: Kind
        /// What the last change of the same person's place was, if it is known here: leaving after
        /// an invitation declines it.
        public var former: MembershipChange.Action?

        /// Creates a change.
        public init(
            seq: Seq, at: Int64, author: Author, isOwn: Bool, kind: Kind, former: MembershipChange.Action? = nil
        ) {
            self.seq = seq
            self.at = at
            self.author = author
            self.isOwn = isOwn
            self.kind = kind
            self.former = former
        }

        /// What a change does.
        public enum Kind: Hashable, Sendable {
            /// The room was made, with these settings.
            case made(SettingsChange)
            /// The room's settings were changed, for example its title or topic.
            case settings(SettingsChange)
            /// Somebody's standing in the room was changed, by themselves or by another person.
            /// `reason` is `nil` if the author gave none.
            case membership(MembershipChange.Action, of: Subject, reason: String?)
            /// The message with the number `of` was pinned (`on`), or its pin was removed.
            case pin(of: Seq, on: Bool)
        }

        /// Whose place changes.
        public enum Subject: Hashable, Sendable {
            /// The author of the change.
            case author
            /// The user, by somebody else's change.
            case reader
            /// Somebody else. `nil` if their name is not known here.
            case other(String?)
        }
    }
}

extension RowBuilder {
    /// Adds the changes of the room before this event.
    mutating func change(before seq: Seq) {
        while let event = changesLeft.first, event.seq < seq {
            changesLeft.removeFirst()
            append(change: event)
        }
    }

    private mutating func append(change event: Event) {
        let kind: Row.Change.Kind
        var former: MembershipChange.Action?
        switch event.content {
        case .settings(let change): kind = event.makesRoom ? .made(change) : .settings(change)
        case .membership(let change):
            kind = .membership(change.action, of: subject(of: change, by: event.author), reason: change.reason)
            former = places.updateValue(change.action, forKey: change.member)
        case .pin(let of, let on): kind = .pin(of: of, on: on)
        case .message, .deleted, .damaged, .edit, .deletion, .reaction, .unreaction, .link, .choice, .block, .profile,
            .unknown:
            return
        }
        let change = Row.Change(
            seq: event.seq, at: event.at, author: event.author, isOwn: event.author.user == reader?.user, kind: kind,
            former: former)
        separate(event.at)
        add(change)
    }

    private func subject(of change: MembershipChange, by author: Author) -> Row.Change.Subject {
        if change.member == author.user { return .author }
        if change.member == reader?.user { return .reader }
        return .other(change.called ?? names[change.member])
    }
}

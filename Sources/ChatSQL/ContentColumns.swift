import ChatWire

/// An event's content as columns of its row.
package struct ContentColumns {
    /// A permanent number, in the order in which Martlet introduced the kinds. A Martlet that does
    /// not know the highest one refuses the database (``MetaTable/noteKinds(_:)``).
    package enum Kind: Int64, CaseIterable {
        case message = 1
        case deleted
        case edit
        /// The reason is the text.
        case deletion
        case reaction
        /// A removed reaction.
        case noReaction
        /// The replacement of a damaged row whose content is lost.
        case damaged
        /// The change as JSON is the text.
        case settings
        /// The change as JSON is the text.
        case membership
        /// The column `link` has the message's number: a pin changes the room, not the message.
        case pin
        /// The pin is taken off.
        case noPin
        /// The change as JSON is the text.
        case choice
        /// The person's id is the text, behind a "-" where the block is taken back.
        case block
        /// The change as JSON is the text.
        case profile
        /// The user whose reaction is removed, a space, and the emoji are the text.
        case unreaction
        /// The change as JSON is the text.
        case link

        /// What a database notes since photos can be in albums (17), recordings can be voice
        /// messages (18), photos can have thumbnails (19), and edits can have payloads. It is no
        /// kind, so the next kind is 21. An older Martlet would take such an attachment for damage,
        /// and drop such a payload with the next edit.
        private static let payloadsOfEdits: Int64 = 20

        package static let highest = max(allCases.map(\.rawValue).max() ?? 0, payloadsOfEdits)

        /// How an event is part of what its message is now.
        enum Change {
            /// It says the message's text: the newest one counts, and a deletion wipes them all.
            case text
            /// Each one counts, in their order.
            case mark
        }

        /// `nil` for what is no part of another message. What a deletion did is in the message's
        /// own row.
        var change: Change? {
            switch self {
            case .edit: .text
            case .reaction, .noReaction, .unreaction: .mark
            case .message, .deleted, .deletion, .damaged, .settings, .membership, .pin, .noPin, .link, .choice, .block,
                .profile:
                nil
            }
        }

        /// Whether a room's record is folded from it. A deletion takes the pin off its message.
        package var changesRoom: Bool {
            switch self {
            case .settings, .membership, .pin, .noPin, .link, .deletion: true
            case .message, .deleted, .edit, .reaction, .noReaction, .unreaction, .damaged, .choice, .block, .profile:
                false
            }
        }
    }

    package var kind: Kind
    package var text = ""
    /// The number of the message that it changes.
    package var target: Seq?
    /// The number of the message that it replies to, or of the event that deleted it.
    package var link: Seq?
    package var payload: Payload?
    package var attachment: Attachment?

    package init(
        kind: Kind, text: String, target: Seq?, link: Seq?, payload: Payload?, attachment: Attachment? = nil
    ) {
        self.kind = kind
        self.text = text
        self.target = target
        self.link = link
        self.payload = payload
        self.attachment = attachment
    }

    private init(_ kind: Kind, _ change: some StoredChange) {
        self.init(kind: kind, text: change.column, target: nil, link: nil, payload: nil)
    }

    /// `nil` for content that no log of this build has.
    package init?(_ content: Event.Content) {
        switch content {
        case .message(let message):
            self.init(
                kind: .message, text: message.text, target: nil, link: message.reply, payload: message.payload,
                attachment: message.attachment)
        case .deleted(let by): self.init(kind: .deleted, text: "", target: nil, link: by, payload: nil)
        case .edit(let of, let text, let payload):
            self.init(kind: .edit, text: text, target: of, link: nil, payload: payload)
        case .deletion(let of, let reason):
            self.init(kind: .deletion, text: reason ?? "", target: of, link: nil, payload: nil)
        case .reaction(let of, let emoji, let on):
            self.init(kind: on ? .reaction : .noReaction, text: emoji, target: of, link: nil, payload: nil)
        case .unreaction(let of, let emoji, let user):
            self.init(kind: .unreaction, text: user.text + " " + emoji, target: of, link: nil, payload: nil)
        case .settings(let change): self.init(.settings, change)
        case .membership(let change): self.init(.membership, change)
        case .link(let change): self.init(.link, change)
        case .pin(let of, let on): self.init(kind: on ? .pin : .noPin, text: "", target: nil, link: of, payload: nil)
        case .choice(let change): self.init(.choice, change)
        case .block(let user, let on):
            self.init(kind: .block, text: (on ? "" : "-") + user.text, target: nil, link: nil, payload: nil)
        case .profile(let change): self.init(.profile, change)
        case .damaged: self.init(kind: .damaged, text: "", target: nil, link: nil, payload: nil)
        case .unknown: return nil
        }
    }

    /// `nil` if the columns contradict each other.
    package var content: Event.Content? {
        switch (kind, target, link) {
        case (.message, nil, let reply):
            .message(Message(text: text, reply: reply, payload: payload, attachment: attachment))
        case (.deleted, nil, let by?): .deleted(by: by)
        case (.edit, let of?, nil): .edit(of: of, text: text, payload: payload)
        case (.deletion, let of?, nil): .deletion(of: of, reason: text.isEmpty ? nil : text)
        case (.reaction, let of?, nil): .reaction(of: of, emoji: text, on: true)
        case (.noReaction, let of?, nil): .reaction(of: of, emoji: text, on: false)
        case (.unreaction, let of?, nil): unreaction(of)
        case (.link, nil, nil): (try? LinkChange(column: text)).map { .link($0) }
        case (.settings, nil, nil): (try? SettingsChange(column: text)).map { .settings($0) }
        case (.membership, nil, nil): (try? MembershipChange(column: text)).map { .membership($0) }
        case (.pin, nil, let of?): .pin(of: of, on: true)
        case (.noPin, nil, let of?): .pin(of: of, on: false)
        case (.choice, nil, nil): (try? ChoiceChange(column: text)).map { .choice($0) }
        case (.block, nil, nil):
            UserID(text.hasPrefix("-") ? String(text.dropFirst()) : text).map { .block($0, on: !text.hasPrefix("-")) }
        case (.profile, nil, nil): (try? ProfileChange(column: text)).map { .profile($0) }
        case (.damaged, nil, nil): .damaged
        default: nil
        }
    }

    private func unreaction(_ of: Seq) -> Event.Content? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let user = parts.first.flatMap({ UserID(String($0)) }), let emoji = parts.last, parts.count == 2 else {
            return nil
        }
        return .unreaction(of: of, emoji: String(emoji), user: user)
    }

    /// Absent columns add nothing, so rows of the first schema keep their checksums.
    package func add(to sum: inout Checksum) {
        sum.add(UInt64(bitPattern: kind.rawValue))
        sum.add(text)
        if let target {
            sum.add(1)
            sum.add(target.number)
        }
        if let link {
            sum.add(2)
            sum.add(link.number)
        }
        if let payload {
            sum.add(3)
            sum.add(payload.type)
            sum.add(payload.data)
        }
        if let attachment {
            sum.add(4)
            sum.add(attachment.json)
        }
    }
}

extension Attachment {
    /// The JSON in its column.
    package var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

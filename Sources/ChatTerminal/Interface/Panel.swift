import ChatCore

/// A list that covers the timeline: the keys, the people of a room, what a search has found.
package struct Panel: Hashable, Sendable {
    package var title: String
    package var lines: [Line]
    /// The number of the line at the cursor; without a cursor, of the first one on the screen.
    package var position = 0
    /// Whether the line at the cursor is no longer there. Keys do nothing to the line in its place.
    package private(set) var hasLostLine = false
    /// What the server was asked for the lines; `nil` if nothing was asked.
    package var subject: Subject?

    /// A line of the list.
    package struct Line: Hashable, Sendable {
        package var text: String
        /// By which the cursor finds the line when the list changes. Headings have none.
        package var id = ""
        /// The message that the line leads to.
        package var target: Target?
        /// An address that a click opens.
        package var address: String?
        /// Whether a long text goes on in the next line of the screen. Otherwise it is cut.
        package var isWrapped = false
        /// What else can be done about it.
        package var choices: [Choice] = []
    }

    /// Something that a key does about a line.
    package struct Choice: Hashable, Sendable {
        package var key: Character
        package var title: String
        package var deed: Deed

        init(key: Character, title: String, deed: Deed) { (self.key, self.title, self.deed) = (key, title, deed) }

        init(key: Character, title: String, intent: Intent) {
            self.init(key: key, title: title, deed: .intent(intent))
        }
    }

    /// What a choice does.
    package enum Deed: Hashable, Sendable {
        case intent(Intent)
        /// Asks the user for a text first.
        case prompt(Prompt.Purpose)
        /// Decides about the reports of a message.
        case decide(ReportedMessage, ReportDecision)
        /// Decides about a held message.
        case review(HeldMessage, HeldDecision.Verdict)
        /// Loads more reports.
        case more
    }

    /// What the lines are, where the server has them.
    package enum Subject: Hashable, Sendable {
        case sessions
        case people(RoomName)
        case links(RoomName)
        /// The invite link that is being made.
        case newLink(RoomName)
        case reviews(RoomName?)
        case actions(RoomName)
        case directory(String)
        /// The page that a message links to.
        case preview(RoomName, seq: UInt64)
        /// The server is not asked: what may be done about the selected message.
        case message
        /// The server is not asked: why the user reports a message. The keys of all lines count.
        case reasons
    }

    /// A message in a room.
    package struct Target: Hashable, Sendable {
        package var room: RoomName
        package var seq: UInt64
    }

    package init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines.map { Line(text: $0) }
    }

    /// A list that the server is asked for.
    init(asking subject: Subject, title: String) {
        self.init(title: title, lines: ["Loading…"])
        self.subject = subject
    }

    init(hits: [SearchHit], of text: String, utcOffsets: UTCOffsets) {
        title = "“\(text)”: \(hits.count == 1 ? "1 message" : "\(hits.count) messages") on this device"
        lines = hits.map { hit in
            var said = ""
            if case .message(let message) = hit.event.content { said = message.text }
            let when = Clock.time(hit.event.at, utcOffsets)
            return Line(
                text: "\(Clock.day(hit.event.at, utcOffsets)), \(when)  \(hit.event.author.name): \(said)",
                target: Target(room: hit.room, seq: hit.event.seq))
        }
    }

    /// Whether its lines can be chosen.
    package var hasCursor: Bool { lines.contains { $0.target != nil || !$0.choices.isEmpty } }

    /// The line at the cursor; `nil` if the list has no cursor, or the line is no longer there.
    package var current: Line? {
        hasCursor && !hasLostLine && lines.indices.contains(position) ? lines[position] : nil
    }

    /// What a key does now; `nil` for nothing.
    func choice(of key: String) -> Choice? {
        let choices = subject == .reasons ? lines.flatMap(\.choices) : current?.choices ?? []
        return choices.first { String($0.key) == key }
    }

    /// Takes the lines that the server has. The cursor stays at its line.
    mutating func fill(_ lines: [Line], empty: String) {
        let former = current.map(\.id) ?? ""
        self.lines = lines.isEmpty ? [Line(text: empty)] : lines
        let place = former.isEmpty ? nil : self.lines.firstIndex { $0.id == former }
        hasLostLine = hasLostLine || !former.isEmpty && place == nil
        position = place ?? max(0, min(position, self.lines.count - 1))
    }

    mutating func move(by count: Int, height: Int) {
        // The next line is in the place of the one that has gone.
        let count = hasLostLine && count > 0 ? count - 1 : count
        hasLostLine = false
        let last = hasCursor ? lines.count - 1 : lines.count - height
        position = max(0, min(position + count, last))
    }

    /// The people who are in a room now.
    init(peopleIn conversation: Conversation) {
        let count = conversation.presence.count
        title = "\(count == 1 ? "1 person is" : "\(count) people are") in \(conversation.title) now"
        lines = conversation.presence.members.map { Line(text: $0.name) }
        if lines.count < Int(clamping: count) { lines.append(Line(text: "and \(count - UInt64(lines.count)) more")) }
    }

    /// The keys and commands.
    static let help = Panel(title: "Keys and commands", lines: keys + [""] + SlashCommand.lines)

    private static let keys = [
        "Enter            send the message",
        "Alt-Enter        begin a new line (or Ctrl-J)",
        "↑                in an empty line: edit your last message",
        "PageUp PageDown  older and newer messages (or the wheel)",
        "Home End         in an empty line: oldest and newest",
        "Alt-↑ Alt-↓      previous and next room (Ctrl-P, Ctrl-N)",
        "Alt-A            next room with unread messages",
        "Ctrl-R           select a message with ↑ and ↓, then:",
        "                 r reply   e edit   d delete   + react",
        "                 t try again  x discard  g go to answered",
        "                 p pin   ! report   b block the author",
        "                 l what the linked page is about",
        "                 M mute  K remove  B ban the author",
        "                 ? what you may do about this message",
        "Tab              complete a command, or a name after @",
        "Ctrl-A Ctrl-E    beginning and end of the line",
        "Ctrl-W Ctrl-U    delete the word or line before the cursor",
        "Ctrl-K Ctrl-Y    delete the rest of the line; insert it",
        "Ctrl-X Ctrl-E    write in $EDITOR",
        "Ctrl-L           draw the screen anew, and connect now",
        "Ctrl-Z           stop; fg in the shell goes on",
        "Esc              cancel",
        "Ctrl-C           quit (or Ctrl-D in an empty line)",
        "F1               this page (or ? in an empty line)",
        "",
        "A click opens a room. Hold Shift to select text.",
    ]
}

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
        /// What stands before the text, in a column of its own: keys, or a command.
        package var lead = ""
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
        /// Shows a room.
        case open(RoomName)
        /// Asks the user for a text first.
        case prompt(Prompt.Purpose)
        /// Decides about the reports of a message.
        case decide(ReportedMessage, ReportDecision)
        /// Decides about a held message.
        case review(HeldMessage, HeldDecision.Verdict)
        /// Loads more of the list, or again what failed.
        case more
        /// Takes a ban from the server back.
        case unban(ServerBan.Subject)
    }

    /// What the lines are, where the server has them.
    package enum Subject: Hashable, Sendable {
        case sessions
        /// The people whom the user blocks.
        case blocked
        case people(RoomName)
        case links(RoomName)
        /// The invite link that is being made.
        case newLink(RoomName)
        case reviews(RoomName?)
        case actions(RoomName)
        case serverBans
        case directory(String)
        case search(RoomName, String)
        /// The page that a message links to.
        case preview(RoomName, seq: Seq)
        /// The server is not asked: the user's own rooms, of which each line opens one.
        case ownRooms
        /// The server is not asked: what may be done about the selected message.
        case message
        /// The server is not asked: why the user reports a message. The keys of all lines count.
        case reasons
    }

    /// A message in a room.
    package struct Target: Hashable, Sendable {
        package var room: RoomName
        package var seq: Seq
    }

    package init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines.map { Line(text: $0) }
    }

    /// A list that the server is asked for.
    init(asking subject: Subject, title: String) {
        self.init(title: title, lines: [localized("Loading…")])
        self.subject = subject
    }

    /// Whether it has addresses. Such a list has the whole width of the screen from the first
    /// column on, so that an address can be copied with the mouse.
    var hasAddresses: Bool { lines.contains { $0.address != nil } }

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
        self.lines = lines.isEmpty ? [Line(text: empty, isWrapped: true)] : lines
        let place = former.isEmpty ? nil : self.lines.firstIndex { $0.id == former }
        hasLostLine = hasLostLine || !former.isEmpty && place == nil
        position = place ?? max(0, min(position, self.lines.count - 1))
    }

    /// - Parameters:
    ///   - height: the lines of the screen that the list has
    ///   - width: the cells of a line
    mutating func move(by count: Int, height: Int, width: Int) {
        // The next line is in the place of the one that has gone.
        let count = hasLostLine && count > 0 ? count - 1 : count
        hasLostLine = false
        let last = hasCursor ? lines.count - 1 : lines.count - linesAtEnd(height: height, width: width)
        position = max(0, min(position + count, last))
    }

    /// The people who are in a room now; without a connection, those who were. Nobody is listed
    /// before the client has been in the room.
    init(peopleIn conversation: Conversation) {
        let (presence, room) = (conversation.presence, conversation.title)
        let count = Int(clamping: presence.count)
        title = localized(count, one: "1 person is in \(room) now", other: "\(count) people are in \(room) now")
        lines = presence.acquaintances.map { Line(text: $0.name) }
        if count == 0 {
            title =
                lines.isEmpty
                ? localized("It is not known yet who is in \(room)")
                : localized("People who were in \(room) before the connection was lost")
        }
        let more = count - lines.count
        if more > 0 { lines.append(Line(text: localized("and \(more) more"))) }
    }
}

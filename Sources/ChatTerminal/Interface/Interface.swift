import ChatCore

/// What a person has done to the screen: the room they look at, how far they have scrolled, what
/// they write. Everything about rooms and messages is in ``Chat``.
///
/// ``handle(_:chat:)`` takes a key and returns what to do. ``update(_:)`` follows a change of the
/// client. ``Screen`` draws it.
package struct Interface: Sendable {
    package var size: Size
    /// The room on the screen; `nil` before there is one.
    package internal(set) var room: RoomName?
    package internal(set) var mode = Mode.writing
    /// What is written in each room, and under `nil` what is written before there is one.
    package internal(set) var composers: [RoomName?: Composer] = [:]
    /// What was sent before.
    var history = InputHistory()
    package internal(set) var scroll = Scroll.bottom
    /// A line about what happened, until the next key.
    package internal(set) var notice: Notice?
    /// A list that covers the timeline.
    package internal(set) var panel: Panel?
    package internal(set) var completion: Completion?
    /// What Tab would complete; the screen shows it while the user writes.
    package internal(set) var offered: Completion?
    /// The names in a folder that `/file` completes, with `/` behind those of folders. The folder
    /// is as the user types it; an empty one is that in which the client was started.
    package var filesInFolder: @Sendable (_ folder: String) -> [String] = { _ in [] }
    /// The folder that was listed last, and its names.
    var listedFolder: (folder: String, names: [String])?
    /// What the user is asked for in the composer's place.
    package internal(set) var prompt: Prompt?
    /// Whether a request about the account is under way. There is one at a time.
    package internal(set) var isAsking = false
    /// Whether the window has the focus. Without it, new messages stay unread.
    package internal(set) var isFocused = true
    /// Why the last attempt to connect failed; `nil` if it did not, or nobody knows.
    package var failure: ConnectionFailure?
    /// Milliseconds since 1970-01-01 UTC, by this device's clock.
    package var now: Int64 = 0
    /// The offsets of the user's time zone.
    package var utcOffsets: UTCOffsets = 0
    /// The server's address, for the status line.
    package let server: String
    /// The server's host and port as links to its rooms have them.
    let host: String
    /// Whether the user comes from a file with a token, and not from a sign-in of this client.
    package let hasTokenFile: Bool

    /// The message before the divider of unread messages: the read mark at the time a room was
    /// opened, or the user looked away. The largest number if there was nothing to read.
    var unreadAfter: [RoomName: Seq] = [:]
    /// The room whose window is open.
    var opened: RoomName?
    /// Whether the client was told that the window follows the end.
    var isFollowing = true
    /// The message that a search, a day or a link has led to. The screen marks it, and keys write.
    package internal(set) var marked: Row.ID?
    /// What to show as soon as the window has it.
    var target: Target?
    /// Where the window began when older messages were last requested.
    var askedBefore: Seq?
    /// People whom the present command is about and who are not here now, as the server knows them.
    var roster: [Person] = []
    /// The names of people whom the user blocks, as far as they were heard since the start.
    var namesOfBlocked: [UserID: String] = [:]
    /// The reports and held messages that were listed last.
    var queue: ReportQueue?
    /// The bans from the server that were listed last.
    var bans: ServerBanList?
    /// The invite links that this client has made. The server keeps only a hash of each.
    var linkAddresses: [LinkID: String] = [:]
    /// Whether the server was asked for the person of the present command.
    var hasAskedForPeople = false
    /// Whether the user was told why their new name was refused.
    var hasToldNameRefusal = false
    /// The room on the screen, if it was said that the user is not in it any more.
    var endTold: RoomName?
    /// A room to open as soon as the client is in it.
    var wantedRoom: RoomName?

    /// - Parameters:
    ///   - room: the room to open first; `nil` for the first one of the list
    ///   - server: the server's address, for people
    ///   - host: the server's host and port as links have them
    package init(size: Size, room: RoomName?, server: String, host: String, hasTokenFile: Bool = false) {
        self.size = size
        self.room = room
        self.server = server
        self.host = host
        self.hasTokenFile = hasTokenFile
    }

    /// A place in the timeline.
    enum Target: Hashable, Sendable {
        case message(Seq)
        /// The room's first message.
        case beginning
        /// The divider of unread messages.
        case divider
    }

    /// What keys mean at the moment.
    package enum Mode: Hashable, Sendable {
        /// They write in the composer.
        case writing
        /// They select a message and do something to it.
        case selecting(Row.ID)
        /// They confirm the deletion of a message.
        case deleting(Seq)
        /// They choose a reaction to a message. `code` is what is typed of a short code: `:hea`.
        case reacting(Seq, code: String = "")
        /// They choose which reaction of others to a message is removed.
        case unreacting(Seq)
        /// They confirm that the user signs out.
        case signingOut
        /// They confirm what a command does to a person.
        case confirming(Confirmation)
    }

    /// Which part of the timeline is on the screen.
    package enum Scroll: Hashable, Sendable {
        /// Its end.
        case bottom
        /// The part that ends with this row, of which this many lines are below the screen.
        case at(Row.ID, hidden: Int)
    }

    /// A line for the user.
    package struct Notice: Hashable, Sendable {
        package var text: String
        package var isError: Bool
    }

    /// The text that a person writes in a room, and what it is for.
    package struct Composer: Hashable, Sendable {
        package var editor = Editor()
        package var purpose = Purpose.new
        /// The message that was being written when the edit of another one began.
        var stashed = Unsent()
        /// The draft's `replacements` when the editor took it.
        var replacements = 0
        /// The texts of the history, while the user chooses among them.
        var recall: Recall?
        /// Whether Ctrl-X was pressed: Ctrl-E opens the editor then.
        var awaitsEditor = false
    }

    /// A message that is not sent yet.
    struct Unsent: Hashable, Sendable {
        var text = ""
        var purpose = Purpose.new
    }

    /// What the text of a composer becomes when it is sent.
    package enum Purpose: Hashable, Sendable {
        case new
        case reply(Seq)
        case edit(Seq)
    }

    /// The composer of the room on the screen.
    package var composer: Composer {
        get { composers[room] ?? Composer() }
        set { composers[room] = newValue }
    }

    /// The options of the rows on the screen.
    package var rowOptions: RowOptions {
        RowOptions(utcOffsets: utcOffsets, unreadAfter: room.flatMap { unreadAfter[$0] })
    }

    /// Says that the composer did not take the whole text.
    static var cut: String { localized("The composer holds \(Limits.composerBytes) bytes. The rest was left out.") }

    mutating func tell(_ text: String) { notice = Notice(text: text, isError: false) }
    mutating func complain(_ text: String) { notice = Notice(text: text, isError: true) }

    /// Shows a line about what happened outside.
    package mutating func tell(_ text: String, isError: Bool) { notice = Notice(text: text, isError: isError) }

    /// The client did not accept an intent. What the user had written for it is in the composer
    /// again, for the same purpose. Returns what follows: a text is the draft again.
    package mutating func giveBack(_ intent: Intent, because reason: String) -> [Intent] {
        complain(reason)
        let written: Intent.Written
        switch intent {
        case .perform(_, _, let text?): written = text
        case .join(_, _, let command), .message(_, _, let command):
            wantedRoom = nil
            written = command
        case .group(_, let command): written = command
        case .file(let path, _, let room, let reply):
            written = Intent.Written(room: room, text: "/file \(path)", purpose: reply.map(Purpose.reply) ?? .new)
        case .ask(.people(_, _, let command)), .ask(.blocked(_, _, let command?)):
            // What the user writes meanwhile must not become a part of the command.
            guard canRetype(command) else { return [] }
            written = command
        default: return []
        }
        var composer = composers[written.room] ?? Composer()
        var text = written.text
        let own = composer.ownText
        if case .edit = written.purpose {
            composer.stash()
        } else if !own.isEmpty {
            text += "\n" + own
        }
        composer.recall = nil
        composer.purpose = written.purpose
        if !composer.editor.set(text) { complain("\(reason) \(Self.cut)") }
        composers[written.room] = composer
        return draft(in: written.room)
    }

    /// The text that the user's own editor has made.
    package mutating func replace(with text: String) -> [Intent] {
        if !composer.editor.set(SafeText.typed(text)) { complain(Self.cut) }
        return wrote()
    }

    /// The text has changed: it is the room's draft, and others see that the user is typing. A
    /// command is neither.
    func wrote() -> [Intent] {
        let draft = draft(in: room)
        guard let room, !draft.isEmpty, !composer.editor.isEmpty else { return draft }
        return draft + [.input(.typed(room))]
    }

    /// Keeps the text of a room's composer as the room's draft. The text of an edit and a command
    /// are no drafts.
    func draft(in room: RoomName?) -> [Intent] {
        guard let room, let composer = composers[room], composer.purpose == .new || composer.isReply else { return [] }
        let text = composer.editor.text
        return SlashCommand.isCommand(text) ? [] : [.input(.write(text, in: room))]
    }
}

extension Interface.Composer {
    var isReply: Bool { if case .reply = purpose { true } else { false } }
}

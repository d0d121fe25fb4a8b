import ChatModel
import ChatWire
import Foundation

/// An action on a message.
public enum BubbleAction: Hashable, Sendable {
    /// Begins a reply to the message with the sequence number `of`. The composer quotes `author`
    /// and `text`.
    case reply(of: Seq, author: String, text: String)
    /// Copies this text to the clipboard.
    case copy(String)
    /// Begins an edit of the user's own message with the sequence number `of`. `text` is its
    /// present text, empty for a file without text. `file` is the file's name.
    case edit(of: Seq, text: String, file: String? = nil)
    /// Changes it in the room at once: reacts to it, pins it.
    case change(Mutation)
    /// Tells the moderators of the message.
    case report(of: Seq, Report.Reason)
    /// Retries a message or change that failed.
    case retry(Ticket)
    /// Drops a message or change that failed, or a message whose file is being uploaded.
    case drop(Ticket)
    /// Removes a held message from the screen. The server has it still, and a moderator may publish
    /// it.
    case hide(Ticket)
    /// Shows a message of a person whom the user blocks.
    case reveal(of: Seq)
    /// Asks about the deletion of the message.
    case delete(Deletion)
    /// Decides about a ban, a mute or a removal of the author.
    case sanction(Sanction.Kind, Author)
    /// Scrolls to the message that this one replies to.
    case show(seq: Seq)
    /// Asks to which day to go: the heading of the day with this time was pressed. Milliseconds
    /// since 1970-01-01 UTC.
    case chooseDay(Int64)
    /// Opens a link of the message, for people who can't tap it; or a place, in Maps.
    case open(URL)
    /// Opens the message's file.
    case view(Row.File)

    /// The offered reactions. Reactions that others used are offered, too.
    public static let emoji: [String] = OfferedReactions.all

    /// The actions for `bubble`, in the order of its menu. Reactions have a row of their own.
    ///
    /// - Parameters:
    ///   - rights: what the user may do besides what every author may
    ///   - isRevealed: whether the user wants to see it although they block the author
    public static func menu(
        for bubble: Row.Bubble, rights: MessageRights = MessageRights(), isRevealed: Bool = false
    ) -> [BubbleAction] {
        if bubble.isBlocked && !isRevealed { return folded(bubble, rights) }
        guard let words = bubble.body.words else { return unsent(bubble) }
        var actions = unsent(bubble)
        if let file = bubble.body.file { actions.append(.view(file)) }
        if rights.posts, let seq = bubble.seq {
            actions.append(.reply(of: seq, author: bubble.author.name, text: words))
        }
        // A file without text has no words to copy or edit: its name is not what the author wrote.
        let said = bubble.body.said
        if let said { actions.append(.copy(said)) }
        if let reply = bubble.reply { actions.append(.show(seq: reply.seq)) }
        if let said { actions += Markup(said).links.lazy.compactMap { URL(string: $0) }.prefix(3).map { .open($0) } }
        if let url = bubble.body.location.flatMap(MapLink.url) { actions.append(.open(url)) }
        actions += rights.removals(from: bubble).prefix(BubbleAction.emoji.count).map { .change($0) }
        actions += rights.actions(on: bubble)
        if rights.acts, !bubble.isOwn {
            actions.append(.change(.block(bubble.author.user, on: !bubble.isBlocked)))
        }
        guard let seq = bubble.seq, bubble.isOwn else { return actions }
        if rights.edits, bubble.isEditable { actions.append(.edit(of: seq, text: said ?? "", file: bubble.file?.name)) }
        return actions + [.delete(Deletion(of: seq, by: nil))]
    }

    /// The edit that ↑ begins in an empty field: of the user's newest message that can be edited;
    /// `nil` if there is none. In an album, that is the photo with the text.
    static func editLast(in rows: [Row], rights: MessageRights = MessageRights()) -> BubbleAction? {
        guard rights.edits, let bubble = rows.newestEditable, let seq = bubble.seq else { return nil }
        return .edit(of: seq, text: bubble.body.said ?? "", file: bubble.body.file?.name)
    }

    /// Whether it can get reactions: it is in the log, not deleted and not folded away.
    public static func canReact(to bubble: Row.Bubble, isRevealed: Bool = false) -> Bool {
        bubble.seq != nil && bubble.body.words != nil && (isRevealed || !bubble.isBlocked)
    }

    /// The reports that the user can make of `bubble`, one for each reason. Nobody reports their
    /// own messages.
    public static func reports(of bubble: Row.Bubble) -> [BubbleAction] {
        guard let seq = bubble.seq, !bubble.isOwn, bubble.body.words != nil else { return [] }
        return Report.Reason.allCases.map { .report(of: seq, $0) }
    }

    /// The action of a tap on `emoji` below `bubble`: adds or removes the user's reaction.
    public static func toggle(_ emoji: String, on bubble: Row.Bubble, isRevealed: Bool = false) -> BubbleAction? {
        guard let seq = bubble.seq, canReact(to: bubble, isRevealed: isRevealed) else { return nil }
        let isOwn = bubble.reactions.contains { $0.emoji.isSameEmoji(as: emoji) && $0.isOwn }
        return .change(.react(of: seq, emoji: emoji, on: !isOwn))
    }

    /// The actions for a message that is folded away: its content stays hidden.
    private static func folded(_ bubble: Row.Bubble, _ rights: MessageRights) -> [BubbleAction] {
        (bubble.seq.map { [.reveal(of: $0)] } ?? [])
            + (rights.acts ? [.change(.block(bubble.author.user, on: false))] : [])
    }

    /// The actions for a message that was not sent: it failed, or its file is being uploaded.
    private static func unsent(_ bubble: Row.Bubble) -> [BubbleAction] {
        if case .failed(_, let ticket) = bubble.state { return [.retry(ticket), .drop(ticket)] }
        if case .held(let ticket) = bubble.state { return [.hide(ticket)] }
        guard let ticket = bubble.ticket, bubble.seq == nil, bubble.body.file?.uploaded != nil else { return [] }
        return [.drop(ticket)]
    }

    /// The label in menus and for VoiceOver.
    public var title: String {
        switch self {
        case .reply: localized("Reply")
        case .copy: localized("Copy")
        case .edit: localized("Edit")
        case .change(.delete): localized("Delete")
        case .change(.react(_, let emoji, let on)): localized(on ? "React with \(emoji)" : "Remove \(emoji)")
        case .change(.unreact(_, let emoji, _)): localized("Remove another's \(emoji)")
        case .change(.pin(_, let on)): localized(on ? "Pin" : "Unpin")
        case .change(.membership(let change)): change.action.title
        case .change(.block(_, let on)): localized(on ? "Block this person" : "Unblock this person")
        case .change(.settings), .change(.link), .change(.choose), .change(.profile): localized("Change the room")
        case .change(.message), .change(.edit): localized("Send")
        case .report(_, let reason): Self.title(of: reason)
        case .retry: localized("Try again")
        case .drop: localized("Discard")
        case .hide: localized("Hide")
        case .reveal: localized("Show message")
        case .delete: localized("Delete…")
        case .sanction(let kind, _): PersonAction.sanction(kind).title
        case .show: localized("Show the original message")
        case .chooseDay: localized("Go to a day…")
        case .open(let url): localized("Open \(url.host ?? url.absoluteString)")
        case .view(let file): Self.title(ofOpening: file.kind)
        }
    }

    private static func title(ofOpening kind: FileKind) -> String {
        switch kind {
        case .photo: localized("Open photo")
        case .video: localized("Open video")
        case .audio: localized("Open audio")
        case .voice: localized("Open voice message")
        case .document: localized("Open document")
        case .other: localized("Open file")
        }
    }

    private static func title(of reason: Report.Reason) -> String {
        switch reason {
        case .spam: localized("Report spam")
        case .harassment: localized("Report harassment")
        case .violence: localized("Report violence")
        case .sexual: localized("Report sexual content")
        case .illegal: localized("Report something illegal")
        case .other: localized("Report something else")
        }
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .reply: "arrowshape.turn.up.backward"
        case .copy: "doc.on.doc"
        case .edit: "pencil"
        case .change(.delete), .delete, .drop: "trash"
        case .change(.react): "face.smiling"
        case .change(.unreact): "face.dashed"
        case .change(.pin(_, let on)): on ? "pin" : "pin.slash"
        case .change(.membership): "person.crop.circle.badge.exclamationmark"
        case .change(.block(_, let on)): on ? "hand.raised" : "hand.raised.slash"
        case .change(.settings), .change(.link), .change(.choose), .change(.profile): "gearshape"
        case .change(.message), .change(.edit): "arrow.up.circle"
        case .report: "exclamationmark.bubble"
        case .retry: "arrow.clockwise"
        case .sanction(let kind, _): PersonAction.sanction(kind).symbol
        case .show: "text.bubble"
        case .chooseDay: "calendar"
        case .open: "link"
        case .view, .reveal: "eye"
        case .hide: "eye.slash"
        }
    }

    /// Whether it deletes something.
    public var isDestructive: Bool {
        switch self {
        case .change(.delete), .delete, .drop, .sanction: true
        case .change(.membership(let change)): change.endsReading
        case .change(.block(_, let on)): on
        case .change(.unreact): true
        case .change(.message), .change(.edit), .change(.react), .change(.pin), .change(.settings), .change(.link),
            .change(.choose), .change(.profile):
            false
        case .reply, .copy, .edit, .report, .retry, .hide, .reveal, .show, .chooseDay, .open, .view: false
        }
    }
}

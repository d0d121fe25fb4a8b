import ChatModel
import ChatWire
import Foundation

/// What a reader can do with a message.
public enum BubbleAction: Hashable, Sendable {
    case reply(of: UInt64, author: String, text: String)
    case copy(String)
    case edit(of: UInt64, text: String)
    case delete(of: UInt64)
    case react(of: UInt64, emoji: String, on: Bool)
    /// What was not sent: again, or no more.
    case retry(Ticket)
    case drop(Ticket)
    /// To the message that this one answers.
    case show(seq: UInt64)
    /// A link in it, for those who can't point at it; a place, in Maps.
    case open(URL)
    /// The file that goes with it.
    case view(Row.File)

    /// The reactions at hand; others come with what people already gave.
    public static let emoji: [String] = ["👍", "❤️", "😂", "😮", "😢", "🙏"]

    /// What can be done with `bubble`, in the order of its menu; reactions, which have a row of their own, not among them.
    public static func menu(for bubble: Row.Bubble) -> [BubbleAction] {
        guard let words = bubble.body.words else { return unsent(bubble) }
        var actions = unsent(bubble)
        if let file = bubble.body.file { actions.append(.view(file)) }
        if let seq = bubble.seq { actions.append(.reply(of: seq, author: bubble.author.name, text: words)) }
        // Of a file alone there are no words to copy or to edit: its name is not what someone said.
        let said = bubble.body.said
        if let said { actions.append(.copy(said)) }
        if let reply = bubble.reply { actions.append(.show(seq: reply.seq)) }
        if let said { actions += MessageText(said).links.prefix(3).map { .open($0) } }
        if let url = bubble.body.location.flatMap(MapLink.url) { actions.append(.open(url)) }
        guard let seq = bubble.seq, bubble.isOwn else { return actions }
        // The words for a place are made from it, and would not follow.
        if bubble.body.location == nil { actions.append(.edit(of: seq, text: said ?? "")) }
        return actions + [.delete(of: seq)]
    }

    /// Whether it can be given a reaction: it is in the log and still says something.
    public static func canReact(to bubble: Row.Bubble) -> Bool { bubble.seq != nil && bubble.body.words != nil }

    /// A tap on `emoji` below `bubble`: gives one's own, or takes it back.
    public static func toggle(_ emoji: String, on bubble: Row.Bubble) -> BubbleAction? {
        guard let seq = bubble.seq, canReact(to: bubble) else { return nil }
        let isOwn = bubble.reactions.contains { $0.emoji == emoji && $0.isOwn }
        return .react(of: seq, emoji: emoji, on: !isOwn)
    }

    /// What can be done about something that has not left: it failed, or its file is still on its way.
    private static func unsent(_ bubble: Row.Bubble) -> [BubbleAction] {
        if case .failed(_, let ticket) = bubble.state { return [.retry(ticket), .drop(ticket)] }
        guard let ticket = bubble.ticket, bubble.seq == nil, bubble.body.file?.uploaded != nil else { return [] }
        return [.drop(ticket)]
    }

    public var title: String {
        switch self {
        case .reply: "Reply"
        case .copy: "Copy"
        case .edit: "Edit"
        case .delete: "Delete"
        case .react(_, let emoji, let on): on ? "React with \(emoji)" : "Take back \(emoji)"
        case .retry: "Try again"
        case .drop: "Discard"
        case .show: "Show the message this answers"
        case .open(let url): "Open \(url.host ?? url.absoluteString)"
        case .view(let file): "Open \(FileKind(type: file.type, dimensions: file.dimensions).noun.lowercased())"
        }
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .reply: "arrowshape.turn.up.left"
        case .copy: "doc.on.doc"
        case .edit: "pencil"
        case .delete, .drop: "trash"
        case .react: "face.smiling"
        case .retry: "arrow.clockwise"
        case .show: "text.bubble"
        case .open: "link"
        case .view: "eye"
        }
    }

    /// Whether it takes something away.
    public var isDestructive: Bool {
        switch self {
        case .delete, .drop: true
        default: false
        }
    }

    /// What it asks of the room; `nil` for what concerns the screen or the outbox.
    public var mutation: Mutation? {
        switch self {
        case .delete(let seq): .delete(of: seq)
        case .react(let seq, let emoji, let on): .react(of: seq, emoji: emoji, on: on)
        case .reply, .copy, .edit, .retry, .drop, .show, .open, .view: nil
        }
    }
}

import ChatModel
import ChatWire
import Foundation

/// What is being written in a room, and what becomes of it: the rules of the composer.
///
/// Kept as a draft until it is sent. Sending trims white space at the ends, as nothing else is changed of a text.
public struct Composition: Hashable, Sendable {
    public enum Purpose: Hashable, Sendable {
        case message
        /// An answer to message `of`; `author` and `text` are what is quoted above the field.
        case reply(of: UInt64, author: String, text: String)
        /// An edit of one's own message `of`, which said `text`.
        case edit(of: UInt64, text: String)
    }

    public var text: String
    public private(set) var purpose: Purpose
    /// What was being written before an edit began; it comes back afterwards.
    private var set: String?
    /// Files that go along, in the order of their choosing: at most ``ChatWire/Limits/filesTogether``.
    public internal(set) var files: [PickedFile] = []
    /// Why a file that was chosen last is not among them, in a sentence.
    public internal(set) var refusal: String?

    public init(text: String = "", purpose: Purpose = .message) {
        self.text = text
        self.purpose = purpose
    }

    /// What leaves: without white space at its ends.
    public var said: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Why it can't be sent; `nil` for what can, and for nothing at all.
    public var problem: String? { said.isEmpty ? nil : TextRule.check(said)?.text }

    public var canSend: Bool {
        let said = said
        if said.isEmpty { return hasFiles }
        if TextRule.check(said) != nil { return false }
        if case .edit(_, let before) = purpose { return said != before }
        return true
    }

    /// “312 bytes left”, near the limit; `nil` before.
    public var counter: String? {
        let left = Limits.textBytes - said.utf8.count
        if left > Composition.near { return nil }
        return left >= 0 ? "\(left) bytes left" : "\(-left) bytes too long"
    }

    private static let near = 500

    /// What is kept when the room is left; `nil` when there is nothing to keep. An edit is not kept.
    public var draft: String? {
        let kept: String = if case .edit = purpose { set ?? "" } else { text }
        return kept.isEmpty ? nil : kept
    }

    public mutating func reply(to seq: UInt64, author: String, text: String) {
        cancel()
        purpose = .reply(of: seq, author: author, text: text)
    }

    public mutating func edit(_ seq: UInt64, text before: String) {
        cancel()
        set = text
        purpose = .edit(of: seq, text: before)
        text = before
    }

    /// Neither a reply nor an edit any more.
    public mutating func cancel() {
        if case .edit = purpose { text = set ?? "" }
        set = nil
        purpose = .message
    }

    /// What to do in the room, in this order, and the field is free again; nothing, and nothing changed, where it can't be sent.
    ///
    /// A file goes with one message: several become as many, the first of which says the text and answers what is answered.
    public mutating func send() -> [Said] {
        guard canSend else { return [] }
        switch purpose {
        case .edit(let seq, _):
            let edit = Said(mutation: .edit(of: seq, text: said))
            cancel()
            return [edit]
        case .message: return sendAll(reply: nil)
        case .reply(let seq, _, _): return sendAll(reply: seq)
        }
    }

    private mutating func sendAll(reply: UInt64?) -> [Said] {
        let (text, files) = (said, files)
        self = Composition()
        guard let first = files.first else { return [Said(mutation: .message(text: text, reply: reply))] }
        var all = [Said(mutation: .message(text: text.isEmpty ? first.name : text, reply: reply), file: first)]
        all += files.dropFirst().map { Said(mutation: .message(text: $0.name), file: $0) }
        return all
    }

    /// Something to be done in the room.
    public struct Said: Hashable, Sendable {
        public var mutation: Mutation
        /// What goes with it. Its message's text is its name where nothing was written.
        public var file: PickedFile?
    }
}

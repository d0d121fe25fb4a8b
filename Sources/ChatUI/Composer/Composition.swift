import ChatModel
import ChatWire
import Foundation

/// A message being written, and the composer's rules.
///
/// It is kept as a draft until it is sent. Sending trims white space at both ends, and changes
/// nothing else of the text.
public struct Composition: Hashable, Sendable {
    /// What the text is for.
    public enum Purpose: Hashable, Sendable {
        /// A new message that replies to nothing.
        case message
        /// A reply to message `of`; `author` and `text` are quoted above the field.
        case reply(of: Seq, author: String, text: String)
        /// An edit of the user's own message `of`, whose text was `text`. `file` is the name of its
        /// file.
        case edit(of: Seq, text: String, file: String? = nil)
    }

    /// The text in the field as typed. ``problem`` tells whether it is too long to send.
    public var text: String
    /// Whether sending makes a message, a reply or an edit.
    public private(set) var purpose: Purpose
    /// The text before an edit began. It returns afterwards.
    private var set: String?
    /// The attached files, in the order they were chosen; at most
    /// ``ChatWire/Limits/filesTogether``.
    public internal(set) var files: [PickedFile] = []
    /// Why the last chosen file was not attached: a sentence. ``Compositions/left(_:)`` removes it.
    public internal(set) var refusal: String?

    /// Creates a composition without files, for example from a draft.
    public init(text: String = "", purpose: Purpose = .message) {
        self.text = text
        self.purpose = purpose
    }

    /// The text to send, without white space at its ends.
    public var said: String { composed.said }

    /// Whether nothing is written and nothing attached: then a voice message can be recorded.
    public var isEmpty: Bool { said.isEmpty && files.isEmpty && canAttach }

    /// Whether ↑ in the field begins an edit of the user's newest message: only while nothing is
    /// being written.
    var mayEditLast: Bool { text.isEmpty && files.isEmpty && purpose == .message }

    private var composed: ComposedText { ComposedText(text) }

    /// Why the text can't be sent; `nil` if it can, or is empty.
    public var problem: String? { composed.problem }

    /// Whether ``send()`` does anything: there is a valid text or a file. An edit may remove the
    /// text of a file.
    public var canSend: Bool {
        if case .edit(_, _, let file) = purpose { return composed.canSend(mayBeEmpty: file != nil) }
        return composed.canSend(mayBeEmpty: hasFiles)
    }

    /// “312 bytes left” near the limit; `nil` before and beyond it.
    public var counter: String? { composed.counter }

    /// What is written of a name at the end of the text, after an `@`. `nil` if nothing is.
    public var nameStart: NameStart? { NameStart(atEndOf: text) }

    /// Writes the whole name in place of ``nameStart``, and a space.
    public mutating func complete(_ name: String) {
        guard let nameStart else { return }
        text = String(text.unicodeScalars.dropLast(nameStart.text.unicodeScalars.count)) + "\(name) "
    }

    /// The draft to keep when the room is left; `nil` if there is none. An edit is not kept.
    public var draft: String? {
        let kept: String = if case .edit = purpose { set ?? "" } else { text }
        return kept.isEmpty ? nil : kept
    }

    /// Takes over the room's draft: another device has changed it, or the app has given a text back
    /// that was not accepted. During an edit it is the text that returns afterwards.
    public mutating func take(draft: String?) {
        if case .edit = purpose { set = draft } else { text = draft ?? "" }
    }

    /// Begins a reply to the message with the sequence number `seq`. A reply or edit that was begun
    /// before ends. `author` and `text` are quoted above the field.
    public mutating func reply(to seq: Seq, author: String, text: String) {
        cancel()
        purpose = .reply(of: seq, author: author, text: text)
    }

    /// Begins an edit of the user's own message with the sequence number `seq` and the text
    /// `before`; `file` is the name of its file. The text in the field returns when the edit ends.
    public mutating func edit(_ seq: Seq, text before: String, file: String? = nil) {
        cancel()
        set = text
        purpose = .edit(of: seq, text: before, file: file)
        text = before
    }

    /// Ends a reply or an edit.
    public mutating func cancel() {
        if case .edit = purpose { text = set ?? "" }
        set = nil
        purpose = .message
    }

    /// Returns what to send, and clears the field. Returns `nil` if nothing is sent: an edit that
    /// changes nothing ends, and what can't be sent stays.
    public mutating func send() -> Said? {
        guard canSend else { return nil }
        switch purpose {
        case .edit(let seq, let before, let file):
            let edit = composed.edit(of: seq, from: before, file: file)
            cancel()
            return edit.map { .change($0) }
        case .message: return sendAll(reply: nil)
        case .reply(let seq, _, _): return sendAll(reply: seq)
        }
    }

    private mutating func sendAll(reply: Seq?) -> Said {
        let (text, files) = (said, files)
        self = Composition()
        if files.isEmpty { return .change(.message(text: text, reply: reply)) }
        return .files(files, text: text.isEmpty ? nil : text, reply: reply)
    }

    /// What the user sends.
    public enum Said: Hashable, Sendable {
        /// A message without a file, or an edit.
        case change(Mutation)
        /// Files for `ChatClient.send(_:text:to:replyTo:)`: each becomes a message of its own, and
        /// the first one has the text and the reply.
        case files([PickedFile], text: String?, reply: Seq?)
    }
}

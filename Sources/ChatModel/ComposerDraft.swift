import ChatWire

/// What the user has written for a room and not sent, the same on all their devices.
///
/// It is saved on the server when the user pauses, not with each key. The device that saves last
/// wins; a text that is not saved yet is not replaced by that of another device.
public struct ComposerDraft: Hashable, Sendable {
    /// Empty if the user has written nothing.
    public private(set) var text = ""
    /// How often another device has replaced the text. A composer takes the text when this grows.
    public private(set) var replacements = 0

    /// The text that the server has; `nil` if that is not known.
    private var saved: String?
    /// The text that is on its way to the server.
    private var underWay: String?
    /// The text that the journal has.
    private var kept: String?
    /// Whether the server has refused the text for good: it stays on this device.
    private var isRefused = false
    /// When to save the text; `nil` if it is saved.
    private(set) var due: Int64?
    /// When the user first changed the text after it was saved; `nil` if it is saved.
    private var changed: Int64?

    /// Creates a draft of which neither this device nor the server has a text.
    init() {
        saved = ""
        kept = ""
    }

    /// Creates a draft from its record in the journal.
    ///
    /// - Parameter isSaved: whether the server has it
    init(_ text: String, isSaved: Bool) {
        self.text = text
        saved = isSaved ? text : nil
        kept = text
        due = isSaved ? nil : .min
    }

    /// Whether the server has the text, or has refused it for good.
    public var isSaved: Bool { due == nil && underWay == nil }

    /// Whether it may be forgotten.
    var isOver: Bool { text.isEmpty && (saved?.isEmpty == true || isRefused) && isSaved }

    /// The text in the composer is now this.
    mutating func write(_ text: String, at now: Int64) {
        guard !text.hasSameBytes(as: self.text) else { return }
        self.text = text
        isRefused = false
        // The journal may have a text that was never sent: it must not come back.
        if underWay == nil, saved?.hasSameBytes(as: text) == true, kept?.hasSameBytes(as: text) == true {
            (due, changed) = (nil, nil)
        } else {
            let first = changed ?? now
            changed = first
            // The message was sent, or its text deleted. Other devices should know at once.
            due = text.isEmpty ? now : min(now &+ Limits.draftPause, first &+ Limits.draftLongest)
        }
    }

    /// The user leaves the room: makes a text that is not saved due now.
    mutating func hurry() { if due != nil { due = .min } }

    /// Returns the text for the journal; `nil` if it is not due, or the journal has it, or can't
    /// have it because it is too long.
    mutating func takeForJournal(at now: Int64) -> String? {
        guard let due, due <= now, kept?.hasSameBytes(as: text) != true else { return nil }
        // The next key begins a pause anew, also while the server can't be told.
        changed = nil
        guard text.utf8.count <= Limits.draftBytesKept else { return nil }
        kept = text
        return text
    }

    /// Returns the text to send to the server. It is `nil` before the text is due, and while an
    /// earlier text waits for its answer.
    mutating func takeForServer(at now: Int64) -> String? {
        guard let due, due <= now, underWay == nil else { return nil }
        (self.due, changed) = (nil, nil)
        underWay = text
        return text
    }

    /// The server has the text that was under way.
    mutating func answered() {
        saved = underWay ?? saved
        underWay = nil
    }

    /// The server has refused for good the text that was under way.
    mutating func refused() {
        underWay = nil
        isRefused = due == nil
    }

    /// The connection is lost, or the server has refused for now: the text is sent again.
    mutating func interrupted() {
        guard underWay != nil else { return }
        (saved, underWay) = (nil, nil)
        due = .min
    }

    /// The server tells the text that it has. It replaces the one here, unless that is not saved.
    ///
    /// - Returns: whether it replaced the text
    mutating func told(_ text: String) -> Bool {
        saved = text
        if let due, due == .min, self.text.hasSameBytes(as: text) { self.due = nil }
        guard isSaved, !isRefused || self.text.isEmpty, !self.text.hasSameBytes(as: text) else { return false }
        self.text = text
        kept = text
        isRefused = false
        replacements += 1
        return true
    }
}

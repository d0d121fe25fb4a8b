import ChatWire

/// What the user has written for a room and not sent, the same on all their devices.
///
/// It is saved on the server when the user pauses, not with each key. The device that saves last
/// wins; a text that is not saved yet is not replaced by that of another device.
public struct ComposerDraft: Hashable, Sendable {
    /// Empty if there is nothing.
    public private(set) var text = ""
    /// How often another device has replaced the text. A composer takes the text when this grows.
    public private(set) var replacements = 0

    /// What the server has; `nil` if that is not known.
    private var saved: String?
    /// What is on its way to the server.
    private var underWay: String?
    /// What the journal has.
    private var kept: String?
    /// When the text is to be saved, and when it was first changed since it was; `nil` if there is
    /// nothing to save.
    private(set) var due: Int64?
    private var changed: Int64?

    /// A new one: neither this device nor the server has a text.
    init() {
        saved = ""
        kept = ""
    }

    /// From the journal.
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
    var isOver: Bool { text.isEmpty && saved?.isEmpty == true && underWay == nil && due == nil }

    /// The text in the composer is now this.
    mutating func write(_ text: String, at now: Int64) {
        guard !text.hasSameBytes(as: self.text) else { return }
        self.text = text
        if underWay == nil, saved?.hasSameBytes(as: text) == true {
            (due, changed) = (nil, nil)
        } else {
            let first = changed ?? now
            changed = first
            // An empty text was sent or given up: other devices need not show it any longer.
            due = text.isEmpty ? now : min(now &+ Limits.draftPause, first &+ Limits.draftLongest)
        }
    }

    /// The room is left: what is not saved is saved now.
    mutating func hurry() { if due != nil { due = .min } }

    /// The text that the journal does not have and should have.
    mutating func takeForJournal(at now: Int64) -> String? {
        guard let due, due <= now, kept?.hasSameBytes(as: text) != true else { return nil }
        kept = text
        return text
    }

    /// The text to send to the server.
    mutating func takeForServer(at now: Int64) -> String? {
        guard let due, due <= now, underWay == nil else { return nil }
        (self.due, changed) = (nil, nil)
        underWay = text
        return text
    }

    /// The server has what was under way, or will never have it.
    mutating func answered() {
        saved = underWay ?? saved
        underWay = nil
    }

    /// What was under way may not have arrived.
    mutating func interrupted() {
        guard underWay != nil else { return }
        (saved, underWay) = (nil, nil)
        due = .min
    }

    /// The server has this text, from another device or since before. Returns whether it replaced
    /// the text.
    mutating func told(_ text: String) -> Bool {
        saved = text
        if let due, due == .min, self.text.hasSameBytes(as: text) { self.due = nil }
        guard due == nil, underWay == nil, !self.text.hasSameBytes(as: text) else { return false }
        self.text = text
        kept = text
        replacements += 1
        return true
    }
}

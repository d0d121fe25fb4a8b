/// Messages, their names and their changes.
extension Limits {
    /// UTF-8 bytes of a message's text.
    public static let textBytes = 16_384
    /// Bytes of the name of a language behind an opening code fence.
    public static let codeLanguageBytes = 20
    /// Consecutive combining marks in a text or a name.
    public static let combiningRun = 8
    /// Consecutive combining marks anywhere in what a stranger sends. Swift compares strings by
    /// canonical equivalence, in a time that grows with the square of a run of marks. The number is
    /// that of the Stream-Safe Text Format (UAX #15).
    package static let combiningRunRead = 30
    /// Unicode scalars of a name.
    public static let nameScalars = 32
    /// UTF-8 bytes of a name.
    public static let nameBytes = 64
    /// Bytes of a room's name.
    public static let roomNameBytes = 64
    /// Bytes of a place's name.
    public static let locationLabelBytes = 255
    /// Bytes of the name of a payload's type.
    public static let payloadTypeBytes = 64
    /// UTF-8 bytes of a reaction's emoji.
    public static let emojiBytes = 32
    /// Different emoji on one message.
    public static let reactionsPerMessage = 64
    /// Reactions on one message, of all people and with all emoji.
    package static let reactionUses = 1_000
    /// Edits of one message in the log. Over this limit or one of the next three, the message can
    /// still be answered and deleted.
    public static let editsPerMessage = 512
    /// Characters (Unicode scalars) of all edits of one message in the log. A deletion erases each
    /// of them in one transaction.
    package static let editCharactersPerMessage = 262_144
    /// Reactions of one user to one message in the log, removed ones included.
    package static let reactionChangesPerUser = 128
    /// Reactions of everyone except the author to one message in the log, removed ones included.
    package static let reactionChangesPerMessage = 2_048
}

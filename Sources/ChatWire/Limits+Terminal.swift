/// The terminal client, `martlet chat`.
extension Limits {
    /// Columns of a window that are used.
    package static let screenColumns = 1_000
    /// Lines of a window that are used.
    package static let screenLines = 300
    /// UTF-8 bytes of the composer's text.
    package static let composerBytes = 65_536
    /// Messages and commands that are kept to bring them back, of all rooms together.
    package static let inputHistory = 200
    /// Bytes of a paste.
    package static let pasteBytes = 65_536
    /// Bytes of a key's control sequence.
    package static let keySequenceBytes = 64
    /// Milliseconds without a byte after which an ESC is the key Esc.
    package static let escapeSilence: Int64 = 50
    /// Milliseconds without a byte after which an incomplete control sequence is taken as Esc and
    /// text.
    package static let sequenceSilence: Int64 = 500
    /// Milliseconds without a byte after which a paste without its end mark is complete.
    package static let pasteSilence: Int64 = 10_000
    /// Bytes of an address behind text (OSC 8). Some terminals ignore longer ones.
    package static let terminalLink = 2_083
    /// Entries of a list that the terminal client asks the server for: people, links, actions,
    /// rooms. And names of a folder that are offered.
    package static let terminalList = 1_000
    /// Emoji that are offered for the beginning of a short code.
    package static let emojiOffered = 20
    /// Earlier messages that are printed first without a terminal.
    package static let printedMessages = 10
    /// Lines of standard input that wait to be sent.
    package static let inputLines = 1_000
    /// Messages of standard input that wait for their replies.
    package static let inputSends = 100
}

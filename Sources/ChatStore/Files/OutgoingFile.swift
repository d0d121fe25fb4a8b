import Foundation

/// A file that someone sends: a copy of the app's own, which is removed as soon as the client has the bytes, or has refused them.
public struct OutgoingFile: Hashable, Sendable {
    public var url: URL
    /// As ``ChatModel/FileName/allowed(_:)`` has it.
    public var name: String
    /// The media type.
    public var type: String
    /// What is said with it; its message says the name where nothing is.
    public var text: String?
    /// The message that it answers.
    public var reply: UInt64?

    public init(url: URL, name: String, type: String, text: String? = nil, reply: UInt64? = nil) {
        self.url = url
        self.name = name
        self.type = type
        self.text = text
        self.reply = reply
    }
}

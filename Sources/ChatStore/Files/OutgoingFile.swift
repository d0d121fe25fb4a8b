import ChatWire
import Foundation

/// A file to send: the app's own copy. It is deleted when the client has copied or refused it.
public struct OutgoingFile: Hashable, Sendable {
    /// Where the copy is on this device's disk.
    public var url: URL
    /// The name, as returned by ``ChatModel/FileName/allowed(_:)``.
    public var name: String
    /// The media type.
    public var type: String
    /// The message's text; `nil`: the file's name is the text.
    public var text: String?
    /// The number of the message that it answers.
    public var reply: UInt64?
    /// The size of an image, upright, if it is known.
    public var dimensions: Attachment.Dimensions?
    /// The number of the photo's album (``ChatWire/Attachment/album``).
    public var album: UInt64?

    /// Creates the value.
    public init(
        url: URL, name: String, type: String, text: String? = nil, reply: UInt64? = nil,
        dimensions: Attachment.Dimensions? = nil, album: UInt64? = nil
    ) {
        self.url = url
        self.name = name
        self.type = type
        self.text = text
        self.reply = reply
        self.dimensions = dimensions
        self.album = album
    }
}

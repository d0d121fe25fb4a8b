import ChatModel
import ChatWire
import Foundation

/// Files that the user chose together, and what is said with them. Each file becomes a message of
/// its own; the first message has the text and the reply. All files are accepted, or none.
public struct OutgoingFiles: Hashable, Sendable {
    /// The files in their order, at most ``ChatWire/Limits/filesTogether``.
    public var files: [OutgoingFile]
    /// The text; `nil`: the files' names are the texts of their messages.
    public var text: String?
    /// The number of the message that they answer.
    public var reply: Seq?

    /// Creates the value.
    public init(_ files: [OutgoingFile], text: String? = nil, reply: Seq? = nil) {
        self.files = files
        self.text = text
        self.reply = reply
    }

    /// What is said if they were not accepted: “swift.jpg was not sent.”
    var refusal: String {
        if files.count == 1 { return localized("\(files[0].name) was not sent.") }
        return localized(
            files.count, one: "The file was not sent.", other: "None of the \(files.count) files was sent.")
    }
}

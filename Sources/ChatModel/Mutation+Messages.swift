import ChatWire

extension Mutation {
    /// The messages for a text and files, in order. Each file is a message of its own. The first
    /// one has the text and the reply. A message without a text has its file's name as text.
    public static func messages(_ text: String, reply: Seq?, files: [String]) -> [Mutation] {
        guard let first = files.first else { return [.message(text: text, reply: reply)] }
        return [.message(text: text.isEmpty ? first : text, reply: reply)]
            + files.dropFirst().map { .message(text: $0) }
    }
}

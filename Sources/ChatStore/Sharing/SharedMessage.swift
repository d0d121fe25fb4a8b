import ChatCore
import ChatModel
import ChatWire

/// A message that the user has made in the share extension, and that the app sends: its files lie
/// beside it (``ShareFolder``).
public struct SharedMessage: Hashable, Sendable {
    /// When it was made: milliseconds since 1970-01-01 UTC.
    public let at: Int64
    /// Where it goes.
    public let place: SharePlaces.Place
    /// The text; `nil` if there are only files.
    public let text: String?
    /// The names of the files in their order; at most ``ChatWire/Limits/filesTogether``.
    public let files: [String]

    /// Creates a message. `nil` for one that no client accepts: with neither a text nor a file,
    /// with a text or a file name that is not allowed, or with too many files.
    public init?(at: Int64, place: SharePlaces.Place, text: String?, files: [String]) {
        let text = text.map { TextRule.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
        if let text, TextRule.check(text) != nil { return nil }
        guard text != nil || !files.isEmpty, files.count <= Limits.filesTogether,
            files.allSatisfy({ FileName.allowed($0) == $0 })
        else { return nil }
        self.at = at
        self.place = place
        self.text = text
        self.files = files
    }
}

extension SharedMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case at, account, room, text, files
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let place = SharePlaces.Place(
            account: try values.decode(AccountID.self, forKey: .account),
            room: try values.decode(RoomName.self, forKey: .room))
        let message = SharedMessage(
            at: try values.decode(Int64.self, forKey: .at), place: place,
            text: try values.decodeIfPresent(String.self, forKey: .text),
            files: try values.decode([String].self, forKey: .files))
        guard let message else {
            throw DecodingError.dataCorruptedError(
                forKey: .text, in: values, debugDescription: "No client accepts this message.")
        }
        self = message
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(at, forKey: .at)
        try values.encode(place.account, forKey: .account)
        try values.encode(place.room, forKey: .room)
        try values.encodeIfPresent(text, forKey: .text)
        try values.encode(files, forKey: .files)
    }
}

/// A refusal: a number that programs read, a sentence that people read, and whether to try again.
public struct WireError: Error, Hashable, Sendable {
    public let code: Code
    /// One sentence for a person.
    public let text: String
    /// Milliseconds after which the same request may succeed, where that is known.
    public let retry: UInt64?

    public init(_ code: Code, _ text: String, retry: UInt64? = nil) {
        self.code = code
        self.text = text
        self.retry = retry
    }

    /// The numbers of `docs/protocol.md`, "Errors". Those from 200 on are temporary.
    public enum Code: UInt16, Hashable, Sendable, CaseIterable {
        case badJSON = 100
        case badRequest = 101
        case unknownType = 102
        case helloRequired = 110
        case alreadyIntroduced = 111
        case versionUnsupported = 112
        case tokenRefused = 113
        case nameLength = 120
        case nameCharacters = 121
        case nameReserved = 122
        case nameTaken = 123
        case roomName = 130
        case notJoined = 131
        case tooManyRooms = 132
        case textEmpty = 140
        case textTooLong = 141
        case textCharacters = 142
        case numberConflict = 143
        case numberPassed = 144
        case lineTooLong = 160
        case lineUnknown = 161
        case rateLimited = 200
        case overloaded = 201
        case storageFailed = 202
        case shuttingDown = 203

        /// Whether the same request may succeed later.
        public var isTemporary: Bool { rawValue >= 200 }

        /// The name on the wire.
        public var name: String {
            switch self {
            case .badJSON: "bad_json"
            case .badRequest: "bad_request"
            case .unknownType: "unknown_type"
            case .helloRequired: "hello_required"
            case .alreadyIntroduced: "already_introduced"
            case .versionUnsupported: "version_unsupported"
            case .tokenRefused: "token_refused"
            case .nameLength: "name_length"
            case .nameCharacters: "name_characters"
            case .nameReserved: "name_reserved"
            case .nameTaken: "name_taken"
            case .roomName: "room_name"
            case .notJoined: "not_joined"
            case .tooManyRooms: "too_many_rooms"
            case .textEmpty: "text_empty"
            case .textTooLong: "text_too_long"
            case .textCharacters: "text_characters"
            case .numberConflict: "number_conflict"
            case .numberPassed: "number_passed"
            case .lineTooLong: "line_too_long"
            case .lineUnknown: "line_unknown"
            case .rateLimited: "rate_limited"
            case .overloaded: "overloaded"
            case .storageFailed: "storage_failed"
            case .shuttingDown: "shutting_down"
            }
        }
    }
}

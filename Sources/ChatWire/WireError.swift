/// A refusal: a number for programs, a sentence for people, and whether to try again.
public struct WireError: Error, Hashable, Sendable {
    public let code: Code
    /// A sentence for the user.
    public let text: String
    /// The milliseconds after which the same request may succeed, if known.
    public let retry: UInt64?

    public init(_ code: Code, _ text: String, retry: UInt64? = nil) {
        self.code = code
        self.text = text
        self.retry = retry
    }

    /// The error numbers of `docs/protocol.md`, "Errors". Numbers from 200 on are temporary.
    ///
    /// A newer server may send numbers that this build does not know. They are kept, and are
    /// temporary by the same rule.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let badJSON = Code(rawValue: 100)
        public static let badRequest = Code(rawValue: 101)
        public static let unknownType = Code(rawValue: 102)
        public static let helloRequired = Code(rawValue: 110)
        public static let alreadyIntroduced = Code(rawValue: 111)
        public static let versionUnsupported = Code(rawValue: 112)
        public static let tokenRefused = Code(rawValue: 113)
        public static let nameLength = Code(rawValue: 120)
        public static let nameCharacters = Code(rawValue: 121)
        public static let nameReserved = Code(rawValue: 122)
        public static let nameTaken = Code(rawValue: 123)
        public static let roomName = Code(rawValue: 130)
        public static let notJoined = Code(rawValue: 131)
        public static let tooManyRooms = Code(rawValue: 132)
        public static let roomsFull = Code(rawValue: 133)
        public static let tooManyNewRooms = Code(rawValue: 134)
        public static let tooManyNewRoomsHere = Code(rawValue: 135)
        public static let noSuchRoom = Code(rawValue: 136)
        public static let banned = Code(rawValue: 137)
        public static let notAllowed = Code(rawValue: 138)
        public static let muted = Code(rawValue: 139)
        public static let textEmpty = Code(rawValue: 140)
        public static let textTooLong = Code(rawValue: 141)
        public static let textCharacters = Code(rawValue: 142)
        public static let numberConflict = Code(rawValue: 143)
        public static let numberPassed = Code(rawValue: 144)
        public static let roomSettings = Code(rawValue: 145)
        public static let membership = Code(rawValue: 146)
        public static let noSuchMessage = Code(rawValue: 150)
        public static let notYours = Code(rawValue: 151)
        public static let messageDeleted = Code(rawValue: 152)
        public static let reaction = Code(rawValue: 153)
        public static let payload = Code(rawValue: 154)
        public static let tooManyChanges = Code(rawValue: 155)
        public static let noSuchFile = Code(rawValue: 156)
        public static let file = Code(rawValue: 157)
        public static let fileQuota = Code(rawValue: 158)
        public static let fileConflict = Code(rawValue: 159)
        public static let lineTooLong = Code(rawValue: 160)
        public static let lineUnknown = Code(rawValue: 161)
        public static let damaged = Code(rawValue: 170)
        public static let accountsOff = Code(rawValue: 180)
        public static let registrationClosed = Code(rawValue: 181)
        public static let inviteRefused = Code(rawValue: 182)
        public static let signInRequired = Code(rawValue: 183)
        public static let guestsReadOnly = Code(rawValue: 184)
        public static let signInFailed = Code(rawValue: 185)
        public static let password = Code(rawValue: 186)
        public static let accountDisabled = Code(rawValue: 187)
        public static let accountRequired = Code(rawValue: 188)
        public static let accountsFull = Code(rawValue: 189)
        public static let report = Code(rawValue: 192)
        public static let tooManyReports = Code(rawValue: 193)
        public static let filtered = Code(rawValue: 194)
        public static let choice = Code(rawValue: 198)
        public static let rateLimited = Code(rawValue: 200)
        public static let overloaded = Code(rawValue: 201)
        public static let storageFailed = Code(rawValue: 202)
        public static let shuttingDown = Code(rawValue: 203)
        public static let outOfTurn = Code(rawValue: 204)
        public static let tooManyConnections = Code(rawValue: 205)
        public static let noSpace = Code(rawValue: 206)
        public static let addressLimited = Code(rawValue: 207)

        /// All that this build knows, in the order of their numbers.
        public static let all: [Code] = [
            .badJSON, .badRequest, .unknownType, .helloRequired, .alreadyIntroduced, .versionUnsupported,
            .tokenRefused, .nameLength, .nameCharacters, .nameReserved, .nameTaken, .roomName, .notJoined,
            .tooManyRooms, .roomsFull, .tooManyNewRooms, .tooManyNewRoomsHere, .noSuchRoom, .banned, .notAllowed,
            .muted, .textEmpty, .textTooLong,
            .textCharacters, .numberConflict, .numberPassed, .roomSettings, .membership,
            .noSuchMessage, .notYours, .messageDeleted, .reaction, .payload, .tooManyChanges, .noSuchFile, .file,
            .fileQuota, .fileConflict, .lineTooLong, .lineUnknown, .damaged, .accountsOff,
            .registrationClosed, .inviteRefused, .signInRequired, .guestsReadOnly, .signInFailed, .password,
            .accountDisabled, .accountRequired, .accountsFull, .report, .tooManyReports, .filtered, .choice,
            .rateLimited, .overloaded, .storageFailed,
            .shuttingDown, .outOfTurn, .tooManyConnections, .noSpace, .addressLimited,
        ]

        /// Whether the same request may succeed later.
        public var isTemporary: Bool { rawValue >= 200 }

        /// The name on the wire; `unknown` for a number this build does not know.
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
            case .roomsFull: "rooms_full"
            case .tooManyNewRooms: "too_many_new_rooms"
            case .tooManyNewRoomsHere: "too_many_new_rooms_here"
            case .noSuchRoom: "no_such_room"
            case .banned: "banned"
            case .notAllowed: "not_allowed"
            case .muted: "muted"
            case .textEmpty: "text_empty"
            case .textTooLong: "text_too_long"
            case .textCharacters: "text_characters"
            case .numberConflict: "number_conflict"
            case .numberPassed: "number_passed"
            case .roomSettings: "room_settings"
            case .membership: "membership"
            case .noSuchMessage: "no_such_message"
            case .notYours: "not_yours"
            case .messageDeleted: "message_deleted"
            case .reaction: "reaction"
            case .payload: "payload"
            case .tooManyChanges: "too_many_changes"
            case .noSuchFile: "no_such_file"
            case .file: "file"
            case .fileQuota: "file_quota"
            case .fileConflict: "file_conflict"
            case .lineTooLong: "line_too_long"
            case .lineUnknown: "line_unknown"
            case .damaged: "damaged"
            case .accountsOff: "accounts_off"
            case .registrationClosed: "registration_closed"
            case .inviteRefused: "invite_refused"
            case .signInRequired: "sign_in_required"
            case .guestsReadOnly: "guests_read_only"
            case .signInFailed: "sign_in_failed"
            case .password: "password"
            case .accountDisabled: "account_disabled"
            case .accountRequired: "account_required"
            case .accountsFull: "accounts_full"
            case .report: "report"
            case .tooManyReports: "too_many_reports"
            case .filtered: "filtered"
            case .choice: "choice"
            case .rateLimited: "rate_limited"
            case .overloaded: "overloaded"
            case .storageFailed: "storage_failed"
            case .shuttingDown: "shutting_down"
            case .outOfTurn: "out_of_turn"
            case .tooManyConnections: "too_many_connections"
            case .noSpace: "no_space"
            case .addressLimited: "address_limited"
            default: "unknown"
            }
        }
    }
}

/// A refusal: a number for programs, a sentence for people, and whether to try again.
public struct WireError: Error, Hashable, Sendable {
    /// The number, by which a program tells what happened.
    public var code: Code { content.code }
    /// A sentence for the user.
    public var text: String { content.text }
    /// The milliseconds after which the same request may succeed, if known.
    public var retry: UInt64? { content.retry }
    /// The operator's reason for a ban from the server, as the operator wrote it; `nil` for none.
    /// ``text`` has it, too.
    public var reason: String? { content.reason }

    // One word: every function that can throw hands it on.
    private let content: Content

    private final class Content: Sendable {
        let code: Code
        let text: String
        let retry: UInt64?
        let reason: String?

        init(_ code: Code, _ text: String, _ retry: UInt64?, _ reason: String?) {
            self.code = code
            self.text = text
            self.retry = retry
            self.reason = reason
        }
    }

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - text: a full sentence: what happened, then what to do
    ///   - retry: milliseconds
    ///   - reason: the operator's for a ban; `nil` for none
    public init(_ code: Code, _ text: String, retry: UInt64? = nil, reason: String? = nil) {
        content = Content(code, text, retry, reason)
    }

    public static func == (one: WireError, other: WireError) -> Bool {
        one.code == other.code && one.text == other.text && one.retry == other.retry && one.reason == other.reason
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(text)
        hasher.combine(retry)
        hasher.combine(reason)
    }

    /// The error numbers of `docs/protocol.md`, "Errors". Numbers from 200 on are temporary.
    ///
    /// A newer server may send numbers that this build does not know. They are kept, and are
    /// temporary by the same rule.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Not valid JSON by the rules of the protocol (`docs/protocol.md`, "Frames").
        public static let badJSON = Code(rawValue: 100)
        /// A key is missing, or has the wrong type or range. The text names it.
        public static let badRequest = Code(rawValue: 101)
        /// A type of request that the server does not know.
        public static let unknownType = Code(rawValue: 102)
        /// A request before the hello; in the line protocol, `msg:` before `iam:`.
        public static let helloRequired = Code(rawValue: 110)
        /// A second hello, or a second `iam:`.
        public static let alreadyIntroduced = Code(rawValue: 111)
        /// The server does not speak the hello's version of the protocol.
        public static let versionUnsupported = Code(rawValue: 112)
        /// The token is not valid here, missing (over HTTP), or not of the right user. The text
        /// says which.
        public static let tokenRefused = Code(rawValue: 113)
        /// The operator has banned the user, or the client's network address, from the server.
        public static let serverBanned = Code(rawValue: 114)
        /// A name is empty, or has more than ``Limits/nameScalars`` Unicode scalars or
        /// ``Limits/nameBytes`` bytes.
        public static let nameLength = Code(rawValue: 120)
        /// A name has characters or spaces that ``NameRule`` does not allow.
        public static let nameCharacters = Code(rawValue: 121)
        /// A name is reserved (``NameRule/reserved``), looks like a reserved one, or begins with
        /// `@`.
        public static let nameReserved = Code(rawValue: 122)
        /// A connected user or an account has this name, or one that looks like it.
        public static let nameTaken = Code(rawValue: 123)
        /// A text is not a room's name (``RoomName/init(_:)``).
        public static let roomName = Code(rawValue: 130)
        /// The connection has not joined the room.
        public static let notJoined = Code(rawValue: 131)
        /// The connection is in ``Limits/roomsPerConnection`` rooms.
        public static let tooManyRooms = Code(rawValue: 132)
        /// The request would create a room, and the server has ``Limits/rooms``.
        public static let roomsFull = Code(rawValue: 133)
        /// The request would create a room, and the user has created too many
        /// (``Limits/newRoomsPerUser``).
        public static let tooManyNewRooms = Code(rawValue: 134)
        /// The same for all users of one address (``Limits/newRoomsPerAddress``).
        public static let tooManyNewRoomsHere = Code(rawValue: 135)
        /// The group, direct room or own log does not exist, or is not open to the user. A blocked
        /// user gets it for the direct room, too.
        public static let noSuchRoom = Code(rawValue: 136)
        /// A moderator has banned the user from the room. The text says for how long.
        public static let banned = Code(rawValue: 137)
        /// The user's role does not allow it, or the kind of room has no such thing.
        public static let notAllowed = Code(rawValue: 138)
        /// A moderator has muted the user in the room. The text says for how long.
        public static let muted = Code(rawValue: 139)
        /// A text is empty, or has no visible character (``TextRule``).
        public static let textEmpty = Code(rawValue: 140)
        /// A text of more than ``Limits/textBytes`` bytes.
        public static let textTooLong = Code(rawValue: 141)
        /// A text has a control character or too many combining marks in a row (``TextRule``), or
        /// is not UTF-8.
        public static let textCharacters = Code(rawValue: 142)
        /// The device has sent something else under this number.
        public static let numberConflict = Code(rawValue: 143)
        /// The number is lower than one that was accepted, and was never accepted itself.
        public static let numberPassed = Code(rawValue: 144)
        /// The title, the topic, the avatar or the slow mode is not allowed, the change names no
        /// setting, or the room has ``Limits/pinsPerRoom`` pins. The text says which.
        public static let roomSettings = Code(rawValue: 145)
        /// The change of a membership makes no sense, or exceeds a limit. The text says which.
        public static let membership = Code(rawValue: 146)
        /// The invite link is unknown, expired, used up or revoked.
        public static let linkRefused = Code(rawValue: 147)
        /// There are too many invite links, a new link would have ended already, or the group has
        /// no such link of the user. The text says which.
        public static let link = Code(rawValue: 148)
        /// A reason is too long or not on one line, it is given by somebody who may not write in
        /// the room, or it is one for deleting an own message.
        public static let reason = Code(rawValue: 149)
        /// The number is not that of a message in the room, or a read mark is beyond the head.
        public static let noSuchMessage = Code(rawValue: 150)
        /// Only the author may edit a message. Only the author and moderators may delete it, and
        /// remove the reactions of others from it.
        public static let notYours = Code(rawValue: 151)
        /// The message was deleted.
        public static let messageDeleted = Code(rawValue: 152)
        /// Not one emoji of at most ``Limits/emojiBytes`` bytes, too many reactions, or none of
        /// this user to remove.
        public static let reaction = Code(rawValue: 153)
        /// The type, the size or a character of a payload is not allowed (``PayloadRule``).
        public static let payload = Code(rawValue: 154)
        /// The log has too many edits of the message, or too many reactions to it by this user or
        /// by all.
        public static let tooManyChanges = Code(rawValue: 155)
        /// No file of the user with this id waits for a message, or the attachment differs from the
        /// answer to its upload; over HTTP, the file does not exist or is not open to the user.
        public static let noSuchFile = Code(rawValue: 156)
        /// The id, the name, the size or the content of a file. The text says which.
        public static let file = Code(rawValue: 157)
        /// The user's files would total more than ``Limits/fileBytesPerUser`` bytes, or what the
        /// operator has set.
        public static let fileQuota = Code(rawValue: 158)
        /// The id belongs to a different file.
        public static let fileConflict = Code(rawValue: 159)
        /// Line protocol: a line of more than ``Limits/lineBytes`` bytes.
        public static let lineTooLong = Code(rawValue: 160)
        /// Line protocol: neither `iam:NAME` nor `msg:TEXT`, or nothing for too long.
        public static let lineUnknown = Code(rawValue: 161)
        /// The stored message is damaged, so it can't be changed.
        public static let damaged = Code(rawValue: 170)
        /// The server has no accounts.
        public static let accountsOff = Code(rawValue: 180)
        /// Accounts are made by the operator only, or only with an invite.
        public static let registrationClosed = Code(rawValue: 181)
        /// The invite to make an account is unknown, used up or expired.
        public static let inviteRefused = Code(rawValue: 182)
        /// The server has no guests: the hello needs a token.
        public static let signInRequired = Code(rawValue: 183)
        /// Guests only read on this server, and the user is one.
        public static let guestsReadOnly = Code(rawValue: 184)
        /// The name or the password of an account is wrong.
        public static let signInFailed = Code(rawValue: 185)
        /// A new password has less than ``Limits/passwordScalars`` Unicode scalars, or more than
        /// ``Limits/passwordBytes`` bytes.
        public static let password = Code(rawValue: 186)
        /// The operator has disabled the account.
        public static let accountDisabled = Code(rawValue: 187)
        /// Only an account can ask for this, and not with an API key.
        public static let accountRequired = Code(rawValue: 188)
        /// The server has ``Limits/serverAccounts`` accounts.
        public static let accountsFull = Code(rawValue: 189)
        /// The report or the decision makes no sense, or its text is not allowed. The text says
        /// which.
        public static let report = Code(rawValue: 192)
        /// The user, the room, the server or the address has too many reports. The text says which.
        public static let tooManyReports = Code(rawValue: 193)
        /// A text, such as a message, a name, a title or a topic, has words or links that the
        /// operator's filter does not allow; or the filter holds a message, and too many wait for a
        /// moderator. The text says which.
        public static let filtered = Code(rawValue: 194)
        /// The change of the profile is not allowed (``ProfileChange/check()``).
        public static let profile = Code(rawValue: 195)
        /// The choice or the block is not allowed, or there are too many.
        public static let choice = Code(rawValue: 198)
        /// The message has words or links that the operator's filter holds: a moderator looks at it
        /// before others see it. The server has it; it must not be sent again.
        public static let held = Code(rawValue: 199)
        /// Too many requests or messages in a short time, slow mode, or an upload that is too slow.
        public static let rateLimited = Code(rawValue: 200)
        /// The server is overloaded, or short of descriptors or memory.
        public static let overloaded = Code(rawValue: 201)
        /// The server's disk failed, and it is unknown whether the message was stored. With
        /// ``WireError/retry``, nothing was stored: the disk is full, or can't be read here.
        public static let storageFailed = Code(rawValue: 202)
        /// The server is stopping. Nothing was done; over HTTP, the request may have been done.
        public static let shuttingDown = Code(rawValue: 203)
        /// The device's mutation that `after` names has not been accepted.
        public static let outOfTurn = Code(rawValue: 204)
        /// The user has ``Limits/connectionsPerUser`` connections already. The new one is closed
        /// with 4401.
        public static let tooManyConnections = Code(rawValue: 205)
        /// The disk has no room for files. Messages are accepted.
        public static let noSpace = Code(rawValue: 206)
        /// Too much comes from the network address, such as messages, hellos, sign-ins or files.
        public static let addressLimited = Code(rawValue: 207)

        /// All that this build knows, in the order of their numbers.
        public static let all: [Code] = [
            .badJSON, .badRequest, .unknownType, .helloRequired, .alreadyIntroduced, .versionUnsupported,
            .tokenRefused, .serverBanned, .nameLength, .nameCharacters, .nameReserved, .nameTaken, .roomName,
            .notJoined,
            .tooManyRooms, .roomsFull, .tooManyNewRooms, .tooManyNewRoomsHere, .noSuchRoom, .banned, .notAllowed,
            .muted, .textEmpty, .textTooLong,
            .textCharacters, .numberConflict, .numberPassed, .roomSettings, .membership,
            .linkRefused, .link, .reason, .noSuchMessage, .notYours, .messageDeleted, .reaction, .payload,
            .tooManyChanges, .noSuchFile, .file,
            .fileQuota, .fileConflict, .lineTooLong, .lineUnknown, .damaged, .accountsOff,
            .registrationClosed, .inviteRefused, .signInRequired, .guestsReadOnly, .signInFailed, .password,
            .accountDisabled, .accountRequired, .accountsFull, .report, .tooManyReports, .filtered, .profile, .choice,
            .held, .rateLimited, .overloaded, .storageFailed,
            .shuttingDown, .outOfTurn, .tooManyConnections, .noSpace, .addressLimited,
        ]

        /// Whether the same request may succeed later, and a client sends it again by itself.
        public var isTemporary: Bool { rawValue >= 200 }

        /// The name on the wire, or of an error that a client raises; `unknown` for a number this
        /// build does not know.
        public var name: String {
            switch self {
            case .badJSON: "bad_json"
            case .badRequest: "bad_request"
            case .unknownType: "unknown_type"
            case .helloRequired: "hello_required"
            case .alreadyIntroduced: "already_introduced"
            case .versionUnsupported: "version_unsupported"
            case .tokenRefused: "token_refused"
            case .serverBanned: "server_banned"
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
            case .linkRefused: "link_refused"
            case .link: "link"
            case .reason: "reason"
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
            case .profile: "profile"
            case .choice: "choice"
            case .held: "held"
            case .rateLimited: "rate_limited"
            case .overloaded: "overloaded"
            case .storageFailed: "storage_failed"
            case .shuttingDown: "shutting_down"
            case .outOfTurn: "out_of_turn"
            case .tooManyConnections: "too_many_connections"
            case .noSpace: "no_space"
            case .addressLimited: "address_limited"
            default: nameOfClient ?? "unknown"
            }
        }
    }
}

extension WireError: CustomStringConvertible {
    /// The number, its name and the sentence, for logs:
    /// `137 banned: You are banned from this room.`
    public var description: String { "\(code): \(text)" }
}

extension WireError.Code: CustomStringConvertible {
    /// The number and its name, for logs: `137 banned`.
    public var description: String { "\(rawValue) \(name)" }
}

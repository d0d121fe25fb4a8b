import ChatModel
import ChatWire
import Flux

/// The app's whole state.
///
/// Only what nobody else stores is saved here: accounts, navigation, drafts, settings, joined
/// rooms. Messages and the outbox are in ChatCore's journal, one file for each account, and come
/// from there into ``chat``.
public struct AppState: FluxState, Equatable {
    /// The user's accounts on this device.
    public var accounts = Accounts()
    /// What is on the screen.
    public var navigation = Navigation()
    /// The unsent texts of all accounts.
    public var drafts = Drafts()
    /// What the user chose for this app on this device.
    public var settings = Settings()
    /// The known rooms of each account: the list can be shown before the journal is read.
    public var knownRooms: [AccountID: [RoomName]] = [:]
    /// The last reported state of the current account's client.
    public var chat = ChatState()
    /// Those of the other accounts' clients, which are connected, too.
    public internal(set) var others: [AccountID: ChatState] = [:]
    /// Whether the app is in the foreground.
    public internal(set) var isActive = false
    /// The views on the screen that show the open room.
    public internal(set) var screens = RoomScreens()
    /// The removed accounts that may still have a token and messages on the device. They are erased
    /// when their clients have closed, and tried again at each launch. One that is added again is
    /// erased before its client opens.
    public internal(set) var leftovers: [AccountID] = []
    /// The offsets of the user's time zone.
    public internal(set) var utcOffsets: UTCOffsets = 0
    /// The open room. Whether somebody sees it says ``seenRoom``.
    public var shown: ShownRoom?
    /// The people of the shown room, while its members are on the screen.
    public internal(set) var people: RoomPeople?
    /// The requests of the account's screens.
    public internal(set) var panel = AccountPanel()
    /// The queue of reports on the screen. It is not reopened at the next launch.
    public internal(set) var queue: ReportQueue?
    /// The bans from the server that an administrator looks at.
    public internal(set) var bans: ServerBanList?
    /// What was refused once, and the user of the current account has not read yet.
    public internal(set) var refusal: Refusal?
    /// The same of the other accounts. It is said when they are on the screen again.
    var otherRefusals: [AccountID: Refusal] = [:]
    /// Counts the refusals.
    var refusals: UInt64 = 0
    /// The file on the screen, above the room. It is not reopened at the next launch.
    public internal(set) var viewed: ViewedFile?
    /// The invite links of the shown room, while they are on the screen.
    public internal(set) var links: RoomLinks?
    /// The link that was followed, while the user is asked whether to join its room.
    public internal(set) var linked: LinkedRoom?
    /// The codes of the invite links that were made on this device.
    public internal(set) var linkCodes = LinkCodes()
    /// The previews of linked pages that were loaded for the current account.
    public var previews = ShownPreviews()
    /// The search for open rooms, while its sheet is open.
    public internal(set) var finder: RoomFinder?
    /// The search of the room's messages, while its sheet is open.
    public internal(set) var messageFinder: MessageFinder?

    /// Whether the system lets the app show notifications, as it told last.
    public internal(set) var permission = NotificationRule.Permission.unknown
    /// Whether the saved state can't be read yet. Then the accounts are not known: this state says
    /// nothing about them, and nobody may conclude from it that an account is gone.
    public internal(set) var awaitsStorage = false

    /// Creates the state of an app without accounts.
    public init() {}

    /// Creates the state of an app whose saved state can't be read yet. On iOS that is so until the
    /// device was unlocked for the first time since it started.
    public static var awaitingStorage: AppState {
        var state = AppState()
        state.awaitsStorage = true
        return state
    }

    /// The state when it can be read at last: the saved one, with what the system and the views
    /// have reported meanwhile.
    public func restored(over current: AppState) -> AppState {
        var state = self
        state.awaitsStorage = false
        state.isActive = current.isActive
        state.screens = current.screens
        state.permission = current.permission
        return state
    }

    /// Whether the user wants to be told of new messages, and the system does not let the app tell
    /// them.
    public var isRefusedNotifications: Bool { settings.notifies && permission == .refused }

    /// The last reported state of an account's client.
    public func chat(of account: AccountID) -> ChatState {
        account == accounts.currentID ? chat : others[account] ?? ChatState()
    }

    /// The number of unread messages of all accounts of which the user wants to be told.
    public var unread: Int { others.values.reduce(chat.unread) { $0 + $1.unread } }

    /// The number of messages and changes of all accounts that wait to be sent
    /// (``ChatState/waiting``). A run in the background sends those of all accounts.
    public var waiting: Int { others.values.reduce(chat.waiting) { $0 + $1.waiting } }

    /// Whether something waits to be sent in an account, or may wait: the saved state is not read
    /// yet, or a client has not reported yet.
    public var mayHavePending: Bool {
        if awaitsStorage { return true }
        return accounts.all.contains { account in
            let chat = chat(of: account.id)
            return chat.waiting > 0 || chat == ChatState()
        }
    }

    /// The number of messages and changes of an account that wait to be sent
    /// (``ChatState/waiting``). `nil` if that is not known, because its client can't be opened or
    /// has not reported yet.
    public func waiting(of account: AccountID) -> Int? {
        let chat = chat(of: account)
        return chat.failure != nil || chat == ChatState() ? nil : chat.waiting
    }

    /// Something that the user wanted and that was not done: a text or a file was not accepted, a
    /// day was not found. It stays until the user has read it, whatever the client reports
    /// meanwhile.
    public struct Refusal: Hashable, Sendable {
        /// Names it, as the button that ends it does. The client does not know this ticket.
        public var ticket: Ticket
        /// What was not done, and why.
        public var sentence: String
        /// Whether it is about the user's picture.
        public var isAboutPicture: Bool
    }

    /// What the user chose for this app on this device.
    public struct Settings: Hashable, Sendable, Codable {
        /// Whether new messages are announced.
        public var notifies = true
        /// Whether places in messages are shown on a map. The map service gets their coordinates,
        /// so the user decides it.
        public var showsMaps = false

        /// Creates the settings of a new app.
        public init() {}

        /// An earlier version wrote fewer of them.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            notifies = try values.decodeIfPresent(Bool.self, forKey: .notifies) ?? notifies
            showsMaps = try values.decodeIfPresent(Bool.self, forKey: .showsMaps) ?? showsMaps
        }
    }
}

extension AppState: Codable {
    private enum CodingKeys: String, CodingKey {
        case accounts, navigation, drafts, settings, rooms, linkCodes, leftovers
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        accounts = try values.decode(Accounts.self, forKey: .accounts)
        navigation = try values.decode(Navigation.self, forKey: .navigation)
        drafts = try values.decode(Drafts.self, forKey: .drafts)
        settings = try values.decode(Settings.self, forKey: .settings)
        linkCodes = try values.decodeIfPresent(LinkCodes.self, forKey: .linkCodes) ?? LinkCodes()
        leftovers = try values.decodeIfPresent([AccountID].self, forKey: .leftovers) ?? []
        for (id, rooms) in try values.decode([String: [RoomName]].self, forKey: .rooms) {
            guard let id = AccountID(id) else { continue }
            knownRooms[id] = rooms
        }
        if let room = navigation.room { shown = ShownRoom(room) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(accounts, forKey: .accounts)
        try values.encode(navigation, forKey: .navigation)
        try values.encode(drafts, forKey: .drafts)
        try values.encode(settings, forKey: .settings)
        try values.encode(linkCodes, forKey: .linkCodes)
        try values.encode(leftovers, forKey: .leftovers)
        let rooms = knownRooms.map { ($0.key.text, $0.value) }
        try values.encode(Dictionary(rooms) { first, _ in first }, forKey: .rooms)
    }
}

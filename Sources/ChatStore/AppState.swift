import ChatModel
import ChatWire
import Flux

/// All that the app knows and shows.
///
/// Saved is what the app alone knows: accounts, where one is, drafts, the rooms one is in. The messages and the outbox live in
/// ChatCore's journal, a folder for each account; they come back from there, into ``chat``.
public struct AppState: FluxState, Equatable {
    public var accounts = Accounts()
    public var navigation = Navigation()
    public var drafts = Drafts()
    public var settings = Settings()
    /// The rooms of each account, as last known: the list is there before the journal is read.
    public var knownRooms: [AccountID: [RoomName]] = [:]
    /// The current account's chat, as its client last told it.
    public var chat = ChatState()
    /// Whether the app is before someone's eyes.
    public internal(set) var isActive = true
    /// What to add to UTC for the reader's days, in minutes.
    var utcOffset = 0
    /// The room on the screen.
    public var shown: ShownRoom?
    /// The file over it. Not opened again by the next start.
    public internal(set) var viewed: ViewedFile?

    public init() {}

    public struct Settings: Hashable, Sendable, Codable {
        /// Whether messages are announced while the app is not in front.
        public var notifies = true

        public init() {}
    }
}

extension AppState: Codable {
    private enum CodingKeys: String, CodingKey {
        case accounts, navigation, drafts, settings, rooms
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        accounts = try values.decode(Accounts.self, forKey: .accounts)
        navigation = try values.decode(Navigation.self, forKey: .navigation)
        drafts = try values.decode(Drafts.self, forKey: .drafts)
        settings = try values.decode(Settings.self, forKey: .settings)
        for (id, rooms) in try values.decode([String: [Coded<RoomName>]].self, forKey: .rooms) {
            guard let id = AccountID(id) else { continue }
            knownRooms[id] = rooms.map(\.value)
        }
        if let room = navigation.room { shown = ShownRoom(room) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(accounts, forKey: .accounts)
        try values.encode(navigation, forKey: .navigation)
        try values.encode(drafts, forKey: .drafts)
        try values.encode(settings, forKey: .settings)
        let rooms = knownRooms.map { ($0.key.text, $0.value.map { Coded($0) }) }
        try values.encode(Dictionary(rooms) { first, _ in first }, forKey: .rooms)
    }
}

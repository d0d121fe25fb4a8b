import ChatCore
import ChatModel
import ChatWire
import Foundation

/// The rooms that a share extension offers, as the app last knew them. The extension has no client:
/// it must not open the journal, which the app has open.
public struct SharePlaces: Hashable, Sendable, Codable {
    /// A room in which the user may write.
    public struct Room: Hashable, Sendable, Codable {
        /// The room's name.
        public var name: RoomName
        /// What the list calls it.
        public var title: String

        /// Creates the value.
        public init(name: RoomName, title: String) {
            self.name = name
            self.title = title
        }
    }

    /// An account and its rooms.
    public struct Group: Hashable, Sendable, Codable, Identifiable {
        /// The account.
        public var id: AccountID
        /// The user's name and the server: “ann · chat.example.org”.
        public var title: String
        /// The rooms in the order of the list; at most ``ChatWire/Limits/roomsOffered``.
        public var rooms: [Room]

        /// Creates the value.
        public init(id: AccountID, title: String, rooms: [Room]) {
            self.id = id
            self.title = title
            self.rooms = rooms
        }
    }

    /// A room of an account.
    public struct Place: Hashable, Sendable {
        /// The account.
        public var account: AccountID
        /// The room.
        public var room: RoomName

        /// Creates the value.
        public init(account: AccountID, room: RoomName) {
            self.account = account
            self.room = room
        }
    }

    /// All accounts of the device, the current one first.
    public var groups: [Group]

    /// Creates the value.
    public init(_ groups: [Group] = []) { self.groups = groups }

    /// What the app knows now. Invitations, archived rooms, and rooms in which the user can't write
    /// are left out.
    ///
    /// - Parameter time: Milliseconds since 1970-01-01 UTC.
    public init(_ state: AppState, at time: Int64) {
        let current = state.accounts.currentID
        let accounts = state.accounts.all.filter { $0.id == current } + state.accounts.all.filter { $0.id != current }
        groups = accounts.map { account in
            let chat = state.chat(of: account.id)
            let rooms = chat.items(current: nil).found().filter { item in
                !item.isInvitation && item.problem == nil && chat.mayWrite(in: item.room, at: time)
            }
            return Group(
                id: account.id,
                title: "\(Sentences.isolated(account.name)) · \(Sentences.isolated(account.server.title))",
                rooms: rooms.prefix(Limits.roomsOffered).map { Room(name: $0.room, title: $0.title) })
        }
    }

    /// Takes the rooms of these accounts from what was written before.
    mutating func keepRooms(of accounts: Set<AccountID>, from former: SharePlaces) {
        for index in groups.indices where accounts.contains(groups[index].id) {
            groups[index].rooms = former.groups.first { $0.id == groups[index].id }?.rooms ?? []
        }
    }

    /// The rooms whose titles have the words of `search` (``ChatWire/WordSearch``).
    public func found(by search: String) -> SharePlaces {
        let wanted = WordSearch(search)
        var found = self
        for index in found.groups.indices { found.groups[index].rooms.removeAll { !wanted.matches([$0.title]) } }
        return found
    }

    /// Whether no room is offered.
    public var isEmpty: Bool { groups.allSatisfy { $0.rooms.isEmpty } }

    /// Whether the place is among them.
    func contains(_ place: Place) -> Bool {
        groups.contains { group in group.id == place.account && group.rooms.contains { $0.name == place.room } }
    }
}

extension ChatState {
    /// Whether the rule of rights lets the user write in a room; also if the room's rights are not
    /// known yet.
    fileprivate func mayWrite(in room: RoomName, at time: Int64) -> Bool {
        access[room]?.refusal(of: .message(text: "x", reply: nil, payload: nil), at: time) == nil
    }
}

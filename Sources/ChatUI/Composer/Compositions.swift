import ChatWire

/// What the user was composing in the rooms that are not on the screen: chosen files and replies,
/// until the app ends. The texts are drafts, which last longer.
///
/// At most ``ChatWire/Limits/drafts`` are kept, then the oldest is dropped.
public struct Compositions: Sendable {
    /// The account and the room.
    public struct Place: Hashable, Sendable {
        /// The account's id on this device.
        public var account: String
        /// The room, on the account's server.
        public var room: RoomName

        /// Creates the value.
        public init(account: String, room: RoomName) {
            self.account = account
            self.room = room
        }
    }

    private var kept: [Place: Composition] = [:]
    /// Oldest first.
    private var order: [Place] = []

    /// Creates the empty value.
    public init() {}

    /// What to compose when a room is opened.
    ///
    /// - Parameter draft: The room's draft. Another device may have changed the text.
    public func composition(in place: Place, draft: String?) -> Composition {
        guard var composition = kept[place] else { return Composition(text: draft ?? "") }
        composition.text = draft ?? ""
        return composition
    }

    /// Notes what is being composed now. An edit is not kept; the reply of before it is.
    ///
    /// - Returns: The files that are dropped, for the caller to delete.
    public mutating func note(_ composition: Composition, in place: Place) -> [FileID] {
        var composition = composition
        if case .edit = composition.purpose {
            let files = composition.files
            composition = kept[place] ?? Composition()
            composition.files = files
        }
        order.removeAll { $0 == place }
        guard !composition.files.isEmpty || composition.purpose != .message else {
            kept[place] = nil
            return []
        }
        kept[place] = composition
        order.append(place)
        guard order.count > Limits.drafts else { return [] }
        return forget([order[0]])
    }

    /// Forgets the rooms of accounts that are not among `accounts`.
    ///
    /// - Returns: The files that are dropped, for the caller to delete.
    public mutating func keep(accounts: Set<String>) -> [FileID] {
        forget(order.filter { !accounts.contains($0.account) })
    }

    private mutating func forget(_ places: [Place]) -> [FileID] {
        order.removeAll { places.contains($0) }
        return places.flatMap { kept.removeValue(forKey: $0)?.files.map(\.id) ?? [] }
    }
}

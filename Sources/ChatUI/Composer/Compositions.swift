import ChatWire

/// What the user is composing in all rooms, on the screen or not: chosen files and replies, until
/// the app ends. The texts are drafts, which last longer. An edit lasts as long as the room's view,
/// which keeps it.
///
/// At most ``ChatWire/Limits/drafts`` are kept, then the oldest is dropped.
public struct Compositions: Hashable, Sendable {
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

    /// What is being composed in a room.
    ///
    /// - Parameters:
    ///   - draft: The room's draft, which is the text. Another device may have changed it.
    ///   - edit: The edit that the room's view keeps; `nil` if there is none.
    public func composition(in place: Place, draft: String?, edit: Composition? = nil) -> Composition {
        let kept = kept[place] ?? Composition()
        var composition = edit ?? kept
        (composition.files, composition.refusal) = (kept.files, kept.refusal)
        composition.take(draft: draft)
        return composition
    }

    /// Notes what is being composed now. An edit is not kept, but the text or reply that was being
    /// written before it.
    ///
    /// - Returns: The files that are dropped, for the caller to delete.
    public mutating func note(_ composition: Composition, in place: Place) -> [FileID] {
        var composition = composition
        if case .edit = composition.purpose {
            let (files, refusal) = (composition.files, composition.refusal)
            composition = kept[place] ?? Composition()
            (composition.files, composition.refusal) = (files, refusal)
        }
        order.removeAll { $0 == place }
        guard !composition.files.isEmpty || composition.purpose != .message || composition.refusal != nil else {
            kept[place] = nil
            return []
        }
        kept[place] = composition
        order.append(place)
        guard order.count > Limits.drafts else { return [] }
        return forget([order[0]])
    }

    /// A room has left the screen: why a file was not attached was said, and is not said again.
    public mutating func left(_ place: Place) {
        guard var composition = kept[place], composition.refusal != nil else { return }
        composition.refusal = nil
        // Nothing is dropped: there is no place more than before.
        _ = note(composition, in: place)
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

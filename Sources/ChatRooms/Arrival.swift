import ChatWire

/// Somebody who comes to a room, or is told of it.
public struct Visit: Hashable, Sendable {
    /// The room; it need not be there.
    public var room: RoomName
    /// Who comes.
    public var user: UserID

    /// Creates the value.
    public init(room: RoomName, user: UserID) { (self.room, self.user) = (room, user) }
}

/// What a server needs to know of a room, and of a person there, when they come. All of it is of
/// one moment.
public struct Arrival: Hashable, Sendable {
    /// The room's epoch and head.
    public var position: Position
    /// As of ``MessageStore/info(of:for:)``.
    public var info: RoomInfo?
    /// As of ``MessageStore/mark(of:in:)``.
    public var mark: ReadPoint?
    /// Whether only the person's own devices are told how far they have read.
    public var keepsReadsPrivate: Bool

    /// Creates the value.
    public init(position: Position, info: RoomInfo?, mark: ReadPoint?, keepsReadsPrivate: Bool) {
        self.position = position
        self.info = info
        self.mark = mark
        self.keepsReadsPrivate = keepsReadsPrivate
    }
}

extension MessageStore {
    /// Reads one after the other, for stores that lose no time by that.
    public func arrivals(_ visits: [Visit]) throws(StoreError) -> [Arrival?] {
        var arrivals: [Arrival?] = []
        for visit in visits {
            do throws(StoreError) {
                arrivals.append(
                    Arrival(
                        position: Position(epoch: try epoch(of: visit.room), seq: try head(of: visit.room)),
                        info: try info(of: visit.room, for: visit.user), mark: try mark(of: visit.user, in: visit.room),
                        keepsReadsPrivate: try profile(of: visit.user).keepsReadsPrivate))
            } catch {
                if error.endsService { throw error }
                arrivals.append(nil)
            }
        }
        return arrivals
    }
}
